"""Counts the words of a list that fit the replies of a game: the oracle's answer, worked out for all words at once."""

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from codebreaker.reply import ABSENT, PLACED

Letters = npt.NDArray[np.uint32]
"""The code points of words: shape (words, letters)."""


class Candidates:
    """The words of one length, as a set of candidates that replies make smaller."""

    def __init__(self, words: Sequence[str]) -> None:
        self._letters: Letters = np.array([[ord(letter) for letter in word] for word in words], dtype=np.uint32)
        self._places = {word: index for index, word in enumerate(words)}
        self._after: dict[tuple[tuple[str, str], ...], npt.NDArray[np.intp]] = {(): np.arange(len(words))}

    def __len__(self) -> int:
        return len(self._letters)

    def knows(self, guess: str) -> bool:
        """Whether the guess is a word of the list."""
        return guess in self._places

    def chance(self, steps: Sequence[tuple[str, str]], guess: str) -> float:
        """The probability that the guess is the word, if every word that fits the steps is as likely as another."""
        fitting = self._fitting(tuple(steps))
        index = self._places.get(guess)
        if index is None or not len(fitting):
            return 0.0
        position = np.searchsorted(fitting, index)
        return 1 / len(fitting) if position < len(fitting) and fitting[position] == index else 0.0

    def _fitting(self, steps: tuple[tuple[str, str], ...]) -> npt.NDArray[np.intp]:
        """The places of the words that fit the steps, ascending; those of the first two steps are kept."""
        cached = self._after.get(steps)
        if cached is not None:
            return cached
        before = self._fitting(steps[:-1])
        fitting: npt.NDArray[np.intp] = before[fitting_words(self._letters[before], *steps[-1])]
        if len(steps) <= 2:
            self._after[steps] = fitting
        return fitting


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


class Universe:
    """For each game the words that its player has to think of before its first guess."""

    def __init__(self, lists: Mapping[int, Sequence[str]], first_letter: bool = False) -> None:
        """lists: the words of each length that may be drawn; first_letter: whether players see it."""
        self._lists, self._first_letter = lists, first_letter
        self._made: dict[tuple[int, str], Candidates] = {}

    def candidates(self, length: int, word: str) -> Candidates:
        """The words that can be that word, by what its player knows before the first guess."""
        letter = word[:1] if self._first_letter else ""
        if (length, letter) not in self._made:
            self._made[length, letter] = Candidates([item for item in self._lists[length] if item.startswith(letter)])
        return self._made[length, letter]
