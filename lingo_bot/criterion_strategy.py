"""The strategies that rank guesses by a criterion, and strategy_of, which makes the strategy of any name."""

import numpy as np

from codebreaker.candidates import can_win
from codebreaker.criteria import CRITERIA, best_guesses
from codebreaker.derived_games import part_of
from codebreaker.game import Game
from codebreaker.objective import Objective
from codebreaker.replies import Array
from lingo_bot.shortlist import put_first, shortlist
from lingo_bot.strategy import Strategy
from wordlists.word_game import WORST, WordGame

FEW_CANDIDATES = 16
"""The most candidates for which the least worst case is searched."""
BESIDE_CANDIDATES = 64
"""Guesses that the search for the least worst case tries besides the candidates, the first ones by minimax."""


class CriterionStrategy(Strategy):
    """Ranks guesses by a criterion of codebreaker.criteria, or by the one that a file defines.

    If `minimax` plays for the least worst case and few candidates are left, the guess whose tree has the least worst
    case comes first. In hard mode it does not, because the search tries guesses that could be illegal later.
    """

    def __init__(self, word_game: WordGame, name: str, game: Game | None) -> None:
        """name: that of the criterion, or of its file. game: see Strategy."""
        from codebreaker.loading import criterion_of  # the default strategy starts sooner without it

        super().__init__(word_game, game)
        self._criterion = criterion_of(name)
        self._searches_worst_case = name == "minimax" and word_game.objective == WORST and not word_game.hard

    def rank(self, game: Game, secrets: Array, guesses_left: int, count: int) -> Array:
        """At most `count` guesses of the game, those with the least cost by the criterion first (see Strategy.rank)."""
        guesses, part, sample = shortlist(game, secrets)
        costs = self._criterion.costs(part, sample)
        best = best_guesses(costs, count, hits=can_win(game, secrets, guesses))
        ranked = guesses[best]

        if self._searches_worst_case and len(secrets) <= FEW_CANDIDATES:
            least = self._guess_of_least_worst_case(game, secrets, guesses_left)
            if least is not None:
                ranked = put_first(least, ranked)[:count]

        return ranked

    def _guess_of_least_worst_case(self, game: Game, secrets: Array, guesses_left: int) -> int | None:
        """The guess whose tree has the least worst case; None if every tree misses a secret.

        The trees hold the candidates and the guesses that minimax ranks first.
        """
        from codebreaker.search.exact import ExactSearch  # only games for the least worst case need it

        costs = self._criterion.costs(game, secrets)
        best_by_minimax = np.argsort(costs, kind="stable")[:BESIDE_CANDIDATES]
        guesses = np.union1d(game.guess_of[secrets], best_by_minimax)
        part = part_of(game, guesses, secrets)
        all_secrets = np.arange(len(secrets), dtype=np.int32)  # as the part numbers them

        # The least worst case is the smallest number of guesses with which no secret is missed. One guess is not
        # enough, because there are several secrets.
        for most_guesses in range(2, guesses_left + 1):
            # Guesses of equal bounds are tried by entropy: those that tell much lead to a tree without a miss sooner.
            objective = Objective.misses_only(most_guesses)
            search = ExactSearch(part, objective, among_equals=CRITERIA["entropy"])
            # Each secret missed costs 1. A tree that is found without searching is returned even if its cost is not
            # below the limit, so the cost is compared again.
            cost_and_tree = search.better(all_secrets, most_guesses, limit=1)
            if cost_and_tree is not None:
                misses, tree = cost_and_tree
                if misses == 0:
                    return int(guesses[tree.guess])

        return None


def strategy_of(name: str, word_game: WordGame, game: Game | None = None) -> Strategy:
    """The strategy of that name, or by the criterion that the file of that name defines; game: see Strategy."""
    if name == "score":
        # It plays for the objective of the game. If that is the worst case, it is the same strategy as `minimax`.
        if word_game.objective != WORST:
            return Strategy(word_game, game)
        name = "minimax"

    return CriterionStrategy(word_game, name, game)
