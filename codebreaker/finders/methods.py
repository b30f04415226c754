"""The finders by name, those that list every arrangement, and a game between a finder and a secret."""

from collections.abc import Callable, Sequence
from functools import partial
from math import perm

from numpy.random import Generator

from codebreaker.finders.annealing import annealing_finder, constraint_finder
from codebreaker.finders.arrangements import Code, Finder, Try, as_code, best_split, codes_fit, list_finder
from codebreaker.finders.two_phase import MOST_HOLES as MOST_HOLES_OF_TWO_PHASE
from codebreaker.finders.two_phase import colours_first_finder, two_phase_finder
from codebreaker.games.mastermind import all_codes, black_white
from codebreaker.replies import Array
from lingo_common.errors import UsageError

METHODS = ("list", "two-phase", "annealing", "constraint", "simple", "colours-first")
"""The names of the finders; finder_factory says what each does."""
MOST_HOLES_OF_LIST = 7
"""The most holes whose arrangements can be listed: 14! / 7! = 17,297,280 take 120 MB; for 8 there are 518,918,400."""
LIST_UNTIL = 6
"""The most holes for which `list` is the default: with 7, a game takes 600 MB (python -m benchmarks find)."""
TWO_PHASE_UNTIL = 11
"""The most holes for which `two-phase` is the default. It lists every order of the colours that fits: a game with 11
holes takes 0.1 s, and some with 13 take minutes and 2 GB, where `annealing` takes 2 s and 41 MB."""


def list_arrangements(holes: int) -> Array:
    """Every arrangement: uint8 (n, holes); UsageError if they are too many to list."""
    if holes > MOST_HOLES_OF_LIST:
        instead = "two-phase or annealing" if holes <= MOST_HOLES_OF_TWO_PHASE else "annealing"
        raise UsageError(f"{perm(2 * holes, holes):,} arrangements are too many to list: take --method {instead}")
    return all_codes(2 * holes, holes, "distinct")


def default_method(holes: int) -> str:
    """The method that needs the fewest tries for that many holes, among those that are quick and need little memory."""
    if holes <= LIST_UNTIL:
        return "list"
    return "two-phase" if holes <= TWO_PHASE_UNTIL else "annealing"


def finder_factory(holes: int, method: str) -> Callable[[Generator], Finder]:
    """A function that makes the finder of a game from a random generator.

    `list` keeps all arrangements that fit and guesses the arrangement that splits them best, `simple` guesses the
    first that fits. `two-phase` finds the colours and then their order; `colours-first` does so with the first set and
    the first order that fit. `annealing` draws arrangements that fit; `constraint` does too, and asks a solver if it
    draws none.

    UsageError, here or when the function is called, if the method would list too many arrangements or sets of colours.
    The function raises DataError if the method needs a package that is missing.
    """
    # The arrangements are listed once, for all games of the factory.
    if method == "list":
        return partial(_entropy_finder, list_arrangements(holes))
    if method == "simple":
        return partial(_first_fit_finder, list_arrangements(holes))

    makers: dict[str, Callable[[int, Generator], Finder]] = {
        "two-phase": two_phase_finder,
        "annealing": annealing_finder,
        "constraint": constraint_finder,
        "colours-first": colours_first_finder,
    }
    make = makers[method]
    return lambda random: make(holes, random)


def _entropy_finder(all_arrangements: Array, random: Generator) -> Finder:
    """A finder that guesses the arrangement which splits best those that fit all tries."""

    def choose(fitting: Array, tries: Sequence[Try]) -> Code:
        if not tries:
            # At the beginning any arrangement is as good as any other: colours and holes can be renamed.
            return as_code(fitting[random.integers(len(fitting))])
        # The largest entropy of the reply, among a sample of those that fit and a sample of all arrangements.
        return best_split(fitting, random, all_arrangements)

    return list_finder(all_arrangements, codes_fit, choose)


def _first_fit_finder(all_arrangements: Array, _: Generator) -> Finder:
    """A finder that guesses the first arrangement that fits all tries. It draws nothing at random."""
    return list_finder(all_arrangements, codes_fit, lambda fitting, tries: as_code(fitting[0]))


def find_secret(secret: Code, finder: Finder) -> list[Try]:
    """The tries of a game, the last one the secret itself."""
    tries: list[Try] = []
    while not tries or tries[-1].guess != secret:
        guess = finder(tries)
        tries.append(Try(guess, black_white(guess, secret)))
    return tries
