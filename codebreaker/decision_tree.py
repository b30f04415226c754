"""A tree that knows its game: its figures, and guesses and replies as the game writes them."""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from codebreaker import draw
from codebreaker.game import Game, partition
from codebreaker.replies import Array
from codebreaker.tree import Payoff, Tree, attempts_distribution
from wordlists.step import Step


class Measures(NamedTuple):
    """The numbers of guesses over all secrets of a tree that misses none."""

    distribution: dict[int, int]
    """How many secrets are solved with each number of guesses, ascending; each counts once, whatever its weight."""
    total: int
    """The guesses of all secrets together, each secret with its weight."""
    mean: float
    """The total by the sum of the weights."""
    worst: int


def measures(tree: Tree, game: Game | None = None) -> Measures:
    """The measures of a tree; with its game, total and mean honour the weights of the secrets."""
    solved, _ = attempts_distribution(tree)
    distribution = dict(sorted(solved.items()))
    total, weights = sum(attempt * count for attempt, count in distribution.items()), solved.total()
    if game is not None and game.weights is not None:
        total, weights = int(attempts_of(tree, game) @ game.weights), int(game.weights.sum())
    return Measures(distribution, total, total / weights, max(distribution))


def attempts_of(tree: Tree, game: Game) -> Array:
    """How many guesses the tree needs for each secret of the game: int64 (secrets,), 0 where it misses it."""
    attempts = np.zeros(len(game.secrets), dtype=np.int64)
    stack = [(1, tree, np.arange(len(game.secrets)))]
    while stack:
        attempt, node, secrets = stack.pop()
        below = dict(node.branches)
        for code, members in partition(game, node.guess, secrets):
            if game.ends(code, members):
                attempts[members] = attempt
            elif code in below:
                stack.append((attempt + 1, below[code], members))
    return attempts


def payoffs_of(tree: Tree, game: Game, payoff: Payoff) -> Array:
    """The payoff of each secret, times its weight: int64 (secrets,); a secret that needs too many guesses is missed."""
    needed = np.minimum(attempts_of(tree, game), payoff.attempts + 1)
    worth = np.array((payoff.missed, *payoff.solved, payoff.missed))[needed]
    return np.asarray(worth if game.weights is None else worth * game.weights)


class DecisionTree(Tree):
    """A tree with its game."""

    game: Game

    @classmethod
    def of(cls, tree: Tree, game: Game) -> "DecisionTree":
        """The tree as one of that game."""
        decision_tree = tuple.__new__(cls, tree)
        decision_tree.game = game
        return decision_tree

    @cached_property
    def measures(self) -> Measures:
        """The distribution, total, mean and worst case."""
        return measures(self, self.game)

    @property
    def distribution(self) -> dict[int, int]:
        """How many secrets are solved with each number of guesses, ascending; each counts once, whatever its weight."""
        return self.measures.distribution

    @property
    def mean(self) -> float:
        """The mean number of guesses, each secret with its weight."""
        return self.measures.mean

    @property
    def worst(self) -> int:
        """The largest number of guesses."""
        return self.measures.worst

    @property
    def opener(self) -> object:
        """The first guess."""
        return self.game.guesses[self.guess]

    def worst_case(self) -> list[Step[object, object]]:
        """The guesses and replies of a longest game: that of the first of the secrets that take most guesses."""
        secret = int(attempts_of(self, self.game).argmax())
        steps: list[Step[object, object]] = []
        node: Tree | None = self
        while node is not None:
            steps.append(Step(self.game.guesses[node.guess], self.game.reply_to(node.guess, secret)))
            node = dict(node.branches).get(self.game.reply_code(node.guess, secret))
        return steps

    def text(self) -> str:
        """The whole tree, an indented line a node."""
        return draw.as_text(self, self.game)

    def svg(self) -> str:
        """A picture: a row for each guess, a box with the reply and the guess, as wide as its share of the secrets."""
        return draw.as_svg(self, self.game)

    _repr_svg_ = svg  # notebooks show it

    def png(self) -> bytes:
        """The picture as PNG, made by matplotlib; MissingExtra without it."""
        return draw.as_png(self, self.game)

    def dot(self) -> str:
        """The tree for Graphviz."""
        return draw.as_dot(self, self.game)
