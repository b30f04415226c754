"""Lower bounds on what any tree over a set of secrets costs, from the number and the weights of the secrets alone.

The cost of a tree over n secrets is the sum over its guesses j = 1, 2, … of the charge of the j-th guess times the
secrets that are still open after it (codebreaker.objective). A bound on the number that can be solved within j guesses
therefore bounds the cost. `guesses_left` is how many guesses the tree may still make, its first one included. The
proofs are in docs/proofs.md.

Bounds by size are tables: table[n] is the bound of a bin of n secrets.

Objective.open_charge(k) is what a guess charges each secret that it leaves open, if k guesses are left, this one
included: the last guess charges the miss too.

Three kinds of games differ here. In a *plain* game every secret counts once, and it is won by guessing the secret. In
a game with *weights* a secret counts as much as it weighs. In a game *to identify* a secret is solved as soon as it is
the only candidate; it need not be guessed, so no guess wins and `game.most_hits` is 0.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from codebreaker.game import Game
from codebreaker.objective import Objective
from codebreaker.replies import Array

GUESSES_AHEAD = 12
"""Guesses that least_by_splitting looks ahead; what comes after them is bounded by least_by_size.

If a guess leaves only two bins open, 12 guesses solve up to 4,095 secrets; in most games nothing comes after them.
"""
FEW_OPEN_BINS = 6
"""least_by_splitting looks ahead only in games where no guess leaves more bins open than this.

