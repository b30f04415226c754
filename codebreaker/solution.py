"""The lazy solution tree of a strategy: a branch that nobody visits costs nothing."""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.criteria import Criterion, best_guess, candidates
from codebreaker.game import Game, partition, separating
from codebreaker.replies import Array
from codebreaker.tree import Tree

_DIRECT = 64
"""Up to so many candidates one that tells all the others apart is looked for before anything else."""

Strategy = Callable[[Array], int]
"""strategy(secrets): the index of the guess to make when those secret indices are the candidates."""


class Step(NamedTuple):
    """A guess and the reply to it."""

    guess: int
    code: int


class Greedy:
    """The strategy that makes the best guess under a criterion: a candidate among equals, then the first in order."""

    def __init__(self, game: Game, criterion: Criterion, totals: BinTotals = bin_totals) -> None:
        self.game, self.criterion, self.totals = game, criterion, totals
        self._guess_of = game.guess_of

    def __call__(self, secrets: Array) -> int:
        """The guess for those candidates (indices, not empty)."""
        found = self._separating(secrets)
        if found is not None:
            return found
        pool = self.game.representatives(secrets) if len(secrets) > _DIRECT else None
        costs = self.criterion.costs(self.game, secrets, pool, self.totals)
        place = best_guess(costs, candidates(self.game, secrets, pool))
        return place if pool is None else int(pool[place])

    def _separating(self, secrets: Array) -> int | None:
        """The first candidate with every bin of one: least under each criterion, whatever the others do."""
        if len(secrets) > min(_DIRECT, self.game.codes):
            return None
        guesses = np.sort(self._guess_of[secrets])
        separates = separating(self.game, guesses, secrets)
        return int(guesses[separates.argmax()]) if separates.any() else None


class Solution:
    """A node of the lazy tree: its guess is chosen and its branches are split when they are asked for."""

    def __init__(self, game: Game, strategy: Strategy, secrets: Array | None = None) -> None:
        self.game, self.strategy = game, strategy
        self.secrets: Array = np.arange(len(game.secrets)) if secrets is None else secrets

    @cached_property
    def guess(self) -> int:
        """The index of the guess made here."""
        return self.strategy(self.secrets)

    @cached_property
    def branches(self) -> dict[int, "Solution | None"]:
        """By reply code, ascending: the node it leads to, or None for the winning reply."""
        bins = partition(self.game, self.guess, self.secrets)
        return {
            code: None if code == self.game.winning else Solution(self.game, self.strategy, members)
            for code, members in bins
        }

    def solutions(self) -> Iterator[tuple[Step, ...]]:
        """Every path from here to a winning reply, one for each secret."""
        for code, node in self.branches.items():
            step = Step(self.guess, code)
            if node is None:
                yield (step,)
            else:
                yield from ((step, *rest) for rest in node.solutions())

    def tree(self, solved: Callable[[int], Any] = lambda secrets: None) -> Tree:
        """The whole tree at once; solved is told how many secrets each finished guess settles."""
        subtrees = tuple((code, node.tree(solved)) for code, node in self.branches.items() if node is not None)
        hit = self.game.winning in self.branches
        if hit:
            solved(1)
        return Tree(self.guess, hit, 0, subtrees)


def worst_case(solution: Solution) -> tuple[Step, ...]:
    """The first of the longest solutions."""
    return max(solution.solutions(), key=len)
