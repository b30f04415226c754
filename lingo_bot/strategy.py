"""The live rules, which choose the next guess from the candidates and the attempts left.

Every rule is deterministic and never reads the clock. Its work is bounded by the number of replies computed: above a
budget only a shortlist of guesses is tried, so that a slow machine plays the same game as a fast one.
"""

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import partial

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.criteria import CRITERIA, best_guesses
from codebreaker.game import Game, candidates, part_of, restrict, separating_candidate
from codebreaker.games.lingo import lingo
from codebreaker.objective import POINTS_A_GUESS, Objective
from codebreaker.replies import Array
from codebreaker.search.learned_values import Breakpoints, LearnedValues
from lingo_bot.book import PACKAGED
from lingo_bot.hard_mode import HardMode, required_by
from lingo_bot.shortlist import LiveSearch, among, shortlist
from wordlists.reader import LONGEST, SHORTEST
from wordlists.word_game import POINTS, WORST, WordGame

MAX_TREE_WORK = 10_000
"""Candidates × guesses evaluated by recursion for one move."""
MAX_FIRST_TREE_WORK = 1_000
"""Candidates × guesses evaluated by recursion for the first guess, which must be fast."""
MIN_TREES = 4
"""Guesses evaluated by recursion at least; where there is time for fewer, none is."""
MAX_LIVE_TREES, MAX_LATER_TREES = 24, 8
"""Guesses evaluated by recursion at the most, now and at the next attempt."""
MAX_LATER_REPLIES = 400_000
"""Replies (guesses × candidates) computed at each later attempt of such a tree."""
FEW_CANDIDATES = 16
"""Candidates up to which the least worst case is searched."""
BESIDE_CANDIDATES = 64
"""Guesses that this search tries besides the candidates."""

TABLES = os.path.join(PACKAGED, "worth.json")
"""{"length kind of game": {guesses left: [(bin size, mean points of a secret), …]}}; see learned_values.Breakpoints."""
TABLE_ATTEMPTS = 5
"""Guesses of the games that the means are from: there are means for 2, 3 and 4 guesses left."""
WORDS, ANSWERS, LETTER = "words", "answers", "letter"
"""Kinds of games: every word can be the secret; some can; all words have the same first letter."""
HARD = " hard"
"""Ends the kind of a game in hard mode."""


def played_objective(objective: str, attempts: int) -> Objective:
    """What the player's trees cost under one of OBJECTIVES; a guess costs 100 points, in which its tables are."""
    return Objective.points(attempts) if objective == POINTS else Objective.misses_first_in_points(attempts)


def kind_of(words: Sequence[str], answers: Sequence[str], hard: bool = False) -> str:
    """The kind of the game over those sorted lists: the words that may be guessed, and those that can be the secret."""
    one_letter, few_answers = words[0][0] == words[-1][0], 2 * len(answers) < len(words)
    return (LETTER if one_letter else ANSWERS if few_answers else WORDS) + HARD * hard


def expected_points(length: int, objective: Objective, kind: str = WORDS) -> LearnedValues:
    """The expected costs of bins of words of that length in that kind of game; see codebreaker.search.beam.Search."""
    with open(TABLES, encoding="ascii") as file:
        by_left = json.load(file)[f"{min(max(length, SHORTEST), LONGEST)} {kind}"]
    breakpoints: list[Breakpoints] = []
    for guesses_left in range(objective.attempts, 1, -1):
        in_table = min(guesses_left, TABLE_ATTEMPTS - 1)
        extra = POINTS_A_GUESS * (guesses_left - in_table)  # for each guess beyond those measured, to every secret
        breakpoints.append([(size, mean + extra) for size, mean in by_left[str(in_table)]])
    return LearnedValues(objective, breakpoints)


