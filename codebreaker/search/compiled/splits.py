"""The ways in which guesses split at most 64 candidates; compiled.

A set of candidates is a number: bit i stands for candidate i.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import intrinsic

from codebreaker.replies import Array
from codebreaker.search.compiled.compiler import njit

MAX_SIZE = 64
"""Candidates that the bits of a number can hold."""
ONE, ZERO = np.uint64(1), np.uint64(0)
Bits = Any
"""A set as uint64."""
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
"""An odd number that spreads the bits of its multiples (the golden ratio times 2 to the power 64)."""


def _popcount(context: Any, value: Any) -> Any:
    """numba's form of size_of: the instruction of the processor."""
    return types.int64(types.uint64), lambda context, builder, signature, given: builder.ctpop(given[0])


size_of: Any = intrinsic(_popcount)
"""size_of(subset): how many bits are set."""


def full(size: int) -> Bits:
    """The set of that many candidates."""
    return np.uint64((1 << size) - 1)


@njit
def lowest(subset: Bits) -> int:
    """The place of the lowest bit that is set."""
    index: int = size_of((subset & (~subset + ONE)) - ONE)
    return index


@njit
def hash_bits(number: Bits) -> Bits:
    """A hash of 64 bits."""
    number ^= number >> np.uint64(32)
    number *= _SPREAD
    number ^= number >> np.uint64(29)
    number *= _SPREAD
    return number ^ (number >> np.uint64(32))


class Splits(NamedTuple):
    """The different ways in which guesses split the candidates; the guesses that can win come first."""

    guesses: Array
    """int32 (splits,): the first guess that splits so."""
    parts: Array
    """uint64 (splits, parts): the sets of the parts, 0 after the last."""
    part_of: Array
    """uint8 (splits, candidates): the part that holds the candidate."""
    hits: Array
    """uint64 (splits,): the set of the candidate that the guess wins against, 0 for none."""


@njit
def all_splits(replies: Array, places: Array, codes: int) -> Splits:
    """The splits of all guesses; replies [guess, candidate], places[guess]: the candidate it wins against, or -1."""
    count, size = replies.shape
    guesses, hits = np.empty(count, dtype=np.int32), np.zeros(count, dtype=np.uint64)
    parts, part_of = np.zeros((count, min(codes, size) + 1), dtype=np.uint64), np.zeros((count, size), dtype=np.uint8)
    label, stamp, used = np.zeros(codes, dtype=np.uint8), np.full(codes, -1, dtype=np.int64), 0
    for first in (True, False):
        for guess in range(count):
            if (places[guess] >= 0) != first:
                continue
            number = 0
            parts[used] = ZERO
            for index in range(size):
                code = replies[guess, index]
                if stamp[code] != guess:
                    stamp[code], label[code] = guess, number
                    number += 1
                part_of[used, index] = label[code]
                parts[used, label[code]] |= ONE << np.uint64(index)
            guesses[used] = guess
            hits[used] = ONE << np.uint64(places[guess]) if first else ZERO
            used += 1
    return Splits(guesses, parts, part_of, hits)


@njit
def distinct(splits: Splits, subset: Bits, choices: Array) -> tuple[Array, int]:
    """The first choice of each kind that divides those candidates, and the most parts that do not win."""
    length = 4
    while length < 2 * len(choices):
        length *= 2
    slots, firsts, count, branches = np.full(length, -1, dtype=np.int32), np.empty_like(choices), 0, 0
    for split in choices:
        hit, number, hashed = splits.hits[split] & subset, 0, ZERO
        for part in splits.parts[split]:
            if part == ZERO:
                break
            inside = part & subset
            if inside:
                number += 1
                hashed += hash_bits(inside)
        if number < 2:
            continue
        branches = max(branches, number - (hit != ZERO))
        slot = hash_bits(hashed + hit) & np.uint64(length - 1)
        while slots[slot] >= 0 and not _alike(splits, slots[slot], split, subset):
            slot = (slot + ONE) & np.uint64(length - 1)
        if slots[slot] < 0:
            slots[slot] = split
            firsts[count] = split
            count += 1
    return firsts[:count], branches


@njit
def _alike(splits: Splits, first: int, second: int, subset: Bits) -> bool:
    """Whether both split those candidates alike, and win against the same one of them."""
    if (splits.hits[first] ^ splits.hits[second]) & subset:
        return False
    for part in splits.parts[first]:
        if part == ZERO:
            return True
        inside = part & subset
        if inside and splits.parts[second, splits.part_of[second, lowest(inside)]] & subset != inside:
            return False
    return True


@njit
def bins(splits: Splits, split: int, subset: Bits) -> tuple[Array, Array]:
    """The parts of those candidates that do not win, the largest first, and their sizes."""
    sets, sizes, count = np.empty(MAX_SIZE, dtype=np.uint64), np.empty(MAX_SIZE, dtype=np.int64), 0
    hit = splits.hits[split] & subset
    for part in splits.parts[split]:
        if part == ZERO:
            break
        inside = part & subset
        if inside and inside != hit:
            size, slot = size_of(inside), count
            while slot and sizes[slot - 1] < size:
                sets[slot], sizes[slot] = sets[slot - 1], sizes[slot - 1]
                slot -= 1
            sets[slot], sizes[slot] = inside, size
            count += 1
    return sets[:count], sizes[:count]
