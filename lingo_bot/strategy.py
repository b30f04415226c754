"""The live rules, which choose the next guess from the candidates and the attempts left.

Every rule is deterministic and never reads the clock. Its work is bounded by the number of replies computed: above a
budget only a shortlist of guesses is tried, so that a slow machine plays the same game as a fast one.
"""

from collections.abc import Callable
from functools import cache

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.criteria import CRITERIA, best_guess
from codebreaker.game import Game, candidates, separating_candidate, table_game
from codebreaker.payoff import Payoff, never_missing, pit_points
from codebreaker.replies import Array
from codebreaker.rules import POINTS, WORST
from lingo_bot.expected_points import ExpectedPoints
from lingo_bot.live_search import LiveSearch
from lingo_bot.shortlist import among, shortlist

MISS = 10**9
"""Points that a miss costs where misses count before guesses: more than all points of 100,000 games of 100 attempts."""
LOOK_AHEAD_BUDGET = 600_000
"""Replies (words × candidates) up to which the assistant plays out the guesses that it shows."""
TREES = 10_000
"""Candidates × guesses evaluated by recursion for one move."""
FIRST_TREES = 1_000
"""The same for the first guess, which comes fast."""
FEWEST_TREES = 4
"""Where fewer guesses than these could be evaluated so, none is."""
MOST_TREES, MOST_LATER = 24, 8
"""Guesses evaluated by recursion at the most, now and at the next attempt."""
LATER = 400_000
"""Replies (guesses × candidates) computed at each later attempt of such a tree."""
FEW = 16
"""Candidates up to which the least worst case is searched."""
BESIDE_CANDIDATES = 64
"""Guesses that this search tries besides the candidates."""

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
    if strategy == "score":
        by_strategy = _by_payoff(payoff, totals)
    elif (strategy, objective) == ("minimax", WORST):
        by_strategy = _by_worst_case(attempts, totals)
    else:
        by_strategy = _by_criterion(strategy, totals)

    def choose(game: Game, secrets: Array, attempt: int) -> int:
        if attempt == attempts - 1 or len(secrets) <= 2:
            return int(game.guess_of[secrets[0]])  # the last guess must be a candidate
        return by_strategy(game, secrets, attempt)

    return choose


def _by_criterion(name: str, totals: BinTotals) -> Choice:
    from codebreaker.loading import criterion_of  # the default strategy plays without it

    criterion = criterion_of(name)

    def choose(game: Game, secrets: Array, attempt: int) -> int:
        guesses, sample = shortlist(game, secrets, totals)
        fewer = among(game, guesses)
        best = best_guess(criterion.costs(fewer, sample, None, totals), candidates(fewer, secrets))
        return best if guesses is None else int(guesses[best])

    return choose


def _by_payoff(payoff: Payoff, totals: BinTotals) -> Choice:
    attempts = payoff.attempts
    tables = cache(lambda length: ExpectedPoints(length, attempts, payoff))

    def choose(game: Game, secrets: Array, attempt: int) -> int:
        separating = separating_candidate(game, secrets)
        if separating is not None:  # no guess has a larger total
            return separating
        expected = tables(len(game.guesses[0]))
        trees = min(MOST_TREES, (TREES if attempt else FIRST_TREES) // len(secrets))
        if attempt == attempts - 2 or trees < FEWEST_TREES:
            guesses, sample = shortlist(game, secrets, totals)
            fewer = among(game, guesses)
            best = int(LiveSearch(fewer, payoff, expected, [1] * attempts, totals).shortlist(sample, attempt)[0])
        else:
            guesses = _later_guesses(game, secrets, attempt, payoff, expected, totals)
            keep = [1] * attempts
            keep[attempt], keep[attempt + 1] = trees, max(1, min(MOST_LATER, TREES // (trees * len(secrets))))
            search = LiveSearch(_table(game, guesses, secrets), payoff, expected, keep, totals)
            best = search.best(np.arange(len(secrets), dtype=np.int32), attempt)[1].guess
        return best if guesses is None else int(guesses[best])

    return choose


def _later_guesses(
    game: Game, secrets: Array, attempt: int, payoff: Payoff, expected: ExpectedPoints, totals: BinTotals
) -> Array:
    """The guesses (ascending indices) that are tried at this and later attempts over those secrets.

    The candidates, and the guesses that are the most promising now.
    """
    count = LATER // len(secrets)
    if count >= len(game.guesses):
        return np.arange(len(game.guesses))
    keep = [count] * payoff.attempts
    search = LiveSearch(game, payoff, expected, keep, totals, pool=lambda some: shortlist(game, some))
    return np.union1d(game.guess_of[secrets], search.shortlist(secrets, attempt))


def _table(game: Game, guesses: Array, secrets: Array) -> Game:
    """The game where only those guesses may be made and only those secrets be hidden, with a table of all replies."""
    replies = game.replies(guesses, secrets)
    hidden = game.guess_of[secrets].tolist()
    return table_game(game.name, guesses.tolist(), hidden, replies, game.winning, game.codes)


def _by_worst_case(attempts: int, totals: BinTotals) -> Choice:
    """Minimax; over few candidates the guess whose tree has the least worst case.

    The tree is searched exactly over the candidates and the guesses that leave the smallest largest bin.
    """
    from codebreaker.search.exact import Exact  # other objectives play without it

    minimax = _by_criterion("minimax", totals)

    def choose(game: Game, secrets: Array, attempt: int) -> int:
        if len(secrets) > FEW:
            return minimax(game, secrets, attempt)
        costs = CRITERIA["minimax"].costs(game, secrets, None, totals)
        guesses = np.union1d(game.guess_of[secrets], np.argsort(costs, kind="stable")[:BESIDE_CANDIDATES])
        fewer, everything = _table(game, guesses, secrets), np.arange(len(secrets), dtype=np.int32)
        for most in range(2, attempts - attempt + 1):
            search = Exact(fewer, never_missing(most), totals, among_equals=CRITERIA["entropy"])
            found = search.better(everything, 0, -1)
            if found:
                return int(guesses[found[1].guess])
        return minimax(game, secrets, attempt)

    return choose
