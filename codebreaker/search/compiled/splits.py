"""The ways in which guesses split at most 64 candidates; compiled."""

from typing import NamedTuple

import numpy as np

from codebreaker.replies import Array
from codebreaker.search.compiled.bits import MOST, ONE, ZERO, Bits, lowest, mixed, size_of
from codebreaker.search.compiled.compiler import njit


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
            for place in range(size):
                code = replies[guess, place]
                if stamp[code] != guess:
                    stamp[code], label[code] = guess, number
                    number += 1
                part_of[used, place] = label[code]
                parts[used, label[code]] |= ONE << np.uint64(place)
            guesses[used] = guess
            hits[used] = ONE << np.uint64(places[guess]) if first else ZERO
            used += 1
    return Splits(guesses, parts, part_of, hits)


@njit
def distinct(splits: Splits, some: Bits, kept: Array) -> tuple[Array, int]:
    """The first of the kept splits of each kind that divides those candidates, and the most parts that do not win."""
    length = 4
    while length < 2 * len(kept):
        length *= 2
    slots, found, count, others = np.full(length, -1, dtype=np.int32), np.empty_like(kept), 0, 0
    for split in kept:
        hit, number, hashed = splits.hits[split] & some, 0, ZERO
        for part in splits.parts[split]:
            if part == ZERO:
                break
            inside = part & some
            if inside:
                number += 1
                hashed += mixed(inside)
        if number < 2:
            continue
        others = max(others, number - (hit != ZERO))
        slot = mixed(hashed + hit) & np.uint64(length - 1)
        while slots[slot] >= 0 and not _alike(splits, slots[slot], split, some):
            slot = (slot + ONE) & np.uint64(length - 1)
        if slots[slot] < 0:
            slots[slot] = split
            found[count] = split
            count += 1
    return found[:count], others


@njit
def _alike(splits: Splits, one: int, other: int, some: Bits) -> bool:
    """Whether both split those candidates alike, and win against the same one of them."""
    if (splits.hits[one] ^ splits.hits[other]) & some:
        return False
    for part in splits.parts[one]:
        if part == ZERO:
            return True
        inside = part & some
        if inside and splits.parts[other, splits.part_of[other, lowest(inside)]] & some != inside:
            return False
    return True


@njit
def bins(splits: Splits, split: int, some: Bits) -> tuple[Array, Array]:
    """The parts of those candidates that do not win, the largest first, and their sizes."""
    sets, sizes, count = np.empty(MOST, dtype=np.uint64), np.empty(MOST, dtype=np.int64), 0
    hit = splits.hits[split] & some
    for part in splits.parts[split]:
        if part == ZERO:
            break
        inside = part & some
        if inside and inside != hit:
            size, place = size_of(inside), count
            while place and sizes[place - 1] < size:
                sets[place], sizes[place] = sets[place - 1], sizes[place - 1]
                place -= 1
            sets[place], sizes[place] = inside, size
            count += 1
    return sets[:count], sizes[:count]
