"""The live rules, which choose the next guess from the candidates and the attempts left.

Every rule is deterministic and never reads the clock. Its work is bounded by the number of replies computed: above a
budget only a shortlist of guesses is tried, so that a slow machine plays the same game as a fast one.
"""

from abc import ABC, abstractmethod

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.criteria import CRITERIA, ranked
from codebreaker.game import Game, candidates, part_of, restricted, separating_candidate
from codebreaker.payoff import Payoff, never_missing, pit_points
from codebreaker.replies import Array
from lingo_bot.expected_points import ExpectedPoints, kind_of
from lingo_bot.hard_mode import HardMode, Known
from lingo_bot.live_search import LiveSearch
from lingo_bot.shortlist import among, shortlist
from wordlists.word_game import POINTS, WORST

MISS = 10**9
"""Points that a miss costs where misses count before guesses: more than all points of 100,000 games of 100 attempts."""
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


def strategy_for(strategy: str, objective: str) -> str:
    """The strategy that plays for the objective: `score` plays for points and guesses, `minimax` for the worst case."""
    return "minimax" if (strategy, objective) == ("score", WORST) else strategy


def payoff_of(objective: str, attempts: int) -> Payoff:
    """What a game pays under the objective: points; where misses come first, a miss costs more than all points."""
    points = pit_points(attempts)
    return points if objective == POINTS else Payoff(points.solved, -MISS)


class Strategy(ABC):
    """Ranks the guesses of a word game; the player makes the first, and the assistant shows the first few."""

    def __init__(self, game: Game, attempts: int, hard: bool = False, totals: BinTotals = bin_totals) -> None:
        self.game, self.attempts, self.totals = game, attempts, totals
        self._hard = HardMode(game) if hard else None

    def choice(self, secrets: Array, attempt: int, known: Known | None = None) -> int:
        """The next guess for those candidates (ascending secret indices) at that attempt (from 0); see best."""
        return self.best(secrets, attempt, 1, known)[0]

    def best(self, secrets: Array, attempt: int, count: int, known: Known | None = None) -> list[int]:
        """At most `count` guesses, best first; known: what hard mode asks a guess to use."""
        if attempt == self.attempts - 1 or len(secrets) <= 2:  # the last guess must be a candidate
            return self.game.guess_of[secrets[:count]].tolist()  # type: ignore[no-any-return]
        allowed = self._allowed(known)
        game = self.game if allowed is None else restricted(self.game, allowed)
        guesses = self._ranked(game, secrets, attempt, count, known)
        return guesses.tolist() if allowed is None else allowed[guesses].tolist()  # type: ignore[no-any-return]

    def _allowed(self, known: Known | None) -> Array | None:
        return None if self._hard is None or known is None else self._hard.allowed(known)

    @abstractmethod
    def _ranked(self, game: Game, secrets: Array, attempt: int, count: int, known: Known | None) -> Array:
        """At most `count` guesses of the game, best first; at least two attempts and three candidates are left."""


class ByCriterion(Strategy):
    """Ranks guesses by a criterion of codebreaker.criteria, or one that a file defines."""

    def __init__(
        self, name: str, game: Game, attempts: int, hard: bool = False, totals: BinTotals = bin_totals
    ) -> None:
        super().__init__(game, attempts, hard, totals)
        from codebreaker.loading import criterion_of  # the default strategy plays without it

        self._criterion = criterion_of(name)

    def _ranked(self, game: Game, secrets: Array, attempt: int, count: int, known: Known | None) -> Array:
        guesses, sample = shortlist(game, secrets, self.totals)
        fewer = among(game, guesses)
        best = ranked(self._criterion.costs(fewer, sample, None, self.totals), candidates(fewer, secrets), count)
        return best if guesses is None else guesses[best]


