"""Figures of a tree: the distribution, total, mean and worst case of the number of guesses, and a longest path."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from codebreaker.game import Game, partition, remaining
from codebreaker.replies import Array
from codebreaker.step import Step
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


def measures(tree: Tree) -> Measures:
    """The measures of a tree, where each secret counts once."""
    solved, _ = attempts_distribution(tree)
    distribution = dict(sorted(solved.items()))
    total = sum(attempt * count for attempt, count in distribution.items())
    return Measures(distribution, total, total / solved.total(), max(distribution))


def weighted_measures(tree: Tree, game: Game) -> Measures:
    """The measures of a tree of that game, where the total and the mean honour the weights of the secrets."""
    plain = measures(tree)
    if game.weights is None:
        return plain
    total = int(attempts_of(tree, game) @ game.weights)
    return plain._replace(total=total, mean=total / int(game.weights.sum()))


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


def longest(tree: Tree, game: Game) -> tuple[Step[int, int], ...]:
    """The first of the longest paths to a winning reply, as guess indices and reply codes."""
    best: tuple[Step[int, int], ...] = ()
    path: list[Step[int, int]] = []
    stack = [(0, tree, Step(tree.guess, game.winning))]
    while stack:
        depth, node, step = stack.pop()
        if depth:
            path[depth - 1 :] = [step]
        if node.hit and depth + 1 > len(best):
            best = (*path, Step(node.guess, _last_reply(game, path, node.guess)))
        stack.extend((depth + 1, child, Step(node.guess, code)) for code, child in reversed(node.branches))
    return best


def _last_reply(game: Game, path: Sequence[Step[int, int]], guess: int) -> int:
    """The code of a reply that ends the game after those steps and the guess."""
    if not game.identify:
        return game.winning
    return next(code for code, secrets in partition(game, guess, remaining(game, path)) if game.ends(code, secrets))
