"""The recursion for the least cost: a guess is left out only where a lower bound rules it out; compiled.

Each function returns (cost, guess). The cost is optimal and the guess reaches it, or the guess is -1 and the cost is
a lower bound. `limit` says what is of interest: a lower bound of at least `limit` ends the search.
A search that memo.most has ended returns what is worth nothing, and nothing of it is remembered.
"""

from typing import Any, NamedTuple

import numpy as np

from codebreaker.replies import Array
from codebreaker.search.compiled.all_replies import AllReplies, still_allowed, weight_of, weight_of_first
from codebreaker.search.compiled.compiler import njit
from codebreaker.search.compiled.memo import Memo, find, store
from codebreaker.search.compiled.partitions import Bins, best_candidate, count_parts, largest_first, partition_replies

NONE = -1
"""No guess."""
EXACT = 12
"""Sets of at most this many candidates are searched for their optimum, whatever the width."""
_WIDER = 8
"""Times as many guesses are tried while every tree found misses a secret, if a miss costs no less than all guesses."""


class BoundedBins(NamedTuple):
    """The bins of a guess with their lower bounds."""

    bins: Bins
    lows: Array
    """int64 (bins,): a lower bound of each bin's cost."""
    exact: Array
    """bool (bins,): whether that bound is the optimal cost."""
    total: int
    """The sum of the bounds and the cost of the guess itself; a lower bound of the guess's cost."""


@njit
def least_cost(
    table: AllReplies, memo: Memo, trees: Memo, width: Array, secrets: Array, allowed: Array, turns: int, limit: int
) -> tuple[int, int]:
    """The optimal cost of those secrets if it is below limit, else a lower bound of at least limit.

    secrets: ascending, not empty. allowed: the guesses that may be made, ascending. turns: guesses left, at least 1.
    width: int64, how many guesses are tried for a set of more than EXACT secrets, by the guesses left. If some are not,
    the cost is that of the best tree found, and `trees` is a memo for these costs; else it is memo.
    """
    # One function on purpose: numba cannot load two functions that call each other from its cache.
    size = len(secrets)
    low, guess = at_once(table, secrets, turns)
    if guess >= 0 or low >= limit:
        return low, guess
    low, guess = first_bound(table, memo, secrets, allowed, turns)
    if guess >= 0 or low >= limit:
        return low, guess

    weight = weight_of(table, secrets)
    keep = len(allowed)
    most = len(allowed)
    if size > EXACT:
        keep = width[min(turns, len(width) - 1)]
        most = _WIDER * keep if table.miss >= turns * weight else keep
        entry = find(trees, secrets, min(turns, size)) if is_remembered(table, allowed) else -1
        if entry >= 0 and (trees.guess[entry] >= 0 or trees.low[entry] >= limit):
            return trees.low[entry], int(trees.guess[entry])

    memo.counted[0] += 1
    best = limit
    best_guess = int(NONE)  # not the constant, whose type numba would compile _remember for once more
    gains = _gains(table, secrets, allowed)
    lows = np.empty(0, dtype=np.int64)
    if len(table.least):
        lows = _bounds_by_size(table, gains, secrets, allowed, turns)
        order = np.argsort(lows, kind="mergesort")
    else:
        order = _by_gain(table, gains)
    for tried_before, index in enumerate(order):
        low = lows[index] if len(lows) else table.price * (2 * weight - gains[index])
        if low >= best:
            break  # neither this guess nor a later one can cost less
        if gains[index] <= weight_of_first(table, secrets):
            continue  # the guess says nothing
        if tried_before >= most or (tried_before >= keep and best < table.miss):
            break
        if memo.counted[0] >= memo.most[0]:
            break
        tried = allowed[index]
        bounded = bounded_bins(table, memo, tried, secrets, allowed, turns, best)
        total = bounded.total
        bins = bounded.bins
        for number in range(len(bins.codes) - 1, -1, -1):
            if total >= best:
                break
            if not bounded.exact[number]:
                members = bins.members[bins.starts[number] : bins.starts[number + 1]]
                remaining = still_allowed(table, allowed, tried, bins.codes[number])
                low = bounded.lows[number]
                cost, _ = least_cost(table, memo, trees, width, members, remaining, turns - 1, best - total + low)
                total += cost - low
        if total < best:
            best = total
            best_guess = tried

    if memo.counted[0] < memo.most[0]:
        if size > EXACT:
            _remember(table, trees, secrets, allowed, turns, best, best_guess)
        else:
            _remember(table, memo, secrets, allowed, turns, best, best_guess)
    return best, best_guess


