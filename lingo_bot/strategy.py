"""The live strategies, which choose the next guess from the candidates and the attempts left.

A strategy ranks guesses by a criterion, which sees the sizes of their bins; or, if it plays for points or guesses, by
what they are expected to cost (lingo_bot.lookahead).

Every strategy is deterministic and never reads the clock. Its work is bounded by the number of replies computed, so
that a slow machine plays the same game as a fast one.
"""

from collections.abc import Callable, Sequence

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.candidates import can_win
from codebreaker.criteria import CRITERIA, best_guesses
from codebreaker.derived_games import part_of, restrict
from codebreaker.game import Game
from codebreaker.games.lingo import lingo
from codebreaker.objective import Objective
from codebreaker.replies import Array
from lingo_bot.hard_mode import legal_guesses
from lingo_bot.lookahead import Lookahead
from lingo_bot.shortlist import put_first, shortlist
from wordlists.word_game import WORST, WordGame

FEW_CANDIDATES = 16
"""The most candidates for which the least worst case is searched."""
BESIDE_CANDIDATES = 64
"""Guesses that the search for the least worst case tries besides the candidates, the first ones by minimax."""

Rank = Callable[[Game, Array, int, int], Array]
"""rank(game, secrets, guesses_left, count): at most `count` guesses of the game, best first, as indices.

game: that of the guesses which the rules allow. secrets: the candidates, at least three, as ascending indices.
guesses_left: at least two.
"""


class Strategy:
    """Ranks the guesses of a word game; the player makes the first, and the assistant shows the first few."""

    def __init__(self, word_game: WordGame, game: Game, rank: Rank) -> None:
        """game: game_of_lists(word_game). rank: ranks guesses before the last attempt (see Rank)."""
        self.game = game
        self.attempts = word_game.attempts
        self._rank = rank
        self._hard = word_game.hard

    def choice(self, secrets: Array, steps: Sequence[tuple[str, str]]) -> int:
        """The next guess for those candidates (ascending secret indices), as the index of a word.

        steps: the guesses and replies so far. Without hard mode only their number counts.
        """
        return self.best(secrets, steps, 1)[0]

    def best(self, secrets: Array, steps: Sequence[tuple[str, str]], count: int) -> list[int]:
        """At most `count` guesses, best first; the arguments and the guesses are as in `choice`."""
        guesses_left = self.attempts - len(steps)
        if guesses_left == 1 or len(secrets) <= 2:
            # Only a candidate can win with the last guess, and of two candidates the other one follows.
            guesses = self.game.guess_of[secrets[:count]]
        else:
            game, allowed = self.game_after(steps)
            best = self._rank(game, secrets, guesses_left, count)
            guesses = allowed[best]

        return guesses.tolist()  # type: ignore[no-any-return]

    def game_after(self, steps: Sequence[tuple[str, str]]) -> tuple[Game, Array]:
        """(the game of the guesses that the rules allow after the steps, the indices of these guesses)."""
        if not self._hard:
            return self.game, np.arange(len(self.game.guesses))
        allowed = legal_guesses(self.game, steps)
        return restrict(self.game, allowed), allowed


def criterion_rank(name: str, word_game: WordGame, totals: BinTotals = bin_totals) -> Rank:
    """Rank by a criterion of codebreaker.criteria, or by the one that the file of that name defines.

    If `minimax` plays for the least worst case and few candidates are left, the guess whose tree has the least worst
    case comes first. In hard mode it does not, because the search tries guesses that could be illegal later.
    """
    from codebreaker.loading import criterion_of  # the default strategy starts sooner without it

    criterion = criterion_of(name)
    searches_worst_case = name == "minimax" and word_game.objective == WORST and not word_game.hard

    def rank(game: Game, secrets: Array, guesses_left: int, count: int) -> Array:
        """At most `count` guesses of the game, those with the least cost by the criterion first."""
        guesses, part, sample = shortlist(game, secrets, totals)
        costs = criterion.costs(part, sample, totals=totals)
        best = best_guesses(costs, count, can_win(game, secrets, guesses))
        ranked = guesses[best]

        if searches_worst_case and len(secrets) <= FEW_CANDIDATES:
            least = _guess_of_least_worst_case(game, secrets, guesses_left, totals)
            if least is not None:
                ranked = put_first(least, ranked)[:count]

        return ranked

    return rank


def _guess_of_least_worst_case(game: Game, secrets: Array, guesses_left: int, totals: BinTotals) -> int | None:
    """The guess whose tree has the least worst case; None if every tree misses a secret.

    The trees hold the candidates and the guesses that minimax ranks first.
    """
    from codebreaker.search.exact import ExactSearch  # only games for the least worst case need it

    costs = CRITERIA["minimax"].costs(game, secrets, totals=totals)
    best_by_minimax = np.argsort(costs, kind="stable")[:BESIDE_CANDIDATES]
    guesses = np.union1d(game.guess_of[secrets], best_by_minimax)
    part = part_of(game, guesses, secrets)
    all_secrets = np.arange(len(secrets), dtype=np.int32)  # as the part numbers them

    # The least worst case is the smallest number of guesses with which no secret is missed. One guess is not enough,
    # because there are several secrets.
    for most_guesses in range(2, guesses_left + 1):
        # Guesses of equal bounds are tried by entropy: those that tell much lead to a tree without a miss sooner.
        search = ExactSearch(part, Objective.misses_only(most_guesses), totals, among_equals=CRITERIA["entropy"])
        # Each secret missed costs 1. A tree that is found without searching is returned even if its cost is not below
        # the limit, so the cost is compared again.
        cost_and_tree = search.better(all_secrets, most_guesses, limit=1)
        if cost_and_tree is not None:
            misses, tree = cost_and_tree
            if misses == 0:
                return int(guesses[tree.guess])

    return None


def ranking_criterion(strategy: str, word_game: WordGame) -> str | None:
    """The criterion by which a strategy ranks guesses: its name or file; None if it ranks by expected cost.

    `score` plays for the objective of the game. If that is the worst case, it is the same strategy as `minimax`.
    """
    if strategy != "score":
        return strategy
    return "minimax" if word_game.objective == WORST else None


def game_of_lists(word_game: WordGame) -> Game:
    """The game over the lists of a word game, in which each secret counts once."""
    answers = word_game.answers.words if word_game.answers else None
    return lingo(word_game.words.words, answers)


def strategy_of(name: str, word_game: WordGame, game: Game | None = None, totals: BinTotals = bin_totals) -> Strategy:
    """The strategy of that name, or by the criterion that the file of that name defines, for a word game.

    game: the game over its lists, if it is made already. totals: bin_totals, or a faster function with the same
    results.
    """
    if game is None:
        game = game_of_lists(word_game)

    criterion = ranking_criterion(name, word_game)
    if criterion is None:
        return Strategy(word_game, game, Lookahead(word_game, game, totals).rank)
    return Strategy(word_game, game, criterion_rank(criterion, word_game, totals))
