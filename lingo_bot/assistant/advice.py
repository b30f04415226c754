"""What to guess next, and what each guess is worth: the best of all words, or one that somebody has in mind."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from codebreaker.bins import bin_totals
from codebreaker.criteria import CRITERIA, candidates, ranked
from codebreaker.game import Game, restricted, split
from codebreaker.games.lingo import lingo
from codebreaker.payoff import pit_points
from codebreaker.replies import Array, letters_of, reply_codes
from codebreaker.reply import code_of
from codebreaker.search.beam import SCALE, Search
from lingo_bot.assistant.book_advice import Booked
from lingo_bot.assistant.knowledge import Known
from lingo_bot.assistant.steps import Step
from lingo_bot.strategy import LOOK_AHEAD_BUDGET, shortlist
from lingo_bot.worth import ExpectedPoints

_PLAYED_OUT = 8
"""So many of the guesses that rank best are played to the end, where that is within the budget."""


@dataclass(frozen=True)
class Proposal:
    """A guess and what comes of it on average over the candidates."""

    word: str
    points: float
    """Expected points of the game."""
    exact: bool
    """Whether a whole tree has these points on average; else they are an estimate from bin sizes."""
    remaining: float
    """Expected remaining candidates."""
    candidate: bool
    """Whether the word can be the secret."""

    @property
    def points_text(self) -> str:
        """The expected points as they are shown: `~` before an estimate."""
        return f"{'' if self.exact else '~'}{self.points:.1f}"


class Line(NamedTuple):
    """What a book's tree has for a place in the game."""

    proposal: Proposal
    level: float
    """How far its points lie above their estimate by bin sizes. The tables know no list in particular: this sets their
    level. And as the tree was chosen by searching those of the best others, no estimate is put above it."""


