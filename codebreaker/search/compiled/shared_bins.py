"""Bounds on what two and three guesses win, computed once for all bins that lie inside the same set; compiled.

A bound of a set of secrets holds for every part of the set (Lemma 4 of docs/proofs.md). So a bin takes over the bound
of a set that is a little larger: the secrets that agree with the bin in the features of the guess that tell most. Many
guesses have such a set in common, and it is searched once.

A secret counts as many times as guesses are left when it is found, the guess that finds it included. With 100 points
for each guess left that is the payoff in hundreds.
"""

from typing import NamedTuple

import numpy as np

from codebreaker.game import Game
from codebreaker.replies import Array
from codebreaker.search.compiled.compiler import njit

_SMALLEST = 5
"""Bins of fewer secrets count as if one guess told all their secrets apart, which is nearly always true."""
_FEW = 40
"""Up to this many secrets the guesses that are candidates are counted first: one of them often tells all apart."""
_COUNTED_FIRST = 8
"""Guesses that are counted first because their limits are the highest; many of the others are excluded then."""
_AT_A_TIME = 64
"""Secrets that are counted before it is asked again whether the guess can still have the most bins."""
_TRIED_FIRST = 6
"""Guesses that are bounded before the others need only be near them."""
_SEED = 2026
"""Makes the keys of the secrets the same in every process."""


class Clues(NamedTuple):
    """What each guess tells of each secret, feature by feature."""

    rows: Array
    """int32 (guesses, k): the features of each guess, the one that tells most first, padded with the last feature."""
    values: Array
    """uint8 (features + 1, secrets): the number of a feature's term among its different terms; 0 for the last one."""
    kinds: Array
    """int32 (features + 1,): how many different terms a feature has."""
    terms: Array
    """(features + 1, secrets): the terms of the game; a reply code is the sum of those of the guess's features."""
    codes: int
    """Reply codes are below this."""
    columns: Array
    """int32 (k, guesses): the rows transposed."""
    own: Array
    """int32 (guesses,): the secret that a guess wins against, or -1."""
    guess_of: Array
    """int32 (secrets,): the guess that is this secret."""
    keys: Array
    """uint64 (secrets, 2): random numbers. The mark of a set is the exclusive or of its members' keys."""


class Splits(NamedTuple):
    """The partitions of a set by the first 0, 1, … features of a guess, each finer than the one before."""

    bins: Array
    """int32 (k + 1, secrets): the number of each member's bin after so many features."""
    sizes: Array
    """int32 (k + 1, secrets)."""
    marks: Array
    """uint64 (k + 1, secrets, 2): the mark of each bin."""
    parents: Array
    """int32 (k + 1, secrets): the number of the bin, one feature before, that a bin is a part of."""
    counts: Array
    """int32 (k + 1,): the number of bins."""
    slots: Array
    """int32: 0 outside `split`."""


class KnownBounds(NamedTuple):
    """The bounds of sets that are known, by the marks of the sets."""

    marks: Array
    """uint64 (slots, 2): 0 and 0 for a slot that is free."""
    bounds: Array
    """int32 (slots,)."""
    counted: Array
    """int64 (2,): sets held; pairs of a guess and a secret that were looked at, a measure of work."""


def clues_of(game: Game) -> Clues:
    """The clues of a plain game in which every secret is a guess."""
    terms = game.terms(np.arange(len(game.secrets)))
    features = len(terms) - 1
    values = np.zeros(terms.shape, dtype=np.uint8)
    kinds = np.ones(features + 1, dtype=np.int32)
    told = np.zeros(features + 1, dtype=np.int64)
    for feature in range(features):
        different, numbers, counts = np.unique(terms[feature], return_inverse=True, return_counts=True)
        values[feature] = numbers
        kinds[feature] = len(different)
        told[feature] = terms.shape[1] - counts.max()

    # The padding tells nothing, like other features perhaps; it comes last.
    told[features] = -1
    by_telling = np.argsort(-told, kind="stable")
    rank = np.argsort(by_telling)
    rows = by_telling[np.sort(rank[game.features], axis=1)].astype(np.int32)
    keys = np.random.default_rng(_SEED).integers(1, 1 << 63, (terms.shape[1], 2), dtype=np.uint64)
    return Clues(
        rows,
        values,
        kinds,
        terms,
        game.codes,
        np.ascontiguousarray(rows.T),
        game.own.astype(np.int32),
        game.guess_of.astype(np.int32),
        keys,
    )


