"""The live rules: which word to guess next, decided by the candidates and the attempts left alone.

Every rule is deterministic and never looks at the clock. Its work is bounded by counting replies: above a budget
of candidates x words the guesses are cut to a shortlist, so that a slow machine plays the same game as a fast one.
"""

from collections.abc import Callable
from functools import cache

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.criteria import CRITERIA, best_guess, candidates
from codebreaker.game import Game
from codebreaker.payoff import pit_points
from codebreaker.replies import Array
from codebreaker.search.beam import Search
from lingo_bot.worth import ExpectedPoints

BUDGET = 6_000_000
"""Replies (guesses x candidates) that are worked out for one move; about half a second in numpy at worst."""
SAMPLE = 2_000
"""Candidates, evenly spaced in the alphabet, that stand for all of them where not all guesses can be tried."""
SMALL_SAMPLE = 800
"""Candidates that stand for them when a shortlist of guesses is made."""
LOOK_AHEAD_BUDGET = 600_000
"""Up to so many replies (words x candidates) the strategy `score` looks deeper than one guess."""
LOOK_AHEAD = 4
"""Guesses that it evaluates by recursion then; one at every later attempt."""

Choice = Callable[[Game, Array, int], int]
"""choice(game, candidates as ascending secret indices, attempt from 0): the index of the guess."""


def choice(strategy: str, attempts: int, totals: BinTotals = bin_totals) -> Choice:
    """The rule of that name for games of so many attempts."""
    by_strategy = _by_points(attempts, totals) if strategy == "score" else _by_criterion(strategy, totals)

    def choose(game: Game, secrets: Array, attempt: int) -> int:
        if attempt == attempts - 1 or len(secrets) <= 2:
            return int(game.guess_of[secrets[0]])  # the last guess is always one that can be right
        return by_strategy(game, secrets, attempt)

    return choose


def _by_criterion(name: str, totals: BinTotals) -> Choice:
    criterion = CRITERIA[name]

    def choose(game: Game, secrets: Array, attempt: int) -> int:
        guesses, sample = shortlist(game, secrets, totals)
        costs = criterion.costs(game, sample, guesses, totals)
        best = best_guess(costs, candidates(game, secrets, guesses))
        return best if guesses is None else int(guesses[best])

    return choose


def _by_points(attempts: int, totals: BinTotals) -> Choice:
    payoff = pit_points(attempts)
    tables = cache(lambda length: ExpectedPoints(length, attempts))

    def choose(game: Game, secrets: Array, attempt: int) -> int:
        expected = tables(len(game.guesses[0]))
        deeper = len(secrets) * len(game.guesses) <= LOOK_AHEAD_BUDGET
        keep = [LOOK_AHEAD if deeper and depth == attempt else 1 for depth in range(attempts)]
        search = Search(game, payoff, expected, keep, totals, pool=lambda some: shortlist(game, some, totals))
        return search.best(secrets, attempt)[1].guess if deeper else int(search.shortlist(secrets, attempt)[0])

    return choose


def shortlist(game: Game, secrets: Array, totals: BinTotals = bin_totals) -> tuple[Array | None, Array]:
    """The guesses to try (ascending indices; None for all) and the secrets to try them on, within the budget.

    Where all guesses against all secrets are too many, an evenly spaced sample stands for the secrets, and of the
    guesses those are tried that leave the fewest expected candidates on a smaller sample, out of those with the most
    telling letters.
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
    """For each guess how evenly its features divide the secrets into those with a term other than 0 and those without.

    int64 (guesses,), the sum over its features of the product of both numbers: a letter group is most telling when half
    of the secrets give it a mark.
    """
    marked = np.count_nonzero(game.terms(secrets), axis=1).astype(np.int64)
    telling: Array = (marked * (len(secrets) - marked))[game.features].sum(axis=1)
    return telling
