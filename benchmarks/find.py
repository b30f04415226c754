"""Finding arrangements of n among 2n colours: mean guesses, seconds a game and memory of each method and baseline."""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

from benchmarks.programs import run_codebreaker
from benchmarks.tables import line_chart, record_table

PAGE = "guessing-games.md"
RUNS = (
    ("list", 5, 300), ("two-phase", 5, 300), ("annealing", 5, 10),
    ("simple", 5, 300), ("colours-first", 5, 300),
    ("list", 6, 100), ("two-phase", 6, 100), ("simple", 6, 30), ("colours-first", 6, 100),
    ("list", 7, 5), ("two-phase", 7, 100), ("annealing", 7, 10),
    ("simple", 7, 3), ("colours-first", 7, 100),
    ("two-phase", 9, 20), ("annealing", 9, 5), ("colours-first", 9, 20),
    ("two-phase", 11, 10), ("annealing", 11, 5), ("colours-first", 11, 10),
    ("annealing", 13, 3), ("annealing", 16, 3), ("constraint", 16, 2), ("annealing", 20, 2), ("constraint", 20, 2),
)  # fmt: skip
"""(method, holes, games). A code of n holes has n different colours out of 2n.

There are fewer games where a game takes longer. `list` and `simple` play up to 7 holes, because they list all codes;
`two-phase` plays on to 11, up to which it takes seconds.
"""


def measure(quick: bool) -> list[dict[str, Any]]:
    """For each method and n: games, mean tries, seconds a game and megabytes, each measured in its own process."""
    return [_figures(*run) for run in runs(quick)]


def runs(quick: bool) -> list[tuple[str, int, int]]:
    """Return the runs to measure, as in RUNS; quick: those of up to 6 holes with a tenth of the games.

    Runs of the constraint solver are left out unless the extra `large` is installed.
    """
    possible = [run for run in RUNS if run[0] != "constraint" or find_spec("ortools")]
    if not quick:
        return possible
    return [(method, holes, games // 10) for method, holes, games in possible if holes < 7]


def _figures(method: str, holes: int, games: int) -> dict[str, Any]:
    result = run_codebreaker("find", str(holes), "--method", method, "--rounds", str(games), "--seed", "1")
    figures = {
        "tries": result["mean"],
        "margin": result["margin"],
        "seconds": result["seconds"] / games,
        "megabytes": result["megabytes"],
    }
    return {"method": method, "holes": holes, "games": games, **figures}


def tables(results: list[dict[str, Any]]) -> dict[str, str]:
    """Return the table `methods`, with a row for each method and n."""
    columns = {
        "n": ("holes", None),
        "method": ("method", None),
        "games": ("games", None),
        "mean tries": ("tries", 2),
        "±": ("margin", 2),
        "s a game": ("seconds", 2),
        "MB": ("megabytes", None),
    }
    return {"methods": record_table(results, columns)}


def charts(results: list[dict[str, Any]]) -> Mapping[str, str]:
    """Return the charts `find-tries`, `find-seconds` and `find-megabytes`: by n, a line for each method."""
    titles = {"tries": "mean tries", "seconds": "seconds a game", "megabytes": "megabytes"}
    drawings = {}
    for key, title in titles.items():
        series: dict[str, list[tuple[float, float]]] = {}
        for result in results:
            series.setdefault(result["method"], []).append((result["holes"], result[key]))

        # Tries grow evenly with n; seconds and megabytes grow by powers of ten.
        title = f"arrangements of n among 2n colours: {title}"
        drawings[f"find-{key}"] = line_chart(title, "n", series, log_y=key != "tries")
    return drawings
