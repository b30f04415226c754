"""The figures of a game's proved bound, as JSON and as the line of a table."""

from typing import Any

from msgspec.structs import asdict

from precompute.board import board_of
from precompute.stored_bounds import Bound
from wordlists.word_game import POINTS, WordGame

HEADING = "letters  words  first level   lemma 1     bound   reached       gap  not ruled out  seconds"
"""The names of the columns of bound_line, in columns of the same widths.

first level: a bound from the sizes of the bins of first guesses. lemma 1: the same, with the most bins that any guess
has (docs/proofs.md). bound: what is proved. reached, gap: the book's tree, and how far it is from the bound. not ruled
out: first guesses that could begin a better tree.
"""


def bound_record(
    word_game: WordGame, bound: Bound, book_cost: int | None, seconds: float, is_stopped: bool
) -> dict[str, Any]:
    """The object of a game that `precompute bound --json` prints; means are of points, or of guesses if these count.

    book_cost: the cost of the book's tree; None if it has none. seconds: how long the proof took. is_stopped: whether
    the proof was stopped. Then the object has a bracket too: what the book's tree reaches, and the bound.
    """
    objective = board_of(word_game).objective
    # A Bound has points, whatever the objective is (see there). The means are computed from costs.
    bound_cost = objective.cost_of(bound.bound, bound.words)
    first_level_cost = objective.cost_of(bound.first_level, bound.words)
    lemma_1_cost = objective.cost_of(bound.lemma_1, bound.words)

    mean_bound = mean_of(word_game, bound_cost)
    missed = _misses_of(word_game, bound_cost)

    reached = None
    gap = None
    if book_cost is not None:
        reached = mean_of(word_game, book_cost)
        # A tree with fewer misses may need more guesses, so means are compared only where the misses are equal.
        if missed == _misses_of(word_game, book_cost):
            gap = abs(mean_bound - reached)

    # The other fields of the Bound stay as they are.
    record = asdict(bound) | {
        "bound": mean_bound,
        "missed": missed,
        "first_level": mean_of(word_game, first_level_cost),
        "lemma_1": mean_of(word_game, lemma_1_cost),
        "reached": reached,
        "gap": gap,
        "optimal": bound_cost == book_cost,
        "seconds": round(seconds, 1),
    }
    if is_stopped:
        record["bracket"] = [reached, mean_bound]
    return record


def _misses_of(word_game: WordGame, cost: int) -> int:
    """The missed secrets of a tree of that cost; 0 where points count."""
    missed, _ = board_of(word_game).objective.figures_of(cost, len(word_game.secrets))
    return missed


def mean_of(word_game: WordGame, cost: int) -> float:
    """The mean points of a cost; the mean guesses where these count."""
    objective = board_of(word_game).objective
    words = len(word_game.secrets)
    if word_game.objective == POINTS:
        # figures_of would round the points of a bound down to whole hundreds.
        return objective.points_of(cost, words) / words
    _, guesses = objective.figures_of(cost, words)
    return guesses / words


def bound_line(word_game: WordGame, record: dict[str, Any], first: str | None) -> str:
    """The line of a game in the table.

    record: what bound_record has returned. first: the guess of --first, None if it was not given.
    """
    figures = ""
    for key in ("lemma_1", "bound", "reached", "gap"):
        figures += f"{'-':>10}" if record[key] is None else f"{record[key]:10.4f}"

    ending = ""
    if record["optimal"]:
        ending = f"  optimal after {first}" if first else "  optimal"
    if "bracket" in record:
        ending += "  stopped"

    return (
        f"{word_game.label:>7} {record['words']:6}  {record['first_level']:11.4f}{figures}"
        f"{record['not_ruled_out']:15} {record['seconds']:8.1f}{ending}"
    )
