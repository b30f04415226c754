"""Finders that always guess the first arrangement that still fits: the baselines of the other methods."""

from collections.abc import Sequence

import numpy as np

from codebreaker.finders.arrangements import Code, NothingFits, Try, as_code, fitting, masks_of, random_code
from codebreaker.finders.listing import check_listed
from codebreaker.finders.two_phase import TwoPhaseFinder, colours_of
from codebreaker.games.mastermind import all_codes
from codebreaker.replies import Array


class SimpleFinder:
    """Lists every arrangement, keeps those that fit, and guesses the first."""

    def __init__(self, holes: int, random: np.random.Generator) -> None:
        check_listed(holes)
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


class RandomFirstFinder(SimpleFinder):
    """Makes random tries first, so that the list of arrangements that fit is short from its beginning."""

    RANDOM = 2
    """Random tries before the list is made."""

    def guess(self, tries: Sequence[Try]) -> Code:
        """A random arrangement at first, then the first that fits all tries."""
        if len(tries) < self.RANDOM:
            tried = {each.guess for each in tries}
            guess = random_code(self._holes, self._random)
            while guess in tried:
                guess = random_code(self._holes, self._random)
            return guess
        if self._codes is None:
            self._codes, self._used = self._all_fitting(tries), len(tries)
        return super().guess(tries)

    def _all_fitting(self, tries: Sequence[Try]) -> Array:
        """Every arrangement that fits; only those that begin with one colour are in memory at a time."""
        kept = []
        rest = all_codes(2 * self._holes - 1, self._holes - 1, "distinct")
        for colour in range(2 * self._holes):
            others = np.delete(np.arange(2 * self._holes, dtype=np.uint8), colour)[rest]
            codes = np.column_stack((np.full(len(rest), colour, dtype=np.uint8), others))
            for each in tries:
                codes = codes[fitting(codes, masks_of(codes), each)]
            kept.append(codes)
        return np.concatenate(kept)


class ColoursFirstFinder(TwoPhaseFinder):
    """Guesses the first set of colours that fits until one is left, then the first order that fits."""

    def _of_sets(self, sets: Array, tries: Sequence[Try]) -> Code:
        return tuple(colours_of(sets[0]))

    def _of_orders(self, orders: Array) -> Code:
        return as_code(orders[0])
