"""The live rules, which choose the next guess from the candidates and the attempts left.

Every rule is deterministic and never reads the clock. Its work is bounded by the number of replies computed: above a
budget only a shortlist of guesses is tried, so that a slow machine plays the same game as a fast one.
"""

from collections.abc import Callable
from functools import cache

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.criteria import CRITERIA, best_guess
from codebreaker.game import Game, candidates
from codebreaker.loading import criterion_of
from codebreaker.payoff import Payoff, pit_points
from codebreaker.replies import Array
from codebreaker.rules import POINTS, WORST
from codebreaker.search.beam import Search
from lingo_bot.expected_points import ExpectedPoints

BUDGET = 6_000_000
"""Replies (guesses × candidates) computed for one move; about half a second in numpy at worst."""
SAMPLE = 2_000
"""Evenly spaced candidates that stand for all of them where the budget is exceeded."""
SMALL_SAMPLE = 800
"""Evenly spaced candidates that stand for all of them while the shortlist is made."""
MISS = 10**9
"""Points that a miss costs where misses count before guesses: more than all points of 100,000 games of 100 attempts."""
LOOK_AHEAD_BUDGET = 600_000
"""Replies (words × candidates) up to which the strategy `score` looks deeper than one guess."""
LOOK_AHEAD = 4
"""Guesses evaluated by recursion then; at later attempts it is one."""

Choice = Callable[[Game, Array, int], int]
"""choice(game, candidates as ascending secret indices, attempt from 0): the index of the guess."""


def strategy_for(strategy: str, objective: str) -> str:
    """The strategy that plays for the objective: `score` plays for points and guesses, `minimax` for the worst case."""
    return "minimax" if (strategy, objective) == ("score", WORST) else strategy


def payoff_of(objective: str, attempts: int) -> Payoff:
    """What a game pays under the objective: points; where misses come first, a miss costs more than all points."""
    points = pit_points(attempts)
    return points if objective == POINTS else Payoff(points.solved, -MISS)


def choice(strategy: str, attempts: int, totals: BinTotals = bin_totals, objective: str = POINTS) -> Choice:
    """The rule of that name, or of the criterion that the file defines, for games of that many attempts."""
    strategy = strategy_for(strategy, objective)
    payoff = payoff_of(objective, attempts)
    by_strategy = _by_payoff(payoff, totals) if strategy == "score" else _by_criterion(strategy, totals)

    def choose(game: Game, secrets: Array, attempt: int) -> int:
        if attempt == attempts - 1 or len(secrets) <= 2:
            return int(game.guess_of[secrets[0]])  # the last guess must be a candidate
        return by_strategy(game, secrets, attempt)

    return choose


def _by_criterion(name: str, totals: BinTotals) -> Choice:
    criterion = criterion_of(name)

    def choose(game: Game, secrets: Array, attempt: int) -> int:
        guesses, sample = shortlist(game, secrets, totals)
        costs = criterion.costs(game, sample, guesses, totals)
        best = best_guess(costs, candidates(game, secrets, guesses))
        return best if guesses is None else int(guesses[best])

    return choose


def _by_payoff(payoff: Payoff, totals: BinTotals) -> Choice:
    attempts = payoff.attempts
    tables = cache(lambda length: ExpectedPoints(length, attempts, payoff))

    def choose(game: Game, secrets: Array, attempt: int) -> int:
        expected = tables(len(game.guesses[0]))
        deeper = len(secrets) * len(game.guesses) <= LOOK_AHEAD_BUDGET
        keep = [LOOK_AHEAD if deeper and depth == attempt else 1 for depth in range(attempts)]
        search = Search(game, payoff, expected, keep, totals, pool=lambda some: shortlist(game, some, totals))
        return search.best(secrets, attempt)[1].guess if deeper else int(search.shortlist(secrets, attempt)[0])

    return choose


def shortlist(game: Game, secrets: Array, totals: BinTotals = bin_totals) -> tuple[Array | None, Array]:
    """The guesses to try (ascending indices; None for all) and the secrets to try them on, within the budget.

    Over the budget, an evenly spaced sample stands for the secrets. The guesses are those with the most telling
    letters; of these, the ones that leave the fewest expected candidates on a smaller sample.
    """
    if len(secrets) * len(game.guesses) <= BUDGET:
        return None, secrets
    small = _spaced(secrets, SMALL_SAMPLE)
    telling = _telling(game, small)
    pool = np.sort(np.argsort(-telling, kind="stable")[: BUDGET // 2 // len(small)])
    costs = CRITERIA["expected"].costs(game, small, pool, totals)
    sample = _spaced(secrets, SAMPLE)
    best = pool[np.argsort(costs, kind="stable")[: BUDGET // 2 // len(sample)]]
    return np.sort(best), sample


def _spaced(secrets: Array, most: int) -> Array:
    """At most that many of the secrets, evenly spaced."""
    return secrets[:: -(-len(secrets) // most)]


def _telling(game: Game, secrets: Array) -> Array:
    """int64 (guesses,): how evenly the features of each guess divide the secrets.

    It is the sum over the features of (secrets with a term other than 0) × (secrets without). A letter group is most
    telling when half of the secrets give it a mark.
    """
    marked = np.count_nonzero(game.terms(secrets), axis=1).astype(np.int64)
    telling: Array = (marked * (len(secrets) - marked))[game.features].sum(axis=1)
    return telling
