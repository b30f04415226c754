"""The exact search over at most 64 candidates of a plain game, compiled by numba (the `fast` extra).

A set of candidates is a number with a bit for each of them. Guesses that split the candidates alike are looked at once.
The bounds are those of codebreaker.search.exact, and so are the totals that are found.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import intrinsic

from codebreaker.game import Game, partition
from codebreaker.payoff import Payoff
from codebreaker.replies import Array, sum_terms
from codebreaker.search.compiled.compiler import njit
from codebreaker.search.exact import MUCH
from codebreaker.search.recursion import Found
from codebreaker.tree import Tree

MOST = 64
"""Candidates that the bits of a number can hold."""
_SLOTS = 1 << 17
"""Sets that the search remembers; a full memory is emptied."""
_ONE, _ZERO = np.uint64(1), np.uint64(0)
Bits = Any
"""A set as uint64: bit i stands for candidate i."""


def _popcount(context: Any, some: Any) -> Any:
    """numba's form of _size: the instruction of the processor."""
    return types.int64(types.uint64), lambda context, builder, signature, given: builder.ctpop(given[0])


_size: Any = intrinsic(_popcount)
"""_size(some): how many bits are set."""
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
"""An odd number that spreads the bits of its multiples (the golden ratio times 2 to the power 64)."""


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


class SmallSets:
    """The search over sets of at most MOST candidates of one game."""

    most = MOST

    def __init__(self, game: Game, payoff: Payoff) -> None:
        self.game, self.payoff = game, payoff
        self._pays = cache(self._pays_from)
        integers = [np.zeros(_SLOTS, dtype=np.int64) for _ in range(3)]
        self._known = KnownSets(
            np.zeros(_SLOTS, dtype=np.uint64),
            integers[0],
            integers[1],
            np.zeros(_SLOTS, dtype=np.int32),
            integers[2],
            np.zeros(3, dtype=np.int64),
        )

    def better(
        self, secrets: Array, attempt: int, above: int, work: int = MUCH, width: int = MUCH
    ) -> tuple[Found | None, int]:
        """A tree over those secret indices, at least three, with the largest total; None if it is not above.

        Also the work that is left of `work`, in guesses looked at: less than 0 where it is not enough, and nothing is
        found then. width: how many guesses are looked at for each set; with fewer than all of them a total may be
        missed.
        """
        splits, pays, known = self._splits(secrets), self._pays(attempt), self._known
        known.state[:] = known.state[0] + 1, 0, work
        some, kept = _full(len(secrets)), np.arange(len(splits.guesses))
        total, split = _best(splits, pays, known, some, kept, 0, above, width)
        left = int(known.state[2])
        if split < 0 or left < 0:
            return None, left
        known.state[2] = MUCH
        return (int(total), self._tree(splits, pays, secrets, some, 0, width)), left

    def _splits(self, secrets: Array) -> Splits:
        game = self.game
        places = np.full(len(game.secrets) + 1, -1)
        places[secrets] = np.arange(len(secrets))  # own = -1 points at the extra last entry
        splits = _all_splits(sum_terms(game.terms(secrets), game.features), places[game.own], game.codes)
        kept, _ = _distinct(splits, _full(len(secrets)), np.arange(len(splits.guesses)))
        return Splits(*(array[kept] for array in splits))

    def _pays_from(self, attempt: int) -> Pays:
        """The payoff from an attempt on; a set needs no more guesses than it has secrets."""
        solved = np.array(self.payoff.solved[attempt : attempt + MOST + 1], dtype=np.int64)
        most = np.empty((min(self.game.codes, MOST + 1), len(solved) + 1, MOST + 1), dtype=np.int64)
        _fill_most(solved, self.payoff.missed, most)
        return Pays(solved, self.payoff.missed, most)

    def _tree(self, splits: Splits, pays: Pays, secrets: Array, some: Bits, depth: int, width: int) -> Tree:
        """The best tree over some of the secrets, which the search has just found."""
        members = secrets[[place for place in range(len(secrets)) if int(some) >> place & 1]]
        if len(members) == 1 or depth == len(pays.solved) - 1:
            return Tree(int(self.game.guess_of[members[0]]), 1, len(members) - 1, ())
        if len(members) == 2:
            guess, hit = int(self.game.guess_of[members[0]]), some & (~some + _ONE)
        else:
            every = np.arange(len(splits.guesses))
            _, split = _best(splits, pays, self._known, some, every, depth, -MUCH, width)
            guess, hit = int(splits.guesses[split]), splits.hits[split] & some
        branches = {}
        for code, bin in partition(self.game, guess, members):
            if code != self.game.winning:
                inside = sum(1 << int(place) for place in np.searchsorted(secrets, bin))
                branches[code] = self._tree(splits, pays, secrets, np.uint64(inside), depth + 1, width)
        return Tree(guess, int(hit != 0), 0, tuple(sorted(branches.items())))


