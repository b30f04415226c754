"""Lower bounds on the least cost of a set of candidates, and its optimal cost where no search is needed; compiled.

The bounds take ever more work: `at_once` looks at the candidates alone, and `first_bound` counts the bins of all
guesses. `bounded_bins` asks both for each bin of one guess. The lemmas are those of docs/proofs.md.

Functions that return (cost, guess) all do so in one way: the cost is optimal and the guess reaches it, or the guess is
NONE and the cost is a lower bound. Arguments have the same names everywhere:

    game          the game and the charges of the objective
    memo          what is known of sets of candidates
    secrets       the candidates, ascending, not empty
    allowed       the guesses that may be made, ascending
    guesses_left  the guesses left, the next one included: at least 1
    limit         only costs below it are of interest: a lower bound of at least `limit` ends the search
    bound         a lower bound on a cost
    bins          the bins of a guess without that of the hit, the largest first
    parts         all bins of a guess, that of the hit included
"""

from typing import Any

import numpy as np

from codebreaker.replies import Array
from codebreaker.search.compiled.compiled_game import CompiledGame, still_allowed, weight_of, weight_of_first
from codebreaker.search.compiled.compiler import njit
from codebreaker.search.compiled.guess_bounds import add_for_candidates, gains_of, guess_bounds_by_size
from codebreaker.search.compiled.memo import Memo, find, store
from codebreaker.search.compiled.part_counts import best_candidate, count_parts
from codebreaker.search.compiled.partitions import Bins, bin_members, partition_replies

NONE = -1
"""Stands for a guess where none is known."""


@njit
def at_once(game: CompiledGame, secrets: Array, guesses_left: int) -> tuple[int, int]:
    """The optimal cost where it is seen from the candidates alone, else a lower bound."""
    size = len(secrets)
    # The first secret is the heaviest (CompiledGame), so it is guessed before all others.
    first = game.guess_of[secrets[0]]
    weight = weight_of(game.weights, secrets)
    heaviest = weight_of_first(game.weights, secrets)

    if guesses_left == 1:
        return (game.charge + game.miss) * (weight - heaviest), first
    # The heaviest secret is guessed next, and each other one by the guess after it: none costs less, whatever the
    # replies are. This is the first sentence of Lemma 3.
    least = game.charge * (weight - heaviest)
    if size <= 2:
        return least, first

    # A candidate gains the heaviest secret of each of its parts, and its own weight (guess_bounds.gains_of). It gains
    # most if it is the heaviest secret and tells all others apart.
    gain, guess = best_candidate(game, secrets)
    if gain == weight + heaviest:
        return least, int(guess)

    if not len(game.weights):
        # No candidate tells all others apart. At best a guess that is no candidate does: it charges each secret once.
        least = game.charge * size
        # A candidate that gains `size` costs as much. It has size - 1 parts, so it leaves two secrets together and
        # tells all others apart. It charges each secret but itself, and one of the two is charged once more, if there
        # is a third guess for it.
        if gain == size and guesses_left > 2:
            return least, int(guess)

    # Every reply but the winning one may leave a bin open.
    branches = game.codes - 1
    if len(game.least_costs):
        # The table has the bound. Its last index stands for all larger numbers of guesses too.
        left_in_table = min(guesses_left, game.least_costs.shape[1] - 1)
        bound = int(game.least_costs[branches, left_in_table, size])
    else:
        bound = _by_branching(game, secrets, branches, guesses_left)
    return max(least, bound), NONE


@njit
def _by_branching(game: CompiledGame, secrets: Array, branches: int, guesses_left: int) -> int:
    """A lower bound on the cost of those secrets if no guess leaves more bins beside the hit than `branches` (Lemma 1).

    The first guess solves one secret at most, the second one `branches`, the third one branches², and so on; at best
    the heaviest secrets are solved first.
    """
    size = len(secrets)
    still_open = weight_of(game.weights, secrets)
    cost = 0
    solved = 0
    solved_by_next = 1
    for _ in range(guesses_left):
        solved_before = solved
        solved = min(size, solved + solved_by_next)
        if len(game.weights):
            for index in range(solved_before, solved):
                still_open -= game.weights[secrets[index]]
        else:
            still_open -= solved - solved_before
        if solved == size:
            return cost

        cost += game.charge * still_open
        solved_by_next *= branches
    return cost + game.miss * still_open


@njit
def first_bound(game: CompiledGame, memo: Memo, secrets: Array, allowed: Array, guesses_left: int) -> tuple[int, int]:
    """(cost, guess) from counting the bins of all guesses (Lemma 3), or as the memo has it; the memo keeps the result.

    Only for secrets whose optimal cost at_once does not know.
    """
    bound, guess = known_cost(memo, secrets, allowed, guesses_left)
    if bound >= 0:
        return bound, guess

    if guesses_left == 2:
        bound, guess = _last_but_one(game, secrets, allowed)
    else:
        bound, guess = _from_gains(game, secrets, allowed, guesses_left)
    entry = store(memo, secrets, allowed, guesses_left, bound, guess)
    memo.counted[entry] = bound
    return bound, guess


