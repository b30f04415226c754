"""Lower bounds on what a guess and a bin of a game cost, from the bins of guesses; the proofs are in docs/proofs.md.

A guess costs what it charges and the sum of what its bins cost; a bin costs at least the bound of its size
(codebreaker.search.bounds_by_size). A bin costs what its best guess costs.

Bins are counted from features. A guess has *features* (in a word game its letter groups), and the code of a reply is
the sum of one term for each of them. `game.terms(secrets)` holds these terms [feature, secret], `game.features` has the
features of each guess [guess, place], and `game.codes` is the number of reply codes. `totals` is the function that adds
up a table by size over the bins of every guess: codebreaker.bins.bin_totals, or a faster form of it.

In a *plain* game every secret counts once, and a guess wins against one secret at most.
"""

from collections.abc import Callable

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.candidates import hit_counts, hit_weights, separating_candidate, split_by_code
from codebreaker.game import Game
from codebreaker.objective import INFINITY, Objective
from codebreaker.replies import Array
from codebreaker.search.bounds_by_size import branching_of, least_by_size, least_total

MANY_SHARE = 0.2
MANY_EXPONENT = 0.75
"""In part_limits a feature multiplies the number of bins if more than 0.2 n^0.75 of n secrets do not have its most
frequent term, and adds to it if not. A rule of thumb: any rule gives limits that hold, and it only decides how low they
are and so how many guesses need not be counted."""
AT_A_TIME = 1024
"""Guesses whose bins are counted at a time where a limit may exclude the next ones."""


def guess_bounds(
    game: Game,
    objective: Objective,
    secrets: Array,
    guesses_left: int,
    table: Array,
    totals: BinTotals = bin_totals,
    guesses: Array | None = None,
) -> Array:
    """For each guess (all, or those indices) a lower bound on its cost with that many guesses left: int64 (guesses,).

    It is what the guess charges, and the sum of the table over the bins that stay open. table: a bound by size for one
    guess less, such as least_by_size(objective, guesses_left - 1, …). totals: the form of bin_totals that is called.
    """
    features = game.features if guesses is None else game.features[guesses]
    costs_of_bins = totals(game.terms(secrets), features, table, game.codes)
    open_weights = game.weight(secrets) - hit_weights(game, secrets, guesses)
    charged = objective.open_charge(guesses_left) * open_weights

    # The bin of the secrets which the guess wins against is among these bins; it costs nothing.
    return np.asarray(charged + costs_of_bins - table[hit_counts(game, secrets, guesses)])


def bin_counts(terms: Array, features: Array, codes: int, totals: BinTotals = bin_totals) -> Array:
    """How many bins each guess has; the arguments are those of bin_totals: int64 (guesses,)."""
    # Each bin adds 1, whatever its size, and a code that no secret has adds nothing.
    table = np.ones(terms.shape[1] + 1, dtype=np.int64)
    table[0] = 0
    return totals(terms, features, table, codes)


def most_parts(game: Game, secrets: Array, totals: BinTotals = bin_totals) -> int:
    """The most bins that any guess splits the secrets into; no part of them is split into more."""
    return int(bin_counts(game.terms(secrets), game.features, game.codes, totals).max())


def part_limits(game: Game, terms: Array, totals: BinTotals = bin_totals) -> Array:
    """For each guess a number of bins that it cannot exceed over secrets of those terms: int64 (guesses,).

    terms: the result of game.terms for the secrets, [feature, secret].

    Lemma 2 of docs/proofs.md: a feature multiplies the bins by its different terms at most, and where all but m secrets
    have the same term it adds m bins at most.
    """
    size = terms.shape[1]

    # Each feature is taken for a guess of its own. The bins of this guess are the secrets of each different term, and
    # its largest bin has the most frequent term.
    single_features = np.arange(len(terms))[:, None]
    different = bin_counts(terms, single_features, game.codes, totals)
    most_frequent = totals(terms, single_features, np.arange(size + 1), game.codes, largest=True)
    remaining = size - most_frequent

    # A feature that splits many secrets off multiplies the number of bins; another one adds to it.
    splits_many = remaining > MANY_SHARE * size**MANY_EXPONENT
    factors = np.where(splits_many, different, 1)
    added = np.where(splits_many, 0, remaining)

    # The padding of a guess that has fewer features neither multiplies nor adds: its terms are all 0.
    products = np.ones(len(game.features))
    sums = np.zeros(len(game.features))
    for column in game.features.T:
        products *= factors[column]
        sums += added[column]
    return np.minimum(products + sums, size).astype(np.int64)