class Lookahead(Strategy):
    """Plays for the payoff: ranks guesses by their bins, and searches the trees of the most promising few."""

    def __init__(
        self, objective: str, game: Game, attempts: int, hard: bool = False, totals: BinTotals = bin_totals
    ) -> None:
        super().__init__(game, attempts, hard, totals)
        self.payoff = payoff_of(objective, attempts)
        kind = kind_of(game.guesses, game.secrets, hard)
        self.expected = ExpectedPoints(len(game.guesses[0]), attempts, self.payoff, kind)
        self._searched: tuple[tuple[int, bytes, Known | None], LiveSearch, Array] | None = None

    def _ranked(self, game: Game, secrets: Array, attempt: int, count: int, known: Known | None) -> Array:
        separating = separating_candidate(game, secrets)
        if separating is not None and count == 1:  # no guess has a larger total
            return np.array([separating])
        found = self._search(game, secrets, attempt, known)
        if found is None:
            guesses, sample = shortlist(game, secrets, self.totals)
            fewer = among(game, guesses)
            search = LiveSearch(fewer, self.payoff, self.expected, [1] * self.attempts, self.totals)
            best = search.most_promising(sample, attempt, count)
            return self._first(separating, best if guesses is None else guesses[best])
        search, guesses = found
        return self._first(separating, guesses[self._by_trees(search, len(secrets), attempt, count)])

    def search(self, secrets: Array, attempt: int, known: Known | None = None) -> LiveSearch | None:
        """The search that ranks the guesses for those secrets, which it numbers from 0; the arguments are as for best.

        None where there are so many secrets that the bins alone rank the guesses, or so few attempts that they give
        the exact totals.
        """
        allowed = self._allowed(known)
        game = self.game if allowed is None else restricted(self.game, allowed)
        found = self._search(game, secrets, attempt, known)
        return found and found[0]

    def _search(self, game: Game, secrets: Array, attempt: int, known: Known | None) -> tuple[LiveSearch, Array] | None:
        """The search over those secrets, and the guesses of the game that it tries; kept until the next is wanted."""
        trees = min(MOST_TREES, (TREES if attempt else FIRST_TREES) // len(secrets))
        if attempt >= self.attempts - 2 or trees < FEWEST_TREES:
            return None
        key = (attempt, secrets.tobytes(), known)
        if self._searched is None or self._searched[0] != key:
            guesses = self._tried(game, secrets, attempt)
            keep = [1] * self.attempts
            keep[attempt], keep[attempt + 1] = trees, max(1, min(MOST_LATER, TREES // (trees * len(secrets))))
            table = part_of(game, guesses, secrets)
            search = LiveSearch(table, self.payoff, self.expected, keep, self.totals)
            if self._hard is not None:
                search.pool = HardMode(table).pool
            self._searched = key, search, guesses
        return self._searched[1:]

    def _by_trees(self, search: LiveSearch, secrets: int, attempt: int, count: int) -> Array:
        """The guesses with the best trees; a guess comes before those that are no better and less promising."""
        everything = np.arange(secrets, dtype=np.int32)
        if count == 1:
            return np.array([search.best(everything, attempt)[1].guess])
        guesses = search.shortlist(everything, attempt)
        found = [search.evaluate(int(guess), everything, attempt) for guess in guesses]
        totals = np.array([tree[0] for tree in found if tree is not None])
        return guesses[np.argsort(-totals, kind="stable")][:count]

    def _tried(self, game: Game, secrets: Array, attempt: int) -> Array:
        """The guesses (ascending indices) that are tried at this and later attempts over those secrets.

        The candidates, and the guesses that are the most promising now.
        """
        count = LATER // len(secrets)
        if count >= len(game.guesses):
            return np.arange(len(game.guesses))
        search = LiveSearch(game, self.payoff, self.expected, [], self.totals, pool=lambda some: shortlist(game, some))
        return np.union1d(game.guess_of[secrets], search.most_promising(secrets, attempt, count))

    @staticmethod
    def _first(separating: int | None, guesses: Array) -> Array:
        """The guesses with the separating candidate, if there is one, before the others."""
        if separating is None:
            return guesses
        return np.array([separating, *(guess for guess in guesses if guess != separating)])[: len(guesses)]


class WorstCase(ByCriterion):
    """Minimax; over few candidates the guess whose tree has the least worst case comes first.

    The tree is searched exactly over the candidates and the guesses that leave the smallest largest bin. In hard mode,
    where these could be illegal later, it is minimax alone.
    """

    def _ranked(self, game: Game, secrets: Array, attempt: int, count: int, known: Known | None) -> Array:
        guesses = super()._ranked(game, secrets, attempt, count, known)
        if self._hard or len(secrets) > FEW:
            return guesses
        best = self._least_worst_case(game, secrets, attempt)
        if best is None:
            return guesses
        return np.array([best, *(guess for guess in guesses if guess != best)])[:count]

    def _least_worst_case(self, game: Game, secrets: Array, attempt: int) -> int | None:
        from codebreaker.search.exact import Exact  # other objectives play without it

        costs = CRITERIA["minimax"].costs(game, secrets, None, self.totals)
        guesses = np.union1d(game.guess_of[secrets], np.argsort(costs, kind="stable")[:BESIDE_CANDIDATES])
        fewer, everything = part_of(game, guesses, secrets), np.arange(len(secrets), dtype=np.int32)
        for most in range(2, self.attempts - attempt + 1):
            search = Exact(fewer, never_missing(most), self.totals, among_equals=CRITERIA["entropy"])
            found = search.better(everything, 0, -1)
            if found:
                return int(guesses[found[1].guess])
        return None


def strategy_of(
    name: str,
    game: Game,
    attempts: int,
    objective: str = POINTS,
    hard: bool = False,
    totals: BinTotals = bin_totals,
) -> Strategy:
    """The strategy of that name, or by the criterion that the file of that name defines, for that game."""
    name = strategy_for(name, objective)
    if name == "score":
        return Lookahead(objective, game, attempts, hard, totals)
    kind = WorstCase if (name, objective) == ("minimax", WORST) else ByCriterion
    return kind(name, game, attempts, hard, totals)
