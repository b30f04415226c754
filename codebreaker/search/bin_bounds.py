"""The bound of a bin, with most guesses left out unseen, in numba (the `fast` extra).

`search.bounds.bin_bound` takes a maximum over all guesses; here guesses that cannot have enough bins are skipped.
A reply is a sum of terms, one for each feature of the guess. Where a feature has v terms in the bin and all but m of
the secrets share one of them, it turns p parts into at most min(v p, p + m) (Lemma 2 of docs/strategy.md): so the
number of parts is limited before a single reply is worked out. The result is the same to the bit.
"""

import numpy as np
from numba import njit

from codebreaker.game import Game
from codebreaker.payoff import Payoff
from codebreaker.replies import Array
from codebreaker.search.bounds import capped_table, most_total

_COUNTED = 4
"""Features with up to so many terms have their secrets counted term by term; of others the first and 0 are counted."""
_ADDED = 22
"""Bits of a sum of minorities; the sum of logarithms lies above."""
_STEPS = 32
"""Logarithms are in 1/_STEPS of an octave, rounded up."""
_PRODUCTS = np.ceil(np.minimum(2.0 ** (np.arange(1 << (32 - _ADDED)) / _STEPS), 1 << _ADDED)).astype(np.int64)
_MUCH = 1 << 62
_LEVELS = 8
"""Guesses are looked at in so many rounds, those with the highest limits first."""


class Screen:
    """The bounds of a game's bins."""

    def __init__(self, game: Game, terms: Array) -> None:
        """A screen for that game; terms (features + 1, secrets) are those of all its secrets."""
        self.game, self.terms = game, terms
        self._known = np.zeros((len(terms), _COUNTED), dtype=terms.dtype)
        self._terms_of = np.empty(len(terms), dtype=np.int64)
        for feature, row in enumerate(terms):
            different = np.unique(row)
            self._terms_of[feature] = len(different)
            self._known[feature, : len(different)] = different[:_COUNTED]
        logs, most_added = _logs(self._terms_of)[game.features], max(_thresholds(terms.shape[1]))
        if logs.sum(axis=1).max() >= len(_PRODUCTS) or most_added * game.features.shape[1] >= 1 << _ADDED:
            raise ValueError("replies of so many features of so many terms cannot be screened")
        self._stamps, self._last = np.zeros(game.codes, dtype=np.uint16), 0

    def __call__(self, payoff: Payoff, secrets: Array, attempt: int) -> int:
        """As codebreaker.search.bounds.bin_bound."""
        size = len(secrets)
        if size <= 2 or attempt == payoff.attempts - 1:
            return payoff.most(size, attempt)
        features, terms = self.game.features, _columns(self.terms, secrets)
        limits, replies = self.limits(terms), np.empty(size, dtype=terms.dtype)
        parts, self._last = _most_parts(terms, features, limits, self._stamps, self._last, replies)
        table = capped_table(payoff, attempt + 1, parts, size)
        hits = np.zeros(len(features), dtype=np.int64)
        candidates = self.game.guess_of[secrets]
        hits[candidates[candidates >= 0]] = payoff.solved[attempt] - int(table[1])
        reach, gains = most_total(table), np.diff(table)
        counts = np.zeros(self.game.codes, dtype=np.uint16 if size < 1 << 16 else np.uint32)
        return int(_most(terms, features, limits, parts, reach, gains, hits, counts, replies))

    def limits(self, terms: Array) -> Array:
        """int32 (guesses,): no guess splits secrets of those terms (features + 1, n) into more parts."""
        minorities, varieties = np.empty((2, len(terms)), dtype=np.int64)
        _count_all(terms, self._known, self._terms_of, minorities, varieties)
        limits = np.empty(len(self.game.features), dtype=np.int32)
        size = terms.shape[1]
        _limit(self.game.features, _weights(minorities, varieties, size), _PRODUCTS, size, limits)
        return limits


@njit(nogil=True, cache=True)
def _columns(terms: Array, secrets: Array) -> Array:
    """The terms of those secrets; terms[:, secrets], and faster."""
    chosen = np.empty((len(terms), len(secrets)), dtype=terms.dtype)
    for feature in range(len(terms)):
        source, row = terms[feature], chosen[feature]
        for place in range(len(secrets)):
            row[place] = source[secrets[place]]
    return chosen


