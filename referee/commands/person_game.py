"""The game of a person for `referee play`: its rules, and the adversary that leaves the word undecided."""

from collections.abc import Sequence

from lingo_common.errors import count_text
from wordlists.reply import reply_for, winning_reply
from wordlists.rules import why_illegal
from wordlists.step import WordStep
from wordlists.word_game import WordGame


class PersonGame:
    """A game as a person plays it, for one word or for one that is left undecided as long as possible."""

    def __init__(self, candidates: Sequence[str], word_game: WordGame) -> None:
        """candidates: the words that the secret can be; where the first letter is shown, all begin with it.

        If there are several, no secret is chosen: each reply is the one that fits the most candidates.
        """
        self._candidates = list(candidates)
        """The candidates that fit all replies."""
        self.word_game = word_game
        self.length = len(self.secret)
        self.first_letter = word_game.letter_of(self.secret)
        self.steps: list[WordStep] = []
        """All guesses with their replies."""

    @property
    def secret(self) -> str:
        """Return the secret; while it is undecided, the first candidate."""
        return self._candidates[0]

    def problem(self, guess: str) -> str | None:
        """Return why the guess is illegal, as a sentence that quotes it; None if it is legal."""
        if len(guess) != self.length:
            return f"'{guess}' has {count_text(len(guess), 'letter')}; the word has {self.length}."
        if guess not in self.word_game.words:
            return f"'{guess}' is not in the word list."

        why = why_illegal(self.word_game, guess, self.steps, self.first_letter)
        return f"'{guess}' is not allowed: {why}." if why else None

    def guess(self, guess: str) -> WordStep:
        """Take in a legal guess; returns it with its reply."""
        step = WordStep(guess, self._reply(guess))
        self.steps.append(step)
        return step

    def _reply(self, guess: str) -> str:
        """Return the reply that fits the most candidates, and drop the other candidates.

        Among replies that fit equally many, one that does not end the game is preferred. Between two of these it is the
        one that comes last in the alphabet, so that a game can be repeated.
        """
        bins: dict[str, list[str]] = {}
        for word in self._candidates:
            bins.setdefault(reply_for(guess, word), []).append(word)

        winning = winning_reply(len(guess))
        reply = max(bins, key=lambda reply: (len(bins[reply]), reply != winning, reply))
        self._candidates = bins[reply]
        return reply

    @property
    def solved(self) -> bool:
        """Return whether the word is found."""
        return bool(self.steps) and self.steps[-1].reply == winning_reply(self.length)

    @property
    def over(self) -> bool:
        """Return whether there is nothing left to guess."""
        return self.solved or len(self.steps) >= self.word_game.attempts

    @property
    def points(self) -> int:
        """Return the points that the game has won."""
        return self.word_game.points_for(len(self.steps)) if self.solved else 0
