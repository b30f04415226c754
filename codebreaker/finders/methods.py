"""The finders by name, those that list every arrangement, and a game between a finder and a secret."""

from collections.abc import Callable, Sequence
from functools import partial
from math import perm

import numpy as np

from codebreaker.finders.annealing import annealing_finder, constraint_finder
from codebreaker.finders.arrangements import (
    NOTHING_FITS,
    Code,
    Finder,
    Try,
    as_code,
    best_split,
    first_code,
    fit_try,
    masks_of,
)
from codebreaker.finders.two_phase import MOST_HOLES as MOST_HOLES_OF_TWO_PHASE
from codebreaker.finders.two_phase import colours_first_finder, two_phase_finder
from codebreaker.games.mastermind import all_codes, black_white
from codebreaker.replies import Array
from codebreaker.solution import Contradiction
from lingo_common.errors import UsageError

METHODS = ("list", "two-phase", "annealing", "constraint", "simple", "colours-first")
"""The names of the finders; finder_factory says what each does."""
MOST_LISTED = 7
"""The most holes whose arrangements can be listed: 14! / 7! = 17,297,280 take 120 MB; for 8 there are 518,918,400."""
LIST_UNTIL = 6
"""The most holes for which `list` is the default: with 7, a game takes 600 MB (python -m benchmarks find)."""
TWO_PHASE_UNTIL = 11
"""The most holes for which `two-phase` is the default. It lists every order of the colours that fits: a game with 11
holes takes 0.1 s, and some with 13 take minutes and 2 GB, where `annealing` takes 2 s and 41 MB."""


class ListFinder:
    """A finder that keeps the arrangements which fit all tries, at the beginning every one, and chooses among them."""

    def __init__(self, all_arrangements: Array, choose: Callable[[Array], Code]) -> None:
        """all_arrangements: as list_arrangements returns them; the games of a run share them.

        choose(codes): the guess to make where those codes (n, holes) fit all tries.
        """
        self._codes = all_arrangements
        """The arrangements that fit the tries which were used."""
        self._masks: Array | None = None
        """Their colours as masks_of returns them; None until the first try is used."""
        self._tries_used = 0
        self._choose = choose

    def __call__(self, tries: Sequence[Try]) -> Code:
        """The next guess; Contradiction if no arrangement fits all tries."""
        for step in tries[self._tries_used :]:
            masks = masks_of(self._codes) if self._masks is None else self._masks
            fits = fit_try(self._codes, masks, step)
            self._codes = self._codes[fits]
            self._masks = masks[fits]
        self._tries_used = len(tries)

        if not len(self._codes):
            raise Contradiction(NOTHING_FITS)
        return self._choose(self._codes)


def _choose_by_entropy(all_arrangements: Array, random: np.random.Generator, codes: Array) -> Code:
    """The guess, of all arrangements, that splits best the codes which fit."""
    if len(codes) == len(all_arrangements):
        # At the beginning any arrangement is as good as any other: colours and holes can be renamed.
        return as_code(codes[random.integers(len(codes))])
    return best_split(codes, random, all_arrangements)


def list_arrangements(holes: int) -> Array:
    """Every arrangement: uint8 (n, holes); UsageError if they are too many to list."""
    if holes > MOST_LISTED:
        instead = "two-phase or annealing" if holes <= MOST_HOLES_OF_TWO_PHASE else "annealing"
        raise UsageError(f"{perm(2 * holes, holes):,} arrangements are too many to list: take --method {instead}")
    return all_codes(2 * holes, holes, "distinct")


def default_method(holes: int) -> str:
    """The method that needs the fewest tries for that many holes, among those that are quick and need little memory."""
    if holes <= LIST_UNTIL:
        return "list"
    return "two-phase" if holes <= TWO_PHASE_UNTIL else "annealing"


def finder_factory(holes: int, method: str) -> Callable[[np.random.Generator], Finder]:
    """A function that makes the finder of a game from a random generator.

    `list` keeps all arrangements that fit and guesses the arrangement that splits them best, `simple` guesses the
    first that fits. `two-phase` finds the colours and then their order; `colours-first` does so with the first set and
    the first order that fit. `annealing` draws arrangements that fit; `constraint` does too, and asks a solver if it
    draws none.

    UsageError, here or when the function is called, if the method would list too many arrangements or sets of colours.
    The function raises DataError if the method needs a package that is missing.
    """
    if method in ("list", "simple"):
        all_arrangements = list_arrangements(holes)
        if method == "simple":
            return lambda random: ListFinder(all_arrangements, first_code)
        choose = partial(_choose_by_entropy, all_arrangements)
        return lambda random: ListFinder(all_arrangements, partial(choose, random))

    makers: dict[str, Callable[[int, np.random.Generator], Finder]] = {
        "two-phase": two_phase_finder,
        "annealing": annealing_finder,
        "constraint": constraint_finder,
        "colours-first": colours_first_finder,
    }
    make = makers[method]
    return lambda random: make(holes, random)


def find_secret(secret: Code, finder: Finder) -> list[Try]:
    """The tries of a game, the last one the secret itself."""
    tries: list[Try] = []
    while not tries or tries[-1].guess != secret:
        guess = finder(tries)
        tries.append(Try(guess, black_white(guess, secret)))
    return tries
