"""Finders that find the colours first, then their order.

A set of colours is a mask: an integer whose bit i says whether the set holds colour i.
"""

from collections.abc import Callable, Sequence
from math import comb

import numpy as np
from numpy.random import Generator

from codebreaker.bins import count_codes
from codebreaker.finders.arrangements import (
    Code,
    Finder,
    Try,
    as_code,
    best_split,
    bit_counts,
    codes_fit,
    have_right_colours,
    list_finder,
)
from codebreaker.finders.enumeration import all_sets, colours_of, orders
from codebreaker.replies import Array
from lingo_common.errors import UsageError

MOST_HOLES = 13
"""26 over 13 = 10,400,600 sets of colours take 83 MB; their orders take minutes."""
_GUESSES = 40
"""Sets of colours that are compared as guesses: with _SECRETS, 80,000 pairs of sets, which take a millisecond."""
_SECRETS = 2000
"""Sets of colours that take the part of the secret in that comparison."""
_MOST_EXCHANGES = 4000
"""Exchanges of two colours that are tried in search of an order that fits: about a tenth of a second."""
_WORSE_TAKEN = 0.02
"""The probability that an exchange which makes an order worse is taken."""


def two_phase_finder(holes: int, random: Generator) -> Finder:
    """A finder that guesses the colours which split the sets best, then the order which splits the orders best.

    It puts the colours into an order that fits all tries, if _find_order finds one.
    """

    def choose_by_set(sets: Array, tries: Sequence[Try]) -> Code:
        colours = colours_of(_best_set(sets, random))
        return _find_order(colours, tries, random)

    def choose_order(fitting_orders: Array, tries: Sequence[Try]) -> Code:
        return best_split(fitting_orders, random)

    return _colours_then_order(holes, choose_by_set, choose_order)


def colours_first_finder(holes: int, random: Generator) -> Finder:
    """A finder that guesses the first set of colours that fits until one is left, then the first order that fits."""
    return _colours_then_order(
        holes,
        choose_by_set=lambda sets, tries: tuple(colours_of(sets[0])),
        choose_order=lambda fitting_orders, tries: as_code(fitting_orders[0]),
    )


def _colours_then_order(
    holes: int,
    choose_by_set: Callable[[Array, Sequence[Try]], Code],
    choose_order: Callable[[Array, Sequence[Try]], Code],
) -> Finder:
    """A finder that keeps the sets of colours that fit all tries. Once one set is left, it lists the orders of that.

    choose_by_set(sets, tries): the guess while several sets of colours, uint64 (n,), fit the tries.
    choose_order(fitting_orders, tries): the guess when the colours are known and those orders, uint8 (n, holes), fit.
    UsageError if there are too many sets to list.
    """
    if holes > MOST_HOLES:
        count = comb(2 * holes, holes)
        raise UsageError(f"{count:,} sets of colours are too many to list: take --method annealing")
    finder_of_order: Finder | None = None
    """Chooses among the orders of the only set; None until one set is left."""

    def choose(sets: Array, tries: Sequence[Try]) -> Code:
        """The guess where those sets fit: by sets, or by the orders of the only one."""
        nonlocal finder_of_order
        if len(sets) > 1:
            return choose_by_set(sets, tries)

        if finder_of_order is None:
            # The orders that fit come in blocks. np.concatenate needs an array even where there is no block.
            no_orders = np.zeros((0, holes), dtype=np.uint8)
            fitting_orders = np.concatenate([no_orders, *orders(colours_of(sets[0]), tries)])
            finder_of_order = list_finder(fitting_orders, codes_fit, choose_order)
        return finder_of_order(tries)

    # It keeps the sets whose number of colours in common with each guess is that of the reply, and calls `choose`.
    return list_finder(all_sets(holes), have_right_colours, choose)


def _best_set(sets: Array, random: Generator) -> int:
    """The set, of a sample of those sets, that splits a sample of them best.

    A reply tells only how many colours two sets have in common. The best guess has the least sum of squared bin sizes:
    the fewest sets are expected to remain.
    """
    guesses = random.choice(sets, min(_GUESSES, len(sets)), replace=False)
    secrets = random.choice(sets, min(_SECRETS, len(sets)), replace=False)
    common = bit_counts(guesses[:, None] & secrets[None, :])

    sizes = count_codes(common, int(common.max()) + 1)
    squares = (sizes**2).sum(axis=1)
    return int(guesses[squares.argmin()])


def _find_order(colours: list[int], tries: Sequence[Try], random: Generator) -> Code:
    """An order of the colours that fits the black pegs of all tries, or one that nearly does if none is soon found."""
    order = [int(colour) for colour in random.permutation(colours)]
    cost = _black_pegs_off(order, tries)

    for _ in range(_MOST_EXCHANGES):
        if cost == 0:
            break
        first, second = random.integers(len(order), size=2)
        changed = order.copy()
        changed[first] = order[second]
        changed[second] = order[first]

        # A worse order is taken now and then, so that the search does not end where no exchange helps.
        cost_of_changed = _black_pegs_off(changed, tries)
        if cost_of_changed <= cost or random.random() < _WORSE_TAKEN:
            order = changed
            cost = cost_of_changed

    return tuple(order)


def _black_pegs_off(order: list[int], tries: Sequence[Try]) -> int:
    """How many black pegs too many or too few the tries would get if the order were the secret: 0 if it fits all."""
    total = 0
    for guess, (black, _) in tries:
        black_for_order = sum(colour == guessed for colour, guessed in zip(order, guess, strict=True))
        total += abs(black_for_order - black)
    return total
