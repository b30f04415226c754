"""Upper bounds on what two and three guesses win over a set of secrets; compiled.

Every bound counts *wins*: a secret wins one for each guess that is left when it is found, the one that finds it
included. With 100 points for each guess left, a win is 100 points.

A bound of a set of secrets holds for every part of the set (Lemma 4 of docs/proofs.md), so bins can share bounds. A
reply code is a sum of terms, one for each *feature* of the guess; in Lingo a feature is a letter with all its positions
in the guess. A guess splits a set by one feature after the other, the one that tells most first. After all features
there are the bins of the guess. After fewer features there are larger sets, which contain these bins and which many
guesses have in common. A bin takes over the bound of such a set if the set is only a little larger, and each set is
searched once.
"""

from typing import NamedTuple

import numpy as np

from codebreaker.game import Game
from codebreaker.objective import INFINITY
from codebreaker.replies import Array
from codebreaker.search.compiled.compiler import njit

_FEWEST_SEARCHED = 5
"""Bins of fewer secrets are not searched: one guess nearly always tells them all apart, so no bound would be lower."""
_FEW = 40
"""In a set of up to this many secrets the guesses that are candidates are counted first.

If one of them tells all secrets apart, as is common in such small sets, no other guess is looked at.
"""
_COUNTED_FIRST = 8
"""Guesses whose bins are counted first, because they may have most; their counts exclude many of the others."""
_AT_A_TIME = 64
"""Replies that are counted before it is asked again whether the guess can still have the most bins."""
_TRIED_FIRST = 6
"""Second guesses that are bounded as closely as possible; later ones need only be near the best of these."""
_MANY_SHARE = 0.2
_MANY_EXPONENT = 0.75
"""In _limits a feature multiplies the number of bins if it splits more than 0.2 n^0.75 of n secrets off, and else adds.

A rule of thumb, the same as in codebreaker.search.bounds: any rule gives limits that hold, and this one gives low ones.
"""
_SEED = 2026
"""Of the random numbers of secrets, so that a set has the same key in every process."""


class GameByFeature(NamedTuple):
    """A plain game in arrays, feature by feature: each secret counts once, and is won by guessing it (Game.plain)."""

    features: Array
    """int32 (guesses, k): the features of each guess, the one that tells most first.

    They are padded with the last feature, whose terms are all 0.
    """
    features_by_place: Array
    """int32 (k, guesses): the same, transposed."""
    terms: Array
    """The terms [feature, secret] of Game.terms."""
    term_numbers: Array
    """uint8 [feature, secret]: the terms of each feature, numbered from 0."""
    term_counts: Array
    """int32 (features,): how many different terms each feature has."""
    codes: int
    """Reply codes are below this."""
    own: Array
    """int32 (guesses,): the secret that a guess wins against, or -1."""
    guess_of: Array
    """int32 (secrets,): the guess that is this secret."""
    random: Array
    """uint64 (secrets, 2): two random numbers for each secret.

    The key of a set is the exclusive or of its secrets' numbers, (2,).
    """


class Splits(NamedTuple):
    """The bins of a set after the first 0, 1, … k features of a guess.

    The depth is the number of features: at depth 0 the whole set is one bin, and at depth k the bins are those of the
    guess. At each depth the bins have numbers from 0. `begin` and `split` fill these arrays.
    """

    members: Array
    """int32 (secrets,): the secrets of the set, ascending; there are sizes[0, 0] of them."""
    features: Array
    """int32 (k,): the features of the guess; -1 before the first guess."""
    counts: Array
    """int32 (k + 1,): the number of bins at each depth."""
    bin_of: Array
    """int32 (k + 1, secrets): the number of each member's bin, in the order of `members`."""
    sizes: Array
    """int32 (k + 1, secrets): the number of secrets in each bin."""
    keys: Array
    """uint64 (k + 1, secrets, 2): the key of each bin."""
    parents: Array
    """int32 (k + 1, secrets): the number of the bin at the depth before that each bin is a part of."""
    bin_of_pair: Array
    """int32: used by _split_by_feature alone; all 0 before and after."""


