"""Adviser values guesses: the best of a list, or any word that a person asks about."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from codebreaker.bins import bin_totals
from codebreaker.criteria import ranked
from codebreaker.game import Game, candidates, restricted, split
from codebreaker.games.lingo import lingo
from codebreaker.loading import criterion_of
from codebreaker.replies import Array, alphabet_of, letters_of, reply_codes
from codebreaker.reply import code_of
from codebreaker.rules import POINTS
from codebreaker.search.beam import SCALE, Search
from lingo_bot.assistant.book_advice import BookAdvice
from lingo_bot.assistant.knowledge import Known
from lingo_bot.assistant.steps import WordStep
from lingo_bot.expected_points import ExpectedPoints
from lingo_bot.shortlist import among, shortlist
from lingo_bot.strategy import LOOK_AHEAD_BUDGET, payoff_of

_MISS = 10_000
"""Points that a miss costs in the order of proposals, where misses count before guesses."""
_PLAYED_OUT = 8
"""Best-ranked guesses whose whole trees are played out, within the budget."""


@dataclass(frozen=True)
class Proposal:
    """A guess and what it brings on average over the candidates."""

    word: str
    points: float
    """Expected points of the game."""
    exact: bool
    """Whether the points are the average of a whole tree; otherwise they are an estimate from bin sizes."""
    remaining: float
    """Expected remaining candidates."""
    candidate: bool
    """Whether the word can be the secret."""
    guesses: float | None = None
    """Expected guesses, a miss counted as one more than the attempts; None if the game is played for points."""
    chance: float | None = None
    """The chance to solve within the attempts, from 0 to 1; None for points, and where the points are an estimate."""

    @property
    def points_text(self) -> str:
        """The expected points as text, with `~` before an estimate."""
        return f"{'' if self.exact else '~'}{self.points:.1f}"

    @property
    def value_text(self) -> str:
        """The expected points, or the expected guesses where these count, with `~` before an estimate."""
        return self.points_text if self.guesses is None else f"{'' if self.exact else '~'}{self.guesses:.3f}"

    @property
    def chance_text(self) -> str:
        """The chance to solve in per cent, empty if it is not known."""
        return "" if self.chance is None else f"{100 * self.chance:.1f} %"

    @property
    def in_words(self) -> str:
        """The value as a phrase: `176.0 points`, or `3.421 guesses (100.0 %)`."""
        about = "" if self.exact else "~"
        if self.guesses is None:
            return f"{about}{self.points:.1f} points"
        return f"{about}{self.guesses:.3f} guesses{f' ({self.chance_text})' if self.chance is not None else ''}"

    @property
    def rank(self) -> float:
        """The points less those that its misses cost: what a proposal is ordered by."""
        missed = 0.0 if self.chance is None else 1 - self.chance
        return self.points - _MISS * missed


class BookMove(NamedTuple):
    """The guess of a book's tree at one place in the game."""

    proposal: Proposal
    correction: float
    """Points added to table estimates of other guesses, so that both are on one level: the book's value minus the
    estimate of the book's guess."""


