"""Arrangements of n among 2n colours: replies in numpy, and which of several guesses splits a sample best."""

from collections.abc import Iterator, Sequence
from math import comb, perm
from typing import NamedTuple, Protocol

import numpy as np

from codebreaker.criteria import CRITERIA, best_guess
from codebreaker.games.mastermind import all_codes
from codebreaker.replies import Array
from lingo_common.errors import UsageError

_GUESSES, _SECRETS = 80, 1500
"""How many candidates are compared as guesses, and over how many candidates as secrets."""
_OF_EACH, _OTHERS = 300, 1000
"""Where guesses that are no candidates count, too: candidates as guesses and as secrets, and other guesses."""


Code = tuple[int, ...]
"""The colours of an arrangement, from 0, hole by hole."""


class Try(NamedTuple):
    """A guess and the reply to it."""

    guess: Code
    black: int
    white: int


class Finder(Protocol):
    """What the methods share."""

    def guess(self, tries: Sequence[Try]) -> Code:
        """The next guess after those tries, which only grow from call to call."""
        ...


def as_code(colours: Array) -> Code:
    """The arrangement whose colours stand in a row of an array."""
    return tuple(int(colour) for colour in colours)


def random_code(holes: int, random: np.random.Generator) -> Code:
    """A random arrangement."""
    return as_code(random.permutation(2 * holes)[:holes])


def masks_of(codes: Array) -> Array:
    """The colours of each code (n, holes) as a set of bits: uint64 (n,)."""
    bits = np.zeros(len(codes), dtype=np.uint64)
    for column in codes.T:  # hole by hole: millions of codes eight times as wide would not fit
        bits |= np.uint64(1) << column.astype(np.uint64)
    return bits


def bit_counts(masks: Array) -> Array:
    """How many bits are set in each uint64: uint8, same shape."""
    if hasattr(np, "bitwise_count"):
        counts: Array = np.bitwise_count(masks)
        return counts
    bits = np.unpackbits(np.ascontiguousarray(masks)[..., None].view(np.uint8), axis=-1)
    return np.asarray(bits.sum(axis=-1, dtype=np.uint8))


def fitting(codes: Array, masks: Array, last: Try) -> Array:
    """Which of the codes (n, holes) with those masks fit the try: bool (n,)."""
    guess = np.array(last.guess, dtype=codes.dtype)
    mask = masks_of(guess[None, :])[0]
    fits: Array = bit_counts(masks & mask) == last.black + last.white
    black = np.zeros(len(codes), dtype=np.uint8)
    for hole, colour in enumerate(guess):
        black += codes[:, hole] == colour
    fits &= black == last.black
    return fits


def best_split(codes: Array, random: np.random.Generator, others: Array | None = None) -> Code:
    """The code that splits the codes best (entropy), of a sample of them and of others, over a sample of them.

    Among equals one of the codes themselves is preferred.
    """
    size = len(codes)
    if size <= 2:
        return as_code(codes[0])
    guesses = codes[random.permutation(size)[: _GUESSES if others is None else _OF_EACH]]
    consistent = np.arange(len(guesses) + (0 if others is None else _OTHERS)) < len(guesses)
    if others is not None:
        guesses = np.concatenate((guesses, others[random.integers(len(others), size=_OTHERS)]))
    secrets = codes[random.permutation(size)[: _SECRETS if others is None else _OF_EACH]]
    costs = CRITERIA["entropy"].table(len(secrets))[bin_sizes(guesses, secrets)].sum(axis=1)
    return as_code(guesses[best_guess(costs, consistent)])


def bin_sizes(guesses: Array, secrets: Array) -> Array:
    """How many of the secrets (s, holes) give each reply to each guess (g, holes): int64 (g, replies)."""
    masks, hidden = masks_of(guesses), masks_of(secrets)
    both = bit_counts(masks[:, None] & hidden[None, :]).astype(np.int64)
    black = (guesses[:, None, :] == secrets[None, :, :]).sum(axis=2)
    width = (guesses.shape[1] + 1) ** 2
    replies = both * (guesses.shape[1] + 1) + black + np.arange(len(guesses))[:, None] * width
    return np.bincount(replies.ravel(), minlength=len(guesses) * width).reshape(len(guesses), width)


class ListFinder:
    """Lists every arrangement and keeps those that fit."""

    MOST = 7
    """14! / 7! = 17,297,280 arrangements take 120 MB; at 8 there are 518,918,400."""

    def __init__(self, holes: int, random: np.random.Generator, every: Array | None = None) -> None:
        check_listed(holes)
        self._every = all_codes(2 * holes, holes, "distinct") if every is None else every
        self.codes = self._every
        self.random = random
        self._used = 0
        self._masks: Array | None = None

    def guess(self, tries: Sequence[Try]) -> Code:
        """At first any arrangement, then the one that splits the candidates best, which need not be one of them."""
        if not tries:
            return as_code(self.codes[self.random.integers(len(self.codes))])
        for last in tries[self._used :]:
            masks = masks_of(self.codes) if self._masks is None else self._masks
            fits = fitting(self.codes, masks, last)
            self.codes, self._masks = self.codes[fits], masks[fits]
        self._used = len(tries)
        return best_split(self.codes, self.random, self._every)


def check_listed(holes: int) -> None:
    """UsageError where the arrangements are too many to list."""
    if holes > ListFinder.MOST:
        instead = "two-phase or annealing" if holes <= TwoPhaseFinder.MOST else "annealing"
        raise UsageError(f"{perm(2 * holes, holes):,} arrangements are too many to list: take --method {instead}")


