"""The claims of a certificate that follow from counting bins, for many guesses at once; compiled.

codebreaker.search.claim_writer shows guess by guess that a set of candidates costs enough. What a guess costs *by rank*
follows from the sizes of its bins (codebreaker.rank_bounds). If that is not enough, claims say that bins cost more. For
most guesses claims that follow from counting bins are enough, and there may be more than a million of them.
"""

import numpy as np

from codebreaker.certificate import FEWEST_COUNTED
from codebreaker.replies import Array
from codebreaker.search.compiled.compiled_game import CompiledGame
from codebreaker.search.compiled.compiler import njit
from codebreaker.search.compiled.lower_bounds import bound_by_counting
from codebreaker.search.compiled.memo import Memo, find, store
from codebreaker.search.compiled.partitions import bin_members, partition_replies

_ROOM_AT_FIRST = 256
"""Claims for which there is room at first; where there are more, the room is doubled."""


@njit
def counted_claims(
    game: CompiledGame,
    memo: Memo,
    claimed: Memo,
    secrets: Array,
    guesses: Array,
    allowed: Array,
    guesses_left: int,
    missing: Array,
    costs_by_rank: Array,
) -> tuple[Array, Array]:
    """(claims, is_shown): the claims int64 [claim, (guess, code, cost)], and whether they show each guess.

    A guess is shown if its bins cost enough by their ranks and by claims. A guess that is not shown gets no claims,
    because some of its bins have to be searched.

    memo: what is known of bins, from counting them or from a search. claimed: the sets that were claimed before with
    that many guesses left, and their claimed costs; the new claims are added. Where it forgets some because it is full,
    they are claimed once more, which does no harm. secrets: the candidates. guesses: those to show. allowed: all
    guesses. guesses_left: after these guesses.

    costs_by_rank: int64 (secrets,), what a candidate of rank 0, 1, … in its bin costs. missing: int64 (guesses,), the
    cost to be shown of each guess, less what the guess costs by rank.
    """
    claims = np.empty((_ROOM_AT_FIRST, 3), dtype=np.int64)
    count = 0
    is_shown = np.zeros(len(guesses), dtype=np.bool_)
    for index, guess in enumerate(guesses):
        bins = partition_replies(game, guess, secrets)
        still_missing = missing[index]

        # What is known of the large bins without a new claim. The others cost what they do by rank, and the largest
        # bin is the first.
        sizes = bins.starts[1:] - bins.starts[:-1]
        known_costs = np.empty(np.count_nonzero(sizes >= FEWEST_COUNTED), dtype=np.int64)
        for number in range(len(known_costs)):
            members = bin_members(bins, number)
            by_rank = _cost_by_rank(game.weights, members, costs_by_rank)
            known_costs[number] = max(by_rank, claimed_cost(claimed, members, allowed, guesses_left))
            still_missing -= known_costs[number] - by_rank

        # Bins are counted until they cost enough, the largest first. It is likely to gain most.
        costs = known_costs.copy()
        for number in range(len(costs)):
            if still_missing <= 0:
                break
            counted = bound_by_counting(game, memo, bin_members(bins, number), allowed, guesses_left)
            costs[number] = max(counted, known_costs[number])
            still_missing -= costs[number] - known_costs[number]

        is_shown[index] = still_missing <= 0
        if not is_shown[index]:
            continue

        # Each bin that counting has raised gets a claim, unless the others cost enough without it.
        _lower_needless(costs, known_costs, -still_missing)
        for number in range(len(costs)):
            if costs[number] == known_costs[number]:
                continue
            if count == len(claims):
                claims = np.concatenate((claims, np.empty_like(claims)))
            # A claim names a reply by its code in the game; the bins have the codes of compiled code.
            claims[count, 0] = guess
            claims[count, 1] = game.code_of[bins.codes[number]]
            claims[count, 2] = costs[number]
            count += 1
            store_claim(claimed, bin_members(bins, number), allowed, guesses_left, costs[number])
    return claims[:count], is_shown


@njit
def _lower_needless(costs: Array, known_costs: Array, spare: int) -> None:
    """Set costs of bins back to the known ones, as long as all together lose at most `spare`.

    It begins with the smallest bins, which are likely to gain least, so that many of them need no claim.
    """
    for number in range(len(costs) - 1, -1, -1):
        gain = costs[number] - known_costs[number]
        if gain <= spare:
            spare -= gain
            costs[number] = known_costs[number]


@njit
def _cost_by_rank(weights: Array, members: Array, costs_by_rank: Array) -> int:
    """The cost of a bin by the ranks of its members: the first is the heaviest (CompiledGame), and has rank 0."""
    cost = 0
    for rank in range(len(members)):
        weight = weights[members[rank]] if len(weights) else 1
        cost += weight * costs_by_rank[rank]
    return cost


@njit
def claimed_cost(claimed: Memo, members: Array, allowed: Array, guesses_left: int) -> int:
    """The cost that was claimed of those secrets; 0 for none."""
    entry = find(claimed, members, allowed, guesses_left)
    return 0 if entry < 0 else claimed.bound[entry]


@njit
def store_claim(claimed: Memo, members: Array, allowed: Array, guesses_left: int, cost: int) -> None:
    """Add a claim, which takes the place of one about the same secrets that says less."""
    # A memo also says which guess reaches a cost. Claims do not need it.
    store(claimed, members, allowed, guesses_left, cost, -1)
