"""The exact search over at most 64 candidates, compiled: its bounds, what it remembers, and the recursion."""

from typing import NamedTuple

import numpy as np

from codebreaker.payoff import INFINITY
from codebreaker.replies import Array
from codebreaker.search.compiled.bits import MOST, ONE, ZERO, Bits, mixed, size_of
from codebreaker.search.compiled.compiler import njit
from codebreaker.search.compiled.splits import Splits, bins, distinct

SLOTS = 1 << 17
"""Sets that the search remembers if nothing else is said."""


class Pays(NamedTuple):
    """The payoff from the root's attempt on; depth 0 is the root's attempt."""

    solved: Array
    """int64 (depths,): the payoff of solving at each depth."""
    missed: int
    most: Array
    """int64 (others, depths + 1, MOST + 1): the most that a set of 0 … MOST totals where no guess has more
    than `others` parts that do not win."""


class KnownSets(NamedTuple):
    """What is known of sets at depths: a hash table in arrays."""

    sets: Array
    depths: Array
    totals: Array
    """int64: the largest total, or an upper bound where splits is -1."""
    splits: Array
    """int32: the split that reaches the total; -1 where only a bound is known."""
    ages: Array
    """int64: an entry is there if its age is the current one."""
    state: Array
    """int64 (3,): the current age; entries in use; the work that may still be done, in guesses looked at."""


@njit
def fill_most(solved: Array, missed: int, most: Array) -> None:
    """Fill the table of Pays.most, as search.bounds.most_by_size has it for Branching(n + 1, n)."""
    depths = len(solved)
    for other in range(len(most)):
        for depth in range(depths + 1):
            within = 1
            for size in range(MOST + 1):
                most[other, depth, size] = missed * size
            for later in range(depth, depths):
                gain = solved[later] - (solved[later + 1] if later + 1 < depths else missed)
                for size in range(MOST + 1):
                    most[other, depth, size] += gain * min(size, within)
                within = min(1 + other * within, MOST)


@njit
def _ranked(
    splits: Splits, pays: Pays, some: Bits, kept: Array, others: int, depth: int, above: int
) -> tuple[Array, Array, Array]:
    """Those of the kept splits whose bounds are above; the bounds; and keys, the largest for the largest bound and,
    among equals, the smallest parts."""
    chosen, bounds, keys, count = np.empty_like(kept), np.empty_like(kept), np.empty_like(kept), 0
    table = pays.most[others, depth + 1]
    for split in kept:
        hit, squares = splits.hits[split] & some, 0
        bound = pays.solved[depth] if hit else 0
        for part in splits.parts[split]:
            if part == ZERO:
                break
            inside = part & some
            if inside and inside != hit:
                size = size_of(inside)
                bound += table[size]
                squares += size * size
        if bound > above:
            chosen[count], bounds[count], keys[count] = split, bound, bound * (MOST * MOST + 1) - squares
            count += 1
    return chosen[:count], bounds[:count], keys[:count]


@njit
def best_total(
    splits: Splits, pays: Pays, known: KnownSets, some: Bits, kept: Array, depth: int, above: int, width: int
) -> tuple[int, int]:
    """(the largest total over those candidates, a split that reaches it), or (an upper bound up to above, -1).

    kept: the splits to look at; every other one is like one of them. width: how many of them are evaluated. For one or
    two candidates the split is 0.
    """
    size, last = size_of(some), depth == len(pays.solved) - 1
    if size == 1 or last:
        return pays.solved[depth] + pays.missed * (size - 1), 0
    if size == 2:
        return pays.solved[depth] + pays.solved[depth + 1], 0
    place = _find(known, some, depth)
    if known.ages[place] == known.state[0] and (known.splits[place] >= 0 or known.totals[place] <= above):
        return known.totals[place], known.splits[place]
    kept, others = distinct(splits, some, kept)
    known.state[2] -= len(kept)
    chosen, bounds, keys = _ranked(splits, pays, some, kept, others, depth, above)
    best, best_split = above, -1
    for _ in range(min(len(chosen), width)):
        rank = keys.argmax()  # few guesses are looked at, so sorting all takes longer
        keys[rank] = -INFINITY
        if bounds[rank] <= best or known.state[2] < 0:
            break
        total, exact = bounds[rank], True
        sets, sizes = bins(splits, chosen[rank], some)
        limits = _lowered(known, pays.most[others, depth + 1], sets, sizes, depth + 1)
        total -= pays.most[others, depth + 1][sizes].sum() - limits.sum()
        for number in range(len(sets)):
            if total <= best:
                break
            if sizes[number] > 2:
                limit = _at_most(splits, pays, known, sets[number], kept, depth + 1, limits[number])
                total += limit - limits[number]
                limits[number] = limit
        for number in range(len(sets)):
            if total <= best:
                break
            limit = limits[number]
            found, split = best_total(splits, pays, known, sets[number], kept, depth + 1, best - (total - limit), width)
            total += min(found, limit) - limit
            exact = exact and split >= 0
        if exact and total > best:
            best, best_split = total, chosen[rank]
    _store(known, some, depth, best, best_split)
    return best, best_split


@njit
def _at_most(splits: Splits, pays: Pays, known: KnownSets, some: Bits, kept: Array, depth: int, limit: int) -> int:
    """An upper bound on the total over those candidates, at most the limit: that of the best split."""
    place = _find(known, some, depth)
    if known.ages[place] == known.state[0] or depth == len(pays.solved) - 1:
        return limit
    kept, others = distinct(splits, some, kept)
    known.state[2] -= len(kept)
    _, bounds, _ = _ranked(splits, pays, some, kept, others, depth, -INFINITY)
    limit = min(limit, bounds.max())
    _store(known, some, depth, limit, -1)
    return limit


@njit
def _lowered(known: KnownSets, most: Array, sets: Array, sizes: Array, depth: int) -> Array:
    """int64 (sets,): an upper bound on the total of each set at that depth, from its size and from what is known."""
    limits = most[sizes]
    for number in range(len(sets)):
        place = _find(known, sets[number], depth)
        if sizes[number] > 2 and known.ages[place] == known.state[0]:
            limits[number] = min(limits[number], known.totals[place])
    return limits


@njit
def _find(known: KnownSets, some: Bits, depth: int) -> int:
    """The slot where the set stands at that depth, or would stand."""
    last = np.uint64(len(known.sets) - 1)
    slot = mixed(some + np.uint64(depth)) & last
    while known.ages[slot] == known.state[0] and (known.sets[slot] != some or known.depths[slot] != depth):
        slot = (slot + ONE) & last
    return int(slot)


@njit
def _store(known: KnownSets, some: Bits, depth: int, total: int, split: int) -> None:
    if known.state[1] > len(known.sets) // 2:
        known.state[0] += 1
        known.state[1] = 0
    slot = _find(known, some, depth)
    known.state[1] += known.ages[slot] != known.state[0]
    known.ages[slot], known.sets[slot], known.depths[slot] = known.state[0], some, depth
    known.totals[slot], known.splits[slot] = total, split
