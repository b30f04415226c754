"""A game that a person plays: what may be guessed, who answers, and what it wins."""

from collections.abc import Container, Sequence
from typing import Protocol

from codebreaker.reply import ABSENT, reply_for, winning_reply
from codebreaker.rules import GameRules
from codebreaker.step import Step
from referee.game.record import PIT


class SecretHolder(Protocol):
    """The codemaker of a game: it answers guesses."""

    @property
    def secret(self) -> str:
        """The secret, or a word that can still be it."""

    def reply(self, guess: str) -> str:
        """The reply to a guess."""


class FixedSecret:
    """A codemaker with a word."""

    def __init__(self, secret: str) -> None:
        self.secret = secret

    def reply(self, guess: str) -> str:
        """The reply to a guess."""
        return reply_for(guess, self.secret)


class UndecidedSecret:
    """A codemaker that leaves the word undecided as long as it can: each reply keeps the most words.

    Among replies that keep equally many, one that does not end the game goes first, then the alphabet decides.
    """

    def __init__(self, candidates: Sequence[str]) -> None:
        self._candidates = list(candidates)

    @property
    def secret(self) -> str:
        """The first word that fits all replies."""
        return self._candidates[0]

    def reply(self, guess: str) -> str:
        """The reply that the most of the remaining words give."""
        bins: dict[str, list[str]] = {}
        for word in self._candidates:
            bins.setdefault(reply_for(guess, word), []).append(word)
        won = winning_reply(len(guess))
        reply = max(bins, key=lambda each: (len(bins[each]), each != won, each))
        self._candidates = bins[reply]
        return reply


class PersonGame:
    """A game as it is played."""

    def __init__(
        self, codemaker: SecretHolder, words: Container[str], rules: GameRules = PIT, strict: bool = False
    ) -> None:
        """strict: whether an illegal guess uses up an attempt, as in the pit, and gets all X."""
        self.codemaker, self.rules, self._words, self._strict = codemaker, rules, words, strict
        self.length = len(codemaker.secret)
        self.first_letter = codemaker.secret[0] if rules.first_letter else None
        self.steps: list[Step[str, str]] = []
        self.legal_steps: list[Step[str, str]] = []

    def problem(self, guess: str) -> str | None:
        """Why the guess, which must be printable, is illegal, as a sentence; None if it is legal."""
        if len(guess) != self.length:
            return f"'{guess}' has {len(guess)} letters; the word has {self.length}."
        if guess not in self._words:
            return f"'{guess}' is not in the word list."
        why = self.rules.why_illegal(guess, self.legal_steps, self.first_letter)
        return f"'{guess}' is not allowed: {why}." if why else None

    def guess(self, guess: str) -> Step[str, str] | None:
        """Take a guess in; returns it with its reply, None if it is illegal and costs nothing."""
        legal = self.problem(guess) is None
        if not legal and not self._strict:
            return None
        step = Step(guess, self.codemaker.reply(guess) if legal else ABSENT * self.length)
        self.steps.append(step)
        if legal:
            self.legal_steps.append(step)
        return step

    @property
    def solved(self) -> bool:
        """Whether the word is found."""
        return bool(self.steps) and self.steps[-1].reply == winning_reply(self.length)

    @property
    def over(self) -> bool:
        """Whether there is nothing left to guess."""
        return self.solved or len(self.steps) >= self.rules.attempts

    @property
    def points(self) -> int:
        """The points that the game has won."""
        return self.rules.points_for(len(self.steps)) if self.solved else 0
