"""The hot functions of codebreaker.bins and search.bounds in numba (the `fast` extra), equal to the bit.

bin_bound takes a maximum over all guesses; its form here skips guesses that cannot have enough bins. A reply is a sum
of terms, one for each feature of the guess. Where a feature has v terms in the bin and all but m of the secrets share
one of them, it turns p parts into at most min(v p, p + m) (Lemma 2 of docs/proofs.md). That limits the number of parts
of a guess before any of its replies is worked out.
Import it only where a program is ready to wait for numba, never in the player.
"""

import numpy as np

from codebreaker.game import Game, candidates
from codebreaker.replies import Array
from codebreaker.search.bounds import at_most, most_by_size, most_total
from codebreaker.search.compiled.compiler import njit
from codebreaker.tree import INFINITY, Payoff

_LEVELS = 16
"""The search for the largest total takes about this many rounds, guesses with the highest limits first."""


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


def compiled_bin_bound(game: Game, terms: Array, payoff: Payoff, secrets: Array, attempt: int) -> int:
    """The result of codebreaker.search.bounds.bin_bound; terms (features + 1, secrets): those of all secrets."""
    size, features, columns = len(secrets), game.features, terms[:, secrets]
    if size <= 2 or attempt == payoff.attempts - 1:
        return payoff.most(size, attempt)
    counts = np.zeros(game.codes, dtype=np.uint16 if size < 1 << 16 else np.uint32)
    limits, ones = part_limits(columns, features, counts), np.zeros(size, dtype=np.int64)
    ones[0] = 1
    parts = _largest(columns, features, limits, ones, np.zeros_like(limits), counts)
    table = most_by_size(payoff, attempt + 1, size, at_most(parts))
    hits = (payoff.solved[attempt] - table[1]) * candidates(game, secrets)
    return _largest(columns, features, most_total(table)[limits] + hits, np.diff(table), hits, counts)


@njit
def part_limits(terms: Array, features: Array, counts: Array) -> Array:
    """For each guess the most parts into which it can split secrets of those terms (features + 1, n): int64 (guesses,).

    A feature multiplies them by v where m is large, else it adds m. counts is all zero before and after.
    """
    size, limits = terms.shape[1], np.empty(len(features), dtype=np.int64)
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
    return limits


@njit
def _largest(terms: Array, features: Array, limits: Array, gains: Array, hits: Array, counts: Array) -> int:
    """The largest total of any guess over its bins, and its hits; limits become exact for guesses that are looked at.

    gains and counts are those of _totals.
    """
    best, level, replies = -INFINITY, limits.max(), np.empty(terms.shape[1], dtype=terms.dtype)
    step = max(1, (level - limits.min()) // _LEVELS)
    while level > best:
        level = max(best, level - step)
        for guess in range(len(features)):
            if limits[guess] <= max(level, best):
                continue
            replies[:] = terms[features[guess, 0]]
            for feature in features[guess, 1:]:
                row = terms[feature]
                for secret in range(len(replies)):
                    replies[secret] += row[secret]
            total = hits[guess]
            for reply in replies:
                total += gains[counts[reply]]
                counts[reply] += 1
            for reply in replies:
                counts[reply] = 0
            limits[guess] = total
            best = max(best, total)
    return best