def _full(size: int) -> Bits:
    """The set of that many candidates."""
    return np.uint64((1 << size) - 1)


@njit(cache=True, nogil=True)
def _fill_most(solved: Array, missed: int, most: Array) -> None:
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


@njit(cache=True, nogil=True)
def _all_splits(replies: Array, places: Array, codes: int) -> Splits:
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
            parts[used] = _ZERO
            for place in range(size):
                code = replies[guess, place]
                if stamp[code] != guess:
                    stamp[code], label[code] = guess, number
                    number += 1
                part_of[used, place] = label[code]
                parts[used, label[code]] |= _ONE << np.uint64(place)
            guesses[used] = guess
            hits[used] = _ONE << np.uint64(places[guess]) if first else _ZERO
            used += 1
    return Splits(guesses, parts, part_of, hits)


@njit(cache=True, nogil=True)
def _distinct(splits: Splits, some: Bits, kept: Array) -> tuple[Array, int]:
    """The first of the kept splits of each kind that divides those candidates, and the most parts that do not win."""
    length = 4
    while length < 2 * len(kept):
        length *= 2
    slots, found, count, others = np.full(length, -1, dtype=np.int32), np.empty_like(kept), 0, 0
    for split in kept:
        hit, number, hashed = splits.hits[split] & some, 0, _ZERO
        for part in splits.parts[split]:
            if part == _ZERO:
                break
            inside = part & some
            if inside:
                number += 1
                hashed += _mixed(inside)
        if number < 2:
            continue
        others = max(others, number - (hit != _ZERO))
        slot = _mixed(hashed + hit) & np.uint64(length - 1)
        while slots[slot] >= 0 and not _alike(splits, slots[slot], split, some):
            slot = (slot + _ONE) & np.uint64(length - 1)
        if slots[slot] < 0:
            slots[slot] = split
            found[count] = split
            count += 1
    return found[:count], others


@njit(cache=True, nogil=True)
def _alike(splits: Splits, one: int, other: int, some: Bits) -> bool:
    """Whether both split those candidates alike, and win against the same one of them."""
    if (splits.hits[one] ^ splits.hits[other]) & some:
        return False
    for part in splits.parts[one]:
        if part == _ZERO:
            return True
        inside = part & some
        if inside and splits.parts[other, splits.part_of[other, _lowest(inside)]] & some != inside:
            return False
    return True


@njit(cache=True, nogil=True)
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
            if part == _ZERO:
                break
            inside = part & some
            if inside and inside != hit:
                size = _size(inside)
                bound += table[size]
                squares += size * size
        if bound > above:
            chosen[count], bounds[count], keys[count] = split, bound, bound * (MOST * MOST + 1) - squares
            count += 1
    return chosen[:count], bounds[:count], keys[:count]


@njit(cache=True, nogil=True)
def _bins(splits: Splits, split: int, some: Bits) -> tuple[Array, Array]:
    """The parts of those candidates that do not win, the largest first, and their sizes."""
    sets, sizes, count = np.empty(MOST, dtype=np.uint64), np.empty(MOST, dtype=np.int64), 0
    hit = splits.hits[split] & some
    for part in splits.parts[split]:
        if part == _ZERO:
            break
        inside = part & some
        if inside and inside != hit:
            size, place = _size(inside), count
            while place and sizes[place - 1] < size:
                sets[place], sizes[place] = sets[place - 1], sizes[place - 1]
                place -= 1
            sets[place], sizes[place] = inside, size
            count += 1
    return sets[:count], sizes[:count]