@njit
def at_once(table: AllReplies, secrets: Array, turns: int) -> tuple[int, int]:
    """The optimal cost where it is seen from the candidates alone, else a lower bound."""
    size = len(secrets)
    first = table.guess_of[secrets[0]]
    weight = weight_of(table, secrets)
    heaviest = weight_of_first(table, secrets)
    if turns == 1:
        return (table.price + table.miss) * (weight - heaviest), first
    if size <= 2:
        return table.price * (weight - heaviest), first

    gain, guess = best_candidate(table, secrets)
    if gain == weight + heaviest:
        return table.price * (weight - heaviest), int(guess)  # the heaviest candidate tells all others apart
    least = table.price * (weight - heaviest)
    if not len(table.weights):
        # No candidate tells all others apart, so no guess costs less than one that does and is no candidate.
        least = table.price * size
        if gain == size and turns > 2:
            return least, int(guess)
    return max(least, _by_branching(table, secrets, table.codes - 1, turns)), NONE


@njit
def _by_branching(table: AllReplies, secrets: Array, branches: int, turns: int) -> int:
    """The least cost of those secrets where no guess leaves more bins, beside the hit."""
    size = len(secrets)
    if branches < table.least.shape[0]:
        return int(table.least[branches, min(turns, table.least.shape[1] - 1), size])
    still_open = weight_of(table, secrets)
    cost, solved, within = 0, 0, 1
    for _ in range(turns):
        more = min(within, size - solved)
        if len(table.weights):
            for index in range(solved, solved + more):
                still_open -= table.weights[secrets[index]]
        else:
            still_open -= more
        solved += more
        if solved == size:
            return cost
        cost += table.price * still_open
        within *= branches
    return cost + table.miss * still_open


@njit
def first_bound(table: AllReplies, memo: Memo, secrets: Array, allowed: Array, turns: int) -> tuple[int, int]:
    """The cost from the numbers of parts of all guesses, for secrets that at_once leaves open; what is known already
    comes out of the memo."""
    entry = find(memo, secrets, min(turns, len(secrets))) if is_remembered(table, allowed) else -1
    if entry >= 0:
        return memo.low[entry], int(memo.guess[entry])
    if turns == 2:
        low, guess = _last_but_one(table, secrets, allowed)
    else:
        low, guess = _from_parts(table, secrets, allowed, turns)
    _remember(table, memo, secrets, allowed, turns, low, guess)
    return low, guess


@njit
def _from_parts(table: AllReplies, secrets: Array, allowed: Array, turns: int) -> tuple[int, int]:
    """The least of the guesses' bounds, which is optimal where a guess leaves no bin of more than two secrets."""
    gains = _gains(table, secrets, allowed)
    if len(table.least):
        lows = _bounds_by_size(table, gains, secrets, allowed, turns)
        index = lows.argmin()
        low = int(lows[index])
    else:
        index = gains.argmax()
        low = int(table.price * (2 * weight_of(table, secrets) - gains[index]))
    guess = allowed[index]
    bins = partition_replies(table, guess, secrets)
    if len(bins.codes) == 0 or bins.starts[1] <= 2:
        return low, int(guess)
    if len(table.weights) or len(table.least):
        return low, NONE  # gains are weights and not numbers of parts; or the bound is higher already
    branches: Any = np.int64(gains[index])  # the type of the other call of _by_branching
    return max(low, _by_branching(table, secrets, branches, turns)), NONE


