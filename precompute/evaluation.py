"""The exact figures of a tree over all words of its list."""

from dataclasses import dataclass
from typing import Any

from codebreaker.payoff import pit_points
from codebreaker.tree import Tree, attempts_distribution, value, walk


@dataclass(frozen=True)
class Evaluation:
    """The figures of a strategy on one list."""

    words: int
    first_guess: str
    points: int
    """The sum of points over all words."""
    attempts: dict[str, int]
    """Words solved at each attempt, and `unsolved`."""
    largest: int
    """Candidates in the largest bin at the last attempt."""
    seconds: float
    bound: int | None = None
    """A proved upper bound of the sum of points; None if none is known."""

    @property
    def mean_points(self) -> float:
        """Points a game."""
        return self.points / self.words

    @property
    def gap(self) -> float | None:
        """Points a game that are missing to the bound; None if no bound is known."""
        return None if self.bound is None else (self.bound - self.points) / self.words

    @property
    def mean_attempts(self) -> float:
        """Mean attempts over the words that are solved; 0 if none is."""
        solved = {int(attempt): count for attempt, count in self.attempts.items() if attempt != "unsolved"}
        return sum(attempt * count for attempt, count in solved.items()) / max(1, sum(solved.values()))

    def as_json(self) -> dict[str, Any]:
        """The record that `precompute evaluate --json` prints for a length."""
        return {
            "words": self.words,
            "first_guess": self.first_guess,
            "mean_points": self.mean_points,
            "attempts": self.attempts,
            "mean_attempts": round(self.mean_attempts, 4),
            "largest_unseparated": self.largest,
            "seconds": round(self.seconds, 2),
            "bound": None if self.bound is None else self.bound / self.words,
        }


def evaluate(tree: Tree, words: list[str], attempts: int, seconds: float, bound: int | None = None) -> Evaluation:
    """The figures of a tree over a list of words. seconds: how long the tree took; bound: see Evaluation."""
    solved, missed = attempts_distribution(tree)
    points = value(tree, pit_points(attempts))
    distribution = {str(attempt): solved[attempt] for attempt in range(1, attempts + 1)} | {"unsolved": missed}
    largest = max((node.missed + node.hit for depth, node in walk(tree) if depth == attempts), default=0)
    return Evaluation(len(words), words[tree.guess], points, distribution, largest, seconds, bound)