@njit
def new_splits(clues: Clues) -> Splits:
    """Splits with room for a set of all secrets."""
    depths = clues.rows.shape[1] + 1
    secrets = clues.values.shape[1]
    return Splits(
        np.zeros((depths, secrets), dtype=np.int32),
        np.zeros((depths, secrets), dtype=np.int32),
        np.zeros((depths, secrets, 2), dtype=np.uint64),
        np.zeros((depths, secrets), dtype=np.int32),
        np.zeros(depths, dtype=np.int32),
        np.zeros(secrets * clues.kinds.max(), dtype=np.int32),
    )


@njit
def new_bounds(bits: int) -> KnownBounds:
    """Room for the bounds of 3/4 of 2**bits sets."""
    slots = 1 << bits
    return KnownBounds(np.zeros((slots, 2), np.uint64), np.zeros(slots, np.int32), np.zeros(2, np.int64))


@njit
def begin(splits: Splits, clues: Clues, members: Array) -> None:
    """Make those secrets the set that is split."""
    splits.bins[0, : len(members)] = 0
    splits.sizes[0, 0] = len(members)
    splits.counts[0] = 1
    splits.marks[0, 0] = 0
    for secret in members:
        splits.marks[0, 0, 0] ^= clues.keys[secret, 0]
        splits.marks[0, 0, 1] ^= clues.keys[secret, 1]


@njit
def split(splits: Splits, clues: Clues, members: Array, row: Array, depth: int) -> None:
    """Split by the features of a row of clues, of which the first `depth` are those of the call before."""
    for before in range(depth, len(row)):
        after = before + 1
        values = clues.values[row[before]]
        kinds = clues.kinds[row[before]]
        count = 0
        for index, secret in enumerate(members):
            slot = splits.bins[before, index] * kinds + values[secret]
            if splits.slots[slot] == 0:
                splits.sizes[after, count] = 0
                splits.marks[after, count] = 0
                splits.parents[after, count] = splits.bins[before, index]
                count += 1
                splits.slots[slot] = count
            number = splits.slots[slot] - 1
            splits.bins[after, index] = number
            splits.sizes[after, number] += 1
            splits.marks[after, number, 0] ^= clues.keys[secret, 0]
            splits.marks[after, number, 1] ^= clues.keys[secret, 1]
        for index, secret in enumerate(members):
            splits.slots[splits.bins[before, index] * kinds + values[secret]] = 0
        splits.counts[after] = count


@njit
def shared_depth(row: Array, other: Array) -> int:
    """How many features two rows of clues have in common at their beginnings."""
    depth = 0
    while depth < len(row) and row[depth] == other[depth]:
        depth += 1
    return depth


@njit
def wider(splits: Splits, number: int, growth: float) -> tuple[int, int]:
    """(depth, number) of the largest set that a bin of the last depth is a part of with at most `growth` times as
    many secrets."""
    depth = len(splits.counts) - 1
    most = growth * splits.sizes[depth, number]
    while depth > 0 and splits.sizes[depth - 1, splits.parents[depth, number]] <= most:
        number = splits.parents[depth, number]
        depth -= 1
    return depth, number


class LargestBins(NamedTuple):
    """Bins of a set, the largest first, with the larger sets that they take over bounds from."""

    sizes: Array
    """int64 (n,): the secrets of each bin."""
    depths: Array
    """int64 (n,): with `numbers` the set of each bin, as `wider` returns it."""
    numbers: Array
    """int64 (n,)."""
    marks: Array
    """uint64 (n, 2): the mark of each set."""


@njit
def largest_bins(splits: Splits, growth: float, fewest: int) -> LargestBins:
    """The bins of the last depth that have at least that many secrets, in the same order for any growth."""
    last = len(splits.counts) - 1
    sizes = splits.sizes[last, : splits.counts[last]]
    numbers = np.argsort(-sizes, kind="mergesort")[: (sizes >= fewest).sum()]

    count = len(numbers)
    bins = LargestBins(
        np.empty(count, np.int64), np.empty(count, np.int64), np.empty(count, np.int64), np.empty((count, 2), np.uint64)
    )
    for index, number in enumerate(numbers):
        depth, above = wider(splits, number, growth)
        bins.sizes[index] = sizes[number]
        bins.depths[index] = depth
        bins.numbers[index] = above
        bins.marks[index] = splits.marks[depth, above]
    return bins


