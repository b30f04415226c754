"""Finders that list every arrangement and keep those that fit, and one that finds the colours first."""

from collections.abc import Sequence
from math import perm

import numpy as np

from codebreaker.finders.arrangements import Code, NothingFits, Try, as_code, best_split, fitting, masks_of
from codebreaker.finders.two_phase import TwoPhaseFinder, colours_of
from codebreaker.games.mastermind import all_codes
from codebreaker.replies import Array
from lingo_common.errors import UsageError


class ListFinder:
    """Lists every arrangement and keeps those that fit."""

    MOST = 7
    """14! / 7! = 17,297,280 arrangements take 120 MB; at 8 there are 518,918,400."""

    def __init__(self, holes: int, random: np.random.Generator, all_arrangements: Array | None = None) -> None:
        check_listable(holes)
        self._every = all_codes(2 * holes, holes, "distinct") if all_arrangements is None else all_arrangements
        self.codes = self._every
        self.random = random
        self._used = 0
        self._masks: Array | None = None

    def guess(self, tries: Sequence[Try]) -> Code:
        """At first any arrangement, then the one that splits the candidates best, which need not be one of them."""
        if not tries:
            return as_code(self.codes[self.random.integers(len(self.codes))])
        for last in tries[self._used :]:
            masks = masks_of(self.codes) if self._masks is None else self._masks
            fits = fitting(self.codes, masks, last)
            self.codes, self._masks = self.codes[fits], masks[fits]
        self._used = len(tries)
        if not len(self.codes):
            raise NothingFits("no arrangement fits all replies")
        return best_split(self.codes, self.random, self._every)


def check_listable(holes: int) -> None:
    """UsageError if the arrangements are too many to list."""
    if holes > ListFinder.MOST:
        instead = "two-phase or annealing" if holes <= 13 else "annealing"
        raise UsageError(f"{perm(2 * holes, holes):,} arrangements are too many to list: take --method {instead}")


class SimpleFinder:
    """Lists every arrangement, keeps those that fit, and guesses the first."""

    def __init__(self, holes: int, random: np.random.Generator) -> None:
        check_listable(holes)
        self._holes, self._random = holes, random
        self._codes: Array | None = None
        self._used = 0

    def guess(self, tries: Sequence[Try]) -> Code:
        """The first arrangement that fits all tries."""
        if self._codes is None:
            self._codes = all_codes(2 * self._holes, self._holes, "distinct")
        for last in tries[self._used :]:
            self._codes = self._codes[fitting(self._codes, masks_of(self._codes), last)]
        self._used = len(tries)
        if not len(self._codes):
            raise NothingFits("no arrangement fits all replies")
        return as_code(self._codes[0])


class ColoursFirstFinder(TwoPhaseFinder):
    """Guesses the first set of colours that fits until one is left, then the first order that fits."""

    def _of_sets(self, sets: Array, tries: Sequence[Try]) -> Code:
        return tuple(colours_of(sets[0]))

    def _of_orders(self, orders: Array) -> Code:
        return as_code(orders[0])
