"""The claims of a certificate that follow from counting bins, for many guesses at once; compiled.

codebreaker.search.claim_writer shows guess by guess that a set of candidates costs enough. For most guesses bounds that
follow from counting are enough, and there may be more than a million of their bins.
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
    """(claims, is_shown): claims that show guesses, int64 [claim, (guess, code, cost)], and which guesses they show.

    memo: what is known of bins, from counting them or from a search. claimed: the sets that were claimed before with
    that many guesses left, and their claimed costs; the new claims are added. Where it forgets some because it is full,
    they are claimed once more, which does no harm. secrets: the candidates. guesses: those to show. allowed: all
    guesses. guesses_left: after these guesses. missing: int64 (guesses,), how much more each guess has to cost than its
    bins do by rank. costs_by_rank: int64 (secrets,), what a candidate of rank 0, 1, … in its bin costs.

    A guess that is not shown gets no claims: some of its bins have to be searched.
    """
    claims = np.empty((_ROOM_AT_FIRST, 3), dtype=np.int64)
    count = 0
    is_shown = np.zeros(len(guesses), dtype=np.bool_)
    for index, guess in enumerate(guesses):
        bins = partition_replies(game, guess, secrets)
        # The largest bin is the first. Small ones cost what they do by rank.
        sizes = bins.starts[1:] - bins.starts[:-1]
        count_of_large = np.count_nonzero(sizes >= FEWEST_COUNTED)

        # What is known of the bins without a new claim. bins.bounds has the costs by which they show the guess.
        still_missing = missing[index]
        for number in range(count_of_large):
            members = bin_members(bins, number)
            by_rank = _cost_by_rank(game.weights, members, costs_by_rank)
            known = max(by_rank, claimed_cost(claimed, members, allowed, guesses_left))
            bins.bounds[number] = known
            still_missing -= known - by_rank
        known_costs = bins.bounds.copy()

        # Bins are counted until they cost enough, the largest first. It is likely to gain most.
        for number in range(count_of_large):
            if still_missing <= 0:
                break
            counted = bound_by_counting(game, memo, bin_members(bins, number), allowed, guesses_left)
            if counted > known_costs[number]:
                bins.bounds[number] = counted
                still_missing -= counted - known_costs[number]

        is_shown[index] = still_missing <= 0
        if not is_shown[index]:
            continue

        # Each bin that counting has raised gets a claim, unless the others cost enough without it.
        _lower_needless(bins.bounds, known_costs, -still_missing)
        for number in range(count_of_large):
            if bins.bounds[number] == known_costs[number]:
                continue
            if count == len(claims):
                claims = np.concatenate((claims, np.empty_like(claims)))
            # A claim names a reply by its code in the game; the bins have the codes of compiled code.
            claims[count, 0] = guess
            claims[count, 1] = game.code_of[bins.codes[number]]
            claims[count, 2] = bins.bounds[number]
            count += 1
            store_claim(claimed, bin_members(bins, number), allowed, guesses_left, bins.bounds[number])
    return claims[:count], is_shown


@njit
def _lower_needless(bounds: Array, known_costs: Array, spare: int) -> None:
    """Lower bounds to the known costs of their bins while what that takes off is at most `spare` in all.

    It begins with the smallest bins, which are likely to gain least, so that many of them need no claim.
    """
    for number in range(len(bounds) - 1, -1, -1):
        gain = bounds[number] - known_costs[number]
        if gain <= spare:
            spare -= gain
            bounds[number] = known_costs[number]


@njit
def _cost_by_rank(weights: Array, members: Array, costs_by_rank: Array) -> int:
    """What a bin costs by the ranks of its members.

    The members ascend. A CompiledGame numbers secrets by falling weight, so the first member is the heaviest and has
    rank 0.
    """
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
