"""Lower bounds on what any tree costs, for any game and objective; the proofs are in docs/proofs.md.

The cost of a tree over n secrets is the sum over its guesses j = 1, 2, … of the charge of the j-th guess times the
secrets that are still open after it (codebreaker.objective). A bound on the number that can be solved within j guesses
therefore bounds the cost. `guesses_left` is how many guesses the tree may still make, its first one included.

In a *game to identify* a secret is solved as soon as it is the only candidate; it need not be guessed.
`game.most_hits`, the most secrets that one guess wins against, is 0 there. A *plain* game has no weights and is won by
guessing the secret. A guess has *features* (in a word game its letter groups), and the code of a reply is the sum of
one term for each of them: `game.terms(secrets)` holds these terms [feature, secret], `game.features` the features of
each guess [guess, place], and `game.codes` is the number of reply codes.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.game import Game, hit_counts, hit_weights, separating_candidate, split_by_code
from codebreaker.objective import INFINITY, Objective
from codebreaker.replies import Array

MANY_SHARE = 0.2
MANY_EXPONENT = 0.75
"""part_limits lets a feature multiply the number of bins if more than 0.2 n^0.75 of n secrets do not have its most
frequent term. That is about where multiplying the bins by the different terms gives less than adding those secrets.
Another choice would give limits that hold as well, and may be higher."""
AT_A_TIME = 1024
"""Guesses whose bins are counted at a time where a limit may exclude the next ones."""


class Branching(NamedTuple):
    """How a tree over some secrets can branch at most; a tree over a part of them branches no more."""

    open_bins: int
    """The most bins that a guess leaves open."""
    after_hit: int
    """The most bins that a guess which can win leaves open."""
    hits: int = 1
    """The most secrets that one guess wins against; 0 where a secret is solved when it is alone in its bin."""

    def solved_within(self) -> Iterator[int]:
        """The most secrets that any tree solves within 1, 2, … guesses."""
        # In a game to identify the first guess can leave one secret alone in each bin.
        within = self.hits or self.open_bins
        while True:
            yield within
            if_it_wins = self.hits + self.after_hit * within
            if_it_does_not = self.open_bins * within
            within = max(if_it_wins, if_it_does_not)


def at_most(parts: int) -> Branching:
    """The branching where all that is known is the most bins of any guess: 1, parts, parts squared, … are solved."""
    return Branching(parts, parts - 1)


def least_by_size(
    objective: Objective, guesses_left: int, size: int, branching: Branching, light: Array | None = None
) -> Array:
    """int64 (size + 1,): the least that a bin of 0 … size secrets costs with that many guesses left.

    light[n]: the least weight of n of the secrets (see `lightest`); None if each counts once. In a game to identify the
    cost of one secret is negative: it takes back the charge of the guess before, which left it alone.
    """
    sizes = np.arange(size + 1, dtype=np.int64)
    weights = sizes if light is None else light[: size + 1]
    table = np.zeros(size + 1, dtype=np.int64)
    solved_within = branching.solved_within()
    for remaining in range(guesses_left, 0, -1):
        within = next(solved_within)
        if within >= size:
            break
        still_open = np.maximum(sizes - within, 0)
        table += objective.open_charge(remaining) * weights[still_open]
    if not branching.hits and size >= 1:
        charge_of_guess_before = objective.open_charge(guesses_left + 1)
        heaviest = 1 if light is None else _largest_weight(light)
        table[1] = -charge_of_guess_before * heaviest
    return table


def _largest_weight(light: Array) -> int:
    """The weight of the heaviest secret, from the table of `lightest`."""
    return int(light[-1] - light[-2])


LEVELS = 12
"""Guesses that least_by_splitting looks ahead; what comes after them is bounded by least_by_size."""
FEW_REPLIES = 6
"""In games with at most this many replies least_by_splitting is used: with more it costs more than it saves."""


def least_by_splitting(objective: Objective, guesses_left: int, size: int, branching: Branching) -> Array:
    """A bound like least_by_size, never smaller, where each secret counts once: int64 (size + 1,).

    A guess divides n secrets into bins whose costs are bounded in the same way: the bound of n is the smaller one of a
    guess that wins and of one that does not. Equal bins cost least where the costs of sizes are convex, so the bins
    are taken to be as equal as they can be, with the largest convex costs below the bounds of their sizes. With few
    replies the result is much higher than least_by_size.
    """
    first = guesses_left if branching.open_bins > FEW_REPLIES else max(guesses_left - LEVELS, 0)
    table = least_by_size(objective, first, size, branching)
    sizes = np.arange(size + 1)
    hits = np.minimum(sizes, branching.hits)

    for remaining in range(first + 1, guesses_left + 1):
        by_size = least_by_size(objective, remaining, size, branching)
        convex = _convex(table)
        charge = objective.open_charge(remaining)
        least = charge * sizes + _evenly(convex, sizes, max(1, branching.open_bins))
        if branching.hits:
            still_open = sizes - hits
            with_hit = charge * still_open + _evenly(convex, still_open, max(1, branching.after_hit))
            least = np.minimum(least, with_hit)
        table = np.maximum(by_size, least)
        if not branching.hits:
            table[1:2] = by_size[1:2]
    return table


def _evenly(convex: Array, sizes: Array, parts: Array | int) -> Array:
    """The cost of those numbers of secrets in that many parts that are as equal as they can be."""
    quotient, larger = np.divmod(sizes, parts)
    next_size = np.minimum(quotient + 1, len(convex) - 1)
    return np.asarray(larger * convex[next_size] + (parts - larger) * convex[quotient])


def _convex(table: Array) -> Array:
    """The largest convex numbers that are nowhere above those of the table, which begins with 0; rounded down."""
    if (np.diff(table, 2) >= 0).all():
        return table
    corners: list[int] = []
    for size in range(len(table)):
        while len(corners) > 1:
            first, middle = corners[-2:]
            rise = int(table[middle] - table[first])
            whole = int(table[size] - table[first])
            if rise * (size - first) < whole * (middle - first):
                break  # the middle one is below the line between the others
            corners.pop()
        corners.append(size)
    between: Array = np.floor(np.interp(np.arange(len(table)), corners, table[corners]) + 1e-9).astype(np.int64)
    return between


def least_at_once(game: Game, objective: Objective, secrets: Array, guesses_left: int) -> int:
    """A lower bound on the cost of those secrets that needs no reply, for any game.

    One guess wins now, against the secrets that count most; every other secret is solved at the next guess.
    """
    size = len(secrets)
    # In a game to identify one guess may leave every secret alone.
    won = min(game.most_hits or size, size)

    light = lightest(game, secrets)
    if light is None:
        return objective.least(weight=size, won=won, guesses_left=guesses_left)
    heaviest = int(light[-1] - light[size - won])
    return objective.least(weight=int(light[-1]), won=heaviest, guesses_left=guesses_left)


def lightest(game: Game, secrets: Array) -> Array | None:
    """light[n], the least weight of n of the secrets: int64 (secrets + 1,); None if each counts once."""
    if game.weights is None:
        return None
    return np.concatenate(([0], np.cumsum(np.sort(game.weights[secrets]))))


def least_total(table: Array) -> Array:
    """int64 (n + 1,): the least cost of n secrets in 0, 1, … n parts, for a convex table of the costs of bins (n + 1,).

    Parts of sizes as equal as possible cost least.
    """
    size = len(table) - 1
    parts = np.arange(size + 1)
    totals = _evenly(table, np.array([size]), np.maximum(parts, 1))
    totals[0] = 0
    return totals


def guess_bounds(
    game: Game,
    objective: Objective,
    secrets: Array,
    guesses_left: int,
    branching: Branching,
    totals: BinTotals = bin_totals,
    guesses: Array | None = None,
    table: Array | None = None,
) -> Array:
    """For each guess (all, or those indices) a lower bound on its cost with that many guesses left: int64 (guesses,).

    What the guess charges, and the sum of the table over the bins that stay open. table[n]: the least cost of a bin of
    n secrets after the guess, by default that of least_by_size.
    """
    features = game.features if guesses is None else game.features[guesses]
    if table is None:
        table = least_by_size(objective, guesses_left - 1, len(secrets), branching, lightest(game, secrets))
    bins = totals(game.terms(secrets), features, table, game.codes)
    hits = hit_counts(game, secrets, guesses)
    won = hits if game.weights is None else hit_weights(game, secrets, guesses)
    charged = objective.open_charge(guesses_left) * (game.weight(secrets) - won)

    # `bins` adds up all bins; that of the secrets which the guess wins against costs nothing.
    return np.asarray(charged + bins - table[hits])


def bin_counts(terms: Array, features: Array, codes: int, totals: BinTotals = bin_totals) -> Array:
    """How many bins each guess has; the arguments are those of bin_totals: int64 (guesses,)."""
    ones = np.ones(terms.shape[1] + 1, dtype=np.int64)
    ones[0] = 0
    return totals(terms, features, ones, codes)


def most_parts(game: Game, secrets: Array, totals: BinTotals = bin_totals) -> int:
    """The most bins that any guess splits the secrets into; no part of them is split into more."""
    return int(bin_counts(game.terms(secrets), game.features, game.codes, totals).max())


def part_limits(game: Game, terms: Array, totals: BinTotals = bin_totals) -> Array:
    """For each guess a number of bins that it cannot exceed over secrets of those terms: int64 (guesses,).

    terms: [feature, secret], as of game.terms, whose last row is 0 for the places of guesses with fewer features.

    Lemma 2 of docs/proofs.md: a feature multiplies the bins by its different terms at most, and where all but m secrets
    have the same term it adds m bins at most.
    """
    size = terms.shape[1]
    features = np.arange(len(terms))[:, None]
    different = bin_counts(terms, features, game.codes, totals)
    most_frequent = totals(terms, features, np.arange(size + 1), game.codes, largest=True)
    remaining = size - most_frequent

    # Each feature may multiply the number of bins or add to it. Any choice is right; this one gives low limits.
    many = remaining > MANY_SHARE * size**MANY_EXPONENT
    factors = np.where(many, different, 1)
    added = np.where(many, 0, remaining)
    products = np.ones(len(game.features))
    sums = np.zeros(len(game.features))
    for column in game.features.T:
        products *= factors[column]
        sums += added[column]
    return np.minimum(products + sums, size).astype(np.int64)


def bin_bound(
    game: Game, objective: Objective, secrets: Array, guesses_left: int, totals: BinTotals = bin_totals
) -> int:
    """A lower bound on the cost of a bin of a plain game: the least of guess_bounds, with the bin's own branching.

    Most guesses are ruled out by Lemma 2 of docs/proofs.md before their bins are counted.
    """
    size = len(secrets)
    if size <= 2 or guesses_left == 1 or separating_candidate(game, secrets) is not None:
        return objective.least(weight=size, won=1, guesses_left=guesses_left)
    terms = game.terms(secrets)
    features = game.features

    # The most bins of any guess, as the least of the negative numbers.
    limits = part_limits(game, terms, totals)
    most_bins = -_least(-limits, lambda guesses: -bin_counts(terms, features[guesses], game.codes, totals))

    table = least_by_size(objective, guesses_left - 1, size, at_most(most_bins))
    charged = objective.open_charge(guesses_left) * (size - hit_counts(game, secrets))
    bounds = least_total(table)[limits] + charged
    return _least(bounds, lambda guesses: totals(terms, features[guesses], table, game.codes) + charged[guesses])


def _least(bounds: Array, evaluate: Callable[[Array], Array]) -> int:
    """The least value of any guess; bounds are lower bounds on the values, and become the values that are needed."""
    best = INFINITY
    order = np.argsort(bounds)
    for start in range(0, len(order), AT_A_TIME):
        guesses = order[start : start + AT_A_TIME]
        guesses = guesses[bounds[guesses] < best]
        if not len(guesses):
            break
        bounds[guesses] = evaluate(guesses)
        best = min(best, int(bounds[guesses].min()))
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
    """The second-level bound of a first guess: bin_bound over its bins, the largest first, until it is at least enough.

    replies: the codes of the guess's replies to all secrets. parts: most_parts of all secrets. bound and done are those
    that an earlier call returned; at first, done is 0 and bound is what guess_bounds gives this guess with the
    branching at_most(parts).

    Returns the bound, how many bins are done, and how many secrets the bins have that this call looked at. For each of
    these secrets one or two replies were worked out for every guess.
    """
    by_code = split_by_code(replies, np.arange(len(replies), dtype=np.int32))
    bins = sorted((members for code, members in by_code if code != game.winning), key=len, reverse=True)
    guesses_left = objective.attempts - 1
    table = least_by_size(objective, guesses_left, len(replies), at_most(parts))

    work = 0
    while bound < enough and done < len(bins):
        secrets = bins[done]
        bound_by_size = int(table[len(secrets)])
        bound_of_bin = bin_bound(game, objective, secrets, guesses_left, totals)
        bound += max(0, bound_of_bin - bound_by_size)
        work += len(secrets)
        done += 1
    return bound, done, work
