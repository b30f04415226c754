"""Finders that always guess the first arrangement that still fits: the baselines of the other methods."""

from collections.abc import Sequence

import numpy as np

from codebreaker.finders.arrangements import Code, NothingFits, Try, as_code, fitting, masks_of
from codebreaker.finders.listing import check_listable
from codebreaker.finders.two_phase import TwoPhaseFinder, colours_of
from codebreaker.games.mastermind import all_codes
from codebreaker.replies import Array


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
