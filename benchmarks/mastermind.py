"""Greedy and optimal trees of Mastermind and similar games: totals, published totals, seconds and memory.

Each command runs in its own process. A result that differs from the golden figure ends the benchmark.
"""

import sys
from typing import Any, NamedTuple

from benchmarks.programs import run_codebreaker
from benchmarks.tables import record_table

PAGE = "proofs.md"
GUR, BARRY = "Gur, serkangur.freeservers.com", "Stack Overflow 1185634"


class SolvedGame(NamedTuple):
    """A command that solves a game, and what is known of its result."""

    command: str
    """The arguments of `codebreaker`."""
    golden: dict[str, Any]
    """Results that the command must give, by their key in its JSON."""
    published: str = ""
    """The published result with its source, as it is printed."""
    quick: bool = True
    """Whether it is part of a quick benchmark."""


RUNS = (
    SolvedGame("tree --criterion minimax", {"total": 5801, "worst": 5}, f"5801, 5: Knuth 1977 ({GUR})"),
    SolvedGame("tree --criterion entropy", {"total": 5722, "worst": 6}, f"5722, 6: Neuwirth 1982 ({GUR})"),
    SolvedGame("tree --criterion expected", {"total": 5696, "worst": 6}, f"5696, 6: Irving 1979 ({GUR})"),
    SolvedGame("tree --criterion parts", {"total": 5668, "worst": 6}, f"5668, 6: Kooi 2005 ({GUR})"),
    SolvedGame("optimal", {"total": 5625, "worst": 6}, "5625, 6: Koyama & Lai 1993 (sci.math FAQ)", quick=False),
    SolvedGame("tree --secrets distinct", {"distribution": {"2": 7, "3": 55, "4": 229, "5": 69}}, f"1440, 5: {BARRY}"),
    SolvedGame("bound --secrets distinct", {"worst": 5}, f"5: {BARRY}"),
    SolvedGame("optimal --secrets distinct", {"total": 1435}),
    SolvedGame("tree --colours 8 --secrets distinct", {"worst": 7}, f"7: {BARRY}", quick=False),
    SolvedGame("bound --colours 8 --secrets distinct", {"worst": 6}, f"6 is possible: {BARRY}", quick=False),
    SolvedGame("tree --colours 8 --holes 5 --secrets distinct", {"opener": "11234"}, f"opener: {BARRY}", quick=False),
    SolvedGame("tree --colours 8 --holes 5", {}, quick=False),
    *(
        SolvedGame(f"tree --colours 10 --guesses distinct --secrets distinct --criterion {name}", {}, quick=False)
        for name in ("entropy", "expected", "minimax", "parts")
    ),
    SolvedGame("tree --game two-d", {"worst": 5}, f"5: {BARRY}"),
    SolvedGame("bound --game two-d", {"worst": 4}, f"4: {BARRY}"),
    SolvedGame("optimal --game two-d", {}),
)
WITHOUT_NUMBA = (
    "tree --colours 8 --holes 5 --secrets distinct",
    "tree --colours 10 --guesses distinct --secrets distinct --criterion entropy",
)
"""Commands that are also timed without numba."""


def measure(quick: bool) -> list[dict[str, Any]]:
    """For each command: opener, total, mean, worst, seconds, megabytes, and for some seconds without numba."""
    return [_figures(run, quick) for run in RUNS if run.quick or not quick]


def _figures(run: SolvedGame, quick: bool) -> dict[str, Any]:
    arguments = run.command.split()
    result = run_codebreaker(*arguments)
    wrong = {name: result[name] for name, figure in run.golden.items() if result[name] != figure}
    if wrong:
        sys.exit(f"codebreaker {run.command}: {wrong}, not {run.golden}")

    figures = {name: result[name] for name in ("opener", "total", "mean", "worst", "seconds", "megabytes")}
    seconds_without_numba = None
    if run.command in WITHOUT_NUMBA and not quick:
        seconds_without_numba = run_codebreaker(*arguments, numba=False)["seconds"]
    return {"command": run.command, "published": run.published, **figures, "numpy": seconds_without_numba}


def tables(results: list[dict[str, Any]]) -> dict[str, str]:
    """`trees`: a row for each command, with the published result."""
    rows = [{**result, "command": f"`{result['command']}`"} for result in results]
    columns = {
        "codebreaker": ("command", None),
        "opener": ("opener", None),
        "total": ("total", None),
        "mean": ("mean", 4),
        "worst": ("worst", None),
        "published": ("published", None),
        "s": ("seconds", 1),
        "s, numpy alone": ("numpy", 1),
        "MB": ("megabytes", None),
    }
    return {"trees": record_table(rows, columns)}
