"""The figures of a tree: how its games end, and what that is worth under each objective."""

from collections import Counter
from typing import NamedTuple

from codebreaker.decision_tree import attempts_of
from codebreaker.tree import Payoff, Tree, attempts_distribution
from precompute.board import board_of
from wordlists.word_game import POINTS, WORST, WordGame


class Figures(NamedTuple):
    """How the games of a tree end, over all secrets, each with its weight."""

    solved: tuple[int, ...]
    """How many secrets are solved at attempt 1, 2, …"""
    missed: int
    """How many secrets are not solved."""

    @property
    def attempts(self) -> int:
        """Attempts in a game."""
        return len(self.solved)

    @property
    def secrets(self) -> int:
        """How many secrets there are."""
        return sum(self.solved) + self.missed

    @property
    def points(self) -> int:
        """The sum of points."""
        return sum(100 * guesses * count for guesses, count in enumerate(reversed(self.solved), 1))

    @property
    def mean_points(self) -> float:
        """Points a game."""
        return self.points / self.secrets

    @property
    def guesses(self) -> int:
        """The sum of guesses, those of missed games included."""
        return sum(attempt * count for attempt, count in enumerate(self.solved, 1)) + self.attempts * self.missed

    @property
    def mean_guesses(self) -> float:
        """Guesses a game; a missed game has as many as there are attempts."""
        return self.guesses / self.secrets

    @property
    def mean_attempts(self) -> float:
        """Mean attempts over the secrets that are solved; 0 if none is."""
        return (self.guesses - self.attempts * self.missed) / max(1, sum(self.solved))

    @property
    def worst(self) -> int | None:
        """The most guesses of a game, None if a secret is missed."""
        return None if self.missed else max(at for at, count in enumerate(self.solved, 1) if count)

    def payoff(self, payoff: Payoff) -> int:
        """The total payoff."""
        points = sum(worth * count for worth, count in zip(payoff.solved, self.solved, strict=True))
        return points + payoff.missed * self.missed

    def merit(self, objective: str) -> tuple[int, ...]:
        """How good the tree is for the objective; the larger tuple is better."""
        if objective == POINTS:
            return (self.points,)
        worst = (-(self.worst or self.attempts),) if objective == WORST else ()
        return (-self.missed, *worst, -self.guesses)

    def text(self, objective: str) -> str:
        """The figure that counts under the objective, for people."""
        if objective == POINTS:
            return f"{self.mean_points:.4f} points a game"
        guesses = f"{self.mean_guesses:.4f} guesses a game, {self.missed} missed"
        return f"worst case {self.worst or '-'}, {guesses}" if objective == WORST else guesses


def figures_of(tree: Tree, game: WordGame) -> Figures:
    """The figures of a tree of the game."""
    if game.weights is None:
        solved, missed = attempts_distribution(tree)
        return Figures(tuple(solved[attempt] for attempt in range(1, game.attempts + 1)), missed)
    needed = attempts_of(tree, board_of(game).game).tolist()
    counts = Counter[int]()
    for attempt, weight in zip(needed, game.weights, strict=True):
        counts[attempt] += weight
    return Figures(tuple(counts[attempt] for attempt in range(1, game.attempts + 1)), counts[0])