class Adviser:
    """Values guesses in games over a list of words, of which only the answers can be the secret."""

    def __init__(
        self,
        words: Sequence[str],
        answers: Sequence[str],
        strategy: str = "score",
        attempts: int = 5,
        hard: bool = False,
        tree: Booked | None = None,
    ) -> None:
        """words and answers sorted, the answers among the words; tree, over just the words, is what a book plays."""
        self.game = lingo(words, answers)
        self.payoff = pit_points(attempts)
        self._strategy, self._hard, self._tree = strategy, hard, tree
        self._guessable, self._hidden = letters_of(words), letters_of(answers)
        self._expected = ExpectedPoints(len(words[0]), attempts)
        self._search = Search(self.game, self.payoff, self._expected, [1] * attempts, pool=self._pool)

    @property
    def everything(self) -> Array:
        """The indices of all answers: the candidates before the first guess."""
        return np.arange(len(self.game.secrets), dtype=np.int32)

    def fitting(self, step: Step, secrets: Array) -> Array:
        """Those of the candidates (indices of answers) that give this reply to the guess, in the list or not."""
        fits: Array = secrets[self._codes(step.guess, secrets) == code_of(step.reply)]
        return fits

    def best(
        self, secrets: Array, steps: Sequence[Step], count: int, known: Known, also: Sequence[str] = ()
    ) -> list[Proposal]:
        """The best guesses after the steps, best first, and those asked for besides; in hard games legal ones only."""
        line = self.line(secrets, steps)
        booked = [line.proposal.word] if line else [self.opener] if self.opener and not steps else []
        words = [*booked, *self._ranked(secrets, len(steps), count, known), *also]
        found = [self.valued(word, secrets, len(steps), line) for word in dict.fromkeys(words)]
        if self._strategy == "score":
            found.sort(key=lambda each: (-each.points, not each.exact, not each.candidate, each.word))
        return [each for place, each in enumerate(found) if place < count or each.word in also]

    @property
    def opener(self) -> str | None:
        """The first guess that a book has for the list, None where there is no book."""
        return self._tree.guess(0) if self._tree else None

    def line(self, secrets: Array, steps: Sequence[Step]) -> Line | None:
        """What the book's tree has after the steps, None where they have left it or there is none."""
        node = self._tree.node(steps) if self._tree and self._tree.whole else None
        if self._tree is None or node is None:
            return None
        points = self._tree.worth(node, secrets, len(steps), self.payoff) / len(secrets)
        word = self._tree.guess(node)
        sizes, hit = self.sizes(word, secrets)
        level = 0.0 if len(steps) + 1 == self.payoff.attempts else points - self._estimate(sizes, hit, len(steps))
        return Line(_proposal(word, points, True, sizes, hit), level)

    def valued(self, word: str, secrets: Array, attempt: int, line: Line | None) -> Proposal:
        """The proposal of a word, in the list or not; line is what the book has for this place."""
        if line and line.proposal.word == word:
            return line.proposal
        sizes, hit = self.sizes(word, secrets)
        if self._within_budget(secrets, attempt):
            return _proposal(word, self._played_out(word, secrets, attempt), True, sizes, hit)
        points = self._estimate(sizes, hit, attempt)
        if line:
            points = min(points + line.level, line.proposal.points)
        return _proposal(word, points, False, sizes, hit)

    def wasted(self, secrets: Array, attempt: int, line: Line | None) -> float:
        """Expected points after a guess that tells nothing: the same candidates, one attempt fewer; line as above."""
        if attempt + 1 == self.payoff.attempts:
            return self.payoff.missed
        if self._within_budget(secrets, attempt):
            return self._search.best(secrets, attempt + 1)[0] / len(secrets)
        level = line.level if line else 0.0
        return int(self._expected(attempt + 1, len(secrets))[-1]) / SCALE / len(secrets) + level

    def bins(self, word: str, secrets: Array) -> dict[int, Array]:
        """The bins of the candidates by their reply code to a word, in the list or not."""
        return dict(split(self._codes(word, secrets), secrets))

    def sizes(self, word: str, secrets: Array) -> tuple[Array, bool]:
        """The sizes of these bins, and whether the last of them is the word itself."""
        codes, sizes = np.unique(self._codes(word, secrets), return_counts=True)
        return sizes, bool(codes[-1] == self.game.winning)

    def usable(self, known: Known) -> Array:
        """Which words use what is known, as hard games want it: bool (words,); see knowledge.unused."""
        fits = np.ones(len(self._guessable), dtype=bool)
        for place, letter in known.placed.items():
            fits &= self._guessable[:, place] == _number(letter)
        for letter, count in known.least.items():
            fits &= np.count_nonzero(self._guessable == _number(letter), axis=1) >= count
        return fits

    def _codes(self, word: str, secrets: Array) -> Array:
        return reply_codes(letters_of([word])[0], self._hidden[secrets])

    def _within_budget(self, secrets: Array, attempt: int) -> bool:
        last = attempt >= self.payoff.attempts - 2  # nothing is left to search then: bin sizes decide
        return last or len(secrets) * len(self.game.guesses) <= LOOK_AHEAD_BUDGET

    def _ranked(self, secrets: Array, attempt: int, count: int, known: Known) -> list[str]:
        """The guesses that rank best before any is played out; candidates at the last attempt or of two left."""
        if attempt == self.payoff.attempts - 1 or len(secrets) <= 2:
            return [self.game.secrets[secret] for secret in secrets[:count]]
        game = restricted(self.game, np.flatnonzero(self.usable(known))) if self._hard else self.game
        pool, sample = shortlist(game, secrets)
        best = ranked(self._costs(game, sample, pool, attempt), candidates(game, secrets, pool), self._tried(count))
        return [game.guesses[guess] for guess in (best if pool is None else pool[best])]

    def _tried(self, count: int) -> int:
        return max(count, _PLAYED_OUT) if self._strategy == "score" else count

    def _costs(self, game: Game, secrets: Array, pool: Array | None, attempt: int) -> Array:
        """int64, the cost of each guess of the pool by the strategy; for `score` minus the expected worth."""
        if self._strategy != "score":
            return CRITERIA[self._strategy].costs(game, secrets, pool)
        features = game.features if pool is None else game.features[pool]
        worth = bin_totals(game.terms(secrets), features, self._expected(attempt + 1, len(secrets)), game.codes)
        costs: Array = -(worth + self._gain(attempt) * candidates(game, secrets, pool))
        return costs

    def _gain(self, attempt: int) -> int:
        """What a hit now is worth more than one at the next attempt, in 1/SCALE."""
        return self.payoff.solved[attempt] * SCALE - int(self._expected(attempt + 1, 1)[1])

    def _estimate(self, sizes: Array, hit: bool, attempt: int) -> float:
        """Expected points by the sizes of a guess's bins alone."""
        size = int(sizes.sum())
        worth = int(self._expected(attempt + 1, size)[sizes].sum()) + self._gain(attempt) * hit
        return worth / SCALE / size

    def _played_out(self, word: str, secrets: Array, attempt: int) -> float:
        """Expected points where the search plays on after the word."""
        worth = 0
        for code, members in self.bins(word, secrets).items():
            if code == self.game.winning:
                worth += self.payoff.solved[attempt]
            elif attempt + 1 == self.payoff.attempts:
                worth += self.payoff.missed * len(members)
            else:
                worth += self._search.best(members, attempt + 1)[0]
        return worth / len(secrets)

    def _pool(self, secrets: Array) -> tuple[Array | None, Array]:
        """The guesses to try later in a game, as codebreaker.search.beam wants them.

        In a hard game what all these candidates have in common may be more than what replies have told by then, never
        less: such guesses are legal whatever was guessed before.
        """
        if not self._hard:
            return shortlist(self.game, secrets)
        return np.flatnonzero(self.usable(self._common(secrets))), secrets

    def _common(self, secrets: Array) -> Known:
        """The letters that all these candidates have in one place, and how many of each letter all of them hold."""
        letters = self._hidden[secrets]
        same = np.flatnonzero((letters == letters[0]).all(axis=0))
        first = self.game.secrets[secrets[0]]
        least = {letter: int(np.count_nonzero(letters == _number(letter), axis=1).min()) for letter in set(first)}
        return Known({int(place): first[place] for place in same}, +Counter(least))


def _proposal(word: str, points: float, exact: bool, sizes: Array, hit: bool) -> Proposal:
    return Proposal(word, points, exact, int((sizes**2).sum()) / int(sizes.sum()), hit)


def _number(letter: str) -> int:
    return ord(letter) - ord("a")
