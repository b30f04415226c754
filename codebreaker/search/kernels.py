"""The hot function of codebreaker.bins in numba (the `fast` extra), equal to the bit.

Import it only where a program is ready to wait for numba, never in the player.
"""

import numpy as np

from codebreaker.replies import Array
from codebreaker.search.compiled.compiler import njit

AT_A_TIME = 1 << 26
"""Replies counted in one call, some tenths of a second: Ctrl-C is not heard while compiled code runs."""
_BLOCK = 1 << 14
"""Replies held at a time. They fit in the processor's first cache, and are many enough that a few candidates do not pay
for a call of a function for each guess."""


def compiled_bin_totals(terms: Array, features: Array, table: Array, codes: int, largest: bool = False) -> Array:
    """The result of codebreaker.bins.bin_totals, several times faster on one core."""
    size = terms.shape[1]
    totals = np.zeros(len(features), dtype=np.int64)
    if not size:
        return totals

    step = max(1, AT_A_TIME // size)
    gains = np.diff(table[: size + 1]).astype(np.int64)
    for start in range(0, len(features), step):
        part = features[start : start + step]
        # A count is at most the number of secrets, or of guesses where these mark the codes.
        count_type = np.uint16 if max(size, len(part)) < 1 << 16 else np.uint32
        counts = np.zeros(codes, dtype=count_type)
        _totals(terms, part, gains, counts, totals[start : start + step], largest)
    return totals


@njit
def _totals(terms: Array, features: Array, gains: Array, counts: Array, totals: Array, largest: bool) -> None:
    """Fill totals [guess] by the replies of one block of guesses after the other.

    gains[c]: what the total gains if a bin of c secrets gets one more. counts: zero for each code.
    """
    step = max(1, _BLOCK // terms.shape[1])
    replies = np.empty((step, terms.shape[1]), dtype=terms.dtype)
    # Where every bin counts the same, whatever its size, bins need only be told apart.
    is_number_of_bins = not gains[1:].any()

    for start in range(0, len(features), step):
        part = features[start : start + step]
        replies_of_part = replies[: len(part)]
        totals_of_part = totals[start : start + step]
        _add_terms(terms, part, replies_of_part)
        if largest:
            _find_largest(replies_of_part, counts, totals_of_part)
        elif is_number_of_bins:
            _count_bins(replies_of_part, counts, start, totals_of_part)
            totals_of_part *= gains[0]
        else:
            _add_gains(replies_of_part, counts, gains, totals_of_part)


@njit
def _add_terms(terms: Array, features: Array, replies: Array) -> None:
    """Fill replies [guess, secret] with the sums of the terms of each guess's features."""
    size = terms.shape[1]
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
            second = terms[features[guess, column]]
            third = terms[features[guess, column + 1]]
            fourth = terms[features[guess, column + 2]]
            for secret in range(size):
                replies[guess, secret] += second[secret] + third[secret] + fourth[secret]
            column += 3
        while column < used:
            second = terms[features[guess, column]]
            for secret in range(size):
                replies[guess, secret] += second[secret]
            column += 1


@njit
def _count_bins(replies: Array, counts: Array, guesses_before: int, totals: Array) -> None:
    """Fill totals with the numbers of bins. Each guess marks its codes in counts by its own number, from 1."""
    for guess in range(replies.shape[0]):
        mark = guesses_before + guess + 1
        bins = 0
        for secret in range(replies.shape[1]):
            code = replies[guess, secret]
            bins += counts[code] != mark
            counts[code] = mark
        totals[guess] = bins


@njit
def _find_largest(replies: Array, counts: Array, totals: Array) -> None:
    """Fill totals with the sizes of the largest bins; counts is all zero before and after."""
    for guess in range(replies.shape[0]):
        most = 0
        for secret in range(replies.shape[1]):
            counts[replies[guess, secret]] += 1
            most = max(most, counts[replies[guess, secret]])
        for secret in range(replies.shape[1]):
            counts[replies[guess, secret]] = 0
        totals[guess] = most


@njit
def _add_gains(replies: Array, counts: Array, gains: Array, totals: Array) -> None:
    """Fill totals with the sums of the gains of all secrets; counts is all zero before and after."""
    for guess in range(replies.shape[0]):
        total = 0
        for secret in range(replies.shape[1]):
            count = counts[replies[guess, secret]]
            counts[replies[guess, secret]] = count + 1
            total += gains[count]
        for secret in range(replies.shape[1]):
            counts[replies[guess, secret]] = 0
        totals[guess] = total