class BoundMemo(NamedTuple):
    """A hash table of sets of secrets and their bounds for two guesses."""

    keys: Array
    """uint64 (slots, 2): the key of the slot's set; 0 and 0 for a free slot."""
    bounds: Array
    """int32 (slots,): the bound of the slot's set."""
    used: Array
    """int64 (1,): slots that are not free."""
    work: Array
    """int64 (1,): pairs of a guess and a secret that were looked at since the memo was made."""


def game_by_feature(game: Game) -> GameByFeature:
    """The arrays of a plain game in which every secret is a guess."""
    terms = game.terms(np.arange(len(game.secrets)))
    padding = len(terms) - 1
    term_numbers = np.zeros(terms.shape, dtype=np.uint8)
    term_counts = np.ones(len(terms), dtype=np.int32)
    # A feature tells most if most secrets do not have its most frequent term.
    split_off = np.zeros(len(terms), dtype=np.int64)
    for feature in range(padding):
        different, numbers, counts = np.unique(terms[feature], return_inverse=True, return_counts=True)
        term_numbers[feature] = numbers
        term_counts[feature] = len(different)
        split_off[feature] = len(game.secrets) - counts.max()
    # The padding comes last, after other features that split nothing off.
    split_off[padding] = -1

    # To sort the features of each guess, they are replaced by their ranks and back.
    most_telling_first = np.argsort(-split_off, kind="stable")
    rank = np.argsort(most_telling_first)
    features = most_telling_first[np.sort(rank[game.features], axis=1)].astype(np.int32)
    random = np.random.default_rng(_SEED)
    return GameByFeature(
        features=features,
        features_by_place=np.ascontiguousarray(features.T),
        terms=terms,
        term_numbers=term_numbers,
        term_counts=term_counts,
        codes=game.codes,
        own=game.secret_of.astype(np.int32),
        guess_of=game.guess_of.astype(np.int32),
        random=random.integers(1, 1 << 63, (len(game.secrets), 2), dtype=np.uint64),
    )


def new_splits(game: GameByFeature) -> Splits:
    """Splits with room for a set of all secrets."""
    secrets = len(game.guess_of)
    features = game.features.shape[1]
    shape = features + 1, secrets
    return Splits(
        members=np.zeros(secrets, dtype=np.int32),
        features=np.full(features, -1, dtype=np.int32),
        counts=np.zeros(features + 1, dtype=np.int32),
        bin_of=np.zeros(shape, dtype=np.int32),
        sizes=np.zeros(shape, dtype=np.int32),
        keys=np.zeros((*shape, 2), dtype=np.uint64),
        parents=np.zeros(shape, dtype=np.int32),
        bin_of_pair=np.zeros(secrets * game.term_counts.max(), dtype=np.int32),
    )


def new_bound_memo(bits: int) -> BoundMemo:
    """A memo of 2**bits slots, of which it uses up to 3/4."""
    slots = 1 << bits
    return BoundMemo(
        keys=np.zeros((slots, 2), dtype=np.uint64),
        bounds=np.zeros(slots, dtype=np.int32),
        used=np.zeros(1, dtype=np.int64),
        work=np.zeros(1, dtype=np.int64),
    )


@njit
def begin(splits: Splits, game: GameByFeature, members: Array) -> None:
    """Make those secrets (int32, ascending) the set that is split."""
    splits.members[: len(members)] = members
    splits.features[:] = -1
    splits.counts[0] = 1
    splits.bin_of[0, : len(members)] = 0
    splits.sizes[0, 0] = len(members)
    splits.keys[0, 0] = 0
    for secret in members:
        splits.keys[0, 0, 0] ^= game.random[secret, 0]
        splits.keys[0, 0, 1] ^= game.random[secret, 1]


@njit
def split(splits: Splits, game: GameByFeature, guess: int) -> None:
    """Split the set by a guess, in place of the guess before.

    Neighbours in a sorted list often begin with the same features, and the bins of these are there already.
    """
    features = game.features[guess]
    depth = 0
    while depth < len(features) and splits.features[depth] == features[depth]:
        depth += 1
    for before in range(depth, len(features)):
        splits.features[before] = features[before]
        _split_by_feature(splits, game, features[before], before)


