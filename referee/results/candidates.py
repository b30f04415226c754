"""The candidates of a word game before and after each guess, and the chance that a guess hits the secret."""

import functools
from collections import Counter

import numpy as np
import numpy.typing as npt

from wordlists.reply import ABSENT, PLACED
from wordlists.step import Step
from wordlists.word_game import WordGame

_POSITIONS_CACHED = 1000
"""Positions whose candidates are kept, because many games begin alike. The first ones are asked for most often."""

Letters = npt.NDArray[np.uint32]
"""The code points of words: shape (words, letters)."""
Indices = npt.NDArray[np.intp]
"""Words of a list, as indices into it: shape (words,)."""
Steps = tuple[Step[str, str], ...]
"""Legal guesses with their replies, the first one first. Replies to illegal guesses say nothing about the secret."""


class Candidates:
    """The candidates of a word game; those after some steps are kept for games that begin with the same steps."""

    def __init__(self, word_game: WordGame, first_letter: str | None) -> None:
        """first_letter: the one that is shown, with which all candidates begin; None for none."""
        words = [word for word in word_game.secrets.words if word.startswith(first_letter or "")]
        self.word_game = word_game
        self.first_letter = first_letter
        self.count = len(words)
        """The number of candidates before the first guess."""

        self._letters: Letters = np.array([list(map(ord, word)) for word in words], dtype=np.uint32)
        self._index_of = {word: index for index, word in enumerate(words)}
        self._fitting = functools.lru_cache(_POSITIONS_CACHED)(self._filter)

    def chance(self, guess: str, steps: Steps) -> float:
        """Return the probability that the guess hits after these steps: 1/n for one of n candidates, else 0."""
        if guess not in self._index_of:
            return 0.0

        fitting = self._fitting(steps)
        is_candidate = self._index_of[guess] in fitting
        return 1 / len(fitting) if is_candidate else 0.0

    def _filter(self, steps: Steps) -> Indices:
        """Return the words that fit the replies of these steps, as indices."""
        if not steps:
            return np.arange(self.count)

        *earlier_steps, (guess, reply) = steps
        before = self._fitting(tuple(earlier_steps))
        return before[fitting_words(self._letters[before], guess, reply)]


def fitting_words(letters: Letters, guess: str, reply: str) -> npt.NDArray[np.bool_]:
    """Return which words would get that reply to the guess from `wordlists.reply.reply_for`: bool, shape (words,).

    A word gets it if it has the guess's letter at each position that is marked O and at no other position, and each
    letter as often as it is marked O or ?: at least so often, or exactly so often if it is also marked X.
    """
    fitting = np.ones(len(letters), dtype=np.bool_)
    present = Counter[str]()
    absent = set()

    for position, (letter, mark) in enumerate(zip(guess, reply, strict=True)):
        has_it_here = letters[:, position] == ord(letter)
        fitting &= has_it_here if mark == PLACED else ~has_it_here
        if mark == ABSENT:
            absent.add(letter)
        else:
            present[letter] += 1

    for letter in set(guess):
        counts = (letters == ord(letter)).sum(axis=1)
        if letter in absent:
            # An X says that the word has the letter no more often than it is marked O or ?.
            fitting &= counts == present[letter]
        else:
            fitting &= counts >= present[letter]

    return fitting
