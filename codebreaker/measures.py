"""Figures of a tree: the distribution, total, mean and worst case of the number of guesses."""

from typing import NamedTuple

import numpy as np

from codebreaker.game import Game, partition
from codebreaker.replies import Array
from codebreaker.tree import Tree, attempts_distribution


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