class Strategy(ABC):
    """Ranks the guesses of a word game; the player makes the first, and the assistant shows the first few."""

    def __init__(self, rules: WordGame, game: Game, totals: BinTotals) -> None:
        self.game, self.attempts, self.totals = game, rules.attempts, totals
        self._hard = HardMode(game) if rules.hard else None

    def choice(self, secrets: Array, steps: Sequence[tuple[str, str]]) -> int:
        """The next guess for those candidates (ascending secret indices) after those guesses and replies."""
        return self.best(secrets, steps, 1)[0]

    def best(self, secrets: Array, steps: Sequence[tuple[str, str]], count: int) -> list[int]:
        """At most `count` guesses, best first."""
        attempt = len(steps)
        if attempt == self.attempts - 1 or len(secrets) <= 2:  # the last guess must be a candidate
            guesses = self.game.guess_of[secrets[:count]]
        else:
            game, allowed = self.game_after(steps)
            guesses = allowed[self._rank(game, secrets, attempt, count)]
        return guesses.tolist()  # type: ignore[no-any-return]

    def game_after(self, steps: Sequence[tuple[str, str]]) -> tuple[Game, Array]:
        """The game of the guesses that the rules allow after the steps, and their indices."""
        if self._hard is None:
            return self.game, np.arange(len(self.game.guesses))
        allowed = self._hard.allowed_guesses(required_by(steps))
        return restrict(self.game, allowed), allowed

    @abstractmethod
    def _rank(self, game: Game, secrets: Array, attempt: int, count: int) -> Array:
        """At most `count` guesses of the game, best first; at least two attempts and three candidates are left."""


class ByCriterion(Strategy):
    """Ranks guesses by a criterion of codebreaker.criteria, or one that a file defines."""

    def __init__(self, name: str, rules: WordGame, game: Game, totals: BinTotals) -> None:
        super().__init__(rules, game, totals)
        from codebreaker.loading import criterion_of  # the default strategy plays without it

        self._criterion = criterion_of(name)

    def _rank(self, game: Game, secrets: Array, attempt: int, count: int) -> Array:
        guesses, sample = shortlist(game, secrets, self.totals)
        fewer = among(game, guesses)
        best = best_guesses(self._criterion.costs(fewer, sample, None, self.totals), candidates(fewer, secrets), count)
        return best if guesses is None else guesses[best]


