"""The finder that finds the colours first, then their order."""

from collections.abc import Iterator, Sequence
from math import comb

import numpy as np

from codebreaker.finders.arrangements import Code, NothingFits, Try, best_split, bit_counts, fitting, masks_of
from codebreaker.replies import Array
from lingo_common.errors import UsageError

_BLOCK = 100_000
"""Sets, or partial orders, that are looked at together: memory stays in tens of megabytes."""
_GUESSES = 40
"""Sets of colours that are compared as guesses."""
_SECRETS = 2000
"""Sets of colours that they are compared over."""
_PATIENCE = 4000
"""Steps of looking for an order that fits before any order will do."""
_LENIENCE = 0.02
"""How often a step to a worse order is taken."""


class TwoPhaseFinder:
    """First which colours, then their order, with every earlier reply used to prune."""

    MOST = 13
    """26 over 13 = 10,400,600 sets of colours take 83 MB; their orders take minutes."""

    def __init__(self, holes: int, random: np.random.Generator) -> None:
        if holes > self.MOST:
            count = comb(2 * holes, holes)
            raise UsageError(f"{count:,} sets of colours are too many to list: take --method annealing")
        self.holes = holes
        self.random = random
        self._sets = all_sets(holes)
        self._used = 0
        self._orders: Array | None = None

    def guess(self, tries: Sequence[Try]) -> Code:
        """A guess that fits all tries where one is quickly found, else one whose colours fit.

        NothingFits if no set of colours fits, or no order of the only set that does.
        """
        self._narrow(tries)
        if not len(self._sets):
            raise NothingFits("no arrangement fits all replies")
        if len(self._sets) > 1:
            return self._guess_from_sets(self._sets, tries)

        if self._orders is None:
            none = np.zeros((0, self.holes), dtype=np.uint8)
            self._orders = np.concatenate([none, *orders(colours_of(self._sets[0]), tries)])
        if not len(self._orders):
            raise NothingFits("no arrangement fits all replies")
        return self._guess_from_orders(self._orders)

    def _narrow(self, tries: Sequence[Try]) -> None:
        """Keep the sets of colours, and the orders if they are listed, that fit the tries since the last call."""
        for last in tries[self._used :]:
            mask = masks_of(np.array([last.guess]))[0]
            common = bit_counts(self._sets & mask)
            self._sets = self._sets[common == sum(last.reply)]
            if self._orders is not None:
                self._orders = self._orders[fitting(self._orders, masks_of(self._orders), last)]
        self._used = len(tries)

    def _guess_from_sets(self, sets: Array, tries: Sequence[Try]) -> Code:
        """A guess where several sets of colours fit: the one, of a sample, that splits a sample best, in some order."""
        guesses = self._sample(sets, _GUESSES)
        secrets = self._sample(sets, _SECRETS)

        # A reply tells only how many colours two sets have in common. The best guess has the least sum of squared
        # bin sizes, that is, the fewest sets expected to remain.
        common = bit_counts(guesses[:, None] & secrets[None, :])
        squares = []
        for row in common:
            sizes = np.bincount(row).astype(np.int64)
            squares.append((sizes**2).sum())

        return find_order(colours_of(guesses[int(np.argmin(squares))]), tries, self.random)

    def _sample(self, sets: Array, count: int) -> Array:
        """That many of the sets at random, or all of them."""
        return self.random.choice(sets, min(count, len(sets)), replace=False)

    def _guess_from_orders(self, orders: Array) -> Code:
        """A guess where the colours are known and those orders fit."""
        return best_split(orders, self.random)


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
    """An order of the colours that fits the black pegs of all tries, or after some looking one that need not."""
    order = [int(colour) for colour in random.permutation(colours)]

    def wrong(candidate: list[int]) -> int:
        """By how many black pegs the candidate differs from the replies."""
        total = 0
        for step in tries:
            black = sum(ours == theirs for ours, theirs in zip(candidate, step.guess, strict=True))
            total += abs(black - step.reply[0])
        return total

    cost = wrong(order)
    for _ in range(_PATIENCE):
        if cost == 0:
            break
        first, second = random.integers(len(order), size=2)
        candidate = order.copy()
        candidate[first], candidate[second] = candidate[second], candidate[first]

        # A worse order is taken now and then, so that the search leaves a place where no exchange helps.
        changed = wrong(candidate)
        if changed <= cost or random.random() < _LENIENCE:
            order = candidate
            cost = changed

    return tuple(order)


def orders(colours: list[int], tries: Sequence[Try]) -> Iterator[Array]:
    """Every order of the colours that fits the black pegs of all tries, in blocks: uint8 (n, holes).

    Holes are filled from the left. An order is dropped as soon as a try has more black pegs than its reply,
    or too few left: at most one for each colour not yet used that the try holds further right.
    """
    holes = len(colours)
    replies = np.array([step.reply[0] for step in tries], dtype=np.int8)
    guesses = np.array([step.guess for step in tries], dtype=np.int64).reshape(len(tries), holes)

    # later[hole, try]: the colours that the try holds from that hole on, as a set of bits.
    later = np.zeros((holes + 1, len(tries)), dtype=np.uint64)
    for hole in range(holes - 1, -1, -1):
        later[hole] = later[hole + 1] | np.uint64(1) << guesses[:, hole].astype(np.uint64)
    all_colours = np.uint64(sum(1 << colour for colour in colours))

    # Blocks of orders that are begun: the colours of their first holes, the colours that they use as sets of bits, and
    # the black pegs that each try has in them so far.
    no_colours = np.zeros((1, 0), dtype=np.uint8)
    no_pegs = np.zeros((1, len(tries)), dtype=np.int8)
    stack = [(no_colours, np.zeros(1, dtype=np.uint64), no_pegs)]

    while stack:
        begun, used, black = stack.pop()
        hole = begun.shape[1]
        if hole == holes:
            yield begun
            continue

        # Each order goes on with each colour that it does not use yet: `row` is the order, `added` the colour.
        is_used = used[:, None] >> np.array(colours, dtype=np.uint64) & np.uint64(1)
        row, which = np.nonzero(is_used == 0)
        added = np.array(colours)[which]
        blacks = black[row] + (added[:, None] == guesses[:, hole])

        unused = all_colours & ~(used[row] | np.uint64(1) << added.astype(np.uint64))
        # The most black pegs that each try can still get, one for each unused colour that it holds further right.
        possible = bit_counts(unused[:, None] & later[hole + 1]).astype(np.int8)
        not_too_many = blacks <= replies
        enough_possible = blacks + possible >= replies
        possible_rows = (not_too_many & enough_possible).all(axis=1)

        longer = np.column_stack((begun[row[possible_rows]], added[possible_rows].astype(np.uint8)))
        used_by_longer = all_colours & ~unused[possible_rows]
        blacks_of_longer = blacks[possible_rows].astype(np.int8)

        # In blocks again, because each order may have become several.
        for start in range(0, len(longer), _BLOCK):
            part = slice(start, start + _BLOCK)
            stack.append((longer[part], used_by_longer[part], blacks_of_longer[part]))
