"""The cost of a good tree, found quickly: of the guesses for a set of candidates only the most promising are tried.

The functions return (cost, guess) as those of least_cost do, but the cost is that of the best tree found; compiled.
"""

from typing import NamedTuple

import numpy as np

from codebreaker.replies import Array
from codebreaker.search.compiled.all_replies import AllReplies
from codebreaker.search.compiled.compiler import njit
from codebreaker.search.compiled.hard_mode import still_allowed
from codebreaker.search.compiled.least_cost import NONE, at_once, bounded_bins, is_remembered, least_cost
from codebreaker.search.compiled.memo import Memo, find, store

EXACT = 12
"""Sets of at most this many candidates are searched for their optimum."""
_WIDER = 8
"""See Width.wider."""
_SCALE = 1024
"""Estimates are in 1/_SCALE of a guess."""
_ROWS = 64
"""Guesses whose replies are copied together."""


class Width(NamedTuple):
    """How many guesses are tried, and how they are ranked."""

    keep: Array
    """int64 (attempts + 1,): guesses tried for a set of candidates, by the number of guesses left."""
    wider: int
    """Times as many are tried while every tree found misses a secret, if a miss costs more than all guesses."""
    gains: Array
    """int64 (secrets,): by how much the estimated cost of a set of that size grows with one more secret."""


def width_of(secrets: int, attempts: int, keep: list[int]) -> Width:
    """keep: guesses tried at the second attempt, the third, …; one at every later attempt. If it is empty, never more.

    Estimate: two guesses for each secret, one fewer in all, and a fifth of a guess for each doubling above six secrets.
    That is what the optimal trees of Wordle's lists need (precompute optimal).
    """
    by_left = np.ones(attempts + 1, dtype=np.int64)
    for place, count in enumerate(keep[: attempts - 1]):
        by_left[attempts - 1 - place] = count
    sizes = np.arange(secrets + 1)
    estimates = 2 * sizes - (sizes > 0) + 0.2 * sizes * np.log2(np.maximum(sizes, 6) / 6)
    return Width(by_left, _WIDER if keep else 1, np.diff(np.rint(_SCALE * estimates).astype(np.int64)))


@njit
def good_cost(
    table: AllReplies, memo: Memo, found: Memo, width: Width, secrets: Array, allowed: Array, left: int, limit: int
) -> tuple[int, int]:
    """The cost of the best tree found if it is below limit; memo is that of least_cost, found keeps costs found."""
    # One function on purpose: numba cannot load two functions that call each other from its cache.
    low, guess = at_once(table, secrets, left)
    if guess >= 0 or low >= limit:
        return low, guess
    if left == 2 or len(secrets) <= EXACT:
        return least_cost(table, memo, secrets, allowed, left, limit)
    entry = find(found, secrets, left) if is_remembered(table, allowed) else -1
    if entry >= 0 and (found.guess[entry] >= 0 or found.low[entry] >= limit):
        return found.low[entry], int(found.guess[entry])
    best, best_guess = limit, NONE
    estimates = _estimates(table, secrets, allowed, width.gains)
    for tried_before in range(min(width.wider * width.keep[left], len(allowed))):
        if tried_before >= width.keep[left] and (best < table.miss or table.miss <= left * len(secrets)):
            break
        if memo.counted[0] >= memo.most[0]:
            break
        place = estimates.argmin()
        estimates[place], tried = np.iinfo(np.int64).max, allowed[place]
        bounded = bounded_bins(table, memo, tried, secrets, allowed, left, best)
        total, bins = bounded.total, bounded.bins
        for number in range(len(bins.codes) - 1, -1, -1):
            if total >= best:
                break
            if not bounded.exact[number]:
                members = bins.members[bins.starts[number] : bins.starts[number + 1]]
                remaining = still_allowed(table, allowed, tried, bins.codes[number])
                low = bounded.lows[number]
                cost, _ = good_cost(table, memo, found, width, members, remaining, left - 1, best - total + low)
                total += cost - low
        if total < best:
            best, best_guess = total, tried
    if memo.counted[0] < memo.most[0] and is_remembered(table, allowed):
        store(found, secrets, left, best, best_guess)
    return best, best_guess


@njit
def _estimates(table: AllReplies, secrets: Array, allowed: Array, gains: Array) -> Array:
    """int64 (allowed,): the estimated costs of the bins of each guess, less for a candidate."""
    estimates = np.empty(len(allowed), dtype=np.int64)
    copied = np.empty((_ROWS, len(secrets)), dtype=table.by_secret.dtype)
    sizes = np.zeros(table.codes, dtype=np.int32)
    for start in range(0, len(allowed), _ROWS):
        some = allowed[start : start + _ROWS]
        for index in range(len(secrets)):
            row = table.by_secret[secrets[index]]
            for place in range(len(some)):
                copied[place, index] = row[some[place]]
        for place in range(len(some)):
            estimates[start + place] = _estimate(copied[place], sizes, gains)
    for secret in secrets:
        estimates[np.searchsorted(allowed, table.guess_of[secret])] -= gains[0]
    return estimates


@njit
def _estimate(replies: Array, sizes: Array, gains: Array) -> int:
    """The estimated costs of all bins; sizes is all zero before and after."""
    estimate = 0
    for code in replies:
        estimate += gains[sizes[code]]
        sizes[code] += 1
    for code in replies:
        sizes[code] = 0
    return estimate
