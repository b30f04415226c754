"""Greedy and optimal trees of Mastermind and its kin beside the totals of the literature, with seconds and memory.

Each command runs in a process of its own; a golden figure that does not come out ends the benchmark.
"""

import sys
from typing import Any, NamedTuple

from benchmarks.measuring.markdown import Figure, table
from benchmarks.measuring.program import measured

PAGE = "guessing-games.md"
GUR, BARRY = "Gur, serkangur.freeservers.com", "Stack Overflow 1185634"


class Run(NamedTuple):
    """A command, what must come out of it, and what was published."""

    command: str
    golden: dict[str, Any]
    published: str = ""
    quick: bool = True


RUNS = (
    Run("tree --criterion minimax", {"total": 5801, "worst": 5}, f"5801, 5: Knuth 1977 ({GUR})"),
    Run("tree --criterion entropy", {"total": 5722, "worst": 6}, f"5722, 6: Neuwirth 1982 ({GUR})"),
    Run("tree --criterion expected", {"total": 5696, "worst": 6}, f"5696, 6: Irving 1979 ({GUR})"),
    Run("tree --criterion parts", {"total": 5668, "worst": 6}, f"5668, 6: Kooi 2005 ({GUR})"),
    Run("optimal", {"total": 5625, "worst": 6}, "5625, 6: Koyama & Lai 1993 (sci.math FAQ)", quick=False),
    Run("tree --secrets distinct", {"distribution": {"2": 7, "3": 55, "4": 229, "5": 69}}, f"1440, 5: {BARRY}"),
    Run("bound --secrets distinct", {"worst": 5}, f"5: {BARRY}"),
    Run("optimal --secrets distinct", {"total": 1435}),
    Run("tree --colours 8 --secrets distinct", {"worst": 7}, f"7: {BARRY}", quick=False),
    Run("bound --colours 8 --secrets distinct", {"worst": 6}, f"6 is possible: {BARRY}", quick=False),
    Run("tree --colours 8 --holes 5 --secrets distinct", {"opener": "11234"}, f"opener: {BARRY}", quick=False),
    Run("tree --colours 8 --holes 5", {}, quick=False),
    *(
        Run(f"tree --colours 10 --guesses distinct --secrets distinct --criterion {name}", {}, quick=False)
        for name in ("entropy", "expected", "minimax", "parts")
    ),
    Run("tree --game two-d", {"worst": 5}, f"5: {BARRY}"),
    Run("bound --game two-d", {"worst": 4}, f"4: {BARRY}"),
    Run("optimal --game two-d", {}),
)
WITHOUT_NUMBA = (
    "tree --colours 8 --holes 5 --secrets distinct",
    "tree --colours 10 --guesses distinct --secrets distinct --criterion entropy",
)
"""Trees that are timed with numpy alone as well."""


def measure(quick: bool) -> list[dict[str, Any]]:
    """Per command: opener, total, mean, worst, seconds, megabytes, and seconds with numpy alone where asked for."""
    return [_measured(run, quick) for run in RUNS if run.quick or not quick]


def _measured(run: Run, quick: bool) -> dict[str, Any]:
    found = measured(*run.command.split())
    wrong = {name: found[name] for name, figure in run.golden.items() if found[name] != figure}
    if wrong:
        sys.exit(f"codebreaker {run.command}: {wrong}, not {run.golden}")
    figures = {name: found[name] for name in ("opener", "total", "mean", "worst", "seconds", "megabytes")}
    plain = run.command in WITHOUT_NUMBA and not quick
    alone = measured(*run.command.split(), numba=False)["seconds"] if plain else None
    return {"command": run.command, "published": run.published, **figures, "numpy": alone}


def tables(results: list[dict[str, Any]]) -> dict[str, str]:
    """The commands with what came out and what was published."""
    header = ("codebreaker", "opener", "total", "mean", "worst", "published", "s", "s, numpy alone", "MB")
    rows = [
        (
            f"`{each['command']}`",
            each["opener"],
            each["total"],
            Figure(each["mean"], 4),
            each["worst"],
            each["published"],
            Figure(each["seconds"], 1),
            None if each["numpy"] is None else Figure(each["numpy"], 1),
            each["megabytes"],
        )
        for each in results
    ]
    return {"trees": table(header, rows)}
