"""Finders that find the colours first, then their order."""

from collections.abc import Callable, Iterator, Sequence
from math import comb

import numpy as np

from codebreaker.finders.arrangements import (
    Code,
    Finder,
    NothingFits,
    Try,
    best_split,
    bit_counts,
    first_code,
    fitting,
    have_right_colours,
    masks_of,
)
from codebreaker.replies import Array
from lingo_common.errors import UsageError

MOST_HOLES = 13
"""26 over 13 = 10,400,600 sets of colours take 83 MB; their orders take minutes."""
_BLOCK = 100_000
"""Sets, or partial orders, that are looked at together: memory stays in tens of megabytes."""
_GUESSES = 40
"""Sets of colours that are compared as guesses."""
_SECRETS = 2000
"""Sets of colours that take the part of the secret in that comparison."""
_MOST_EXCHANGES = 4000
"""Exchanges of two colours that are tried in search of an order that fits: about a tenth of a second."""
_WORSE_TAKEN = 0.02
"""The probability that an exchange which makes an order worse is taken."""


class TwoPhaseFinder:
    """A finder that keeps the sets of colours that fit all tries, and lists orders once one set is left."""

    def __init__(
        self,
        holes: int,
        choose_by_set: Callable[[Array, Sequence[Try]], Code],
        choose_order: Callable[[Array], Code],
    ) -> None:
        """UsageError if there are too many sets to list.

        choose_by_set(sets, tries): the guess where several sets of colours, bits as uint64 (n,), fit the tries.
        choose_order(orders): the guess where the colours are known and those orders, uint8 (n, holes), fit.
        """
        if holes > MOST_HOLES:
            count = comb(2 * holes, holes)
            raise UsageError(f"{count:,} sets of colours are too many to list: take --method annealing")
        self._holes = holes
        self._choose_by_set = choose_by_set
        self._choose_order = choose_order
        self._sets = all_sets(holes)
        self._orders: Array | None = None
        self._tries_used = 0

    def __call__(self, tries: Sequence[Try]) -> Code:
        """The next guess; NothingFits if no set of colours fits all tries, or no order of the only set that does."""
        for step in tries[self._tries_used :]:
            self._sets = self._sets[have_right_colours(self._sets, step)]
            if self._orders is not None:
                self._orders = self._orders[fitting(self._orders, masks_of(self._orders), step)]
        self._tries_used = len(tries)

        if not len(self._sets):
            raise NothingFits
        if len(self._sets) > 1:
            return self._choose_by_set(self._sets, tries)

        if self._orders is None:
            none = np.zeros((0, self._holes), dtype=np.uint8)
            self._orders = np.concatenate([none, *orders(colours_of(self._sets[0]), tries)])
        if not len(self._orders):
            raise NothingFits
        return self._choose_order(self._orders)


def two_phase_finder(holes: int, random: np.random.Generator) -> Finder:
    """A finder that makes the guess which splits the sets best, in an order that fits where one is quickly found."""

    def choose_by_set(sets: Array, tries: Sequence[Try]) -> Code:
        return find_order(colours_of(_best_set(sets, random)), tries, random)

    return TwoPhaseFinder(holes, choose_by_set, lambda orders: best_split(orders, random))


def colours_first_finder(holes: int, random: np.random.Generator) -> Finder:
    """A finder that guesses the first set of colours that fits until one is left, then the first order that fits."""
    return TwoPhaseFinder(holes, lambda sets, tries: tuple(colours_of(sets[0])), first_code)


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
    """Every set of n among 2n colours as bits: uint64 (2n over n,), ascending."""
    end = 1 << 2 * holes
    sets = []
    for start in range(0, end, _BLOCK):
        block = np.arange(start, min(start + _BLOCK, end), dtype=np.uint64)
        sets.append(block[bit_counts(block) == holes])
    return np.concatenate(sets)


def colours_of(mask: int) -> list[int]:
    """The colours of a set of bits, ascending."""
    return [colour for colour in range(64) if int(mask) >> colour & 1]


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

    Holes are filled from the left. An order that is begun is dropped as soon as a try has more black pegs in it than
    its reply says, or cannot get as many: at most one more for each unused colour that the try holds further right.
    """
    holes = len(colours)
    wanted_black = np.array([step.reply[0] for step in tries], dtype=np.int8)
    guesses = np.array([step.guess for step in tries], dtype=np.int64).reshape(len(tries), holes)
    all_colours = np.uint64(sum(1 << colour for colour in colours))

    # later[hole, try]: the colours that the try holds from that hole on, as a set of bits.
    later = np.zeros((holes + 1, len(tries)), dtype=np.uint64)
    for hole in range(holes - 1, -1, -1):
        later[hole] = later[hole + 1] | np.uint64(1) << guesses[:, hole].astype(np.uint64)

    # Blocks of n orders that are begun: the colours of the holes that are filled (n, filled), those that are unused as
    # sets of bits (n,), and the black pegs that each try has in the filled holes (n, tries).
    no_colours = np.zeros((1, 0), dtype=np.uint8)
    all_unused = np.array([all_colours])
    no_pegs = np.zeros((1, len(tries)), dtype=np.int8)
    stack = [(no_colours, all_unused, no_pegs)]

    while stack:
        begun, unused, black = stack.pop()
        hole = begun.shape[1]
        if hole == holes:
            yield begun
            continue

        # Each order goes on with each unused colour: entry i of the next arrays is the order row[i] with added[i].
        can_be_added = unused[:, None] >> np.array(colours, dtype=np.uint64) & np.uint64(1)
        row, column = np.nonzero(can_be_added)
        added = np.array(colours)[column]
        unused = unused[row] & ~(np.uint64(1) << added.astype(np.uint64))
        black = black[row] + (added[:, None] == guesses[:, hole])

        most_later = bit_counts(unused[:, None] & later[hole + 1]).astype(np.int8)
        not_too_many = black <= wanted_black
        enough_possible = black + most_later >= wanted_black
        kept = (not_too_many & enough_possible).all(axis=1)

        begun = np.column_stack((begun[row[kept]], added[kept].astype(np.uint8)))
        unused = unused[kept]
        black = black[kept].astype(np.int8)

        # In blocks again, because each order may have become several.
        for start in range(0, len(begun), _BLOCK):
            block = slice(start, start + _BLOCK)
            stack.append((begun[block], unused[block], black[block]))
