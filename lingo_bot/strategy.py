"""The live strategies, which choose the next guess from the candidates and the attempts left.

ByCriterion ranks guesses by the sizes of their bins. Lookahead, which plays for points or guesses, ranks them by what
their bins are worth; where few candidates are left it also searches the trees of the most promising guesses: the
guess, and what is then guessed after each reply.

Every strategy is deterministic and never reads the clock. Its work is bounded by the number of replies computed, so
that a slow machine plays the same game as a fast one. `python -m benchmarks estimates` measures how long a move takes
within the limits below, and what it loses.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.criteria import CRITERIA, best_guesses
from codebreaker.game import Game, candidates, part_of, restrict, separating_candidate
from codebreaker.games.lingo import lingo
from codebreaker.objective import Objective
from codebreaker.replies import Array
from lingo_bot.expected_costs import expected_costs, kind_of, played_objective
from lingo_bot.hard_mode import legal_guesses
from lingo_bot.shortlist import LiveSearch, shortlist, shortlist_game
from wordlists.word_game import WORST, WordGame

MAX_TREE_WORK = 10_000
"""The most work of a move's trees: candidates × guesses with a searched tree × guesses that each tree tries next."""
MAX_FIRST_TREE_WORK = 1_000
"""The most candidates × guesses with a searched tree in the first move, which must be fast."""
MIN_TREES = 4
"""Where the limit allows fewer trees than this, bins alone rank the guesses."""
MAX_LIVE_TREES = 24
"""The most guesses whose trees are searched in one move."""
MAX_LATER_TREES = 8
"""The most guesses that such a tree tries at the next attempt; at later ones it tries one."""
MAX_LATER_REPLIES = 400_000
"""Replies (guesses × candidates) computed at each later attempt of such a tree."""
FEW_CANDIDATES = 16
"""The most candidates for which the least worst case is searched."""
BESIDE_CANDIDATES = 64
"""Guesses that the search for the least worst case tries besides the candidates, the first ones by minimax."""


class Strategy(ABC):
    """Ranks the guesses of a word game; the player makes the first, and the assistant shows the first few."""

    def __init__(self, word_game: WordGame, game: Game, totals: BinTotals) -> None:
        """game: the game over the lists of the word game. totals: codebreaker.bins.bin_totals or its compiled form."""
        self.game = game
        self.attempts = word_game.attempts
        self.totals = totals
        self._hard = word_game.hard

    def choice(self, secrets: Array, steps: Sequence[tuple[str, str]]) -> int:
        """The next guess for those candidates (ascending secret indices), as the index of a word.

        steps: the guesses and replies so far. Without hard mode only their number counts.
        """
        return self.best(secrets, steps, 1)[0]

    def best(self, secrets: Array, steps: Sequence[tuple[str, str]], count: int) -> list[int]:
        """At most `count` guesses, best first; the arguments and the guesses are as in `choice`."""
        attempt = len(steps)
        is_last = attempt == self.attempts - 1
        if is_last or len(secrets) <= 2:
            # Only a candidate can win with the last guess, and of two candidates the other one follows.
            guesses = self.game.guess_of[secrets[:count]]
        else:
            game, allowed = self.game_after(steps)
            best = self._rank(game, secrets, attempt, count)
            guesses = allowed[best]

        return guesses.tolist()  # type: ignore[no-any-return]

    def game_after(self, steps: Sequence[tuple[str, str]]) -> tuple[Game, Array]:
        """(the game of the guesses that the rules allow after the steps, the indices of these guesses)."""
        if not self._hard:
            return self.game, np.arange(len(self.game.guesses))
        allowed = legal_guesses(self.game, steps)
        return restrict(self.game, allowed), allowed

    @abstractmethod
    def _rank(self, game: Game, secrets: Array, attempt: int, count: int) -> Array:
        """At most `count` guesses of the game, best first; at least two attempts and three candidates are left.

        game: the game of the guesses that the rules allow. attempt: the number of guesses made so far.
        """


class ByCriterion(Strategy):
    """Ranks guesses by a criterion of codebreaker.criteria, or one that a file defines.

    Where `minimax` plays for the best worst case and few candidates are left, the guess whose tree has the least worst
    case comes first. In hard mode it does not, because the search tries guesses that could be illegal later.
    """

    def __init__(self, name: str, word_game: WordGame, game: Game, totals: BinTotals) -> None:
        """name: that of the criterion, or the path of the file; the other arguments are those of Strategy."""
        super().__init__(word_game, game, totals)
        from codebreaker.loading import criterion_of  # the default strategy plays without it

        self._criterion = criterion_of(name)
        self._searches_worst_case = name == "minimax" and word_game.objective == WORST and not word_game.hard

    def _rank(self, game: Game, secrets: Array, attempt: int, count: int) -> Array:
        """At most `count` guesses of the game, those with the least cost by the criterion first."""
        guesses, sample = shortlist(game, secrets, self.totals)
        costs = self._criterion.costs(shortlist_game(game, guesses), sample, totals=self.totals)
        best = best_guesses(costs, candidates(game, secrets, guesses), count)
        ranked = guesses[best]

        if self._searches_worst_case and len(secrets) <= FEW_CANDIDATES:
            least = _guess_of_least_worst_case(game, secrets, self.attempts - attempt, self.totals)
            if least is not None:
                ranked = _put_first(least, ranked)[:count]

        return ranked


def _guess_of_least_worst_case(game: Game, secrets: Array, guesses_left: int, totals: BinTotals) -> int | None:
    """The guess whose tree has the least worst case; None if every tree misses a secret.

    The trees hold the candidates and the guesses that minimax ranks first.
    """
    from codebreaker.search.exact import ExactSearch  # other objectives play without it

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


