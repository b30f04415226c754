"""Finders that find the colours first, then their order.

A set of colours is a mask: an integer whose bit i says whether the set holds colour i.
"""

from collections.abc import Callable, Iterator, Sequence
from math import comb

import numpy as np

from codebreaker.finders.arrangements import (
    Code,
    Finder,
    Try,
    best_split,
    bit_counts,
    codes_fit,
    first_code,
    have_right_colours,
    list_finder,
)
from codebreaker.replies import Array
from lingo_common.errors import UsageError

MOST_HOLES = 13
"""26 over 13 = 10,400,600 sets of colours take 83 MB; their orders take minutes."""
_BLOCK = 100_000
"""Sets, or partial orders, that are looked at together: memory stays in tens of megabytes."""
_GUESSES = 40
"""Sets of colours that are compared as guesses: with _SECRETS, 80,000 pairs of sets, which take a millisecond."""
_SECRETS = 2000
"""Sets of colours that take the part of the secret in that comparison."""
_MOST_EXCHANGES = 4000
"""Exchanges of two colours that are tried in search of an order that fits: about a tenth of a second."""
_WORSE_TAKEN = 0.02
"""The probability that an exchange which makes an order worse is taken."""


def two_phase_finder(holes: int, random: np.random.Generator) -> Finder:
    """A finder that makes the guess which splits the sets best, in an order that fits where one is quickly found."""

    def choose_by_set(sets: Array, tries: Sequence[Try]) -> Code:
        return find_order(colours_of(_best_set(sets, random)), tries, random)

    return _colours_then_order(holes, choose_by_set, lambda orders, tries: best_split(orders, random))


def colours_first_finder(holes: int, random: np.random.Generator) -> Finder:
    """A finder that guesses the first set of colours that fits until one is left, then the first order that fits."""

    def choose_by_set(sets: Array, tries: Sequence[Try]) -> Code:
        return tuple(colours_of(sets[0]))

    return _colours_then_order(holes, choose_by_set, lambda orders, tries: first_code(orders))


def _colours_then_order(
    holes: int,
    choose_by_set: Callable[[Array, Sequence[Try]], Code],
    choose_order: Callable[[Array, Sequence[Try]], Code],
) -> Finder:
    """A finder that keeps the sets of colours that fit all tries. Once one set is left, it lists the orders of that.

    choose_by_set(sets, tries): the guess while several sets of colours, uint64 (n,), fit the tries.
    choose_order(orders, tries): the guess when the colours are known and those orders, uint8 (n, holes), fit.
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
            # np.concatenate needs an array even where no block of orders fits.
            no_orders = np.zeros((0, holes), dtype=np.uint8)
            fitting_orders = np.concatenate([no_orders, *orders(colours_of(sets[0]), tries)])
            finder_of_order = list_finder(fitting_orders, codes_fit, choose_order)
        return finder_of_order(tries)

    return list_finder(all_sets(holes), have_right_colours, choose)


def _best_set(sets: Array, random: np.random.Generator) -> int:
    """The set, of a sample of those sets, that splits a sample of them best.

    A reply tells only how many colours two sets have in common. The best guess has the least sum of squared bin sizes:
    the fewest sets are expected to remain.
    """
    guesses = random.choice(sets, min(_GUESSES, len(sets)), replace=False)
    secrets = random.choice(sets, min(_SECRETS, len(sets)), replace=False)
    common = bit_counts(guesses[:, None] & secrets[None, :])

    squares = []
    for row in common:
        sizes = np.bincount(row).astype(np.int64)
        squares.append((sizes**2).sum())
    return int(guesses[int(np.argmin(squares))])


def all_sets(holes: int) -> Array:
    """Every set of n among 2n colours, n being the holes: uint64, ascending, 70 of them for 4 holes."""
    end = 1 << 2 * holes
    sets = []
    for start in range(0, end, _BLOCK):
        block = np.arange(start, min(start + _BLOCK, end), dtype=np.uint64)
        sets.append(block[bit_counts(block) == holes])
    return np.concatenate(sets)


def colours_of(mask: int) -> list[int]:
    """The colours of a set, ascending: 0 and 2 for the mask 5."""
    return [colour for colour in range(int(mask).bit_length()) if int(mask) >> colour & 1]


def find_order(colours: list[int], tries: Sequence[Try], random: np.random.Generator) -> Code:
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
    """By how many black pegs, over all tries, the replies would be others if that order were the secret."""
    total = 0
    for step in tries:
        black = sum(ours == theirs for ours, theirs in zip(order, step.guess, strict=True))
        total += abs(black - step.reply[0])
    return total


def orders(colours: list[int], tries: Sequence[Try]) -> Iterator[Array]:
    """Every order of the colours that fits the black pegs of all tries, in blocks: uint8 (n, holes).

    Holes are filled from the left. A partial order is dropped as soon as a try has more black pegs in it than its reply
    says, or cannot get as many: at most one more for each unused colour that the try holds further right.
    """
    holes = len(colours)
    all_colours = np.array(colours)
    wanted_black = np.array([step.reply[0] for step in tries], dtype=np.int8)
    guesses = np.array([step.guess for step in tries], dtype=np.int64).reshape(len(tries), holes)

    # held_from[hole, try]: the colours that the try holds from that hole on, as a mask.
    held_from = np.zeros((holes + 1, len(tries)), dtype=np.uint64)
    for hole in range(holes - 1, -1, -1):
        held_from[hole] = held_from[hole + 1] | _bit(guesses[:, hole])

    # A block of n partial orders is three arrays: the colours of the holes that are filled (n, filled), the colours
    # that are unused as masks (n,), and how many black pegs each try has in the filled holes (n, tries).
    nothing_filled = np.zeros((1, 0), dtype=np.uint8)
    all_unused = np.array([np.bitwise_or.reduce(_bit(all_colours))])
    no_black = np.zeros((1, len(tries)), dtype=np.int8)
    stack = [(nothing_filled, all_unused, no_black)]

    while stack:
        filled, unused, black = stack.pop()
        hole = filled.shape[1]
        if hole == holes:
            yield filled
            continue

        # Each order is continued with each of its unused colours: longer order i is order[i] with colour[i] added.
        is_unused = unused[:, None] & _bit(all_colours) != 0
        order, column = np.nonzero(is_unused)
        colour = all_colours[column]
        unused = unused[order] & ~_bit(colour)
        black = black[order] + (colour[:, None] == guesses[:, hole])

        most_later = bit_counts(unused[:, None] & held_from[hole + 1]).astype(np.int8)
        not_too_many = black <= wanted_black
        enough_possible = black + most_later >= wanted_black
        can_fit = (not_too_many & enough_possible).all(axis=1)

        filled = np.column_stack((filled[order[can_fit]], colour[can_fit].astype(np.uint8)))
        unused = unused[can_fit]
        black = black[can_fit].astype(np.int8)

        # In blocks again, because each order may have become several.
        for start in range(0, len(filled), _BLOCK):
            block = slice(start, start + _BLOCK)
            stack.append((filled[block], unused[block], black[block]))


def _bit(colours: Array) -> Array:
    """The mask of each colour alone: uint64, same shape."""
    return np.uint64(1) << colours.astype(np.uint64)
