"""The hot functions of codebreaker.bins and search.bounds in numba (the `fast` extra), equal to the bit.

bin_bound takes a maximum over all guesses; its form here skips guesses that cannot have enough bins. A reply is a sum
of terms, one for each feature of the guess. Where a feature has v terms in the bin and all but m of the secrets share
one of them, it turns p parts into at most min(v p, p + m) (Lemma 2 of docs/proofs.md). That limits the number of parts
of a guess before any of its replies is worked out.
Import it only where a program is ready to wait for numba, never in the player.
"""

import numpy as np

from codebreaker.game import Game
from codebreaker.replies import Array
from codebreaker.search.bounds import at_most, most_by_size, most_total
from codebreaker.search.compiled.compiler import njit
from codebreaker.tree import INFINITY, Payoff


def compiled_bin_totals(terms: Array, features: Array, table: Array, codes: int, largest: bool = False) -> Array:
    """The result of codebreaker.bins.bin_totals, several times faster on one core."""
    size = terms.shape[1]
    totals = np.zeros(len(features), dtype=np.int64)
    if size:
        counts = np.zeros(codes, dtype=np.uint16 if size < 1 << 16 else np.uint32)
        gains = np.diff(table[: size + 1]).astype(np.int64)
        _totals(terms, features, gains, counts, np.zeros(size, dtype=terms.dtype), totals, largest)
    return totals


@njit
def _totals(
    terms: Array, features: Array, gains: Array, counts: Array, replies: Array, totals: Array, largest: bool
) -> None:
    """Fill totals; counts is all zero before and after, gains[c] what a bin of c gains by one more.

    One function on purpose: in helpers, inlined by numba or not, the same loops take a twentieth longer over a whole
    list or twice as long over a few candidates.
    """
    size, padding = terms.shape[1], terms.shape[0] - 1
    for guess in range(features.shape[0]):
        used = 0
        while used < features.shape[1] and features[guess, used] < padding:
            used += 1
        # Rows are added up to three at a time: fewer passes over replies, each still a plain vector loop.
        first = terms[features[guess, 0]]
        for secret in range(size):
            replies[secret] = first[secret]
        row = 1
        while row + 2 < used:
            second, third, fourth = (
                terms[features[guess, row]],
                terms[features[guess, row + 1]],
                terms[features[guess, row + 2]],
            )
            for secret in range(size):
                replies[secret] += second[secret] + third[secret] + fourth[secret]
            row += 3
        while row < used:
            second = terms[features[guess, row]]
            for secret in range(size):
                replies[secret] += second[secret]
            row += 1
        total = 0
        if largest:
            for secret in range(size):
                counts[replies[secret]] += 1
                if counts[replies[secret]] > total:
                    total = counts[replies[secret]]
        else:
            for secret in range(size):
                count = counts[replies[secret]]
                counts[replies[secret]] = count + 1
                total += gains[count]
        for secret in range(size):
            counts[replies[secret]] = 0
        totals[guess] = total


_LEVELS = 8
"""The search for the most parts takes this many rounds, guesses with the highest limits first."""


class CompiledBinBound:
    """bin_bound of one plain game: call it as bound(payoff, secrets, attempt)."""

    def __init__(self, game: Game, terms: Array) -> None:
        """terms (features + 1, secrets) are those of all secrets of the game, none below 0."""
        self.game, self.terms = game, terms
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
        limits = np.empty(len(self.game.features), dtype=np.int32)
        _limit(terms, self.game.features, self.game.codes, limits)
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
def _limit(terms: Array, features: Array, codes: int, limits: Array) -> None:
    """Fill limits: no guess has more parts. A feature multiplies them by v where m is large, else it adds m."""
    size, counts = terms.shape[1], np.zeros(codes, dtype=np.int32)
    factors, added = np.ones(len(terms)), np.zeros(len(terms), dtype=np.int64)
    large = 0.2 * size**0.75  # about where v p = p + m for the p that half the secrets come to
    for feature in range(len(terms)):
        most, different = 0, 0
        for term in terms[feature]:
            different += counts[term] == 0
            counts[term] += 1
            most = max(most, counts[term])
        for term in terms[feature]:
            counts[term] = 0
        if size - most > large:
            factors[feature] = different
        else:
            added[feature] = size - most
    for guess in range(len(features)):
        product, more = 1.0, 0
        for feature in features[guess]:
            product *= factors[feature]
            more += added[feature]
        limits[guess] = min(size, product + more)


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