@njit(nogil=True, cache=True)
def _count_all(terms: Array, known: Array, terms_of: Array, minorities: Array, varieties: Array) -> None:
    """Fill m and v of each feature, or numbers no smaller."""
    size = terms.shape[1]
    for feature in range(len(terms)):
        row = terms[feature]
        most, different = 0, 0
        if terms_of[feature] <= _COUNTED:
            for term in known[feature, : terms_of[feature]]:
                count = _count(row, term)
                most = max(most, count)
                different += count > 0
        else:
            most = max(_count(row, row[0]), _count(row, row.dtype.type(0)))
            different = min(terms_of[feature], size - most + 1)
        minorities[feature], varieties[feature] = size - most, different


@njit(nogil=True, cache=True)
def _count(row: Array, term: int) -> int:
    count = 0
    for one in row:
        count += one == term
    return count


def _logs(numbers: Array) -> Array:
    """int64, the logarithms in 1/_STEPS of an octave, rounded up (those of powers of two are exact)."""
    return np.ceil(_STEPS * np.log2(np.maximum(numbers, 1)) - 1e-9).astype(np.int64)


def _thresholds(size: int) -> tuple[float, float]:
    """The minorities above which a feature multiplies; any pair is valid, this one limits well."""
    low = 0.2 * size**0.75  # about where v p = p + m for the p that half the secrets come to
    return low, 3 * low


def _weights(minorities: Array, varieties: Array, size: int) -> Array:
    """int64 (features,): two pairs (logarithm of v, m) in one number, so that one sum over features adds all four.

    A feature multiplies, and adds nothing, where m is above a threshold; each pair has a threshold of its own.
    """
    logs = _logs(varieties)
    pairs = [np.where(minorities > threshold, logs << _ADDED, minorities) for threshold in _thresholds(size)]
    weights: Array = pairs[0] << 32 | pairs[1]
    return weights


@njit(nogil=True, cache=True)
def _limit(features: Array, weights: Array, products: Array, size: int, limits: Array) -> None:
    """Fill limits: no guess has more parts."""
    added, half = (1 << _ADDED) - 1, (1 << 32) - 1
    for guess in range(len(features)):
        both = 0
        for feature in features[guess]:
            both += weights[feature]
        one, other = both >> 32 & half, both & half  # the upper pair can reach into the sign
        limit = min(products[one >> _ADDED] + (one & added), products[other >> _ADDED] + (other & added))
        limits[guess] = min(limit, size)


@njit(nogil=True, cache=True)
def _reply(terms: Array, features: Array, replies: Array) -> None:
    """Fill the replies of one guess to all secrets."""
    replies[:] = terms[features[0]]
    for feature in features[1:]:
        row = terms[feature]
        for secret in range(len(replies)):
            replies[secret] += row[secret]


@njit(nogil=True, cache=True)
def _bin_total(replies: Array, gains: Array, counts: Array) -> int:
    """The total over the bins of these replies; counts is all zero before and after."""
    total = 0
    for reply in replies:
        total += gains[counts[reply]]
        counts[reply] += 1
    for reply in replies:
        counts[reply] = 0
    return total


@njit(nogil=True, cache=True)
def _most_parts(
    terms: Array, features: Array, limits: Array, stamps: Array, stamp: int, replies: Array
) -> tuple[int, int]:
    """The most parts of any guess, and the last stamp used; limits become exact where guesses were looked at.

    A stamp says which guess had a reply last, so that nothing need be cleared between guesses.
    """
    best, level = 0, limits.max()
    step = max(1, level // _LEVELS)
    while level > best:
        level = max(best, level - step)
        for guess in range(len(features)):
            if limits[guess] > max(level, best):
                _reply(terms, features[guess], replies)
                stamp += 1
                if stamp >> 16:
                    stamps[:] = 0
                    stamp = 1
                parts = 0
                for reply in replies:
                    parts += stamps[reply] != stamp
                    stamps[reply] = stamp
                limits[guess] = parts
                best = max(best, parts)
    return best, stamp


@njit(nogil=True, cache=True)
def _most(
    terms: Array,
    features: Array,
    limits: Array,
    parts: int,
    reach: Array,
    gains: Array,
    hits: Array,
    counts: Array,
    replies: Array,
) -> int:
    """The largest total of any guess: those with the most parts first, then all that could still have more."""
    best = -_MUCH
    for first in (True, False):
        for guess in range(len(features)):
            if (limits[guess] == parts) == first and reach[limits[guess]] + hits[guess] > best:
                _reply(terms, features[guess], replies)
                best = max(best, _bin_total(replies, gains, counts) + hits[guess])
    return best
