"""Upper bounds on what any player can reach, for any game and payoff; the proofs stand in docs/strategy.md.

Written with the number of secrets that are solved within j further guesses: a player's total over a bin is
missed * n + sum over j of (worth of the j-th guess less that of the next) * (solved within j), and no tree solves more
than min(n, B**(j - 1)) within j guesses where no guess splits the bin into more than B parts.
"""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.criteria import candidates
from codebreaker.game import Game, separating, split
from codebreaker.payoff import Payoff
from codebreaker.replies import Array, sum_terms

BinBound = Callable[[Payoff, Array, int], int]
"""bound(payoff, secrets, attempt): bin_bound of one game."""
_DIRECT = 48
"""Up to so many secrets one that separates all of them is looked for before all guesses are tried."""


def capped_table(payoff: Payoff, attempt: int, parts: int, size: int) -> Array:
    """int64 (size + 1,): no bin of 0 … size secrets is worth more with that attempt (from 0) next.

    parts: no guess splits the bin into more parts than that.
    """
    sizes = np.arange(size + 1, dtype=np.int64)
    worth = payoff.missed * sizes
    steps = (*payoff.solved[attempt:], payoff.missed)
    within = 1
    for now, later in pairwise(steps):
        worth = worth + (now - later) * np.minimum(sizes, within)
        within = min(within * parts, size)
    return worth


def most_total(table: Array) -> Array:
    """int64 (n + 1,): the largest total over 0, 1, … n parts of n secrets, for a concave table of bin totals (n + 1,).

    Parts of sizes as equal as can be have it.
    """
    size = len(table) - 1
    parts = np.maximum(np.arange(size + 1), 1)
    each, larger = np.divmod(size, parts)
    totals: Array = larger * table[np.minimum(each + 1, size)] + (parts - larger) * table[each]
    totals[0] = 0
    return totals


def guess_bounds(
    game: Game, payoff: Payoff, secrets: Array, attempt: int, parts: int, totals: BinTotals = bin_totals
) -> Array:
    """For every guess an upper bound on its worth at that attempt over the secrets: int64 (guesses,).

    The sum over its bins of capped_table, with the hit counted as one where the guess is a candidate.
    """
    table = capped_table(payoff, attempt + 1, parts, len(secrets))
    bounds = totals(game.terms(secrets), game.features, table, game.codes)
    bounds += (payoff.solved[attempt] - table[1]) * candidates(game, secrets)
    return bounds


def most_parts(game: Game, secrets: Array, totals: BinTotals = bin_totals) -> int:
    """The most parts that any guess splits the secrets into; no part of them is split into more."""
    ones = np.ones(len(secrets) + 1, dtype=np.int64)
    ones[0] = 0
    return int(totals(game.terms(secrets), game.features, ones, game.codes).max())


def bin_bound(game: Game, payoff: Payoff, secrets: Array, attempt: int, totals: BinTotals = bin_totals) -> int:
    """An upper bound on the worth of a bin: the best that any guess could make of it, by guess_bounds."""
    size = len(secrets)
    if size <= 2 or attempt == payoff.attempts - 1 or _separable(game, secrets):
        return payoff.most(size, attempt)
    parts = most_parts(game, secrets, totals)
    return int(guess_bounds(game, payoff, secrets, attempt, parts, totals).max())


def _separable(game: Game, secrets: Array) -> bool:
    """Whether one of a few secrets tells all of them apart, so that payoff.most is reached."""
    return len(secrets) <= _DIRECT and bool(separating(game, game.guess_of[secrets], secrets).any())


class Refined(NamedTuple):
    """How far the bound of a first guess has been worked out."""

    bound: int
    """An upper bound on the worth of the whole game under that first guess."""
    bins: int
    """How many of its bins, largest first, are bounded by bin_bound; the others by capped_table."""
    work: int
    """Secrets in the bins that were looked at now; each cost a reply or two for every guess."""


def refine(
    game: Game,
    payoff: Payoff,
    guess: int,
    parts: int,
    bound: int,
    done: int,
    stop: int,
    terms: Array,
    bound_of: BinBound | None = None,
) -> Refined:
    """The second-level bound of a first guess: bin_bound over its real bins, until the bound is at most stop.

    bound and done say where an earlier call stopped; at first done is 0 and bound the guess's of guess_bounds with the
    same parts (most_parts of all secrets). terms are those of all secrets. bound_of: another form of bin_bound.
    """
    bound_of = bound_of or partial(bin_bound, game)
    codes, secrets = sum_terms(terms, game.features[[guess]])[0], np.arange(len(game.secrets), dtype=np.int32)
    by_size = sorted((bin for code, bin in split(codes, secrets) if code != game.winning), key=lambda one: -len(one))
    table, work = capped_table(payoff, 1, parts, len(game.secrets)), 0
    while bound > stop and done < len(by_size):
        members = by_size[done]
        before = int(table[len(members)])
        bound += min(0, bound_of(payoff, members, 1) - before)
        work += len(members)
        done += 1
    return Refined(bound, done, work)
