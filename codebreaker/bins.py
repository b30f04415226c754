"""Bin sizes of many guesses at once, in numpy: the sum (or the maximum) over bins that ranks a guess.

Programs here spend most of their time in bin_totals. codebreaker.search.kernels has the same function compiled by
numba, with the same results to the last bit.
"""

from collections.abc import Callable

import numpy as np

from codebreaker.replies import Array, reply_blocks

_BLOCK = 1 << 17
"""Replies worked out at once: small enough for the second-level cache."""
_FEW_SECRETS = 24
"""Up to this many secrets comparing each with those before it is faster than sorting them."""
BinTotals = Callable[..., Array]
"""bin_totals, or a function with the same arguments that returns the same totals faster. Each game has one."""


def bin_totals(terms: Array, features: Array, table: Array, codes: int, largest: bool = False) -> Array:
    """For every guess the sum over its bins of table[bin size], or the size of the largest bin: int64 (guesses,).

    terms: a row for each feature and a last row of zeros, a column for each of n secrets, as Game.terms returns them.
    features: the rows of `terms` whose sum is the reply code of a guess, (guesses, k). table: int64 (n + 1,) with
    table[0] == 0. codes: all reply codes are below it; only the compiled function needs it. largest: whether to return
    the size of the largest bin instead of the sum; the table is not used then.
    """
    size = terms.shape[1]
    totals = np.zeros(len(features), dtype=np.int64)
    if size == 0:
        return totals

    totals_of_block = _by_comparing if size <= _FEW_SECRETS else _by_sorting
    for block, replies in reply_blocks(terms, features, _BLOCK):
        totals[block] = totals_of_block(replies, table, largest)
    return totals


def count_codes(replies: Array, codes: int, weights: Array | None = None) -> Array:
    """How many secrets give each code: int64 [guess, code], from replies [guess, secret] that are all below `codes`.

    weights: how much each secret counts, (secrets,). Then the counts are float64, because numpy adds up weights so.
    """
    rows = len(replies)
    # One count of all codes: those of each guess are shifted beyond those of the guesses before it.
    shifted = replies + np.arange(0, rows * codes, codes)[:, None]
    weight_of_reply = None if weights is None else np.tile(weights, rows)
    counts = np.bincount(shifted.ravel(), weights=weight_of_reply, minlength=rows * codes)
    return counts.reshape(rows, codes)


def _by_comparing(replies: Array, table: Array, largest: bool) -> Array:
    """Totals of a block of replies [guess, secret]: each secret is compared with those before it. For few secrets."""
    replies_by_secret = np.ascontiguousarray(replies.T)
    # A bin that grows from n members to n + 1 adds gains[n] to the total.
    gains = np.diff(table)

    totals = np.zeros(len(replies), dtype=np.int64)
    for secret, codes_of_secret in enumerate(replies_by_secret):
        # For each guess, how many earlier secrets share the bin: fewer than _FEW_SECRETS, so a byte holds them.
        is_equal = replies_by_secret[:secret] == codes_of_secret
        earlier = np.add.reduce(is_equal.view(np.uint8), axis=0, dtype=np.uint8)
        if largest:
            np.maximum(totals, earlier + np.uint8(1), out=totals)
        else:
            totals += gains[earlier]
    return totals


def _by_sorting(replies: Array, table: Array, largest: bool) -> Array:
    """Totals of a block of replies [guess, secret]: rows are sorted, so that bins stand together."""
    if replies.dtype == np.uint8:
        replies = replies.astype(np.uint16)  # numpy sorts bytes more slowly
    replies.sort(axis=1)

    # A bin begins where a reply differs from the one before it, and at the beginning of each guess's row.
    starts = np.ones(replies.shape, dtype=bool)
    np.not_equal(replies[:, 1:], replies[:, :-1], out=starts[:, 1:])
    bin_starts = np.flatnonzero(starts)
    sizes = np.diff(bin_starts, append=replies.size)
    first_bins = np.searchsorted(bin_starts, np.arange(0, replies.size, replies.shape[1]))

    if largest:
        return np.maximum.reduceat(sizes, first_bins)
    totals: Array = np.add.reduceat(table[sizes], first_bins)
    return totals
