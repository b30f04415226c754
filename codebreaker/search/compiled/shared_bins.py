"""Upper bounds on what two and three guesses win over a set of secrets; compiled.

Every bound counts *wins*: a secret wins one for each guess that is left when it is found, the one that finds it
included. With 100 points for each guess left, a win is 100 points.

A bound of a set of secrets holds for every part of the set (Lemma 4 of docs/proofs.md), so bins can share bounds: a bin
takes over the bound of a set that contains it, if that set is only a little larger. The sets are those that a guess
makes with some of its features; many guesses have them in common, and each is searched once.

`Splits` of codebreaker.search.compiled.feature_splits holds the sets that contain the bins of one guess: `begin` gives
it a set, and `split` splits that by a guess. Its arrays have a row for each depth, which is the number of features that
were used. In the last row there are the bins of the guess.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.typed import Dict

from codebreaker.objective import INFINITY
from codebreaker.replies import Array
from codebreaker.search.compiled.compiler import njit
from codebreaker.search.compiled.feature_splits import (
    GameByFeature,
    Splits,
    begin,
    bin_that_contains,
    members_of,
    split,
)

_FEWEST_SEARCHED = 5
"""Bins of fewer secrets are not searched: one guess nearly always tells them all apart, so no bound would be lower."""
_TRIED_FIRST = 6
"""Guesses that most_by_three bounds as closely as possible; later ones need only be near the best of these.

More of them lower the bound a little and take longer.
"""
_FEW = 40
"""In a set of up to this many secrets most_by_two counts the guesses that are candidates first.

If one of them tells all secrets apart, as is common in such small sets, no other guess is looked at. Like the next two
numbers, this one decides how long the search takes and not what it returns.
"""
_COUNTED_FIRST = 4
"""Guesses whose bins are counted first, because they may have most; their counts exclude many of the others."""
_CODES_A_SECRET = 16
"""Bins are counted by going over all reply codes where these are at most 16 times as many as the secrets.

The compiler makes vector code of that, so it is faster than to go over the secrets.
"""
_MANY_SHARE = 0.2
_MANY_EXPONENT = 0.75
"""In _limits a feature multiplies the number of bins if it splits more than 0.2 n^0.75 of n secrets off, and else adds.