@njit
def _bounds_by_size(table: AllReplies, gains: Array, secrets: Array, allowed: Array, turns: int) -> Array:
    """int64 (allowed,): a lower bound on the cost of each allowed guess from the sizes of its bins and table.least.

    turns: guesses left before the guess, at least 2.
    """
    open_bins = gains.copy()
    for secret in secrets:
        # A candidate gains one for its hit and one for being a candidate.
        open_bins[np.searchsorted(allowed, table.guess_of[secret])] -= 2
    # No guess leaves more bins of a part of these secrets than the most that any leaves of all of them.
    branches = min(int(open_bins.max()), table.least.shape[0] - 1)
    of_size = table.least[branches, min(turns - 1, table.least.shape[1] - 1)]

    lows = np.empty(len(allowed), dtype=np.int64)
    sizes = np.zeros(table.codes, dtype=np.int64)
    for index, guess in enumerate(allowed):
        row = table.by_guess[guess]
        for secret in secrets:
            sizes[row[secret]] += 1
        still_open = len(secrets) - sizes[table.winning]
        sizes[table.winning] = 0
        low = table.price * still_open
        for code in range(table.codes):
            low += of_size[sizes[code]]
            sizes[code] = 0
        lows[index] = low
    return lows


@njit
def _gains(table: AllReplies, secrets: Array, allowed: Array) -> Array:
    """int32 (allowed,): the gain of each allowed guess over those secrets (Lemma 3 of docs/proofs.md).

    The weight of the heaviest secret of each part, and for a candidate its own weight once more; without weights the
    number of parts, and one more for a candidate. With three guesses left or more a guess costs at least `price` times
    twice the weight of the secrets less its gain.
    """
    gains = count_parts(table, secrets, allowed)
    for secret in secrets:
        own = table.weights[secret] if len(table.weights) else 1
        gains[np.searchsorted(allowed, table.guess_of[secret])] += own
    return gains


@njit
def _by_gain(table: AllReplies, gains: Array) -> Array:
    """int64: the indices of the gains, the largest first, the lower index first among equals."""
    if len(table.weights):
        return np.argsort(-gains, kind="mergesort")  # weights are too large to be counted
    return largest_first(gains)


@njit
def _last_but_one(table: AllReplies, secrets: Array, allowed: Array) -> tuple[int, int]:
    """The optimal cost with two guesses left: of each part that is not the hit only the heaviest secret is solved."""
    gains = (table.price + table.miss) * count_parts(table, secrets, allowed).astype(np.int64)
    for secret in secrets:
        own = table.weights[secret] if len(table.weights) else 1
        gains[np.searchsorted(allowed, table.guess_of[secret])] += table.price * own
    index = gains.argmax()
    every = (2 * table.price + table.miss) * weight_of(table, secrets)
    return every - gains[index], int(allowed[index])


@njit
def bounded_bins(
    table: AllReplies, memo: Memo, guess: int, secrets: Array, allowed: Array, turns: int, limit: int
) -> BoundedBins:
    """The bins of a guess, their bounds raised as long as the total is below limit.

    turns: guesses left before it, at least 2.
    """
    bins = partition_replies(table, guess, secrets)
    count = len(bins.codes)
    lows = np.empty(count, dtype=np.int64)
    exact = np.zeros(count, dtype=np.bool_)
    for number in range(count):
        if len(table.weights):
            members = bins.members[bins.starts[number] : bins.starts[number + 1]]
            lows[number] = table.price * (weight_of(table, members) - weight_of_first(table, members))
        else:
            lows[number] = table.price * (bins.starts[number + 1] - bins.starts[number] - 1)
    total = table.price * weight_of(table, bins.members) + lows.sum()
    for thorough in (False, True):
        for number in range(count):
            if total >= limit:
                break
            if exact[number]:
                continue
            members = bins.members[bins.starts[number] : bins.starts[number + 1]]
            if thorough:
                remaining = still_allowed(table, allowed, guess, bins.codes[number])
                low, best = first_bound(table, memo, members, remaining, turns - 1)
            else:
                low, best = at_once(table, members, turns - 1)
            total += low - lows[number]
            lows[number] = low
            exact[number] = best >= 0
    return BoundedBins(bins, lows, exact, total)


@njit
def is_remembered(table: AllReplies, allowed: Array) -> bool:
    """Whether the memo may be asked: its entries are for sets of which every guess is allowed."""
    return len(allowed) == len(table.by_guess)


@njit
def _remember(table: AllReplies, memo: Memo, secrets: Array, allowed: Array, turns: int, cost: int, guess: int) -> None:
    """Keep the cost. With as many guesses as secrets no secret need be missed, and more guesses change nothing."""
    if is_remembered(table, allowed):
        store(memo, secrets, min(turns, len(secrets)), cost, guess)