class TwoPhaseFinder:
    """First which colours, then their order, with every earlier reply used to prune."""

    MOST = 13
    """26 over 13 = 10,400,600 sets of colours take 83 MB; their orders take minutes."""

    def __init__(self, holes: int, random: np.random.Generator) -> None:
        if holes > self.MOST:
            raise UsageError(
                f"{comb(2 * holes, holes):,} sets of colours are too many to list: take --method annealing"
            )
        self.holes, self.random = holes, random
        self._sets = all_sets(holes)
        self._used = 0
        self._orders: Array | None = None

    def guess(self, tries: Sequence[Try]) -> Code:
        """A guess that fits all tries where one is quickly found, else one whose colours fit."""
        for last in tries[self._used :]:
            mask = masks_of(np.array([last.guess]))[0]
            self._sets = self._sets[bit_counts(self._sets & mask) == last.black + last.white]
            if self._orders is not None:
                self._orders = self._orders[fitting(self._orders, masks_of(self._orders), last)]
        self._used = len(tries)
        if len(self._sets) > 1:
            return ordered(colours_of(self._best_set()), tries, self.random)
        if self._orders is None:
            self._orders = np.concatenate(list(orders(colours_of(self._sets[0]), tries)))
        return best_split(self._orders, self.random)

    def _best_set(self) -> int:
        """The set of colours, of a sample, whose number in common splits a sample best."""
        guesses, secrets = (
            self.random.choice(self._sets, min(count, len(self._sets)), replace=False) for count in (40, 2000)
        )
        common = bit_counts(guesses[:, None] & secrets[None, :])
        squares = [(np.bincount(row).astype(np.int64) ** 2).sum() for row in common]
        return int(guesses[int(np.argmin(squares))])


def all_sets(holes: int) -> Array:
    """Every set of n among 2n colours as bits: uint64 (2n over n,), ascending."""
    sets = {0: np.zeros(1, dtype=np.uint64)}
    for colour in range(2 * holes):
        bit = np.uint64(1 << colour)
        longer = {size + 1: some | bit for size, some in sets.items() if size < holes}
        merged = {
            size: [part for part in (sets.get(size), longer.get(size)) if part is not None] for size in sets | longer
        }
        # A set that can no longer be filled up is dropped.
        sets = {size: np.concatenate(parts) for size, parts in merged.items() if size + 2 * holes - colour - 1 >= holes}
    return np.sort(sets[holes])


def colours_of(mask: int) -> list[int]:
    """The colours of a set of bits, ascending."""
    return [colour for colour in range(64) if int(mask) >> colour & 1]


_PATIENCE = 4000
"""Steps of looking for an order that fits before any order will do."""
_LENIENCE = 0.02
"""How often a step to a worse order is taken."""


def ordered(colours: list[int], tries: Sequence[Try], random: np.random.Generator) -> Code:
    """An order of the colours that fits the black pegs of all tries, or after some looking one that need not."""
    order = [int(colour) for colour in random.permutation(colours)]

    def wrong(some: list[int]) -> int:
        return sum(abs(sum(a == b for a, b in zip(some, each.guess, strict=True)) - each.black) for each in tries)

    cost = wrong(order)
    for _ in range(_PATIENCE):
        if cost == 0:
            break
        first, second = random.integers(len(order), size=2)
        other = order.copy()
        other[first], other[second] = other[second], other[first]
        changed = wrong(other)
        if changed <= cost or random.random() < _LENIENCE:
            order, cost = other, changed
    return tuple(order)


_BLOCK = 100_000
"""Partial orders that are lengthened at once: memory stays in tens of megabytes."""


def orders(colours: list[int], tries: Sequence[Try]) -> Iterator[Array]:
    """Every order of the colours that fits the black pegs of all tries, in blocks: uint8 (n, holes).

    Holes are filled from the left. An order is dropped as soon as a try has more black pegs than its reply,
    or too few left: at most one for each colour not yet used that the try holds further right.
    """
    holes = len(colours)
    stack = [(np.zeros((1, 0), dtype=np.uint8), np.zeros(1, dtype=np.uint64), np.zeros((1, len(tries)), dtype=np.int8))]
    wanted = np.array([each.black for each in tries], dtype=np.int8)
    guesses = np.array([each.guess for each in tries], dtype=np.int64).reshape(len(tries), holes)
    later = np.zeros((holes + 1, len(tries)), dtype=np.uint64)
    for hole in range(holes - 1, -1, -1):
        later[hole] = later[hole + 1] | np.uint64(1) << guesses[:, hole].astype(np.uint64)
    every = np.uint64(sum(1 << colour for colour in colours))
    while stack:
        begun, used, black = stack.pop()
        hole = begun.shape[1]
        if hole == holes:
            yield begun
            continue
        row, which = np.nonzero((used[:, None] >> np.array(colours, dtype=np.uint64) & np.uint64(1)) == 0)
        added = np.array(colours)[which]
        blacks = black[row] + (added[:, None] == guesses[:, hole])
        unused = every & ~(used[row] | np.uint64(1) << added.astype(np.uint64))
        possible = bit_counts(unused[:, None] & later[hole + 1]).astype(np.int8)
        kept = ((blacks <= wanted) & (blacks + possible >= wanted)).all(axis=1)
        longer = np.column_stack((begun[row[kept]], added[kept].astype(np.uint8)))
        for start in range(0, len(longer), _BLOCK):
            part = slice(start, start + _BLOCK)
            stack.append((longer[part], every & ~unused[kept][part], blacks[kept][part].astype(np.int8)))