@njit
def _split_by_feature(splits: Splits, game: GameByFeature, feature: int, before: int) -> None:
    """Split each bin at the depth `before` by the terms of a feature, into the bins of the next depth."""
    after = before + 1
    numbers = game.term_numbers[feature]
    terms = game.term_counts[feature]
    members = splits.members[: splits.sizes[0, 0]]

    count = 0
    for index, secret in enumerate(members):
        # A bin and a term make a new bin, whose number is found by the number of this pair. In bin_of_pair it is one
        # higher, because 0 stands for a pair that no secret before had.
        parent = splits.bin_of[before, index]
        pair = parent * terms + numbers[secret]
        if splits.bin_of_pair[pair] == 0:
            splits.sizes[after, count] = 0
            splits.keys[after, count] = 0
            splits.parents[after, count] = parent
            count += 1
            splits.bin_of_pair[pair] = count

        number = splits.bin_of_pair[pair] - 1
        splits.bin_of[after, index] = number
        splits.sizes[after, number] += 1
        splits.keys[after, number, 0] ^= game.random[secret, 0]
        splits.keys[after, number, 1] ^= game.random[secret, 1]
    splits.counts[after] = count

    for index, secret in enumerate(members):
        splits.bin_of_pair[splits.bin_of[before, index] * terms + numbers[secret]] = 0


@njit
def bin_that_contains(splits: Splits, number: int, growth: float) -> tuple[int, int]:
    """(depth, number) of the largest set that contains a bin of the guess and is at most `growth` times as large."""
    depth = len(splits.features)
    most = growth * splits.sizes[depth, number]
    while depth > 0 and splits.sizes[depth - 1, splits.parents[depth, number]] <= most:
        number = splits.parents[depth, number]
        depth -= 1
    return depth, number


@njit
def largest_bins(splits: Splits, growth: float, fewest: int) -> Array:
    """The bins of the guess that have at least `fewest` secrets, the largest first: int64 (n, 3).

    A row has the size of a bin, and the depth and the number of the set whose bound it takes over (bin_that_contains).
    The order does not depend on growth, so a caller can compare the rows of two growths one by one.
    """
    last = len(splits.features)
    sizes = splits.sizes[last, : splits.counts[last]]
    numbers = np.argsort(-sizes, kind="mergesort")[: (sizes >= fewest).sum()]

    bins = np.empty((len(numbers), 3), dtype=np.int64)
    for index, number in enumerate(numbers):
        bins[index, 0] = sizes[number]
        bins[index, 1], bins[index, 2] = bin_that_contains(splits, number, growth)
    return bins


@njit
def members_of(splits: Splits, depth: int, number: int) -> Array:
    """int32: the secrets of a bin, ascending."""
    secrets = np.empty(splits.sizes[depth, number], dtype=np.int32)
    count = 0
    for index, secret in enumerate(splits.members[: splits.sizes[0, 0]]):
        if splits.bin_of[depth, index] == number:
            secrets[count] = secret
            count += 1
    return secrets


@njit
def _slot_of(memo: BoundMemo, key: Array) -> int:
    """The slot of the set with that key, or the free one where it belongs."""
    last = len(memo.bounds) - 1
    # A signed number, because numba makes a float of the sum of a uint64 and an int64.
    slot = int(np.int64(key[0] & np.uint64(last)))
    while not _is_free(memo, slot):
        if memo.keys[slot, 0] == key[0] and memo.keys[slot, 1] == key[1]:
            break
        slot = (slot + 1) & last
    return slot


@njit
def _is_free(memo: BoundMemo, slot: int) -> bool:
    return bool(memo.keys[slot, 0] == 0 and memo.keys[slot, 1] == 0)


@njit
def _find_bound(memo: BoundMemo, key: Array) -> int:
    """The bound of the set with that key; INFINITY if the memo does not have it."""
    slot = _slot_of(memo, key)
    return INFINITY if _is_free(memo, slot) else int(memo.bounds[slot])