def bin_bound(
    game: Game, objective: Objective, secrets: Array, guesses_left: int, totals: BinTotals = bin_totals
) -> int:
    """A lower bound on the cost of a bin of a plain game: the least of guess_bounds over all guesses.

    The table of guess_bounds is made from the most parts that any guess splits this bin into. Most guesses are ruled
    out by Lemma 2 of docs/proofs.md before their bins are counted.
    """
    size = len(secrets)
    if size <= 2 or guesses_left == 1 or separating_candidate(game, secrets) is not None:
        # At best one guess wins and the next guess solves all others. In these cases a candidate does that, or there is
        # no next guess.
        return objective.least(weight=size, won=1, guesses_left=guesses_left)

    terms = game.terms(secrets)
    features = game.features
    limits = part_limits(game, terms, totals)

    # The most bins of any guess. With a minus sign they are the smallest number, which is what _least looks for.
    def negative_bins(guesses: Array) -> Array:
        return -bin_counts(terms, features[guesses], game.codes, totals)

    most_bins = -_least(-limits, negative_bins)
    # With that many bins a tree solves at most 1, most_bins, most_bins ** 2, … secrets within 1, 2, 3, … guesses.
    table = least_by_size(objective, guesses_left - 1, size, branching_of(most_bins))
    charged = objective.open_charge(guesses_left) * (size - hit_counts(game, secrets))

    def bounds_of(guesses: Array) -> Array:
        """The same as guess_bounds. The bin of the hit is one secret, and table[1] is 0 in a plain game."""
        costs_of_bins = totals(terms, features[guesses], table, game.codes)
        return np.asarray(charged[guesses] + costs_of_bins)

    # A guess costs at least what it charges and what bins of equal size cost, as many as its limit allows. least_total
    # requires a convex table; that of least_by_size is convex in a plain game.
    bounds_by_limit = charged + least_total(table)[limits]
    return _least(bounds_by_limit, bounds_of)


def _least(bounds: Array, evaluate: Callable[[Array], Array]) -> int:
    """The least value of any guess, where evaluate(guesses) computes their values.

    bounds: a lower bound on the value of each guess. The guesses are evaluated in the order of their bounds, until no
    other guess can have a smaller value.
    """
    best = INFINITY
    order = np.argsort(bounds)
    for start in range(0, len(order), AT_A_TIME):
        guesses = order[start : start + AT_A_TIME]
        guesses = guesses[bounds[guesses] < best]
        if not len(guesses):
            break
        best = min(best, int(evaluate(guesses).min()))
    return best


def refine(
    game: Game,
    objective: Objective,
    replies: Array,
    parts: int,
    bound: int,
    done: int,
    enough: int,
    totals: BinTotals = bin_totals,
) -> tuple[int, int, int]:
    """Raise the bound of a first guess of a plain game until it is at least `enough`: bin by bin, the largest first.

    At first the bound of the guess is that of guess_bounds, in which every bin has the bound of least_by_size for
    branching_of(parts). Then a bin after the other gets the bound of bin_bound: it is *done*.

    replies: the codes of the guess's replies to all secrets. parts: most_parts of all secrets. bound, done: the bound
    so far and the number of bins that are done, as the call before returned them.

    Returns (bound, done, work). work is the number of secrets in the bins that this call has done: for each pair of one
    of them and a guess, bin_bound works out up to two replies, one to count bins and one for the bounds.
    """
    by_code = split_by_code(replies, np.arange(len(replies), dtype=np.int32))
    bins = sorted((members for code, members in by_code if code != game.winning), key=len, reverse=True)
    guesses_left = objective.attempts - 1
    table = least_by_size(objective, guesses_left, len(replies), branching_of(parts))

    work = 0
    while bound < enough and done < len(bins):
        secrets = bins[done]
        bound_by_size = int(table[len(secrets)])
        bound_of_bin = bin_bound(game, objective, secrets, guesses_left, totals)
        bound += max(0, bound_of_bin - bound_by_size)
        work += len(secrets)
        done += 1
    return bound, done, work
