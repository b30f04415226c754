"""The exact search over at most 64 candidates, compiled: its bounds, what it remembers, and the recursion."""

from typing import NamedTuple

import numpy as np

from codebreaker.payoff import INFINITY
from codebreaker.replies import Array
from codebreaker.search.compiled.compiler import njit
from codebreaker.search.compiled.splits import MAX_SIZE, ONE, ZERO, Bits, Splits, bins, distinct, hash_bits, size_of

SLOTS = 1 << 17
"""Sets that the search remembers if nothing else is said."""


class Pays(NamedTuple):
    """The payoff from the root's attempt on; depth 0 is the root's attempt."""

    solved: Array
    """int64 (depths,): the payoff of solving at each depth."""
    missed: int
    most: Array
    """int64 (branches, depths + 1, MAX_SIZE + 1): the most that a set of 0 … MAX_SIZE totals where no guess has more
    than `branches` parts that do not win."""


class KnownSets(NamedTuple):
    """Totals and bounds of sets at depths: a hash table in arrays."""

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
    for branches in range(len(most)):
        for depth in range(depths + 1):
            within = 1
            for size in range(MAX_SIZE + 1):
                most[branches, depth, size] = missed * size
            for later in range(depth, depths):
                gain = solved[later] - (solved[later + 1] if later + 1 < depths else missed)
                for size in range(MAX_SIZE + 1):
                    most[branches, depth, size] += gain * min(size, within)
                within = min(1 + branches * within, MAX_SIZE)


@njit
def _rank(
    splits: Splits, pays: Pays, subset: Bits, choices: Array, branches: int, depth: int, above: int
) -> tuple[Array, Array, Array]:
    """The choices whose bounds are above; the bounds; and keys, the largest for the largest bound and, among equals,
    the smallest parts."""
    chosen, bounds, keys, count = np.empty_like(choices), np.empty_like(choices), np.empty_like(choices), 0
    table = pays.most[branches, depth + 1]
    for split in choices:
        hit, squares = splits.hits[split] & subset, 0
        bound = pays.solved[depth] if hit else 0
        for part in splits.parts[split]:
            if part == ZERO:
                break
            inside = part & subset
            if inside and inside != hit:
                size = size_of(inside)
                bound += table[size]
                squares += size * size
        if bound > above:
            chosen[count], bounds[count], keys[count] = split, bound, bound * (MAX_SIZE * MAX_SIZE + 1) - squares
            count += 1
    return chosen[:count], bounds[:count], keys[:count]


@njit
def best_total(
    splits: Splits, pays: Pays, memory: KnownSets, subset: Bits, choices: Array, depth: int, above: int, width: int
) -> tuple[int, int]:
    """(the largest total over those candidates, a split that reaches it), or (an upper bound up to above, -1).

    choices: the splits to look at; every other one is like one of them. width: how many of them are evaluated. For
    one or two candidates the split is 0.
    """
    size, last = size_of(subset), depth == len(pays.solved) - 1
    if size == 1 or last:
        return pays.solved[depth] + pays.missed * (size - 1), 0
    if size == 2:
        return pays.solved[depth] + pays.solved[depth + 1], 0
    slot = _find(memory, subset, depth)
    if memory.ages[slot] == memory.state[0] and (memory.splits[slot] >= 0 or memory.totals[slot] <= above):
        return memory.totals[slot], memory.splits[slot]
    choices, branches = distinct(splits, subset, choices)
    memory.state[2] -= len(choices)
    chosen, bounds, keys = _rank(splits, pays, subset, choices, branches, depth, above)
    best, best_split = above, -1
    for _ in range(min(len(chosen), width)):
        rank = keys.argmax()  # few guesses are looked at, so sorting all takes longer
        keys[rank] = -INFINITY
        if bounds[rank] <= best or memory.state[2] < 0:
            break
        total, exact = bounds[rank], True
        sets, sizes = bins(splits, chosen[rank], subset)
        limits = _lower(memory, pays.most[branches, depth + 1], sets, sizes, depth + 1)
        total -= pays.most[branches, depth + 1][sizes].sum() - limits.sum()
        for number in range(len(sets)):
            if total <= best:
                break
            if sizes[number] > 2:
                limit = _at_most(splits, pays, memory, sets[number], choices, depth + 1, limits[number])
                total += limit - limits[number]
                limits[number] = limit
        for number in range(len(sets)):
            if total <= best:
                break
            limit = limits[number]
            result, split = best_total(
                splits, pays, memory, sets[number], choices, depth + 1, best - (total - limit), width
            )
            total += min(result, limit) - limit
            exact = exact and split >= 0
        if exact and total > best:
            best, best_split = total, chosen[rank]
    _store(memory, subset, depth, best, best_split)
    return best, best_split


@njit
def _at_most(
    splits: Splits, pays: Pays, memory: KnownSets, subset: Bits, choices: Array, depth: int, limit: int
) -> int:
    """An upper bound on the total over those candidates, at most the limit: that of the best split."""
    slot = _find(memory, subset, depth)
    if memory.ages[slot] == memory.state[0] or depth == len(pays.solved) - 1:
        return limit
    choices, branches = distinct(splits, subset, choices)
    memory.state[2] -= len(choices)
    _, bounds, _ = _rank(splits, pays, subset, choices, branches, depth, -INFINITY)
    limit = min(limit, bounds.max())
    _store(memory, subset, depth, limit, -1)
    return limit


@njit
def _lower(memory: KnownSets, most: Array, sets: Array, sizes: Array, depth: int) -> Array:
    """int64 (sets,): an upper bound on the total of each set at that depth, from its size and from what is known."""
    limits = most[sizes]
    for number in range(len(sets)):
        slot = _find(memory, sets[number], depth)
        if sizes[number] > 2 and memory.ages[slot] == memory.state[0]:
            limits[number] = min(limits[number], memory.totals[slot])
    return limits


@njit
def _find(memory: KnownSets, subset: Bits, depth: int) -> int:
    """The slot where the set stands at that depth, or would stand."""
    last = np.uint64(len(memory.sets) - 1)
    slot = hash_bits(subset + np.uint64(depth)) & last
    while memory.ages[slot] == memory.state[0] and (memory.sets[slot] != subset or memory.depths[slot] != depth):
        slot = (slot + ONE) & last
    return int(slot)


@njit
def _store(memory: KnownSets, subset: Bits, depth: int, total: int, split: int) -> None:
    if memory.state[1] > len(memory.sets) // 2:
        memory.state[0] += 1
        memory.state[1] = 0
    slot = _find(memory, subset, depth)
    memory.state[1] += memory.ages[slot] != memory.state[0]
    memory.ages[slot], memory.sets[slot], memory.depths[slot] = memory.state[0], subset, depth
    memory.totals[slot], memory.splits[slot] = total, split
