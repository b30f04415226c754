"""Counts the words of a list that fit the replies of a game: the oracle's answer, worked out for all words at once."""

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from codebreaker.reply import ABSENT, PLACED
from referee.game.record import GameRecord

Letters = npt.NDArray[np.uint32]
"""The code points of words: shape (words, letters)."""
_STEPS_KEPT = 2
"""After so many guesses at most the fitting words are kept, because many games begin alike."""


class Candidates:
    """The words of one length that can be the secret before the first guess."""

    def __init__(self, words: Sequence[str]) -> None:
        self._letters: Letters = np.array([[ord(letter) for letter in word] for word in words], dtype=np.uint32)
        self._places = {word: index for index, word in enumerate(words)}
        self._fitting: dict[tuple[tuple[str, str], ...], npt.NDArray[np.intp]] = {(): np.arange(len(words))}

    def __len__(self) -> int:
        return len(self._letters)

    def chances(self, game: GameRecord) -> Iterator[tuple[float, bool]]:
        """(chance, hit) of every guess but the first that could hit and could miss.

        The chance is that of a guess if every word that fits the replies is as likely as another.
        """
        steps: tuple[tuple[str, str], ...] = ()
        fitting = self._fitting[steps]
        for guess, reply in zip(game.guesses, game.replies, strict=True):
            if guess not in self._places:
                continue
            if steps and len(fitting) > 1 and self._places[guess] in fitting:
                yield 1 / len(fitting), guess == game.word
            steps = (*steps, (guess, reply))
            if steps in self._fitting:
                fitting = self._fitting[steps]
                continue
            fitting = fitting[fitting_words(self._letters[fitting], guess, reply)]
            if len(steps) <= _STEPS_KEPT:
                self._fitting[steps] = fitting


def fitting_words(letters: Letters, guess: str, reply: str) -> npt.NDArray[np.bool_]:
    """Which words would get that reply to the guess: shape (words,).

    A word gets it if it has the guess's letter where the mark is O and nowhere else, and each letter as often as it
    is marked O or ?: at least so often, or exactly so often if it is also marked X.
    """
    fitting = np.ones(len(letters), dtype=np.bool_)
    marked = Counter(letter for letter, mark in zip(guess, reply, strict=True) if mark != ABSENT)
    for position, (letter, mark) in enumerate(zip(guess, reply, strict=True)):
        fitting &= (letters[:, position] == ord(letter)) == (mark == PLACED)
    for letter in set(guess):
        counts = (letters == ord(letter)).sum(axis=1)
        exact = any(mark == ABSENT for same, mark in zip(guess, reply, strict=True) if same == letter)
        fitting &= counts == marked[letter] if exact else counts >= marked[letter]
    return fitting
