"""Demands: limits on time and memory, compared with the measured figures."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from benchmarks.extremes import LONG_LIST
from benchmarks.measuring.markdown import Figure, table

Records = Mapping[str, Mapping[str, Any]]
"""The results of each benchmark by its name."""


@dataclass(frozen=True)
class Demand:
    """A figure that has to stay below a limit."""

    what: str
    unit: str
    limit: float
    benchmark: str
    measured: Callable[[Mapping[str, Any]], float | None]
    """Returns the figure from the benchmark's results, or None if it was not measured in full."""


def _ratio(results: Mapping[str, Any]) -> float | None:
    ratio: float | None = results["all"].get("whole_ratio")
    return ratio


def _slowest_first(results: Mapping[str, Any]) -> float:
    return max(float(at["first_ratio"]) for at in results["lengths"].values())


def _peak(results: Mapping[str, Any]) -> float | None:
    return results["all"]["peak"] / 1e6 if "peak" in results["all"] else None


def _slowest_of_long(results: Mapping[str, Any]) -> float | None:
    long = results["long"]
    return max(long["first"], long["later"]) if long["words"] == LONG_LIST else None


def _offline(name: str) -> Callable[[Mapping[str, Any]], float | None]:
    """A function that returns the seconds of a command, if all lengths were run."""
    return lambda results: results[name] if results["lengths"] == "4-13" else None


BARE, WINNER = "× `python -c pass`", "× the winner's"
DEMANDS = (
    Demand("first guess, all games", BARE, 3, "launch", lambda results: results["all"]["first_ratio"]),
    Demand("first guess, the slowest length", BARE, 3, "launch", _slowest_first),
    Demand("whole game, all games", WINNER, 1.5, "launch", _ratio),
    Demand("memory of a game by book, the most", "MB", 40, "launch", _peak),
    Demand("`precompute first-guesses`, all lengths, numpy", "s", 120, "offline", _offline("numpy")),
    Demand("`precompute first-guesses`, all lengths, `[fast]`", "s", 40, "offline", _offline("fast")),
    Demand("slowest move on 200,000 words of one length", "s", 1, "extremes", _slowest_of_long),
    Demand("`precompute evaluate`, all lengths", "s", 180, "offline", _offline("evaluate")),
)


def demands(records: Records) -> str:
    """A table of the demands with the measured figures and whether they keep the limits."""
    rows = []
    for demand in DEMANDS:
        results = records.get(demand.benchmark)
        got = None if results is None else demand.measured(results)
        kept = "not measured" if got is None else "yes" if got < demand.limit else f"no: {got / demand.limit:.2f} × it"
        reached = None if got is None else Figure(got, 2 if demand.limit < 10 else 1)
        rows.append([demand.what, Figure(demand.limit, 1 if demand.limit < 10 else 0), reached, demand.unit, kept])
    return table(["", "limit", "measured", "unit", "kept"], rows)
