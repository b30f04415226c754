"""The hot function of codebreaker.bins in numba (the `fast` extra), equal to the bit.

Import it only where a program is ready to wait for numba, never in the player.
"""

import numpy as np

from codebreaker.replies import Array
from codebreaker.search.compiled.compiler import njit

AT_A_TIME = 1 << 26
"""Replies counted in one call, some tenths of a second: Ctrl-C is not heard while compiled code runs."""


def compiled_bin_totals(terms: Array, features: Array, table: Array, codes: int, largest: bool = False) -> Array:
    """The result of codebreaker.bins.bin_totals, several times faster on one core."""
    size = terms.shape[1]
    totals = np.zeros(len(features), dtype=np.int64)
    if not size:
        return totals
    step = max(1, AT_A_TIME // size)
    gains = np.diff(table[: size + 1]).astype(np.int64)
    replies = np.zeros(size, dtype=terms.dtype)
    for start in range(0, len(features), step):
        part = features[start : start + step]
        counts = np.zeros(codes, dtype=np.uint16 if max(size, len(part)) < 1 << 16 else np.uint32)
        _totals(terms, part, gains, counts, replies, totals[start : start + step], largest)
    return totals


@njit
def _totals(
    terms: Array, features: Array, gains: Array, counts: Array, replies: Array, totals: Array, largest: bool
) -> None:
    """Fill totals; counts is all zero before and after, gains[c] what a bin of c gains by one more.

    One function on purpose: in helpers, inlined by numba or not, the same loops take a twentieth longer over a whole
    list or twice as long over a few candidates.
    """
    size = terms.shape[1]
    padding = terms.shape[0] - 1
    distinct = not largest and not gains[1:].any()
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
            second = terms[features[guess, row]]
            third = terms[features[guess, row + 1]]
            fourth = terms[features[guess, row + 2]]
            for secret in range(size):
                replies[secret] += second[secret] + third[secret] + fourth[secret]
            row += 3
        while row < used:
            second = terms[features[guess, row]]
            for secret in range(size):
                replies[secret] += second[secret]
            row += 1
        total = 0
        if distinct:
            for secret in range(size):
                total += counts[replies[secret]] != guess + 1
                counts[replies[secret]] = guess + 1
            totals[guess] = total * gains[0]
            continue
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