@njit
def bound_by_counting(game: CompiledGame, memo: Memo, secrets: Array, allowed: Array, guesses_left: int) -> int:
    """The lower bound that follows from counting the bins of all allowed guesses over those secrets.

    The checker of a certificate finds it too, by counting. So what a search has found since does not raise it. It is 0
    where the memo was emptied after the counting, and then got the result of a search.
    """
    # The memo comes first, because at_once takes longer.
    entry = find(memo, secrets, allowed, guesses_left)
    if entry >= 0:
        return int(memo.counted[entry])

    bound, guess = at_once(game, secrets, guesses_left)
    if guess >= 0:
        return bound
    bound, _ = first_bound(game, memo, secrets, allowed, guesses_left)
    return bound


@njit
def _from_gains(game: CompiledGame, secrets: Array, allowed: Array, guesses_left: int) -> tuple[int, int]:
    """The least bound of any guess, for three guesses or more.

    It is the optimal cost if the guess that has this bound leaves no bin of more than two secrets.
    """
    gains = gains_of(game, secrets, allowed)
    if len(game.least_costs):
        # The sizes of the bins give higher bounds than their number.
        bounds = guess_bounds_by_size(game, gains, secrets, allowed, guesses_left)
        index = bounds.argmin()
        bound = int(bounds[index])
    else:
        # A guess costs at least charge · (2 · weight − gain): the second bound of Lemma 3 in docs/proofs.md. It is
        # least for the guess with the largest gain.
        index = gains.argmax()
        bound = int(game.charge * (2 * weight_of(game.weights, secrets) - gains[index]))

    guess = allowed[index]
    bins = partition_replies(game, guess, secrets)
    # The bound is exact for a bin of one or two secrets. The first bin is the largest.
    if len(bins.codes) == 0 or len(bin_members(bins, 0)) <= 2:
        return bound, int(guess)

    # Lemma 1 may give a higher bound: it needs the most bins that a guess leaves open. With weights gains do not tell
    # that number, and bounds by size follow from it already.
    if len(game.weights) or len(game.least_costs):
        return bound, NONE
    # No guess leaves more bins open than the largest gain, which counts the hit and the candidate too. The number is an
    # int64 as in the other call of _by_branching, so that numba compiles the function once.
    branches: Any = np.int64(gains[index])
    return max(bound, _by_branching(game, secrets, branches, guesses_left)), NONE


@njit
def _last_but_one(game: CompiledGame, secrets: Array, allowed: Array) -> tuple[int, int]:
    """The optimal cost with two guesses left: of each bin that is not the hit only the heaviest secret is solved."""
    # The last guess solves a secret of each part, which saves one charge and the miss.
    savings = (game.charge + game.miss) * count_parts(game, secrets, allowed).astype(np.int64)
    # A secret that the first guess solves saves one charge more. Every secret here is a candidate, which hard mode
    # allows as a guess too.
    add_for_candidates(game, secrets, allowed, savings, game.charge)

    index = savings.argmax()
    # What all secrets would pay if each stayed open after both guesses.
    most = (2 * game.charge + game.miss) * weight_of(game.weights, secrets)
    return most - savings[index], int(allowed[index])


@njit
def bounded_bins(
    game: CompiledGame, memo: Memo, guess: int, secrets: Array, allowed: Array, guesses_left: int, limit: int
) -> tuple[Bins, int]:
    """(bins, total): the bins of a guess with their bounds, and the lower bound on the cost of the guess that follows.

    The total is what the guess charges and the sum of the bounds. These are raised, in three rounds that take ever more
    work, as long as the total is below the limit. guesses_left: this guess included, at least 2.
    """
    bins = partition_replies(game, guess, secrets)
    total = game.charge * weight_of(game.weights, bins.members)
    # First as if each bin were told apart by a guess that is its heaviest secret.
    for number in range(len(bins.codes)):
        size = bins.starts[number + 1] - bins.starts[number]
        if len(game.weights):
            members = bin_members(bins, number)
            bound = game.charge * (weight_of(game.weights, members) - weight_of_first(game.weights, members))
        else:
            # The same from the size alone, because an array of the members takes time to make.
            bound = game.charge * (size - 1)
        bins.bounds[number] = bound
        # One secret is solved by the next guess, which charges it nothing.
        bins.is_exact[number] = size == 1
        total += bound

    for number in range(len(bins.codes)):
        # The largest bin is the first, so that all that follow are exact too.
        if total >= limit or bins.is_exact[number]:
            break
        bound, best = at_once(game, bin_members(bins, number), guesses_left - 1)
        total += _set_bound(bins, number, bound, best)

    for number in range(len(bins.codes)):
        if total >= limit:
            break
        if bins.is_exact[number]:
            continue
        remaining = still_allowed(game, allowed, guess, bins.codes[number])
        bound, best = first_bound(game, memo, bin_members(bins, number), remaining, guesses_left - 1)
        total += _set_bound(bins, number, bound, best)
    return bins, total


@njit
def _set_bound(bins: Bins, number: int, bound: int, guess: int) -> int:
    """Give a bin a bound, which is exact if there is a guess that reaches it; returns by how much the bound rises."""
    rise: int = bound - bins.bounds[number]
    bins.bounds[number] = bound
    bins.is_exact[number] = guess >= 0
    return rise


@njit
def known_cost(memo: Memo, secrets: Array, allowed: Array, guesses_left: int) -> tuple[int, int]:
    """(cost, guess) of those secrets as the memo has them; (-1, NONE) if it has nothing."""
    entry = find(memo, secrets, allowed, guesses_left)
    if entry < 0:
        return -1, NONE
    return memo.bound[entry], int(memo.guess[entry])
