"""Lower bounds on what a guess and a bin of a game cost, from the bins of guesses; the proofs are in docs/proofs.md.

A guess costs what it charges and the sum of what its bins cost; a bin costs at least the bound of its size
(codebreaker.search.bounds_by_size). A bin costs what its best guess costs.

Bins are counted from features. A guess has *features* (in a word game its letter groups), and the code of a reply is
the sum of one term for each of them. `game.terms(secrets)` holds these terms [feature, secret], `game.features` has the
features of each guess [guess, place], and `game.codes` is the number of reply codes. `game.totals` adds up a table by
size over the bins of every guess.

In a *plain* game every secret counts once, and a guess wins against one secret at most.
"""

import numpy as np

from codebreaker.candidates import hit_counts, hit_weights, separating_candidate, split_by_code
from codebreaker.game import Game
from codebreaker.objective import INFINITY, Objective
from codebreaker.replies import Array
from codebreaker.search.bounds_by_size import branching_of, least_by_parts, least_by_size

GUESSES_AT_A_TIME = 1024
"""Guesses whose bins are counted in one call of Game.totals. After each call, what it found may exclude the others."""


def guess_bounds(
    game: Game,
    objective: Objective,
    secrets: Array,
    guesses_left: int,
    table: Array,
    guesses: Array | None = None,
) -> Array:
    """For each guess (all, or those indices) a lower bound on its cost with that many guesses left: int64 (guesses,).

    It is what the guess charges, and the sum of the table over the bins that stay open. table: a bound by size for one
    guess less, such as least_by_size(objective, guesses_left - 1, …).
    """
    features = game.features if guesses is None else game.features[guesses]
    costs_of_bins = game.totals(game.terms(secrets), features, table, game.codes)
    open_weights = game.weight(secrets) - hit_weights(game, secrets, guesses)
    charged = objective.open_charge(guesses_left) * open_weights

    # The bin of the secrets which the guess wins against is among these bins; it costs nothing.
    return np.asarray(charged + costs_of_bins - table[hit_counts(game, secrets, guesses)])


def bin_counts(game: Game, terms: Array, features: Array) -> Array:
    """How many bins each guess has: int64 (guesses,). terms: as Game.terms returns them. features: as in Game."""
    # Each bin adds 1, whatever its size, and a code that no secret has adds nothing.
    table = np.ones(terms.shape[1] + 1, dtype=np.int64)
    table[0] = 0
    return game.totals(terms, features, table, game.codes)


def most_parts(game: Game, secrets: Array) -> int:
    """The most bins that any guess splits the secrets into; no subset of them is split into more bins."""
    return int(bin_counts(game, game.terms(secrets), game.features).max())


def bin_bound(game: Game, objective: Objective, secrets: Array, guesses_left: int) -> int:
    """A lower bound on the cost of a bin of a plain game: the least of guess_bounds over all guesses.

    The table of guess_bounds is made from the most parts that any guess splits this bin into. Most guesses are ruled
    out by the number of their bins before the sizes of these are added up.
    """
    size = len(secrets)
    if size <= 2 or guesses_left == 1 or separating_candidate(game, secrets) is not None:
        # This is the exact cost. A candidate that tells all others apart, as either one of two secrets does, wins at
        # once or with the next guess. The last guess wins against one secret and misses the others.
        return objective.least(weight=size, won=1, guesses_left=guesses_left)

    terms = game.terms(secrets)
    parts = bin_counts(game, terms, game.features)
    # If no guess splits this bin into more than b bins, none splits a part of it into more. branching_of(b) says so to
    # least_by_size, whose table bounds the cost of a part by its size.
    table = least_by_size(objective, guesses_left - 1, size, branching_of(int(parts.max())))
    charged = objective.open_charge(guesses_left) * (size - hit_counts(game, secrets))

    # A guess costs at least what it charges and what as many bins of equal size cost. The table of least_by_size is
    # convex in a plain game, as least_by_parts requires.
    bounds_by_parts = charged + least_by_parts(table)[parts]

    # The sizes of bins are added up in the order of these bounds, until no other guess can cost less.
    least = INFINITY
    order = np.argsort(bounds_by_parts)
    for start in range(0, len(order), GUESSES_AT_A_TIME):
        guesses = order[start : start + GUESSES_AT_A_TIME]
        guesses = guesses[bounds_by_parts[guesses] < least]
        if not len(guesses):
            break
        # These bounds are those of guess_bounds: the bin of the hit is one secret, and table[1] is 0 in a plain game.
        costs_of_bins = game.totals(terms, game.features[guesses], table, game.codes)
        least = min(least, int((charged[guesses] + costs_of_bins).min()))
    return least


def refine(
    game: Game, objective: Objective, replies: Array, parts: int, bound: int, done: int, enough: int
) -> tuple[int, int, int]:
    """Raise the bound of a first guess of a plain game until it is at least `enough`: bin by bin, the largest first.

    At first the bound of the guess is that of guess_bounds with the table least_by_size(…, branching_of(parts)), so
    each bin has a bound by its size. A bin is *done* when it has the bound of bin_bound instead. The work may be spread
    over several calls.

    replies: the codes of the guess's replies to all secrets. parts: most_parts of all secrets. bound, done: the bound
    of guess_bounds and 0; in a later call, what the call before returned.

    Returns (bound, done, work): the raised bound, how many bins are done in all, and how many secrets the bins have
    that this call has done. For each of these secrets bin_bound computes up to two replies to each guess.
    """
    by_code = split_by_code(replies, np.arange(len(replies), dtype=np.int32))
    bins = sorted((members for code, members in by_code if code != game.winning), key=len, reverse=True)
    guesses_left = objective.attempts - 1
    table = least_by_size(objective, guesses_left, len(replies), branching_of(parts))

    work = 0
    while bound < enough and done < len(bins):
        secrets = bins[done]
        bound_by_size = int(table[len(secrets)])
        bound_of_bin = bin_bound(game, objective, secrets, guesses_left)
        # Both are lower bounds, and the higher one counts.
        bound += max(0, bound_of_bin - bound_by_size)
        work += len(secrets)
        done += 1
    return bound, done, work
