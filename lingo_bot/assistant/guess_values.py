"""The value of a guess: exact, by the trees that the player's search finds after it, or expected, by its bin sizes.

The search computes costs: each guess charges 100 for every candidate that it leaves open, and in a game for guesses a
miss costs a large number besides (codebreaker.objective). Points are computed from a cost where a value is shown.
"""

from math import log2

import numpy as np

from codebreaker.candidates import split_by_code
from codebreaker.game import Game
from codebreaker.objective import Objective
from codebreaker.replies import Array
from codebreaker.search.beam import SCALE
from lingo_bot.strategy import Strategy

POINTS_A_HALVING = 20
"""Points that an estimate loses each time the promise halves, as measured by `python -m benchmarks estimates`."""


def exact_cost(strategy: Strategy, game: Game, secrets: Array, guesses_left: int, codes: Array) -> int | None:
    """The cost of a guess with the trees that the player's search finds after it; None for too many candidates.

    game: one with the guesses that the rules allow now, which are fewer in hard mode. secrets: the candidates.
    guesses_left: this guess included. codes: the code of each candidate's reply to the guess.
    """
    objective = strategy.objective
    # None if there are too many candidates, or at most two guesses left.
    search = strategy.tree_search(game, secrets, guesses_left)
    if search is None and guesses_left > 2:
        return None

    cost = 0
    numbers = np.arange(len(secrets), dtype=np.int32)  # the search numbers the candidates from 0
    for code, members in split_by_code(codes, numbers):
        if code == game.winning:
            continue

        cost += objective.open_charge(guesses_left) * len(members)
        if search is not None:
            bin_cost, _ = search.best(members, guesses_left - 1)
            cost += bin_cost
        elif guesses_left == 2:
            # The last guess is one of the candidates. It wins against itself alone.
            cost += objective.least(len(members), won=1, guesses_left=1)

    return cost


def exact_cost_of_best(strategy: Strategy, game: Game, secrets: Array, guesses_left: int) -> int | None:
    """The cost of the best tree over the candidates that the player's search finds; None for too many candidates.

    The arguments are those of exact_cost.
    """
    size = len(secrets)
    if guesses_left == 1 or size == 1:
        # The guess is one of the candidates, and wins against itself alone. No other guess follows.
        return strategy.objective.least(size, won=1, guesses_left=guesses_left)

    search = strategy.tree_search(game, secrets, guesses_left)
    if search is None:
        return None

    cost, _ = search.best(np.arange(size, dtype=np.int32), guesses_left)
    return cost


def points_and_chance(objective: Objective, cost: int, size: int, guesses_left: int) -> tuple[float, float | None]:
    """(mean points, 0 for a miss; chance to solve) of that many candidates whose tree has that cost.

    The chance is None where points count. Where a miss costs 1,000,000, a cost of 2,000,500 for ten candidates means
    two misses, and charges of 500 for all guesses: the chance is 0.8.
    """
    if objective.miss == 0:
        return objective.points_of(cost, size, guesses_left) / size, None

    # One miss costs more than all charges together, so the division separates the two.
    missed, charged = divmod(cost, objective.miss)
    points = objective.points_of(charged, size, guesses_left)
    return points / size, 1 - missed / size


def points_by_bins(strategy: Strategy, sizes: Array, hit: bool, guesses_left: int) -> float:
    """The expected points of a guess with those bin sizes, by the strategy's table of what bins cost.

    hit: whether the guess is a candidate. guesses_left: this guess included, at least 2.
    """
    objective = strategy.objective
    size = int(sizes.sum())
    still_open = size - 1 if hit else size
    charged = objective.open_charge(guesses_left) * still_open * SCALE

    # The bin of a hit adds nothing: it has one secret, which is expected to cost 0.
    expected = strategy.expected(guesses_left - 1, size)
    cost = charged + int(expected[sizes].sum())

    # Costs are whole numbers of 1/SCALE, so that their sum does not depend on the order of the bins.
    points = objective.points_of(0, size, guesses_left) * SCALE - cost
    return points / SCALE / size


def estimated_points(promise: float, largest_promise: float, most: float, least: float) -> float:
    """The estimate of a guess, in expected points, by its promise: its points by bins times the number of bins.

    The live player makes the guess with the largest promise, so the larger of two promises has the larger estimate.

    largest_promise: that of the guesses of the list. most: the estimate for it; each halving of the promise loses
    POINTS_A_HALVING. least: the value of a guess that gives no information, below which no estimate is. With a largest
    promise of 36,000, most 215 and least 90 it is 215 for 36,000, 195 for 18,000 and 175 for 9,000.
    """
    halvings = log2(largest_promise / promise)
    # A word that a person asks about may be outside the list and promise more than the best guess of the list.
    return min(most, max(least, most - POINTS_A_HALVING * halvings))


def expected_remaining(sizes: Array) -> float:
    """The mean size of the bin that the secret is in."""
    return int((sizes**2).sum()) / int(sizes.sum())
