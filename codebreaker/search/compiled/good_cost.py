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
    for index, count in enumerate(keep[: attempts - 1]):
        by_left[attempts - 1 - index] = count
    sizes = np.arange(secrets + 1)
    estimates = 2 * sizes - (sizes > 0) + 0.2 * sizes * np.log2(np.maximum(sizes, 6) / 6)
    return Width(by_left, _WIDER if keep else 1, np.diff(np.rint(_SCALE * estimates).astype(np.int64)))


@njit
def good_cost(
    table: AllReplies, memo: Memo, beam_memo: Memo, width: Width, secrets: Array, allowed: Array, turns: int, limit: int
) -> tuple[int, int]:
    """The cost of the best tree found if it is below limit; memo is that of least_cost, beam_memo has trees' costs."""
    # One function on purpose: numba cannot load two functions that call each other from its cache.
    low, guess = at_once(table, secrets, turns)
    if guess >= 0 or low >= limit:
        return low, guess
    if turns == 2 or len(secrets) <= EXACT:
        return least_cost(table, memo, secrets, allowed, turns, limit)
    entry = find(beam_memo, secrets, turns) if is_remembered(table, allowed) else -1
    if entry >= 0 and (beam_memo.guess[entry] >= 0 or beam_memo.low[entry] >= limit):
        return beam_memo.low[entry], int(beam_memo.guess[entry])
    best, best_guess = limit, NONE
    estimates = _estimates(table, secrets, allowed, width.gains)
    for tried_before in range(min(width.wider * width.keep[turns], len(allowed))):
        if tried_before >= width.keep[turns] and (best < table.miss or table.miss <= turns * len(secrets)):
            break
        if memo.counted[0] >= memo.most[0]:
            break
        index = estimates.argmin()
        estimates[index], tried = np.iinfo(np.int64).max, allowed[index]
        bounded = bounded_bins(table, memo, tried, secrets, allowed, turns, best)
        total, bins = bounded.total, bounded.bins
        for number in range(len(bins.codes) - 1, -1, -1):
            if total >= best:
                break
            if not bounded.exact[number]:
                members = bins.members[bins.starts[number] : bins.starts[number + 1]]
                remaining = still_allowed(table, allowed, tried, bins.codes[number])
                low = bounded.lows[number]
                cost, _ = good_cost(table, memo, beam_memo, width, members, remaining, turns - 1, best - total + low)
                total += cost - low
        if total < best:
            best, best_guess = total, tried
    if memo.counted[0] < memo.most[0] and is_remembered(table, allowed):
        store(beam_memo, secrets, turns, best, best_guess)
    return best, best_guess


@njit
def _estimates(table: AllReplies, secrets: Array, allowed: Array, gains: Array) -> Array:
    """int64 (allowed,): the estimated costs of the bins of each guess, less for a candidate."""
    estimates = np.empty(len(allowed), dtype=np.int64)
    copied = np.empty((_ROWS, len(secrets)), dtype=table.by_secret.dtype)
    sizes = np.zeros(table.codes, dtype=np.int32)
    for start in range(0, len(allowed), _ROWS):
        block = allowed[start : start + _ROWS]
        for index in range(len(secrets)):
            row = table.by_secret[secrets[index]]
            for column in range(len(block)):
                copied[column, index] = row[block[column]]
        for column in range(len(block)):
            estimates[start + column] = _estimate(copied[column], sizes, gains)
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
