"""Greedy and optimal trees of Mastermind and similar games: totals, published totals, seconds and memory.

Each command runs in its own process. A result that differs from the golden figure ends the benchmark.
"""

import sys
from typing import Any

from benchmarks.programs import run_codebreaker
from benchmarks.tables import record_table

PAGE = "proofs.md"
"""The page of docs/ into which benchmarks.charts writes the table."""
GUR = "Gur, serkangur.freeservers.com"
BARRY = "Stack Overflow 1185634"
_TEN_COLOURS = "tree --colours 10 --guesses distinct --secrets distinct --criterion"
RUNS: dict[str, tuple[dict[str, Any], str]] = {
    "tree --criterion minimax": ({"total": 5801, "worst": 5}, f"5801, 5: Knuth 1977 ({GUR})"),
    "tree --criterion entropy": ({"total": 5722, "worst": 6}, f"5722, 6: Neuwirth 1982 ({GUR})"),
    "tree --criterion expected": ({"total": 5696, "worst": 6}, f"5696, 6: Irving 1978 ({GUR})"),
    "tree --criterion parts": ({"total": 5668, "worst": 6}, f"5668, 6: Kooi 2005 ({GUR})"),
    "optimal": ({"total": 5625, "worst": 6}, "5625, 6: Koyama & Lai 1993 (sci.math FAQ)"),
    # By number of guesses: how many secrets need it. In all 2*7 + 3*55 + 4*229 + 5*69 = 1440 guesses.
    "tree --secrets distinct": ({"distribution": {"2": 7, "3": 55, "4": 229, "5": 69}}, f"1440, 5: {BARRY}"),
    "bound --secrets distinct": ({"worst": 5}, f"5: {BARRY}"),
    # 1435 is a figure of our own: no published one is known to us.
    "optimal --secrets distinct": ({"total": 1435}, ""),
    "tree --colours 8 --secrets distinct": ({"worst": 7}, f"7: {BARRY}"),
    "bound --colours 8 --secrets distinct": ({"worst": 6}, f"6 is possible: {BARRY}"),
    "tree --colours 8 --holes 5 --secrets distinct": ({"opener": "11234"}, f"opener: {BARRY}"),
    "tree --colours 8 --holes 5": ({}, ""),
    f"{_TEN_COLOURS} entropy": ({}, ""),
    f"{_TEN_COLOURS} expected": ({}, ""),
    f"{_TEN_COLOURS} minimax": ({}, ""),
    f"{_TEN_COLOURS} parts": ({}, ""),
    # The secret is a pair of numbers from 1 to 5. The reply compares both of them with those of the guess.
    "tree --game two-d": ({"worst": 5}, f"5: {BARRY}"),
    "bound --game two-d": ({"worst": 4}, f"4: {BARRY}"),
    "optimal --game two-d": ({}, ""),
}
"""By the arguments of `codebreaker`: figures that its JSON must have, and the published result with its source."""
WITHOUT_NUMBA = (
    "tree --colours 8 --holes 5 --secrets distinct",
    f"{_TEN_COLOURS} entropy",
)
"""Commands that are also timed without numba; a quick benchmark has none of them."""


def measure(quick: bool) -> list[dict[str, Any]]:
    """Return for each command opener, total, mean, worst, seconds and megabytes; for some the seconds without numba.

    A quick benchmark leaves out the games of eight and ten colours and the longest search.
    """
    commands = list(RUNS)
    if quick:
        commands = [command for command in RUNS if "--colours" not in command and command != "optimal"]
    return [_figures(command) for command in commands]


def _figures(command: str) -> dict[str, Any]:
    """Return the figures of a command; the benchmark ends if one of them is not the golden one."""
    golden, published = RUNS[command]
    arguments = command.split()
    result = run_codebreaker(*arguments)
    wrong = {name: result[name] for name, figure in golden.items() if result[name] != figure}
    if wrong:
        sys.exit(f"codebreaker {command}: {wrong}, not {golden}")

    figures = {name: result[name] for name in ("opener", "total", "mean", "worst", "seconds", "megabytes")}
    seconds_without_numba = None
    if command in WITHOUT_NUMBA:
        seconds_without_numba = run_codebreaker(*arguments, numba=False)["seconds"]
    return {"command": command, "published": published, **figures, "seconds_without_numba": seconds_without_numba}


def tables(results: list[dict[str, Any]]) -> dict[str, str]:
    """Return the table `trees`, with a row for each command and its published result."""
    rows = [{**result, "command": f"`{result['command']}`"} for result in results]
    # By title: the key of a figure, and how many digits it has after the point.
    columns = {
        "codebreaker": ("command", None),
        "opener": ("opener", None),
        "total": ("total", None),
        "mean": ("mean", 4),
        "worst": ("worst", None),
        "published": ("published", None),
        "s": ("seconds", 1),
        "s, numpy alone": ("seconds_without_numba", 1),
        "MB": ("megabytes", None),
    }
    return {"trees": record_table(rows, columns)}