@njit
def _store_bound(memo: BoundMemo, key: Array, bound: int) -> None:
    """Keep the bound of a set that the memo does not have; a full memo is emptied first."""
    if 4 * memo.used[0] >= 3 * len(memo.bounds):
        memo.keys[:] = 0
        memo.used[0] = 0
    slot = _slot_of(memo, key)
    memo.used[0] += 1
    memo.keys[slot] = key
    memo.bounds[slot] = bound


@njit
def _count_bins(terms: Array, features: Array, stamps: Array, stamp: int, replies: Array, enough: int) -> int:
    """The number of bins of a guess with those features; if it is not above `enough`, any number up to `enough`.

    Counting ends as soon as the number cannot exceed `enough`, with what is counted by then.

    terms: those of the secrets [feature, secret]. stamps: int32 (codes,), the stamp of the last guess that had a reply
    with each code. stamp: that of this guess, which no guess before had. replies: room for a reply to each secret.
    """
    size = terms.shape[1]
    padding = len(terms) - 1
    replies[:] = terms[features[0]]
    for place in range(1, len(features)):
        if features[place] != padding:
            term = terms[features[place]]
            for secret in range(size):
                replies[secret] += term[secret]

    bins = 0
    for start in range(0, size, _AT_A_TIME):
        # At best every secret that is not yet counted has a bin of its own.
        if bins + size - start <= enough:
            return bins
        for secret in range(start, min(size, start + _AT_A_TIME)):
            bins += stamps[replies[secret]] != stamp
            stamps[replies[secret]] = stamp
    return bins


@njit
def _limits(game: GameByFeature, members: Array) -> Array:
    """float32 (guesses,): a number of bins that each guess cannot exceed over the members.

    By Lemma 2 of docs/proofs.md a feature multiplies the number of bins by its different terms at most. If all secrets
    but m have the same term, it adds m bins at most. codebreaker.search.bounds.part_limits has the same in numpy.
    """
    factors = np.ones(len(game.terms), dtype=np.float32)
    added = np.zeros(len(game.terms), dtype=np.float32)
    sizes = np.zeros(game.term_counts.max(), dtype=np.int64)
    few = _MANY_SHARE * len(members) ** _MANY_EXPONENT
    for feature in range(len(game.terms) - 1):
        numbers = game.term_numbers[feature]
        sizes[:] = 0
        for secret in members:
            sizes[numbers[secret]] += 1

        split_off = len(members) - sizes.max()
        if split_off > few:
            factors[feature] = (sizes > 0).sum()
        else:
            added[feature] = split_off

    # Place by place these are plain vector loops.
    products = factors[game.features_by_place[0]]
    sums = added[game.features_by_place[0]]
    for features in game.features_by_place[1:]:
        for guess in range(len(products)):
            products[guess] *= factors[features[guess]]
            sums[guess] += added[features[guess]]
    limits: Array = products + sums
    return limits


@njit
def _highest_first(limits: Array) -> Array:
    """int64: the guesses with the highest limits (_COUNTED_FIRST), the highest first, then all guesses once more."""
    first = min(_COUNTED_FIRST, len(limits))
    order = np.empty(first + len(limits), dtype=np.int64)
    order[first:] = np.arange(len(limits))
    remaining = limits.copy()
    for index in range(first):
        order[index] = remaining.argmax()
        remaining[order[index]] = -1
    return order


