"""codebreaker.bins.bin_totals in numba (the `fast` extra): the same totals, several times faster.

Import it only where a program is ready to wait for numba, never in the player.
"""

import numpy as np

from codebreaker.replies import Array
from codebreaker.search.compiled.compiler import njit

REPLIES_A_CALL = 1 << 26
"""Replies counted in one call of compiled code, some tenths of a second. Ctrl-C is not heard while such code runs."""
_BLOCK = 1 << 14
"""Replies of a block of guesses: 16 to 64 KB, about the size of the processor's first cache. A guess with more replies
is a block by itself."""


def compiled_bin_totals(terms: Array, features: Array, table: Array, codes: int, largest: bool = False) -> Array:
    """For every guess the sum over its bins of table[bin size], or with `largest` the size of its largest bin.

    Returns int64 (guesses,). terms [feature, secret] and features [guess, place] are those of codebreaker.game.Game: a
    reply code is the sum of the terms of the guess's features. table: int64 (secrets + 1,) with table[0] == 0. codes:
    all reply codes are below this.
    """
    size = terms.shape[1]
    totals = np.zeros(len(features), dtype=np.int64)
    if not size:
        return totals

    # numba compiles anew for each layout of an array, and neighbouring replies are read faster.
    terms = np.ascontiguousarray(terms)
    step = max(1, REPLIES_A_CALL // size)
    gains = np.diff(table[: size + 1]).astype(np.int64)
    for start in range(0, len(features), step):
        part = features[start : start + step]
        # A count is at most `size`. _count_bins uses the same array for numbers of guesses, which go up to len(part).
        count_type = np.uint16 if max(size, len(part)) < 1 << 16 else np.uint32
        counts = np.zeros(codes, dtype=count_type)
        _totals(terms, part, gains, counts, totals[start : start + step], largest)
    return totals


@njit
def _totals(terms: Array, features: Array, gains: Array, counts: Array, totals: Array, largest: bool) -> None:
    """Fill totals [guess], a block of guesses at a time.

    gains[c]: what the total gains if a bin of c secrets gets one more. counts: a number for each code, all 0.
    """
    step = max(1, _BLOCK // terms.shape[1])
    replies = np.empty((step, terms.shape[1]), dtype=terms.dtype)
    # If only the first secret of a bin adds to the total, each bin adds the same, whatever its size.
    is_number_of_bins = not gains[1:].any()

    for start in range(0, len(features), step):
        part = features[start : start + step]
        replies_of_part = replies[: len(part)]
        totals_of_part = totals[start : start + step]
        _add_terms(terms, part, replies_of_part)
        if is_number_of_bins and not largest:
            _count_bins(replies_of_part, counts, start, totals_of_part)
            totals_of_part *= gains[0]
        else:
            _add_sizes(replies_of_part, counts, gains, totals_of_part, largest)


@njit
def _add_terms(terms: Array, features: Array, replies: Array) -> None:
    """Fill replies [guess, secret] with the sums of the terms of each guess's features."""
    size = terms.shape[1]
    # A guess with fewer features than others ends with the index of the last row of terms, which is 0.
    padding = terms.shape[0] - 1
    for guess in range(features.shape[0]):
        used = 0
        while used < features.shape[1] and features[guess, used] < padding:
            used += 1

        first = terms[features[guess, 0]]
        for secret in range(size):
            replies[guess, secret] = first[secret]

        # Three terms at a time: fewer passes over the replies, and each still is a plain vector loop.
        column = 1
        while column + 2 < used:
            terms_a = terms[features[guess, column]]
            terms_b = terms[features[guess, column + 1]]
            terms_c = terms[features[guess, column + 2]]
            for secret in range(size):
                replies[guess, secret] += terms_a[secret] + terms_b[secret] + terms_c[secret]
            column += 3
        while column < used:
            terms_a = terms[features[guess, column]]
            for secret in range(size):
                replies[guess, secret] += terms_a[secret]
            column += 1


@njit
def _count_bins(replies: Array, last_guess: Array, guesses_before: int, totals: Array) -> None:
    """Fill totals with the numbers of bins.

    last_guess [code]: the number of the last guess that had a reply with this code, 0 if none had. Guesses have numbers
    from 1, so the array need not be cleared between them; guesses_before: how many were counted in earlier blocks.
    """
    for guess in range(replies.shape[0]):
        number = guesses_before + guess + 1
        bins = 0
        for secret in range(replies.shape[1]):
            code = replies[guess, secret]
            bins += last_guess[code] != number
            last_guess[code] = number
        totals[guess] = bins


@njit
def _add_sizes(replies: Array, counts: Array, gains: Array, totals: Array, largest: bool) -> None:
    """Fill totals with the sums of the gains of all secrets, or with the sizes of the largest bins.

    counts: all zero before and after.
    """
    for guess in range(replies.shape[0]):
        total = 0
        for secret in range(replies.shape[1]):
            count = counts[replies[guess, secret]] + 1
            counts[replies[guess, secret]] = count
            if largest:
                total = max(total, count)
            else:
                total += gains[count - 1]
        for secret in range(replies.shape[1]):
            counts[replies[guess, secret]] = 0
        totals[guess] = total