class Lookahead(Strategy):
    """Plays for the least cost: ranks guesses by their bins, and searches the trees of the most promising few."""

    def __init__(self, rules: WordGame, game: Game, totals: BinTotals) -> None:
        super().__init__(rules, game, totals)
        self.objective = played_objective(rules.objective, rules.attempts)
        self.expected = expected_points(rules.length, self.objective, kind_of(game.guesses, game.secrets, rules.hard))
        self._last_search: tuple[tuple[int, bytes, Sequence[str]], LiveSearch, Array] | None = None

    def _rank(self, game: Game, secrets: Array, attempt: int, count: int) -> Array:
        separating = separating_candidate(game, secrets)
        left = self.attempts - attempt
        if separating is not None and count == 1:  # no guess costs less
            return np.array([separating])
        tree_search = self.search(game, secrets, attempt)
        if tree_search is None:
            guesses, sample = shortlist(game, secrets, self.totals)
            fewer = among(game, guesses)
            search = LiveSearch(fewer, self.objective, self.expected, [1] * self.attempts, self.totals)
            best = search.most_promising(sample, left, count)
            best = best if guesses is None else guesses[best]
        else:
            search, guesses = tree_search
            best = guesses[self._by_trees(search, len(secrets), attempt, count)]
        if separating is None:
            return best
        return np.array([separating, *(guess for guess in best if guess != separating)])[: len(best)]

    def search(self, game: Game, secrets: Array, attempt: int) -> tuple[LiveSearch, Array] | None:
        """The search over those secrets, which it numbers from 0, and the guesses of the game that it tries.

        None where there are so many secrets that the bins alone rank the guesses, or so few attempts that they give
        the exact costs. It is kept until the next is wanted.
        """
        trees = min(MAX_LIVE_TREES, (MAX_TREE_WORK if attempt else MAX_FIRST_TREE_WORK) // len(secrets))
        if attempt >= self.attempts - 2 or trees < MIN_TREES:
            return None
        key = (attempt, secrets.tobytes(), game.guesses)
        if self._last_search is None or self._last_search[0] != key:
            guesses, count = np.arange(len(game.guesses)), MAX_LATER_REPLIES // len(secrets)
            if count < len(guesses):  # the candidates, and the guesses that are the most promising now
                search = LiveSearch(game, self.objective, self.expected, [], self.totals)
                search.pool = partial(shortlist, game)
                promising = search.most_promising(secrets, self.attempts - attempt, count)
                guesses = np.union1d(game.guess_of[secrets], promising)
            keep = [1] * self.attempts
            keep[attempt] = trees
            keep[attempt + 1] = max(1, min(MAX_LATER_TREES, MAX_TREE_WORK // (trees * len(secrets))))
            table = part_of(game, guesses, secrets)
            search = LiveSearch(table, self.objective, self.expected, keep, self.totals)
            if self._hard is not None:
                search.pool = HardMode(table).pool
            self._last_search = key, search, guesses
        return self._last_search[1:]

    def _by_trees(self, search: LiveSearch, secrets: int, attempt: int, count: int) -> Array:
        """The guesses with the best trees; a guess comes before those that are no better and less promising."""
        everything = np.arange(secrets, dtype=np.int32)
        left = self.attempts - attempt
        if count == 1:
            return np.array([search.best(everything, left)[1].guess])
        guesses = search.shortlist(everything, left)
        found = [search.evaluate(int(guess), everything, left) for guess in guesses]
        costs = np.array([cost_and_tree[0] for cost_and_tree in found if cost_and_tree is not None])
        return guesses[np.argsort(costs, kind="stable")][:count]


class WorstCase(ByCriterion):
    """Minimax; over few candidates the guess whose tree has the least worst case comes first.

    The tree is searched exactly over the candidates and the guesses that leave the smallest largest bin. In hard mode,
    where these could be illegal later, it is minimax alone.
    """

    def _rank(self, game: Game, secrets: Array, attempt: int, count: int) -> Array:
        guesses = super()._rank(game, secrets, attempt, count)
        if self._hard or len(secrets) > FEW_CANDIDATES:
            return guesses
        from codebreaker.search.exact import Exact  # other objectives play without it

        costs = CRITERIA["minimax"].costs(game, secrets, None, self.totals)
        tried = np.union1d(game.guess_of[secrets], np.argsort(costs, kind="stable")[:BESIDE_CANDIDATES])
        fewer, everything = part_of(game, tried, secrets), np.arange(len(secrets), dtype=np.int32)
        for most in range(2, self.attempts - attempt + 1):
            objective = Objective.misses_only(most)
            search = Exact(fewer, objective, self.totals, among_equals=CRITERIA["entropy"])
            found = search.better(everything, most, 1)
            if found and found[0] == 0:
                best = tried[found[1].guess]
                return np.array([best, *(guess for guess in guesses if guess != best)])[:count]
        return guesses


def strategy_of(name: str, rules: WordGame, game: Game | None = None, totals: BinTotals = bin_totals) -> Strategy:
    """The strategy of that name, or by the criterion that the file of that name defines, for a word game.

    `score` plays for points and for guesses, `minimax` for the worst case. game: the game over its lists, if it is
    made already.
    """
    if game is None:
        game = lingo(rules.words.words, rules.answers.words if rules.answers else None)
    if name == "score" and rules.objective != WORST:
        return Lookahead(rules, game, totals)
    if name in ("score", "minimax") and rules.objective == WORST:
        return WorstCase("minimax", rules, game, totals)
    return ByCriterion(name, rules, game, totals)