With more bins, making the table takes more time than its higher bounds save.
"""


class Branching(NamedTuple):
    """How a tree over some secrets can branch at most; a tree over a part of them branches no more."""

    open_bins: int
    """The most bins that a guess leaves open."""
    after_hit: int
    """The most bins that a guess which can win leaves open."""
    hits: int = 1
    """The most secrets that one guess wins against; 0 in a game to identify."""

    def solved_within(self) -> Iterator[int]:
        """The most secrets that any tree solves within 1, 2, … guesses: s_j in docs/proofs.md.

        The first guess solves those that it wins against, and each bin that it leaves open has one guess less.
        """
        # In a game to identify the first guess solves the secrets that it leaves alone: at most one in each bin.
        within = self.hits or self.open_bins
        while True:
            yield within
            if_it_wins = self.hits + self.after_hit * within
            if_it_does_not = self.open_bins * within
            within = max(if_it_wins, if_it_does_not)


def branching_of(parts: int) -> Branching:
    """The branching of a plain game in which no guess has more than that many bins, the hit included.

    With 3 parts a tree solves at most 1, 3, 9, … secrets within 1, 2, 3, … guesses.
    """
    return Branching(open_bins=parts, after_hit=parts - 1)


def least_by_size(
    objective: Objective, guesses_left: int, size: int, branching: Branching, lightest: Array | None = None
) -> Array:
    """int64 (size + 1,): the least that a bin of 0 … size secrets costs with that many guesses left.

    The first guess solves at most as many secrets as branching.solved_within says, the first two guesses as many as it
    says next, and so on; each guess charges the others. lightest: int64 (size + 1,), the result of weight_of_lightest
    for a set that contains the bins; None if each secret counts once.

    In a game to identify a bin of one secret has a negative cost. The guess before has charged this secret as an open
    one, but it is solved, because it is the only candidate: the negative cost takes the charge back.
    """
    sizes = np.arange(size + 1, dtype=np.int64)
    if lightest is None:
        lightest = sizes
    table = np.zeros(size + 1, dtype=np.int64)
    for guesses_left_now, solved in zip(range(guesses_left, 0, -1), branching.solved_within(), strict=False):
        if solved >= size:
            break
        still_open = np.maximum(sizes - solved, 0)
        # At best the guesses before have solved the heaviest secrets.
        table += objective.open_charge(guesses_left_now) * lightest[still_open]

    if not branching.hits and size >= 1:
        # Any secret may be the one that is alone, so the bound is that of the heaviest. Its weight is that of all
        # secrets, less that of all but the heaviest.
        heaviest = int(lightest[-1] - lightest[-2])
        charge_of_guess_before = objective.open_charge(guesses_left + 1)
        table[1] = -charge_of_guess_before * heaviest
    return table


def least_by_splitting(objective: Objective, guesses_left: int, size: int, branching: Branching) -> Array:
    """The least that a bin of 0 … size secrets costs where each secret counts once: int64 (size + 1,).

    It is never below least_by_size. In games of few replies it is much higher; where a guess leaves more than
    FEW_OPEN_BINS bins open it is the same table.

    The table for k guesses left is made from that for k - 1. A guess divides n secrets into bins, so they cost at least
    what it charges and what the cheapest division costs. In a convex table that is the division into bins as equal as
    possible; a table that is not convex is replaced by the largest convex numbers below it. The guess may win or not,
    and the smaller one of these two bounds holds.
    """
    if branching.open_bins > FEW_OPEN_BINS:
        return least_by_size(objective, guesses_left, size, branching)

    # The first table is that of least_by_size for this many guesses left; then one guess is added at a time.
    fewest_guesses = max(0, guesses_left - GUESSES_AHEAD)
    table = least_by_size(objective, fewest_guesses, size, branching)
    sizes = np.arange(size + 1)
    open_after_hit = np.maximum(sizes - branching.hits, 0)

    for guesses in range(fewest_guesses + 1, guesses_left + 1):
        by_size = least_by_size(objective, guesses, size, branching)
        convex = _convex(table)
        charge = objective.open_charge(guesses)
        least = charge * sizes + _evenly(convex, sizes, branching.open_bins)
        if branching.hits:
            with_hit = charge * open_after_hit + _evenly(convex, open_after_hit, branching.after_hit)
            least = np.minimum(least, with_hit)

        table = np.maximum(by_size, least)
        if not branching.hits and size >= 1:
            # In a game to identify a secret that is alone is solved, so there is no guess that charges it.
            table[1] = by_size[1]
    return table


def _evenly(convex: Array, sizes: Array, parts: Array | int) -> Array:
    """For each number of secrets, what they cost in parts that are as equal as possible: int64, the shape of `sizes`.

    12 secrets in 5 parts are 3 parts of 2 and 2 parts of 3. convex: the cost of a part of 0, 1, … secrets, 0 for none.
    parts: the number of parts, one for all sizes or one for each. With 0 parts the cost is that of one part.
    """
    # Division by 0 is an error. No guess divides a secret into 0 parts, so any number is a bound there; and without
    # secrets one part costs nothing either.
    parts = np.maximum(parts, 1)
    small_size, large_parts = np.divmod(sizes, parts)
    small_parts = parts - large_parts
    # The table ends with all secrets in one part, and then there is no part that is larger by one.
    large_size = np.minimum(small_size + 1, len(convex) - 1)
    return np.asarray(large_parts * convex[large_size] + small_parts * convex[small_size])


def _convex(table: Array) -> Array:
    """The largest convex numbers that are nowhere above those of the table, rounded down: int64, as long as the table.

    For the table 0, 3, 4, 4 they are 0, 1.33, 2.67, 4, rounded down to 0, 1, 2, 4.
    """
    if (np.diff(table, 2) >= 0).all():
        return table

    # The corners of the lower convex hull: the sizes at which it touches the table.
    corners: list[int] = []
    for size in range(len(table)):
        while len(corners) > 1:
            first, middle = corners[-2:]
            rise_to_middle = int(table[middle] - table[first])
            rise = int(table[size] - table[first])
            is_below_line = rise_to_middle * (size - first) < rise * (middle - first)
            if is_below_line:
                break
            corners.pop()
        corners.append(size)

    # Between two corners the hull is a straight line.
    convex = table.copy()
    for start, end in pairwise(corners):
        rise = int(table[end] - table[start])
        distances = np.arange(end - start)
        convex[start:end] = table[start] + rise * distances // (end - start)
    return convex


def weight_of_lightest(game: Game, secrets: Array) -> Array | None:
    """How much the lightest 0, 1, 2, … of the secrets count together: int64 (secrets + 1,); None if each counts once.

    For secrets of the weights 5, 1 and 3 that is [0, 1, 4, 9].
    """
    if game.weights is None:
        return None
    return np.concatenate(([0], np.cumsum(np.sort(game.weights[secrets]))))


def least_by_parts(table: Array) -> Array:
    """int64 (n + 1,): the least that n secrets cost together in 0, 1, … n bins.

    table: the cost of a bin of 0, 1, … n secrets, which must be convex: then bins of sizes as equal as possible cost
    least. n secrets cannot be in 0 bins; that entry is 0.
    """
    size = len(table) - 1
    costs = _evenly(table, np.array([size]), np.arange(size + 1))
    costs[0] = 0
    return costs