@njit
def members_of(splits: Splits, members: Array, depth: int, number: int) -> Array:
    """int32: the secrets of a bin, ascending as the members are."""
    chosen = np.empty(splits.sizes[depth, number], dtype=np.int32)
    count = 0
    for index, secret in enumerate(members):
        if splits.bins[depth, index] == number:
            chosen[count] = secret
            count += 1
    return chosen


@njit
def slot_of(known: KnownBounds, mark: Array) -> int:
    """The slot that has the mark, or a free one."""
    last = len(known.bounds) - 1
    slot = np.int64(mark[0] & np.uint64(last))
    while known.marks[slot, 0] != 0 or known.marks[slot, 1] != 0:
        if known.marks[slot, 0] == mark[0] and known.marks[slot, 1] == mark[1]:
            break
        slot = (slot + 1) & last
    return int(slot)


@njit
def is_free(known: KnownBounds, slot: int) -> bool:
    """Whether a slot has no bound."""
    return bool(known.marks[slot, 0] == 0 and known.marks[slot, 1] == 0)


@njit
def _store(known: KnownBounds, mark: Array, bound: int) -> None:
    """Keep a bound; where there is no room, all others are forgotten."""
    if 4 * known.counted[0] >= 3 * len(known.bounds):
        known.marks[:] = 0
        known.counted[0] = 0
    slot = slot_of(known, mark)
    known.counted[0] += is_free(known, slot)
    known.marks[slot] = mark
    known.bounds[slot] = bound


@njit
def _count_bins(terms: Array, row: Array, seen: Array, replies: Array, stamp: int, enough: int) -> int:
    """The bins that a guess with those features has, or a number that is at most `enough`.

    seen: int64 (codes,), without any stamp of at least this one. replies: room for a reply to each secret.
    """
    size = terms.shape[1]
    padding = len(terms) - 1
    replies[:] = terms[row[0]]
    for column in range(1, len(row)):
        if row[column] != padding:
            term = terms[row[column]]
            for secret in range(size):
                replies[secret] += term[secret]

    bins = 0
    for start in range(0, size, _AT_A_TIME):
        if bins + size - start <= enough:
            return bins
        for secret in range(start, min(size, start + _AT_A_TIME)):
            bins += seen[replies[secret]] != stamp
            seen[replies[secret]] = stamp
    return bins


@njit
def _limits(clues: Clues, members: Array) -> Array:
    """float32 (guesses,): an upper bound on the bins of each guess over the members, by Lemma 2."""
    features = len(clues.kinds)
    factors = np.ones(features, dtype=np.float32)
    added = np.zeros(features, dtype=np.float32)
    sizes = np.zeros(clues.kinds.max(), dtype=np.int64)
    # Where both are about the same for half the members: see part_limits in codebreaker.search.bounds.
    few = 0.2 * len(members) ** 0.75
    for feature in range(features - 1):
        values = clues.values[feature]
        sizes[:] = 0
        for secret in members:
            sizes[values[secret]] += 1
        apart = len(members) - sizes.max()
        if apart > few:
            factors[feature] = (sizes > 0).sum()
        else:
            added[feature] = apart

    # Column by column these are plain vector loops.
    products = factors[clues.columns[0]]
    sums = added[clues.columns[0]]
    for column in clues.columns[1:]:
        for guess in range(len(products)):
            products[guess] *= factors[column[guess]]
            sums[guess] += added[column[guess]]
    limits: Array = products + sums
    return limits


