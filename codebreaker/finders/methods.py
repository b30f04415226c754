"""The finders by name, and a game between a finder and a secret."""

from collections.abc import Callable

import numpy as np

from codebreaker.finders.annealing import AnnealingFinder, ConstraintFinder
from codebreaker.finders.arrangements import Code, Finder, Try
from codebreaker.finders.listing import ColoursFirstFinder, ListFinder, SimpleFinder, check_listable
from codebreaker.finders.two_phase import TwoPhaseFinder
from codebreaker.games.mastermind import all_codes, black_white

METHODS = ("list", "two-phase", "annealing", "constraint", "simple", "colours-first")
TWO_PHASE_UNTIL = 11
"""Above that many holes the orders of known colours take longer than annealing."""

_MADE: dict[str, Callable[[int, np.random.Generator], Finder]] = {
    "two-phase": TwoPhaseFinder,
    "annealing": AnnealingFinder,
    "constraint": ConstraintFinder,
    "simple": SimpleFinder,
    "colours-first": ColoursFirstFinder,
}


def by_size(holes: int) -> str:
    """The method that finds an arrangement of that many holes best."""
    return "list" if holes < ListFinder.MOST else "two-phase" if holes <= TWO_PHASE_UNTIL else "annealing"


def finder_factory(holes: int, method: str) -> Callable[[np.random.Generator], Finder]:
    """A function that makes a new finder for a game; it or this raises UsageError if the method cannot manage the size.

    MissingExtra if the method needs a package that is not installed.
    """
    if method == "list":
        check_listable(holes)
        all_arrangements = all_codes(2 * holes, holes, "distinct")  # shared by all games
        return lambda random: ListFinder(holes, random, all_arrangements)
    return lambda random: _MADE[method](holes, random)


def find_secret(secret: Code, finder: Finder) -> list[Try]:
    """The tries of a game, the last one the secret itself."""
    tries: list[Try] = []
    while not tries or tries[-1].guess != secret:
        guess = finder.guess(tries)
        tries.append(Try(guess, black_white(guess, secret)))
    return tries
