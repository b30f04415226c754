"""The recursion for the least cost: a guess is left out only where a lower bound rules it out; compiled.

Before `least_cost` tries guesses it asks codebreaker.search.compiled.lower_bounds for bounds. The docstring of that
module says what the arguments `memo`, `secrets`, `allowed`, `guesses_left` and `limit` are. A result (cost, guess) is
an optimal cost and a guess that reaches it, or a lower bound and NONE.

A search that ends because memo.most_searched is reached returns numbers that mean nothing, and stores none of them.
"""

import numpy as np

from codebreaker.objective import INFINITY
from codebreaker.replies import Array
from codebreaker.search.compiled.compiled_game import CompiledGame, still_allowed, weight_of, weight_of_first
from codebreaker.search.compiled.compiler import njit
from codebreaker.search.compiled.families import order_by_families
from codebreaker.search.compiled.guess_bounds import gains_of, guess_bounds_by_size
from codebreaker.search.compiled.lower_bounds import NONE, at_once, bounded_bins, first_bound, known_cost
from codebreaker.search.compiled.memo import Memo, store
from codebreaker.search.compiled.partitions import bin_members, largest_first

EXACT = 12
"""Sets of at most this many candidates are searched for their optimum, whatever the width."""
_WIDER = 8
"""How many times as many guesses are tried while every tree that was found misses a secret.

There may be few trees without a miss, and each of them is better than any tree with one."""


@njit
def least_cost(
    game: CompiledGame,
    memo: Memo,
    width_memo: Memo,
    width: Array,
    secrets: Array,
    allowed: Array,
    guesses_left: int,
    limit: int,
) -> tuple[int, int]:
    """The optimal cost of those secrets if it is below limit, else a lower bound of at least limit.

    width: int64 (at least 1,); width[k] guesses are tried with k guesses left, and the last number holds for all larger
    k. Sets of at most EXACT secrets have every guess tried.

    width_memo: the memo for sets of more than EXACT secrets. If width leaves guesses out, their costs are those of the
    best trees found and may not be optimal, so they are kept apart. If width leaves none out, it is `memo` once more.
    """
    # The recursion stays in this one function: numba cannot load two functions that call each other from its cache.
    bound, guess = _without_search(game, memo, width_memo, secrets, allowed, guesses_left, limit)
    if guess >= 0 or bound >= limit:
        return bound, guess

    memo.searched[0] += 1
    best = limit
    # The constant itself has another type, for which numba would compile `store` once more.
    best_guess = int(NONE)

    by_width = _by_width(width, secrets, allowed, guesses_left)
    is_hard = len(game.letters) > 0
    # order_by_families does not know weights.
    by_families = is_hard and by_width < len(allowed) and not len(game.weights)
    order, guess_bounds = _order_guesses(game, secrets, allowed, guesses_left, by_families)
    misses_come_first = _misses_come_first(game, secrets, guesses_left)

    for tried_before, index in enumerate(order):
        # Whether no tree that solves every secret was found yet. In hard mode the limit may be that of such trees
        # (CompiledSearch.good_tree): then `best` is below the cost of a miss before any tree was found.
        is_unsolved = best >= game.miss or (is_hard and best_guess == NONE)
        most_tried = _WIDER * by_width if misses_come_first and is_unsolved else by_width
        if tried_before >= most_tried or is_over(memo):
            break
        if guess_bounds[index] >= best:
            if by_families:
                continue
            # The guesses come in the order of their bounds: no later one can cost less either.
            break

        tried = allowed[index]
        bins, total = bounded_bins(game, memo, tried, secrets, allowed, guesses_left, best)
        # The cost of each bin takes the place of its bound. The smallest bin, which takes least time, comes first: the
        # total may reach the best cost before the large ones are searched.
        for number in range(len(bins.codes) - 1, -1, -1):
            if total >= best:
                break
            if bins.is_exact[number]:
                continue
            members = bin_members(bins, number)
            remaining = still_allowed(game, allowed, tried, bins.codes[number])
            # These include what the guess charges.
            cost_of_others = total - bins.bounds[number]
            limit_of_bin = best - cost_of_others
            cost, _ = least_cost(game, memo, width_memo, width, members, remaining, guesses_left - 1, limit_of_bin)
            total = cost_of_others + cost

        if total < best:
            best = total
            best_guess = tried

    _store_result(memo, width_memo, secrets, allowed, guesses_left, best, best_guess)
    return best, best_guess


