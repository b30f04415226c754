"""LivePlayer plays any list by a strategy's rule."""

from collections.abc import Sequence

import numpy as np

from codebreaker.games.lingo import lingo
from codebreaker.reply import code_of
from lingo_bot.dialogue import contradiction
from lingo_bot.strategy import choice


class LivePlayer:
    """Plays one game: keeps the candidates and asks the strategy's rule for the next guess."""

    def __init__(
        self, words: Sequence[str], strategy: str = "score", attempts: int = 5, first_guess: str | None = None
    ) -> None:
        """words are sorted; ValueError if first_guess is not among them."""
        self._words = words
        self._first = None if first_guess is None else words.index(first_guess)
        self._game = lingo(words)
        self._choose = choice(strategy, attempts)
        self._attempt = 0
        self._guess = -1
        self.candidates = np.arange(len(words), dtype=np.int32)
        """Indices of the words that fit every reply so far."""

    def guess(self) -> str:
        """The given first guess, afterwards the rule's choice."""
        if self._attempt == 0 and self._first is not None:
            self._guess = self._first
        else:
            self._guess = self._choose(self._game, self.candidates, self._attempt)
        self._attempt += 1
        return self._words[self._guess]

    def hear(self, reply: str) -> None:
        """Keep the candidates that give this reply; DataError if none does."""
        codes = self._game.replies(np.array([self._guess]), self.candidates)[0]
        fitting = self.candidates[codes == code_of(reply)]
        if len(fitting) == 0:
            raise contradiction(self._words[self._guess], reply)
        self.candidates = fitting
