"""The bound of a bin in numba (the `fast` extra), equal to `search.bounds.bin_bound` to the bit.

bin_bound takes a maximum over all guesses; this form skips guesses that cannot have enough bins. A reply is a sum of
terms, one for each feature of the guess. Where a feature has v terms in the bin and all but m of the secrets share one
of them, it turns p parts into at most min(v p, p + m) (Lemma 2 of docs/proofs.md). That limits the number of parts
of a guess before any of its replies is worked out.
"""

import numpy as np

from codebreaker.game import Game
from codebreaker.payoff import INFINITY, Payoff
from codebreaker.replies import Array
from codebreaker.search.bounds import at_most, most_by_size, most_total
from codebreaker.search.compiled.compiler import njit

_COUNTED = 4
"""Features with at most this many terms have all of them counted; of the others the first term and 0 are counted."""
_STEPS = 32
"""Logarithms are in 1/_STEPS of an octave, rounded up."""
_OCTAVES = 22
"""Products are capped at 2 to this power."""
_PRODUCTS = np.ceil(2.0 ** (np.arange(_OCTAVES * _STEPS + 1) / _STEPS)).astype(np.int64)
"""_PRODUCTS[l]: the number whose logarithm is l, rounded up."""

_LEVELS = 8
"""The search for the most parts takes this many rounds, guesses with the highest limits first."""


class CompiledBinBound:
    """bin_bound of one plain game: call it as bound(payoff, secrets, attempt)."""

    def __init__(self, game: Game, terms: Array) -> None:
        """terms (features + 1, secrets) are those of all secrets of the game."""
        self.game, self.terms = game, terms
        self._known = np.zeros((len(terms), _COUNTED), dtype=terms.dtype)
        self._terms_of = np.empty(len(terms), dtype=np.int64)
        for feature, row in enumerate(terms):
            different = np.unique(row)
            self._terms_of[feature] = len(different)
            self._known[feature, : len(different)] = different[:_COUNTED]
        self._stamps, self._last = np.zeros(game.codes, dtype=np.uint16), 0

    def __call__(self, payoff: Payoff, secrets: Array, attempt: int) -> int:
        """An upper bound on the total over a bin, equal to codebreaker.search.bounds.bin_bound."""
        size = len(secrets)
        if size <= 2 or attempt == payoff.attempts - 1:
            return payoff.most(size, attempt)
        features, terms = self.game.features, _columns(self.terms, secrets)
        limits, replies = self.limits(terms), np.empty(size, dtype=terms.dtype)
        parts, self._last = _most_parts(terms, features, limits, self._stamps, self._last, replies)
        table = most_by_size(payoff, attempt + 1, size, at_most(parts))
        hits = np.zeros(len(features), dtype=np.int64)
        candidates = self.game.guess_of[secrets]
        hits[candidates[candidates >= 0]] = payoff.solved[attempt] - int(table[1])
        reach, gains = most_total(table), np.diff(table)
        counts = np.zeros(self.game.codes, dtype=np.uint16 if size < 1 << 16 else np.uint32)
        return int(_most(terms, features, limits, parts, reach, gains, hits, counts, replies))

    def limits(self, terms: Array) -> Array:
        """For each guess the most parts that it can split secrets of those terms (features + 1, n) into: int32."""
        minorities, varieties = np.empty((2, len(terms)), dtype=np.int64)
        _count_all(terms, self._known, self._terms_of, minorities, varieties)
        limits = np.empty(len(self.game.features), dtype=np.int32)
        size = terms.shape[1]
        _limit(self.game.features, _weights(minorities, varieties, size), _PRODUCTS, size, limits)
        return limits


@njit
def _columns(terms: Array, secrets: Array) -> Array:
    """terms[:, secrets], compiled because numpy is slower at it."""
    chosen = np.empty((len(terms), len(secrets)), dtype=terms.dtype)
    for feature in range(len(terms)):
        source, row = terms[feature], chosen[feature]
        for index in range(len(secrets)):
            row[index] = source[secrets[index]]
    return chosen


@njit
def _count_all(terms: Array, counted: Array, terms_of: Array, minorities: Array, varieties: Array) -> None:
    """Fill in m and v of each feature, or larger numbers."""
    size = terms.shape[1]
    for feature in range(len(terms)):
        row = terms[feature]
        most, different = 0, 0
        if terms_of[feature] <= _COUNTED:
            for term in counted[feature, : terms_of[feature]]:
                count = _count(row, term)
                most = max(most, count)
                different += count > 0
        else:
            most = max(_count(row, row[0]), _count(row, row.dtype.type(0)))
            different = min(terms_of[feature], size - most + 1)
        minorities[feature], varieties[feature] = size - most, different


@njit
def _count(row: Array, term: int) -> int:
    count = 0
    for value in row:
        count += value == term
    return count


def _logs(numbers: Array) -> Array:
    """int64, the logarithms in 1/_STEPS of an octave, rounded up (those of powers of two are exact)."""
    return np.ceil(_STEPS * np.log2(np.maximum(numbers, 1)) - 1e-9).astype(np.int64)


def _thresholds(size: int) -> tuple[float, float]:
    """Two values of m above which a feature counts as a factor; any values are valid, these give low limits."""
    low = 0.2 * size**0.75  # about where v p = p + m for the p that half the secrets come to
    return low, 3 * low


def _weights(minorities: Array, varieties: Array, size: int) -> Array:
    """int64 (features, 4): for each of the two thresholds the logarithm of v and m, one of them 0.

    A feature multiplies the parts by v where m is above the threshold, else it adds m.
    """
    logs = _logs(varieties)
    columns = []
    for threshold in _thresholds(size):
        factor = minorities > threshold
        columns += [np.where(factor, logs, 0), np.where(factor, 0, minorities)]
    return np.column_stack(columns)


@njit
def _limit(features: Array, weights: Array, products: Array, size: int, limits: Array) -> None:
    """Fill limits: no guess has more parts."""
    top = len(products) - 1
    for guess in range(len(features)):
        log, added, other_log, other_added = 0, 0, 0, 0
        for feature in features[guess]:
            log += weights[feature, 0]
            added += weights[feature, 1]
            other_log += weights[feature, 2]
            other_added += weights[feature, 3]
        limit = min(products[min(log, top)] + added, products[min(other_log, top)] + other_added)
        limits[guess] = min(limit, size)


@njit
def _reply(terms: Array, features: Array, replies: Array) -> None:
    """Fill the replies of one guess to all secrets."""
    replies[:] = terms[features[0]]
    for feature in features[1:]:
        row = terms[feature]
        for secret in range(len(replies)):
            replies[secret] += row[secret]


@njit
def _bin_total(replies: Array, gains: Array, counts: Array) -> int:
    """The total over the bins of these replies; counts is all zero before and after."""
    total = 0
    for reply in replies:
        total += gains[counts[reply]]
        counts[reply] += 1
    for reply in replies:
        counts[reply] = 0
    return total


@njit
def _most_parts(
    terms: Array, features: Array, limits: Array, stamps: Array, stamp: int, replies: Array
) -> tuple[int, int]:
    """The most parts of any guess, and the last stamp used; limits become exact for guesses that were looked at.

    stamps[reply] tells which guess had the reply last, so nothing is cleared between guesses.
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


@njit
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
    best = -INFINITY
    for first in (True, False):
        for guess in range(len(features)):
            if (limits[guess] == parts) == first and reach[limits[guess]] + hits[guess] > best:
                _reply(terms, features[guess], replies)
                best = max(best, _bin_total(replies, gains, counts) + hits[guess])
    return best