@njit(cache=True, nogil=True)
def _best(
    splits: Splits, pays: Pays, known: KnownSets, some: Bits, kept: Array, depth: int, above: int, width: int
) -> tuple[int, int]:
    """(the largest total over those candidates, a split that reaches it), or (an upper bound up to above, -1).

    kept: the splits to look at; every other one is like one of them. width: how many of them are evaluated. For one or
    two candidates the split is 0.
    """
    size, last = _size(some), depth == len(pays.solved) - 1
    if size == 1 or last:
        return pays.solved[depth] + pays.missed * (size - 1), 0
    if size == 2:
        return pays.solved[depth] + pays.solved[depth + 1], 0
    place = _find(known, some, depth)
    if known.ages[place] == known.state[0] and (known.splits[place] >= 0 or known.totals[place] <= above):
        return known.totals[place], known.splits[place]
    kept, others = _distinct(splits, some, kept)
    known.state[2] -= len(kept)
    chosen, bounds, keys = _ranked(splits, pays, some, kept, others, depth, above)
    best, best_split = above, -1
    for _ in range(min(len(chosen), width)):
        rank = keys.argmax()  # few guesses are looked at, so sorting all takes longer
        keys[rank] = -MUCH
        if bounds[rank] <= best or known.state[2] < 0:
            break
        total, exact = bounds[rank], True
        sets, sizes = _bins(splits, chosen[rank], some)
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
            found, split = _best(splits, pays, known, sets[number], kept, depth + 1, best - (total - limit), width)
            total += min(found, limit) - limit
            exact = exact and split >= 0
        if exact and total > best:
            best, best_split = total, chosen[rank]
    _store(known, some, depth, best, best_split)
    return best, best_split


@njit(cache=True, nogil=True)
def _at_most(splits: Splits, pays: Pays, known: KnownSets, some: Bits, kept: Array, depth: int, limit: int) -> int:
    """An upper bound on the total over those candidates, at most the limit: that of the best split."""
    place = _find(known, some, depth)
    if known.ages[place] == known.state[0] or depth == len(pays.solved) - 1:
        return limit
    kept, others = _distinct(splits, some, kept)
    known.state[2] -= len(kept)
    _, bounds, _ = _ranked(splits, pays, some, kept, others, depth, -MUCH)
    limit = min(limit, bounds.max())
    _store(known, some, depth, limit, -1)
    return limit


@njit(cache=True, nogil=True)
def _lowered(known: KnownSets, most: Array, sets: Array, sizes: Array, depth: int) -> Array:
    """int64 (sets,): an upper bound on the total of each set at that depth, from its size and from what is known."""
    limits = most[sizes]
    for number in range(len(sets)):
        place = _find(known, sets[number], depth)
        if sizes[number] > 2 and known.ages[place] == known.state[0]:
            limits[number] = min(limits[number], known.totals[place])
    return limits


@njit(cache=True, nogil=True)
def _find(known: KnownSets, some: Bits, depth: int) -> int:
    """The slot where the set stands at that depth, or would stand."""
    slot = _mixed(some + np.uint64(depth)) & np.uint64(_SLOTS - 1)
    while known.ages[slot] == known.state[0] and (known.sets[slot] != some or known.depths[slot] != depth):
        slot = (slot + _ONE) & np.uint64(_SLOTS - 1)
    return int(slot)


@njit(cache=True, nogil=True)
def _store(known: KnownSets, some: Bits, depth: int, total: int, split: int) -> None:
    if known.state[1] > _SLOTS // 2:
        known.state[0] += 1
        known.state[1] = 0
    slot = _find(known, some, depth)
    known.state[1] += known.ages[slot] != known.state[0]
    known.ages[slot], known.sets[slot], known.depths[slot] = known.state[0], some, depth
    known.totals[slot], known.splits[slot] = total, split


@njit(cache=True, nogil=True)
def _mixed(number: Bits) -> Bits:
    """A hash of 64 bits."""
    number ^= number >> np.uint64(32)
    number *= _SPREAD
    number ^= number >> np.uint64(29)
    number *= _SPREAD
    return number ^ (number >> np.uint64(32))


@njit(cache=True, nogil=True)
def _lowest(some: Bits) -> int:
    """The place of the lowest bit that is set."""
    place: int = _size((some & (~some + _ONE)) - _ONE)
    return place
