"""Finders that always guess the first arrangement that still fits: the baselines of the other methods."""

from collections.abc import Sequence

import numpy as np

from codebreaker.finders.arrangements import Code, NothingFits, Try, as_code, bit_counts, fitting, masks_of, random_code
from codebreaker.finders.listing import check_listed
from codebreaker.finders.two_phase import TwoPhaseFinder, all_sets, colours_of, fitting_orders
from codebreaker.games.mastermind import all_codes
from codebreaker.replies import Array


def _first(codes: Array) -> Code:
    if not len(codes):
        raise NothingFits("no arrangement fits all replies")
    return as_code(codes[0])


class SimpleFinder:
    """Lists every arrangement, keeps those that fit, and guesses the first."""

    def __init__(self, holes: int, random: np.random.Generator) -> None:
        check_listed(holes)
        self._codes = all_codes(2 * holes, holes, "distinct")
        self._used = 0

    def guess(self, tries: Sequence[Try]) -> Code:
        """The first arrangement that fits all tries."""
        for last in tries[self._used :]:
            self._codes = self._codes[fitting(self._codes, masks_of(self._codes), last)]
        self._used = len(tries)
        return _first(self._codes)


class RandomFirstFinder:
    """Makes random tries first, so that the list of arrangements that fit is short from its beginning."""

    RANDOM = 2
    """Random tries before the list is made."""

    def __init__(self, holes: int, random: np.random.Generator) -> None:
        check_listed(holes)
        self._holes, self._random = holes, random
        self._codes: Array | None = None
        self._used = 0

    def guess(self, tries: Sequence[Try]) -> Code:
        """A random arrangement at first, then the first that fits all tries."""
        if len(tries) < self.RANDOM:
            tried = {each.guess for each in tries}
            guess = random_code(self._holes, self._random)
            while guess in tried:
                guess = random_code(self._holes, self._random)
            return guess
        if self._codes is None:
            self._codes = self._all_fitting(tries)
        else:
            for last in tries[self._used :]:
                self._codes = self._codes[fitting(self._codes, masks_of(self._codes), last)]
        self._used = len(tries)
        return _first(self._codes)

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


class ColoursFirstFinder:
    """Guesses the first set of colours that fits until one is left, then the first order that fits."""

    def __init__(self, holes: int, random: np.random.Generator) -> None:
        TwoPhaseFinder.check(holes)
        self._sets = all_sets(holes)
        self._used = 0
        self._orders: Array | None = None

    def guess(self, tries: Sequence[Try]) -> Code:
        """The first set that fits, in ascending order of its colours, or the first order of the only set left."""
        for last in tries[self._used :]:
            mask = masks_of(np.array([last.guess]))[0]
            self._sets = self._sets[bit_counts(self._sets & mask) == sum(last.reply)]
            if self._orders is not None:
                self._orders = self._orders[fitting(self._orders, masks_of(self._orders), last)]
        self._used = len(tries)
        if not len(self._sets):
            raise NothingFits("no arrangement fits all replies")
        if len(self._sets) > 1:
            return tuple(colours_of(self._sets[0]))
        if self._orders is None:
            self._orders = fitting_orders(colours_of(self._sets[0]), tries)
        return _first(self._orders)