class Lookahead(Strategy):
    """Plays for the least cost: ranks guesses by their bins, and searches the trees of the most promising few."""

    def __init__(self, word_game: WordGame, game: Game, totals: BinTotals) -> None:
        """The arguments are those of Strategy."""
        super().__init__(word_game, game, totals)
        kind = kind_of(game.guesses, game.secrets, word_game.hard)
        self.objective = played_objective(word_game.objective, word_game.attempts)
        self.expected = expected_costs(word_game.length, self.objective, kind)
        self._search_key: tuple[int, bytes, Sequence[str]] | None = None
        """The attempt, the secrets and the guesses for which `_tree_search` was made; None before the first one."""
        self._tree_search: tuple[LiveSearch, Array] | None = None
        """The last result of `tree_search`."""

    def _rank(self, game: Game, secrets: Array, attempt: int, count: int) -> Array:
        """At most `count` guesses, best first: by their trees where these can be searched, else by their bins.

        A candidate that separates all others comes first, because no guess costs less.
        """
        separating = separating_candidate(game, secrets)
        if separating is not None and count == 1:
            return np.array([separating])

        tree_search = self.tree_search(game, secrets, attempt)
        if tree_search is None:
            best = self._rank_by_bins(game, secrets, attempt, count)
        else:
            search, guesses = tree_search
            best = guesses[self._rank_by_trees(search, len(secrets), attempt, count)]

        if separating is not None:
            best = _put_first(separating, best)[: len(best)]
        return best

    def _rank_by_bins(self, game: Game, secrets: Array, attempt: int, count: int) -> Array:
        """At most `count` guesses, those whose bins promise most first."""
        guesses, sample = shortlist(game, secrets, self.totals)
        search = LiveSearch(shortlist_game(game, guesses), self.expected, self.totals)
        best = search.most_promising(sample, self.attempts - attempt, count)
        return guesses[best]

    def tree_search(self, game: Game, secrets: Array, attempt: int) -> tuple[LiveSearch, Array] | None:
        """(the search for trees over those secrets, the guesses that it tries); it numbers both from 0.

        None where the bins alone rank the guesses: there are too many secrets for trees, or at most two guesses are
        left, for which the bins give the exact costs. The search is kept with its results until another one is asked
        for, because the assistant asks for the same one again and again.
        """
        work = MAX_TREE_WORK if attempt else MAX_FIRST_TREE_WORK
        trees = min(MAX_LIVE_TREES, work // len(secrets))
        bins_are_exact = attempt >= self.attempts - 2
        if bins_are_exact or trees < MIN_TREES:
            return None

        key = (attempt, secrets.tobytes(), game.guesses)
        if self._search_key != key:
            self._search_key = key
            self._tree_search = self._new_tree_search(game, secrets, attempt, trees)

        return self._tree_search

    def _new_tree_search(self, game: Game, secrets: Array, attempt: int, trees: int) -> tuple[LiveSearch, Array]:
        """The result of `tree_search` for that many trees now."""
        # How many guesses are tried at each attempt. At the next one there are as many as MAX_TREE_WORK allows.
        keep = [1] * self.attempts
        keep[attempt] = trees
        later_trees = MAX_TREE_WORK // (trees * len(secrets))
        keep[attempt + 1] = max(1, min(MAX_LATER_TREES, later_trees))

        guesses = self._guesses_to_search(game, secrets, attempt)
        part = part_of(game, guesses, secrets)
        return LiveSearch(part, self.expected, self.totals, keep, self._hard), guesses

    def _guesses_to_search(self, game: Game, secrets: Array, attempt: int) -> Array:
        """The guesses that a tree search tries, ascending: all, or the candidates and the most promising ones."""
        count = MAX_LATER_REPLIES // len(secrets)
        if count >= len(game.guesses):
            return np.arange(len(game.guesses))

        promising = self._rank_by_bins(game, secrets, attempt, count)
        return np.union1d(game.guess_of[secrets], promising)

    def _rank_by_trees(self, search: LiveSearch, size: int, attempt: int, count: int) -> Array:
        """The guesses with the best trees, best first; of equally good ones the more promising comes first.

        size: the number of secrets. Guesses and secrets are numbered as the search numbers them.
        """
        secrets = np.arange(size, dtype=np.int32)
        guesses_left = self.attempts - attempt
        if count == 1:
            # The search stops earlier where only the best tree is asked for.
            _, tree = search.best(secrets, guesses_left)
            return np.array([tree.guess])

        guesses = search.shortlist(secrets, guesses_left)
        costs = []
        for guess in guesses:
            cost_and_tree = search.evaluate(int(guess), secrets, guesses_left)
            assert cost_and_tree is not None  # without a limit every guess has a tree
            cost, _ = cost_and_tree
            costs.append(cost)

        by_cost = np.argsort(costs, kind="stable")
        return guesses[by_cost][:count]


def _put_first(best: int, guesses: Array) -> Array:
    """The best guess, then the guesses without it."""
    return np.concatenate(([best], guesses[guesses != best]))


def strategy_of(name: str, word_game: WordGame, game: Game | None = None, totals: BinTotals = bin_totals) -> Strategy:
    """The strategy of that name, or by the criterion that the file of that name defines, for a word game.

    `score` plays for the objective of the game. If that is the worst case, `minimax` is the same strategy. game: the
    game over its lists, if it is made already.
    """
    if game is None:
        answers = word_game.answers.words if word_game.answers else None
        game = lingo(word_game.words.words, answers)

    if name != "score":
        return ByCriterion(name, word_game, game, totals)
    if word_game.objective == WORST:
        return ByCriterion("minimax", word_game, game, totals)
    return Lookahead(word_game, game, totals)
