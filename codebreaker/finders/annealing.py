"""Finders that draw arrangements which fit all tries, by simulated annealing (codebreaker.finders.chains).

They differ in what they do where a round of annealing draws none.
"""

from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec

from numpy.random import Generator

from codebreaker.finders.arrangements import (
    Code,
    Finder,
    Try,
    as_code,
    best_split,
    random_code,
)
from codebreaker.finders.chains import draw_codes
from codebreaker.finders.existence import MOST_ENUMERATED, check_existence, fitting_code
from lingo_common.errors import missing_extra

_STEPS = 4000
"""The most steps of each chain in a round; that many take 1.5 s for 16 holes and 20 tries."""
_ROUNDS = 4
"""The most rounds for a guess, each twice as long as the one before; after them a code that nearly fits is played."""

Fallback = Callable[[int, Sequence[Try], Code, Generator], Code]
"""fallback(holes, tries, nearest, random): the guess where a round has drawn no code that fits all tries. nearest: the
code of least cost that was not tried."""


def annealing_finder(holes: int, random: Generator) -> Finder:
    """A finder that draws codes which fit all tries and makes the guess that splits them best.

    Where a round draws none, there are longer rounds, and in the end a code that nearly fits is played.
    """
    return partial(_next_guess, holes, random, code_of_longer_rounds)


def constraint_finder(holes: int, random: Generator) -> Finder:
    """As annealing_finder, but where a round draws no code a solver finds one; DataError if there is no solver."""
    if find_spec("ortools") is None:
        raise missing_extra("--method constraint", "large")
    return partial(_next_guess, holes, random, code_of_solver)


def _next_guess(holes: int, random: Generator, fallback: Fallback, tries: Sequence[Try]) -> Code:
    """The next guess after those tries, by a round of annealing or, where it draws nothing, by the fallback."""
    if not tries:
        return random_code(holes, random)

    codes, nearest = draw_codes(holes, tries, random, _STEPS)
    if len(codes):
        return best_split(codes, random)
    return fallback(holes, tries, nearest, random)


def code_of_longer_rounds(holes: int, tries: Sequence[Try], nearest: Code, random: Generator) -> Code:
    """A code that fits all tries, or one that nearly does, whose reply makes the next round easier.

    Contradiction where it is proved that no code fits.
    """
    # With few holes the proof is quicker than a round, with many it may take a minute.
    proof_is_quick = holes <= MOST_ENUMERATED
    if proof_is_quick:
        check_existence(holes, tries)

    for doublings in range(1, _ROUNDS):
        codes, nearest = draw_codes(holes, tries, random, _STEPS << doublings)
        if len(codes):
            # Earlier rounds drew none, so few codes fit, and there is little to choose among.
            return as_code(codes[0])

    if not proof_is_quick:
        check_existence(holes, tries)
    return nearest


def code_of_solver(holes: int, tries: Sequence[Try], nearest: Code, random: Generator) -> Code:
    """A code that fits all tries, or the nearest if the solver's effort is not enough; Contradiction if none fits.

    The solver begins near the nearest code.
    """
    seed = int(random.integers(1 << 30))
    return fitting_code(holes, tries, hint=nearest, seed=seed) or nearest
