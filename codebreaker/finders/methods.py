"""The finders by name, those that list every arrangement, and a game between a finder and a secret."""

from collections.abc import Callable, Sequence
from math import perm

import numpy as np

from codebreaker.finders.annealing import AnnealingFinder, ConstraintFinder
from codebreaker.finders.arrangements import Code, Finder, NothingFits, Try, as_code, best_split, fitting, masks_of
from codebreaker.finders.two_phase import TwoPhaseFinder, colours_of
from codebreaker.games.mastermind import all_codes, black_white
from codebreaker.replies import Array
from lingo_common.errors import UsageError

METHODS = ("list", "two-phase", "annealing", "constraint", "simple", "colours-first")
TWO_PHASE_UNTIL = 11
"""Above that many holes the orders of known colours take longer than annealing."""
MOST_LISTED = 7
"""Holes up to which arrangements are listed: 14! / 7! = 17,297,280 take 120 MB; at 8 there are 518,918,400."""


class ListFinder:
    """Lists every arrangement, keeps those that fit, and guesses the one that splits them best."""

    def __init__(self, all_arrangements: Array, random: np.random.Generator) -> None:
        """all_arrangements: as list_arrangements returns them; they are shared by all games."""
        self._all_arrangements = all_arrangements
        self.codes = all_arrangements
        self.random = random
        self._used = 0
        self._masks: Array | None = None

    def guess(self, tries: Sequence[Try]) -> Code:
        """At first any arrangement, then the one that splits the candidates best, which need not be one of them."""
        if not tries:
            return as_code(self.codes[self.random.integers(len(self.codes))])
        self.narrow(tries)
        return best_split(self.codes, self.random, self._all_arrangements)

    def narrow(self, tries: Sequence[Try]) -> None:
        """Keep the arrangements that fit all tries; NothingFits where none does."""
        for last in tries[self._used :]:
            masks = masks_of(self.codes) if self._masks is None else self._masks
            fits = fitting(self.codes, masks, last)
            self.codes = self.codes[fits]
            self._masks = masks[fits]

        self._used = len(tries)
        if not len(self.codes):
            raise NothingFits("no arrangement fits all replies")


class SimpleFinder(ListFinder):
    """Lists every arrangement, keeps those that fit, and guesses the first."""

    def guess(self, tries: Sequence[Try]) -> Code:
        """The first arrangement that fits all tries."""
        self.narrow(tries)
        return as_code(self.codes[0])


def list_arrangements(holes: int) -> Array:
    """Every arrangement: uint8 (n, holes); UsageError if they are too many to list."""
    if holes > MOST_LISTED:
        instead = "two-phase or annealing" if holes <= TwoPhaseFinder.MOST else "annealing"
        raise UsageError(f"{perm(2 * holes, holes):,} arrangements are too many to list: take --method {instead}")
    return all_codes(2 * holes, holes, "distinct")


class ColoursFirstFinder(TwoPhaseFinder):
    """Guesses the first set of colours that fits until one is left, then the first order that fits."""

    def _guess_from_sets(self, sets: Array, tries: Sequence[Try]) -> Code:
        return tuple(colours_of(sets[0]))

    def _guess_from_orders(self, orders: Array) -> Code:
        return as_code(orders[0])


def by_size(holes: int) -> str:
    """The method that finds an arrangement of that many holes best."""
    if holes < MOST_LISTED:
        return "list"
    return "two-phase" if holes <= TWO_PHASE_UNTIL else "annealing"


def finder_factory(holes: int, method: str) -> Callable[[np.random.Generator], Finder]:
    """A function that makes a new finder; UsageError for too large a size, MissingExtra if a package is missing."""
    if method in ("list", "simple"):
        kind = ListFinder if method == "list" else SimpleFinder
        all_arrangements = list_arrangements(holes)
        return lambda random: kind(all_arrangements, random)

    finders: dict[str, Callable[[int, np.random.Generator], Finder]] = {
        "two-phase": TwoPhaseFinder,
        "annealing": AnnealingFinder,
        "constraint": ConstraintFinder,
        "colours-first": ColoursFirstFinder,
    }
    return lambda random: finders[method](holes, random)


def find_secret(secret: Code, finder: Finder) -> list[Try]:
    """The tries of a game, the last one the secret itself."""
    tries: list[Try] = []
    while not tries or tries[-1].guess != secret:
        guess = finder.guess(tries)
        tries.append(Try(guess, black_white(guess, secret)))
    return tries