A rule of thumb, the same as in codebreaker.search.bounds: any rule gives limits that hold, and this one gives low ones.
"""
_KEY = types.UniTuple(types.uint64, 2)  # type: ignore[no-untyped-call]
"""The type of a key in the dict: its two halves."""


class BoundMemo(NamedTuple):
    """Upper bounds on what two guesses win over sets of secrets, by the keys of the sets; and the work done.

    The key of a set, uint64 (2,), is a hash of 128 bits: GameByFeature has the random numbers that it is made of. It
    stands for the set: members are not compared, so a set need not be made to look it up.
    """

    bounds: Any
    """A dict of compiled code: the bound of a set, in wins, by the two halves of its key."""
    most_bounds: int
    """How many bounds are kept at most."""
    work: Array
    """int64 (1,): pairs of a guess and a secret that searches with this memo have looked at."""


@njit
def new_bound_memo(most_bounds: int) -> BoundMemo:
    """An empty memo that keeps at most that many bounds."""
    # Compiled, because numba compiles a function of its own, and does not keep it, where Python makes the dict.
    bounds = Dict.empty(_KEY, types.int64)
    return BoundMemo(bounds, most_bounds, np.zeros(1, dtype=np.int64))


@njit
def find_bound(memo: BoundMemo, key: Array) -> int:
    """The bound of the set with that key; INFINITY if the memo does not have it."""
    bound: int = memo.bounds.get((key[0], key[1]), INFINITY)
    return bound


@njit
def store_bound(memo: BoundMemo, key: Array, bound: int) -> None:
    """Keep the bound of a set that the memo does not have; a full memo is emptied first."""
    if len(memo.bounds) >= memo.most_bounds:
        memo.bounds.clear()
    memo.bounds[key[0], key[1]] = bound


@njit
def _count_bins(terms: Array, features: Array, seen: Array, replies: Array) -> int:
    """The number of bins of a guess with those features.

    terms: those of the secrets [feature, secret]. seen: uint8 (codes,), all 0 before and after. replies: room for a
    reply to each secret, of the dtype of `terms`.
    """
    size = terms.shape[1]
    # The compiler makes vector code of these loops because they index `terms` directly. Rows that are taken out first
    # (terms[feature]) would take three times as long.
    first = features[0]
    for secret in range(size):
        replies[secret] = terms[first, secret]
    for feature in features[1:]:
        for secret in range(size):
            replies[secret] += terms[feature, secret]

    for secret in range(size):
        seen[replies[secret]] = 1

    # A sum of 32 bits is vector code, one of 64 bits is not.
    bins = np.int32(0)
    if len(seen) <= _CODES_A_SECRET * size:
        for code in range(len(seen)):
            bins += np.int32(seen[code])
        seen[:] = 0
    else:
        for secret in range(size):
            bins += np.int32(seen[replies[secret]])
            seen[replies[secret]] = 0
    return int(bins)


@njit
def _split_features(game: GameByFeature, terms: Array) -> tuple[Array, Array]:
    """How each feature splits a set: (parts, split_off), int32 (features,) each.

    parts: the different terms of the feature in the set. split_off: the secrets whose term is not the most frequent
    one. terms: those of the set [feature, secret].
    """
    size = terms.shape[1]
    parts = np.ones(len(terms), dtype=np.int32)
    split_off = np.zeros(len(terms), dtype=np.int32)
    # All but the last feature, which fills up the guesses that have few: it splits nothing off.
    for feature in range(len(terms) - 1):
        parts[feature] = 0
        most = 0
        for number in range(game.term_counts[feature]):
            term = game.different_terms[feature, number]
            count = np.int32(0)
            for secret in range(size):
                count += np.int32(terms[feature, secret] == term)
            parts[feature] += count > 0
            most = max(most, int(count))
        split_off[feature] = size - most
    return parts, split_off


@njit
def _limits(game: GameByFeature, size: int, parts: Array, split_off: Array) -> Array:
    """float32 (guesses,): a number of bins that each guess cannot exceed over a set of that size.

    By Lemma 2 of docs/proofs.md a feature multiplies the number of bins by its different terms at most. If all secrets
    but m have the same term, it adds m bins at most. parts and split_off: see _split_features.
    """
    multiplies = split_off > _MANY_SHARE * size**_MANY_EXPONENT
    factors = np.where(multiplies, parts, 1).astype(np.float32)
    added = np.where(multiplies, 0, split_off).astype(np.float32)

    # For all guesses their first features, then their second ones: the compiler makes vector code of such a loop.
    products = factors[game.features_by_place[0]]
    sums = added[game.features_by_place[0]]
    for features in game.features_by_place[1:]:
        for guess in range(len(products)):
            products[guess] *= factors[features[guess]]
            sums[guess] += added[features[guess]]
    limits: Array = products + sums
    return limits


@njit
def _closer_limit(features: Array, parts: Array, split_off: Array, sorted_features: Array) -> int:
    """A number of bins that a guess with those features cannot exceed: nearly always lower than that of `_limits`.

    Lemma 2 holds whichever features multiply. Here none of them does, then the one that splits most off, then the two
    that split most off, and so on; the lowest limit counts. sorted_features: room for the features.
    """
    added = 0
    for index, feature in enumerate(features):
        added += split_off[feature]
        # Insert it behind those that split as many secrets off or more.
        place = index
        while place > 0 and split_off[sorted_features[place - 1]] < split_off[feature]:
            sorted_features[place] = sorted_features[place - 1]
            place -= 1
        sorted_features[place] = feature

    product = 1
    limit = product + added
    for feature in sorted_features:
        product *= parts[feature]
        added -= split_off[feature]
        limit = min(limit, product + added)
    return limit


@njit
def _highest_first(limits: Array) -> Array:
    """int64: the _COUNTED_FIRST guesses with the highest limits, the highest first; then all guesses, with these."""
    first = min(_COUNTED_FIRST, len(limits))
    order = np.empty(first + len(limits), dtype=np.int64)
    order[first:] = np.arange(len(limits))
    remaining = limits.copy()
    for index in range(first):
        order[index] = remaining.argmax()
        # Below every limit, so that this guess is not taken again.
        remaining[order[index]] = -1
    return order


@njit
def most_by_two(game: GameByFeature, members: Array, work: Array) -> int:
    """The most that two guesses win over those secrets (int32, ascending).

    The second guess wins one secret of each bin. A first guess that is a candidate wins its own bin, which counts two.
    So it is the largest number of bins of any guess, where a candidate counts one more. work: BoundMemo.work, to which
    the pairs that are looked at are added.
    """
    size = len(members)
    terms = game.terms[:, members]
    seen = np.zeros(game.codes, dtype=np.uint8)
    replies = np.empty(size, dtype=terms.dtype)

    best = 0
    if size <= _FEW:
        for secret in members:
            features = game.features[game.guess_of[secret]]
            best = max(best, 1 + _count_bins(terms, features, seen, replies))
            work[0] += size
            # No guess has more bins than secrets, and none wins more than a candidate with as many.
            if best > size:
                return best

    # 1 for each secret that is a member. A guess that is no secret has secret_of -1, which means the last entry: it
    # stays 0.
    is_member = np.zeros(len(game.guess_of) + 1, dtype=np.int64)
    is_member[members] = 1
    parts, split_off = _split_features(game, terms)
    limits = _limits(game, size, parts, split_off)
    sorted_features = np.empty_like(game.features[0])
    for guess in _highest_first(limits):
        hit = is_member[game.secret_of[guess]]
        if limits[guess] + hit <= best:
            continue
        # This limit takes longer than those of all guesses together, so only the guesses that are still open need it.
        if _closer_limit(game.features[guess], parts, split_off, sorted_features) + hit <= best:
            continue
        bins = _count_bins(terms, game.features[guess], seen, replies)
        best = max(best, bins + hit)
        work[0] += size
        if best > size:
            break
        # The guesses that come first come once more, and need not be counted again.
        limits[guess] = 0
    return int(best)


@njit
def most_by_three(
    game: GameByFeature, memo: BoundMemo, splits: Splits, members: Array, growths: Array, slack_divisor: int
) -> int:
    """An upper bound on what three guesses win over those secrets (int32, ascending).

    splits: any; it is filled anew. growths: a bin takes over the bounds of sets that are at most that many times as
    large. With 4 and 1.5 it is first that of a set up to four times as large; if that is not enough, of one up to 1.5
    times as large. slack_divisor: after the first few guesses the bound is raised by 1/slack_divisor of it, which saves
    the search of guesses that win little more than these. A larger divisor takes longer, and the bound is lower.
    """
    begin(splits, game, members)
    most_of_set = most_by_two(game, members, memo.work)
    # What each guess wins at most, by the bounds that the memo has.
    totals = np.empty(len(game.features), dtype=np.int64)
    # In this order a guess often begins with the features of the one before it, whose splits need not be made again.
    for guess in game.guesses_by_features:
        split(splits, game, guess)
        totals[guess] = _bounds_so_far(memo, splits, growths, most_of_set).sum()
    memo.work[0] += len(members) * len(game.features)

    # What any guess wins at most.
    bound = 0
    for tried, guess in enumerate(np.argsort(-totals)):
        if tried == _TRIED_FIRST:
            # A higher bound holds too, and fewer of the remaining guesses exceed it.
            bound += bound // slack_divisor
        # The guesses come in the order of their totals, so none of the later ones exceeds the bound either.
        if totals[guess] <= bound:
            break
        split(splits, game, guess)
        memo.work[0] += len(members)
        bound = max(bound, _won_in_bins(game, memo, splits, growths, most_of_set, bound))
    # A guess that is a candidate is found at once, which wins 3. It was counted as a bin of one secret, which wins 2.
    return int(bound) + 1


@njit
def _won_in_bins(
    game: GameByFeature, memo: BoundMemo, splits: Splits, growths: Array, most_of_set: int, enough: int
) -> int:
    """An upper bound on what two more guesses win in the bins of the guess that has split the set.

    The bounds of bins are lowered, those of the largest bins first, until their sum is at most `enough`. most_of_set:
    what two guesses win over the whole set.
    """
    sizes = splits.sizes[-1, : splits.counts[-1]]
    bounds = _bounds_so_far(memo, splits, growths, most_of_set)
    total = bounds.sum()
    largest_first = np.argsort(-sizes)
    for growth in growths:
        for number in largest_first:
            if total <= enough or sizes[number] < _FEWEST_SEARCHED:
                break
            # A set is named by its depth and its number there.
            depth, larger = bin_that_contains(splits, number, growth)
            key = splits.keys[depth, larger]
            bound = find_bound(memo, key)
            if bound == INFINITY:
                bound = most_by_two(game, members_of(splits, depth, larger), memo.work)
                store_bound(memo, key, bound)
            if bound < bounds[number]:
                total -= bounds[number] - bound
                bounds[number] = bound
    return int(total)


@njit
def _bounds_so_far(memo: BoundMemo, splits: Splits, growths: Array, most_of_set: int) -> Array:
    """int64 (bins,): bounds on what two guesses win in each bin of the guess, as far as the memo has them.

    most_of_set: what two guesses win over the whole set.
    """
    sizes = splits.sizes[-1, : splits.counts[-1]]
    bounds = np.empty(len(sizes), dtype=np.int64)
    for number, size in enumerate(sizes):
        # Two guesses win most if the first one is a candidate and tells all secrets apart.
        bound = min(size + 1, most_of_set)
        if size >= _FEWEST_SEARCHED:
            last_depth = -1
            for growth in growths:
                depth, larger = bin_that_contains(splits, number, growth)
                # Often the next growth leads to the same set.
                if depth != last_depth:
                    bound = min(bound, find_bound(memo, splits.keys[depth, larger]))
                    last_depth = depth
        bounds[number] = bound
    return bounds
