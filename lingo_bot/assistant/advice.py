"""Adviser values guesses: the best of a list, or any word that a person asks about."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from codebreaker.game import split_by_code
from codebreaker.games.lingo import lingo
from codebreaker.replies import Array, alphabet_of, letters_of, reply_codes
from codebreaker.reply import code_of
from codebreaker.search.beam import SCALE
from lingo_bot.assistant.book_advice import BookAdvice
from lingo_bot.assistant.steps import WordStep
from lingo_bot.hard_mode import Required, required_by
from lingo_bot.strategy import Lookahead, strategy_of
from wordlists.word_game import WordGame

_MISS = 10_000
"""Points that a miss costs in the order of proposals, where misses count before guesses."""


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
    def value_text(self) -> str:
        """The expected points, or the expected guesses where these count, with `~` before an estimate."""
        value = f"{self.points:.1f}" if self.guesses is None else f"{self.guesses:.3f}"
        return f"{'' if self.exact else '~'}{value}"

    @property
    def chance_text(self) -> str:
        """The chance to solve in per cent, empty if it is not known."""
        return "" if self.chance is None else f"{100 * self.chance:.1f} %"

    @property
    def in_words(self) -> str:
        """The value as a phrase: `176.0 points`, or `3.421 guesses (100.0 %)`."""
        chance = f" ({self.chance_text})" if self.chance is not None else ""
        return f"{self.value_text} {'points' if self.guesses is None else 'guesses'}{chance}"

    @property
    def rank(self) -> float:
        """The points less those that its misses cost: what a proposal is ordered by."""
        missed = 0.0 if self.chance is None else 1 - self.chance
        return self.points - _MISS * missed


class OwnMove(NamedTuple):
    """The guess that the player makes at one place in the game."""

    proposal: Proposal
    correction: float
    """Points added to the estimates of other guesses: a book's value minus the estimate of the book's guess."""


class Adviser:
    """Values guesses in a word game: those that the player's strategy ranks, or any word that a person asks about."""

    def __init__(self, word_game: WordGame, strategy: str = "score", tree: BookAdvice | None = None) -> None:
        """tree is a book's tree over the same words."""
        words, answers = word_game.words.words, word_game.secrets.words
        self.game = lingo(words, answers)
        rules = (word_game.attempts, word_game.objective, word_game.hard)
        self.strategy = strategy_of(strategy, self.game, *rules)
        self._attempts, objective, self._hard = rules
        values = self.strategy
        if not isinstance(values, Lookahead):  # a criterion ranks guesses; what they are worth is searched all the same
            values = Lookahead(objective, self.game, self._attempts, self._hard)
        self._values, self.payoff, self._tree = values, values.payoff, tree
        self._alphabet = alphabet_of(words)
        self._hidden = letters_of(answers, self._alphabet)

    @property
    def everything(self) -> Array:
        """The indices of all answers: the candidates before the first guess."""
        return np.arange(len(self.game.secrets), dtype=np.int32)

    def fitting(self, step: WordStep, secrets: Array) -> Array:
        """The candidates (indices of answers) that give this reply; the list need not hold the guess."""
        fits: Array = secrets[self._codes(step.guess, secrets) == code_of(step.reply)]
        return fits

    def best(self, secrets: Array, steps: Sequence[WordStep], count: int, also: Sequence[str] = ()) -> list[Proposal]:
        """The best guesses after the steps, best first, with those in `also`; in hard mode only legal ones.

        The player's own guess comes first.
        """
        move = self.move(secrets, steps)
        ranked = self.strategy.best(secrets, len(steps), max(count, 1), self._requirement(steps))
        words = dict.fromkeys([move.proposal.word, *(self.game.guesses[guess] for guess in ranked), *also])
        proposals = [self.evaluate(word, secrets, steps, move) for word in words]
        if isinstance(self.strategy, Lookahead):
            own = move.proposal.word
            proposals.sort(
                key=lambda proposal: (
                    proposal.word != own,
                    -proposal.rank,
                    not proposal.exact,
                    not proposal.candidate,
                    proposal.word,
                )
            )
        return [*proposals[:count], *(proposal for proposal in proposals[count:] if proposal.word in also)]

    @property
    def has_book(self) -> bool:
        """Whether there is a book with a whole tree."""
        return self._tree is not None and self._tree.whole

    def choice(self, secrets: Array, steps: Sequence[WordStep]) -> str:
        """The guess that the player makes after the steps: from the book where it has the game, else the strategy's."""
        node = self._node(steps)
        if self._tree and node is not None:
            return self._tree.guess(node)
        return str(self.game.guesses[self.strategy.choice(secrets, len(steps), self._requirement(steps))])

    def move(self, secrets: Array, steps: Sequence[WordStep]) -> OwnMove:
        """The player's next guess and its figures; those of the book's tree where the book plays on."""
        word, node = self.choice(secrets, steps), self._node(steps)
        sizes, hit = self.sizes(word, secrets)
        if self._tree is None or node is None or not self._tree.whole:
            return OwnMove(self._without_book(word, secrets, steps, sizes, hit), 0.0)
        places = self.game.guess_of[secrets]
        points, chance = self._figures(self._tree.worth(node, places, len(steps), self.payoff), len(secrets))
        last = len(steps) + 1 == self._attempts
        correction = 0.0 if last else points - self._estimate(sizes, hit, len(steps))
        return OwnMove(self._proposal(word, points, chance, True, sizes, hit), correction)

    def _node(self, steps: Sequence[WordStep]) -> int | None:
        """The node of the book's tree after the steps; None without a book, or where the steps have left its tree."""
        if self._tree is None or (steps and not self._tree.whole):
            return None
        return self._tree.node(steps)

    def evaluate(self, word: str, secrets: Array, steps: Sequence[WordStep], move: OwnMove | None = None) -> Proposal:
        """The proposal for a word, which the list need not hold; move is the player's at this place, if it is known."""
        move = move or self.move(secrets, steps)
        if move.proposal.word == word:
            return move.proposal
        proposal = self._without_book(word, secrets, steps, *self.sizes(word, secrets))
        if proposal.exact:
            return proposal
        return self._proposal(word, proposal.points + move.correction, None, False, *self.sizes(word, secrets))

    def _without_book(self, word: str, secrets: Array, steps: Sequence[WordStep], sizes: Array, hit: bool) -> Proposal:
        """The proposal for a word from whole trees where there are few candidates, else estimated from its bins."""
        total = self._played_out(word, secrets, steps)
        if total is None:
            return self._proposal(word, self._estimate(sizes, hit, len(steps)), None, False, sizes, hit)
        return self._proposal(word, *self._figures(total, len(secrets)), True, sizes, hit)

    def points_without_information(self, secrets: Array, steps: Sequence[WordStep]) -> float:
        """Expected points after a guess that gives no information: the same candidates, one attempt fewer."""
        attempt = len(steps) + 1
        if attempt == self._attempts:
            return 0.0
        if attempt == self._attempts - 1 or len(secrets) == 1:
            return self._figures(self._last(attempt, len(secrets)), len(secrets))[0]
        search = self._values.search(secrets, attempt)
        if search is not None:
            total = search.best(np.arange(len(secrets), dtype=np.int32), attempt)[0]
            return self._figures(total, len(secrets))[0]
        correction = self.move(secrets, steps).correction
        return int(self._values.expected(attempt, len(secrets))[-1]) / SCALE / len(secrets) + correction

    def sizes(self, word: str, secrets: Array) -> tuple[Array, bool]:
        """The sizes of the candidates' bins by their replies to a word, and whether the last bin is the word itself."""
        codes, sizes = np.unique(self._codes(word, secrets), return_counts=True)
        return sizes, bool(codes[-1] == self.game.winning)

    def _requirement(self, steps: Sequence[WordStep]) -> Required | None:
        return required_by(steps) if self._hard else None

    def _codes(self, word: str, secrets: Array) -> Array:
        return reply_codes(letters_of([word], self._alphabet)[0], self._hidden[secrets])

    def _estimate(self, sizes: Array, hit: bool, attempt: int) -> float:
        """Expected points estimated from bin sizes."""
        size, expected = int(sizes.sum()), self._values.expected
        gain = self.payoff.solved[attempt] * SCALE - int(expected(attempt + 1, 1)[1])
        return (int(expected(attempt + 1, size)[sizes].sum()) + gain * hit) / SCALE / size

    def _played_out(self, word: str, secrets: Array, steps: Sequence[WordStep]) -> int | None:
        """The total payoff if the player's search goes on after the word; None for too many candidates."""
        attempt = len(steps)
        search = self._values.search(secrets, attempt, self._requirement(steps))
        if search is None and attempt < self._attempts - 2:
            return None
        total = 0
        for code, members in split_by_code(self._codes(word, secrets), np.arange(len(secrets), dtype=np.int32)):
            if code == self.game.winning:
                total += self.payoff.solved[attempt]
            elif attempt + 1 == self._attempts:
                total += self.payoff.missed * len(members)
            elif search is None:
                total += self._last(attempt + 1, len(members))
            else:
                total += search.best(members, attempt + 1)[0]
        return total

    def _last(self, attempt: int, size: int) -> int:
        """The total payoff of the last attempt, or of one candidate: one is guessed, the others are missed."""
        return self.payoff.solved[attempt] + self.payoff.missed * (size - 1)

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
        guesses = None if self.payoff.missed == 0 else self._attempts + 1 - points / 100
        return Proposal(word, points, exact, remaining, hit, guesses, chance)
