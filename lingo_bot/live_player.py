"""LivePlayer plays any word game by a strategy."""

import numpy as np

from codebreaker.games.lingo import lingo
from codebreaker.reply import code_of
from lingo_bot.dialogue import no_word_fits
from lingo_bot.hard_mode import required_by
from lingo_bot.strategy import strategy_of
from wordlists.word_game import WordGame


class LivePlayer:
    """Plays one game: keeps the candidates and asks the strategy for the next guess."""

    def __init__(self, game: WordGame, strategy: str = "score", first_guess: str | None = None) -> None:
        """first_guess: the guess to begin with, None for the strategy's own choice; DataError if it is not a word."""
        self._word_game = game
        self._game = lingo(game.words.words, game.answers.words if game.answers else None)
        self._strategy = strategy_of(strategy, self._game, game.attempts, game.objective, game.hard)
        self._first = None if first_guess is None else game.index_of(first_guess)
        self._steps: list[tuple[str, str]] = []
        self._guess = -1
        self.candidates = np.arange(len(self._game.secrets), dtype=np.int32)
        """Indices of the secrets that fit every reply so far."""

    def guess(self) -> str:
        """The given first guess, afterwards the strategy's choice."""
        if not self._steps and self._first is not None:
            self._guess = self._first
        else:
            required = required_by(self._steps) if self._word_game.hard else None
            self._guess = self._strategy.choice(self.candidates, len(self._steps), required)
        return self._word_game.write(self._guess)

    def hear(self, reply: str) -> None:
        """Keep the candidates that give this reply; DataError if none does."""
        codes = self._game.replies(np.array([self._guess]), self.candidates)[0]
        fitting = self.candidates[codes == code_of(reply)]
        if len(fitting) == 0:
            raise no_word_fits(self._word_game.write(self._guess), reply)
        self._steps.append((self._game.guesses[self._guess], reply))
        self.candidates = fitting