@njit
def most_by_two(clues: Clues, known: KnownBounds, members: Array) -> int:
    """The most that two guesses win over those secrets (int32, ascending).

    That is the largest number of bins of any guess, where a candidate counts one more.
    """
    size = len(members)
    terms = clues.terms[:, members]
    seen = np.zeros(clues.codes, dtype=np.int32)
    replies = np.empty(size, dtype=terms.dtype)

    best = 0
    stamp = 0
    if size <= _FEW:
        for secret in members:
            stamp += 1
            row = clues.rows[clues.guess_of[secret]]
            best = max(best, 1 + _count_bins(terms, row, seen, replies, stamp, best - 1))
            known.counted[1] += size
            if best == size + 1:
                return best

    inside = np.zeros(clues.values.shape[1] + 1, dtype=np.int64)
    inside[members] = 1  # and 0 at the end, where own = -1 points
    limits = _limits(clues, members)
    for counted in range(len(limits) + _COUNTED_FIRST):
        guess = limits.argmax() if counted < _COUNTED_FIRST else counted - _COUNTED_FIRST
        hit = inside[clues.own[guess]]
        if limits[guess] + hit <= best:
            continue
        stamp += 1
        bins = _count_bins(terms, clues.rows[guess], seen, replies, stamp, best - hit)
        best = max(best, bins + hit)
        limits[guess] = 0
        known.counted[1] += size
        if best > size:
            break
    return int(best)


@njit
def most_by_three(clues: Clues, known: KnownBounds, splits: Splits, members: Array, growths: Array, near: int) -> int:
    """An upper bound on what three guesses win over those secrets (int32, ascending).

    growths: how much larger the sets may be from which bins take over their bounds, in the order in which they are
    tried, such as 4 and 1.5 (Lemma 4 of docs/proofs.md). near: a guess is not looked at further when its bound is at
    most 1/near above that of the best of those tried first; a larger number takes longer and the bound is lower.
    """
    last = len(splits.counts) - 1
    begin(splits, clues, members)
    most = most_by_two(clues, known, members)
    totals = np.empty(len(clues.rows), dtype=np.int64)
    row = clues.rows[0]
    for guess in range(len(clues.rows)):
        depth = shared_depth(row, clues.rows[guess]) if guess else 0
        row = clues.rows[guess]
        split(splits, clues, members, row, depth)
        totals[guess] = 0
        for number in range(splits.counts[last]):
            totals[guess] += _known_bound(known, splits, number, growths, most)
    known.counted[1] += len(members) * len(clues.rows)

    best = 0
    for tried, guess in enumerate(np.argsort(-totals)):
        if tried == _TRIED_FIRST:
            best += best // near
        if totals[guess] <= best:
            break
        depth = shared_depth(row, clues.rows[guess])
        row = clues.rows[guess]
        split(splits, clues, members, row, depth)
        known.counted[1] += len(members)
        best = max(best, _total(clues, known, splits, members, growths, most, best))
    # A candidate wins one more, because its own bin of one is won a guess earlier.
    return int(best) + 1


@njit
def _total(
    clues: Clues, known: KnownBounds, splits: Splits, members: Array, growths: Array, most: int, enough: int
) -> int:
    """An upper bound on what the two guesses after the one that has split the members win.

    The largest bins get their bounds first, until the total is at most `enough`.
    """
    last = len(splits.counts) - 1
    count = splits.counts[last]
    bounds = np.empty(count, dtype=np.int64)
    for number in range(count):
        bounds[number] = _known_bound(known, splits, number, growths, most)
    total = bounds.sum()
    largest_first = np.argsort(-splits.sizes[last, :count])
    for growth in growths:
        for number in largest_first:
            if total <= enough or splits.sizes[last, number] < _SMALLEST:
                break
            depth, above = wider(splits, number, growth)
            mark = splits.marks[depth, above]
            slot = slot_of(known, mark)
            if is_free(known, slot):
                bound = most_by_two(clues, known, members_of(splits, members, depth, above))
                _store(known, mark, bound)
            else:
                bound = known.bounds[slot]
            lower = min(bounds[number], bound)
            total -= bounds[number] - lower
            bounds[number] = lower
    return int(total)


@njit
def _known_bound(known: KnownBounds, splits: Splits, number: int, growths: Array, most: int) -> int:
    """What two guesses win at most over a bin, as far as it is known; `most` bounds it for the set that is split."""
    size = splits.sizes[len(splits.counts) - 1, number]
    bound = min(size + 1, most)
    if size < _SMALLEST:
        return int(bound)
    for growth in growths:
        depth, above = wider(splits, number, growth)
        slot = slot_of(known, splits.marks[depth, above])
        if not is_free(known, slot):
            bound = min(bound, known.bounds[slot])
    return int(bound)