@njit
def _without_search(
    game: CompiledGame, memo: Memo, width_memo: Memo, secrets: Array, allowed: Array, guesses_left: int, limit: int
) -> tuple[int, int]:
    """(cost, guess) of those secrets without trying a guess, by bounds that take ever more work.

    It stops at the first result that is optimal or reaches the limit. For more than EXACT secrets the last step is to
    look into `width_memo`, and the result is (-1, NONE) if they are not there.
    """
    bound, guess = at_once(game, secrets, guesses_left)
    if guess >= 0 or bound >= limit:
        return bound, guess
    bound, guess = first_bound(game, memo, secrets, allowed, guesses_left)
    if guess >= 0 or bound >= limit or len(secrets) <= EXACT:
        return bound, guess
    return known_cost(width_memo, secrets, allowed, guesses_left)


@njit
def _order_guesses(
    game: CompiledGame, secrets: Array, allowed: Array, guesses_left: int, by_families: bool
) -> tuple[Array, Array]:
    """(order, bounds): the indices of the allowed guesses, the smallest bound first, and the bounds: int64 (allowed,).

    by_families: the order is that of order_by_families instead. The bound of a guess that leaves all secrets in one bin
    is INFINITY, because such a guess says nothing. guesses_left: at least 3, because at_once and first_bound have the
    optimal cost with fewer.
    """
    gains = gains_of(game, secrets, allowed)
    if len(game.least_costs):
        # A game of few replies has a table of the least cost of a bin by its size. Its bounds are higher.
        bounds = guess_bounds_by_size(game, gains, secrets, allowed, guesses_left)
    else:
        # Lemma 3 of docs/proofs.md.
        bounds = game.charge * (2 * weight_of(game.weights, secrets) - gains)

    # A guess that splits nothing has one bin, which gains as much as the heaviest secret weighs.
    gain_without_splitting = weight_of_first(game.weights, secrets)
    for index in range(len(gains)):
        if gains[index] <= gain_without_splitting:
            bounds[index] = INFINITY

    if by_families:
        return order_by_families(game, secrets, allowed, guesses_left, bounds), bounds
    if len(game.weights) or len(game.least_costs):
        return np.argsort(bounds, kind="mergesort"), bounds
    # The largest gain has the smallest bound. Gains are small numbers here, which take less time to sort.
    return largest_first(gains), bounds


@njit
def _by_width(width: Array, secrets: Array, allowed: Array, guesses_left: int) -> int:
    """How many guesses are tried for those secrets: all for few secrets, else as many as `width` says."""
    if len(secrets) <= EXACT:
        return len(allowed)
    return int(width[min(guesses_left, len(width) - 1)])


@njit
def _misses_come_first(game: CompiledGame, secrets: Array, guesses_left: int) -> bool:
    """Whether a miss costs more than all guesses for those secrets together; not where guesses charge nothing."""
    # With max() this is False for Objective.misses_only, whose charge is 0 and whose miss costs 1.
    return bool(game.miss >= guesses_left * max(1, game.charge) * weight_of(game.weights, secrets))


@njit
def _store_result(
    memo: Memo, width_memo: Memo, secrets: Array, allowed: Array, guesses_left: int, cost: int, guess: int
) -> None:
    """Store a result of least_cost, in width_memo if guesses may have been left out; nothing if the search is over."""
    if not is_over(memo):
        # Guesses may have been left out for more than EXACT secrets.
        memo_of_size = width_memo if len(secrets) > EXACT else memo
        store(memo_of_size, secrets, allowed, guesses_left, cost, guess)


@njit
def is_over(memo: Memo) -> bool:
    """Whether the search ends because memo.most_searched sets were searched."""
    return bool(memo.searched[0] >= memo.most_searched[0])