class Adviser:
    """Values guesses in games over a word list; only the answers can be the secret."""

    def __init__(
        self,
        words: Sequence[str],
        answers: Sequence[str],
        strategy: str = "score",
        attempts: int = 5,
        hard: bool = False,
        tree: BookAdvice | None = None,
        objective: str = POINTS,
    ) -> None:
        """words and answers are sorted, and every answer is a word; tree is a book's tree over the same words."""
        self.game = lingo(words, answers)
        self.payoff = payoff_of(objective, attempts)
        self._criterion = None if strategy == "score" else criterion_of(strategy)
        self._hard, self._tree = hard, tree
        self._word_of = self.game.guess_of
        self._alphabet = alphabet_of(words)
        self._guessable, self._hidden = (letters_of(some, self._alphabet) for some in (words, answers))
        self._expected = ExpectedPoints(len(words[0]), attempts, self.payoff)
        self._search = Search(self.game, self.payoff, self._expected, [1] * attempts, pool=self._pool)

    @property
    def everything(self) -> Array:
        """The indices of all answers: the candidates before the first guess."""
        return np.arange(len(self.game.secrets), dtype=np.int32)

    def fitting(self, step: WordStep, secrets: Array) -> Array:
        """The candidates (indices of answers) that give this reply; the list need not hold the guess."""
        fits: Array = secrets[self._codes(step.guess, secrets) == code_of(step.reply)]
        return fits

    def best(
        self, secrets: Array, steps: Sequence[WordStep], count: int, known: Known, also: Sequence[str] = ()
    ) -> list[Proposal]:
        """The best guesses after the steps, best first, with those in `also`; in hard mode only legal ones.

        The book's guess comes first, because a search of many trees chose it.
        """
        move = self.book_move(secrets, steps)
        booked = [move.proposal.word] if move else [self.opener] if self.opener and not steps else []
        words = [*booked, *self._ranked(secrets, len(steps), count, known), *also]
        found = [self.valued(word, secrets, len(steps), move) for word in dict.fromkeys(words)]
        if self._criterion is None:
            own = move.proposal if move else None
            found.sort(key=lambda each: (each != own, -each.rank, not each.exact, not each.candidate, each.word))
        return [each for place, each in enumerate(found) if place < count or each.word in also]

    @property
    def has_book(self) -> bool:
        """Whether there is a book with a whole tree."""
        return self._tree is not None and self._tree.whole

    @property
    def opener(self) -> str | None:
        """The first guess of the book, None if there is no book."""
        return self._tree.guess(0) if self._tree else None

    def book_move(self, secrets: Array, steps: Sequence[WordStep]) -> BookMove | None:
        """The move of the book's tree after the steps; None without a book, or where the steps have left its tree."""
        node = self._tree.node(steps) if self._tree and self._tree.whole else None
        if self._tree is None or node is None:
            return None
        places = self._word_of[secrets]
        points, chance = self._figures(self._tree.worth(node, places, len(steps), self.payoff), len(secrets))
        word = self._tree.guess(node)
        sizes, hit = self.sizes(word, secrets)
        last = len(steps) + 1 == self.payoff.attempts
        correction = 0.0 if last else points - self._estimate(sizes, hit, len(steps))
        return BookMove(self._proposal(word, points, chance, True, sizes, hit), correction)

    def valued(self, word: str, secrets: Array, attempt: int, move: BookMove | None) -> Proposal:
        """The proposal for a word, which the list need not hold; move is the book's at this place."""
        if move and move.proposal.word == word:
            return move.proposal
        sizes, hit = self.sizes(word, secrets)
        if self._within_budget(secrets, attempt):
            points, chance = self._figures(self._played_out(word, secrets, attempt), len(secrets))
            return self._proposal(word, points, chance, True, sizes, hit)
        points = self._estimate(sizes, hit, attempt)
        if move:
            points += move.correction
        return self._proposal(word, points, None, False, sizes, hit)

    def wasted(self, secrets: Array, attempt: int, move: BookMove | None) -> float:
        """Expected points after a guess that gives no information: the same candidates, one attempt fewer."""
        if attempt + 1 == self.payoff.attempts:
            return 0.0
        if self._within_budget(secrets, attempt):
            return self._figures(self._search.best(secrets, attempt + 1)[0], len(secrets))[0]
        correction = move.correction if move else 0.0
        return int(self._expected(attempt + 1, len(secrets))[-1]) / SCALE / len(secrets) + correction

    def bins(self, word: str, secrets: Array) -> dict[int, Array]:
        """The bins of the candidates by their reply code to a word; the list need not hold the word."""
        return dict(split(self._codes(word, secrets), secrets))

    def sizes(self, word: str, secrets: Array) -> tuple[Array, bool]:
        """The sizes of these bins, and whether the last bin is the word itself."""
        codes, sizes = np.unique(self._codes(word, secrets), return_counts=True)
        return sizes, bool(codes[-1] == self.game.winning)

    def usable(self, known: Known) -> Array:
        """The words that hard mode allows, bool (words,); see codebreaker.rules.breaks_hard_mode."""
        fits = np.ones(len(self._guessable), dtype=bool)
        for place, letter in known.placed.items():
            fits &= self._guessable[:, place] == self._number(letter)
        for letter, count in known.least.items():
            fits &= np.count_nonzero(self._guessable == self._number(letter), axis=1) >= count
        return fits

    def _number(self, letter: str) -> int:
        """The number of a letter in the alphabet of the list."""
        return int(letters_of([letter], self._alphabet)[0, 0])

    def _codes(self, word: str, secrets: Array) -> Array:
        return reply_codes(letters_of([word], self._alphabet)[0], self._hidden[secrets])

    def _within_budget(self, secrets: Array, attempt: int) -> bool:
        last = attempt >= self.payoff.attempts - 2  # bin sizes alone decide then
        return last or len(secrets) * len(self.game.guesses) <= LOOK_AHEAD_BUDGET

    def _ranked(self, secrets: Array, attempt: int, count: int, known: Known) -> list[str]:
        """The best-ranked guesses before any is played out; candidates alone at the last attempt or with two left."""
        if attempt == self.payoff.attempts - 1 or len(secrets) <= 2:
            return [self.game.secrets[secret] for secret in secrets[:count]]
        game = restricted(self.game, np.flatnonzero(self.usable(known))) if self._hard else self.game
        pool, sample = shortlist(game, secrets)
        fewer = among(game, pool)
        best = ranked(self._costs(fewer, sample, attempt), candidates(fewer, secrets), self._tried(count))
        return [game.guesses[guess] for guess in (best if pool is None else pool[best])]

    def _tried(self, count: int) -> int:
        return max(count, _PLAYED_OUT) if self._criterion is None else count

    def _costs(self, game: Game, secrets: Array, attempt: int) -> Array:
        """The cost of each guess of the game by the strategy; for `score` the negative expected worth."""
        if self._criterion is not None:
            return self._criterion.costs(game, secrets)
        worth = bin_totals(game.terms(secrets), game.features, self._expected(attempt + 1, len(secrets)), game.codes)
        costs: Array = -(worth + self._gain(attempt) * candidates(game, secrets))
        return costs

    def _gain(self, attempt: int) -> int:
        """The worth of a hit now minus that of a hit at the next attempt, in 1/SCALE."""
        return self.payoff.solved[attempt] * SCALE - int(self._expected(attempt + 1, 1)[1])

    def _estimate(self, sizes: Array, hit: bool, attempt: int) -> float:
        """Expected points estimated from bin sizes."""
        size = int(sizes.sum())
        worth = int(self._expected(attempt + 1, size)[sizes].sum()) + self._gain(attempt) * hit
        return worth / SCALE / size

    def _played_out(self, word: str, secrets: Array, attempt: int) -> int:
        """The total payoff if the search plays on after the word."""
        worth = 0
        for code, members in self.bins(word, secrets).items():
            if code == self.game.winning:
                worth += self.payoff.solved[attempt]
            elif attempt + 1 == self.payoff.attempts:
                worth += self.payoff.missed * len(members)
            else:
                worth += self._search.best(members, attempt + 1)[0]
        return worth

    def _figures(self, total: int, size: int) -> tuple[float, float | None]:
        """The mean points, 0 for a miss, and the chance to solve, of a total payoff over that many candidates."""
        if self.payoff.missed == 0:
            return total / size, None
        missed = -(total // -self.payoff.missed)  # the points of all candidates are less than one miss costs
        return (total - missed * self.payoff.missed) / size, 1 - missed / size

    def _proposal(
        self, word: str, points: float, chance: float | None, exact: bool, sizes: Array, hit: bool
    ) -> Proposal:
        remaining = int((sizes**2).sum()) / int(sizes.sum())
        guesses = None if self.payoff.missed == 0 else self.payoff.attempts + 1 - points / 100
        return Proposal(word, points, exact, remaining, hit, guesses, chance)

    def _pool(self, secrets: Array) -> tuple[Array | None, Array]:
        """The guesses that the search tries later in a game; see codebreaker.search.beam.Search.

        In hard mode these are the guesses that use all that the candidates have in common. The replies up to then
        never show more than that, so these guesses are legal after any earlier guesses.
        """
        if not self._hard:
            return shortlist(self.game, secrets)
        return np.flatnonzero(self.usable(self._common(secrets))), secrets

    def _common(self, secrets: Array) -> Known:
        """The letters that all these candidates have in the same place, and the number of each letter that all hold."""
        letters = self._hidden[secrets]
        same = np.flatnonzero((letters == letters[0]).all(axis=0))
        first = self.game.secrets[secrets[0]]
        least = {letter: int(np.count_nonzero(letters == self._number(letter), axis=1).min()) for letter in set(first)}
        return Known({int(place): first[place] for place in same}, +Counter(least))