@njit
def most_by_two(game: GameByFeature, memo: BoundMemo, members: Array) -> int:
    """The most that two guesses win over those secrets (int32, ascending).

    That is the largest number of bins of any guess, where a candidate counts one more. memo: its `work` is counted.
    """
    size = len(members)
    terms = game.terms[:, members]
    stamps = np.zeros(game.codes, dtype=np.int32)
    replies = np.empty(size, dtype=terms.dtype)

    best = 0
    stamp = 0
    if size <= _FEW:
        for secret in members:
            stamp += 1
            features = game.features[game.guess_of[secret]]
            best = max(best, 1 + _count_bins(terms, features, stamps, stamp, replies, best - 1))
            memo.work[0] += size
            if best == size + 1:
                return best

    # Whether each secret is a member; the last entry, for the own = -1 of a guess that is no secret, stays 0.
    is_member = np.zeros(len(game.guess_of) + 1, dtype=np.int64)
    is_member[members] = 1
    limits = _limits(game, members)
    for guess in _highest_first(limits):
        hit = is_member[game.own[guess]]
        if limits[guess] + hit <= best:
            continue
        stamp += 1
        bins = _count_bins(terms, game.features[guess], stamps, stamp, replies, best - hit)
        best = max(best, bins + hit)
        memo.work[0] += size
        if best > size:
            break
        # The guesses that come first come once more: this one need not be counted again.
        limits[guess] = 0
    return int(best)


@njit
def most_by_three(
    game: GameByFeature, memo: BoundMemo, splits: Splits, members: Array, growths: Array, near: int
) -> int:
    """An upper bound on what three guesses win over those secrets (int32, ascending).

    splits: any; it is filled anew. growths: how many times as large as a bin the set may be whose bound it takes over,
    in the order in which they are tried, such as 4 and 1.5. near: after the first guesses, others are looked at only if
    they may win 1/near more than the best of these. A larger number takes longer, and the bound is lower.
    """
    begin(splits, game, members)
    most = most_by_two(game, memo, members)
    totals = np.empty(len(game.features), dtype=np.int64)
    for guess in range(len(game.features)):
        split(splits, game, guess)
        totals[guess] = _bounds_so_far(memo, splits, growths, most).sum()
    memo.work[0] += len(members) * len(game.features)

    best = 0
    for tried, guess in enumerate(np.argsort(-totals)):
        if tried == _TRIED_FIRST:
            # This bounds what is won by every guess that is not looked at because it cannot win more.
            best += best // near
        if totals[guess] <= best:
            break
        split(splits, game, guess)
        memo.work[0] += len(members)
        best = max(best, _won_in_bins(game, memo, splits, growths, most, best))
    # A candidate wins one more, because its own bin of one is won a guess earlier.
    return int(best) + 1


@njit
def _won_in_bins(game: GameByFeature, memo: BoundMemo, splits: Splits, growths: Array, most: int, enough: int) -> int:
    """An upper bound on what two more guesses win in the bins of the guess that has split the set.

    The bounds of bins are lowered, those of the largest bins first, until their sum is at most `enough`. most: what two
    guesses win over the whole set.
    """
    sizes = splits.sizes[-1, : splits.counts[-1]]
    bounds = _bounds_so_far(memo, splits, growths, most)
    total = bounds.sum()
    largest_first = np.argsort(-sizes)
    for growth in growths:
        for number in largest_first:
            if total <= enough or sizes[number] < _FEWEST_SEARCHED:
                break
            depth, larger = bin_that_contains(splits, number, growth)
            key = splits.keys[depth, larger]
            bound = _find_bound(memo, key)
            if bound == INFINITY:
                bound = most_by_two(game, memo, members_of(splits, depth, larger))
                _store_bound(memo, key, bound)
            if bound < bounds[number]:
                total -= bounds[number] - bound
                bounds[number] = bound
    return int(total)


@njit
def _bounds_so_far(memo: BoundMemo, splits: Splits, growths: Array, most: int) -> Array:
    """int64 (bins,): bounds on what two guesses win in each bin of the guess, as far as the memo has them.

    most: what two guesses win over the whole set.
    """
    sizes = splits.sizes[-1, : splits.counts[-1]]
    bounds = np.empty(len(sizes), dtype=np.int64)
    for number, size in enumerate(sizes):
        # Two guesses win most if the first one is a candidate and tells all secrets apart.
        bound = min(size + 1, most)
        if size >= _FEWEST_SEARCHED:
            for growth in growths:
                depth, larger = bin_that_contains(splits, number, growth)
                bound = min(bound, _find_bound(memo, splits.keys[depth, larger]))
        bounds[number] = bound
    return bounds
