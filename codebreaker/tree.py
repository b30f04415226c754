"""Decision trees: their nodes, a walk over them, and how their games end."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from codebreaker.candidates import partition
from codebreaker.game import Game
from codebreaker.objective import Objective
from codebreaker.outcome import Outcome
from codebreaker.replies import Array


class Tree(NamedTuple):
    """A guess, by its index in the game, and where each reply leads; a leaf has no branches.

    Before the last attempt each reply that does not end the game has a branch. At the last one none has: secrets with
    such replies are missed.
    """

    guess: int
    hit: int
    """For how many of the secrets at this node the guess ends the game: in Lingo and Mastermind 1 or 0."""
    missed: int
    """How many secrets remain unsolved because attempts ran out at this guess."""
    branches: tuple[tuple[int, "Tree"], ...]
    """(reply code, subtree), codes ascending."""


def walk(tree: Tree) -> Iterator[tuple[int, Tree]]:
    """Every node with the attempt, from 1, at which it is guessed: parents first."""
    stack = [(1, tree)]
    while stack:
        attempt, node = stack.pop()
        yield attempt, node
        stack.extend((attempt + 1, child) for _, child in reversed(node.branches))


def outcome_of(tree: Tree, attempts: int | None = None) -> Outcome:
    """How the games of the tree end; each secret counts once, whatever its weight.

    attempts: those of a game, by default those of the longest one. A secret that needs more is missed.
    """
    hits = Counter[int]()
    missed = 0
    for attempt, node in walk(tree):
        hits[attempt] += node.hit
        missed += node.missed

    # An attempt at which no guess wins is counted too: it is in `hits`, with 0.
    most_attempts = attempts or max(hits)
    solved = tuple(hits[attempt] for attempt in range(1, most_attempts + 1))
    return Outcome(solved, missed + hits.total() - sum(solved))


def weighted_outcome(tree: Tree, game: Game, attempts: int | None = None) -> Outcome:
    """The outcome where each secret counts with its weight in the game; attempts as in outcome_of."""
    if game.weights is None:
        return outcome_of(tree, attempts)
    needed = attempts_of(tree, game)
    return outcome_of_games(needed, game.weights, attempts or int(needed.max()))


def outcome_of_games(attempts: Array, weights: Array | None, most_attempts: int) -> Outcome:
    """The outcome of games that are solved at these attempts, 0 for a missed one.

    weights: how much each game counts; None if each counts once. most_attempts: a game that needs more is missed.
    """
    attempts_or_miss = np.where(attempts > most_attempts, 0, attempts)
    # Sums of weights are whole numbers that float64 holds exactly.
    counts = np.bincount(attempts_or_miss, weights, most_attempts + 1).astype(np.int64)
    missed, *solved = counts.tolist()
    return Outcome(tuple(solved), missed)


def cost_of(tree: Tree, game: Game, objective: Objective) -> int:
    """The cost of the tree; a secret that needs more than the attempts of the objective is missed."""
    return objective.cost(weighted_outcome(tree, game, objective.attempts))


def attempts_of(tree: Tree, game: Game) -> Array:
    """How many guesses the tree needs for each secret of the game: int64 (secrets,), 0 where it misses it."""
    attempts = np.zeros(len(game.secrets), dtype=np.int64)

    # (attempt, node, the secrets that lead to it) of the nodes to play.
    stack = [(1, tree, game.all_secrets)]
    while stack:
        attempt, node, secrets = stack.pop()
        branches = dict(node.branches)
        for code, members in partition(game, node.guess, secrets):
            # A game to identify ends as soon as one secret is left, whatever the reply.
            if game.ends(code, members):
                attempts[members] = attempt
            elif code in branches:
                stack.append((attempt + 1, branches[code], members))
    return attempts
