"""Lower bounds on the costs of guesses, from the number and the sizes of their bins; compiled.

secrets are the candidates and allowed the guesses that may be made, both int32 and ascending. A candidate is always
allowed, because hard mode forbids only what the replies exclude.
"""

import numpy as np

from codebreaker.replies import Array
from codebreaker.search.compiled.compiled_game import CompiledGame
from codebreaker.search.compiled.compiler import njit
from codebreaker.search.compiled.part_counts import count_parts


@njit
def gains_of(game: CompiledGame, secrets: Array, allowed: Array) -> Array:
    """int32 (allowed,): the gain of each allowed guess over those secrets (p + q in Lemma 3 of docs/proofs.md).

    Without weights the gain is the number of bins, and one more for a candidate. With weights each bin counts as much
    as its heaviest secret, and a candidate counts its own weight once more. The more a guess gains, the less it costs.
    """
    # With weights count_parts adds up the weights of each bin's heaviest secret.
    gains = count_parts(game, secrets, allowed)
    add_for_candidates(game, secrets, allowed, gains, 1)
    return gains


@njit
def add_for_candidates(game: CompiledGame, secrets: Array, allowed: Array, numbers: Array, factor: int) -> None:
    """Add to the number of each guess that is a candidate its weight, times the factor; numbers: (allowed,)."""
    for secret in secrets:
        own_weight = game.weights[secret] if len(game.weights) else 1
        numbers[np.searchsorted(allowed, game.guess_of[secret])] += factor * own_weight


@njit
def guess_bounds_by_size(game: CompiledGame, gains: Array, secrets: Array, allowed: Array, guesses_left: int) -> Array:
    """int64 (allowed,): what each guess charges, and the least that bins as large as its bins cost (game.least_costs).

    Only for games that have this table: those of few replies, without weights. gains: those of gains_of.
    guesses_left: these guesses included, at least 2.
    """
    open_bins = gains.copy()
    # A candidate gains one for its hit and one for being a candidate.
    add_for_candidates(game, secrets, allowed, open_bins, -2)

    # No guess leaves more bins open over these secrets, and so none does over a bin, which has some of them.
    branches = int(open_bins.max())
    # least_costs[b, g, n] is the least that n secrets cost with g guesses left where no guess leaves more than b bins
    # open. A bin has one guess less. The last g of the table stands for all larger numbers of guesses too.
    left_in_table = min(guesses_left - 1, game.least_costs.shape[1] - 1)
    least_of_size = game.least_costs[branches, left_in_table]

    # What a bin costs more if it has one secret more, and what the guess charges that secret.
    costs_by_rank = game.charge + least_of_size[1 : len(secrets) + 1] - least_of_size[: len(secrets)]
    return sums_by_rank(game, secrets, allowed, costs_by_rank)


@njit
def sums_by_rank(game: CompiledGame, secrets: Array, guesses: Array, costs_by_rank: Array) -> Array:
    """int64 (guesses,): the sum of costs over the secrets that each guess leaves open; only without weights.

    costs_by_rank: int64 (secrets,), what the secret of rank 0, 1, … in its bin costs.
    """
    by_guess = game.by_guess
    sums = np.zeros(len(guesses), dtype=np.int64)
    sizes = np.zeros(game.codes, dtype=np.int64)
    for index in range(len(guesses)):
        guess = guesses[index]
        for secret in secrets:
            code = by_guess[guess, secret]
            if code != game.winning:
                sums[index] += costs_by_rank[sizes[code]]
                sizes[code] += 1
        for secret in secrets:
            sizes[by_guess[guess, secret]] = 0
    return sums
