"""HardMode: the words that hard mode still allows, and those that it will allow later whatever is guessed before."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from codebreaker.game import Game
from codebreaker.replies import Array, alphabet_of, letters_of
from wordlists.reply import ABSENT, PLACED

Required = tuple[Mapping[int, str], Mapping[str, int]]
"""What hard mode requires of a guess: the letter in each known place, from 0, and the least number of each letter."""


def required_by(steps: Iterable[tuple[str, str]]) -> Required:
    """The letters that replies put in their places, and for each letter the largest number that one reply shows."""
    placed: dict[int, str] = {}
    least: Counter[str] = Counter()
    for guess, reply in steps:
        shown: Counter[str] = Counter()
        for index, (letter, mark) in enumerate(zip(guess, reply, strict=True)):
            if mark == PLACED:
                placed[index] = letter
            if mark != ABSENT:
                shown[letter] += 1
        least |= shown  # the larger count of each letter

    return placed, least


class HardMode:
    """The words of a game as letters, and the selection of those that use what the replies have shown."""

    def __init__(self, game: Game) -> None:
        self._alphabet = alphabet_of(game.guesses)
        # uint8 (words, letters): the numbers of the letters of every guess and of every secret.
        self._letters = letters_of(game.guesses, self._alphabet)
        self._hidden = letters_of(game.secrets, self._alphabet)
        self._secrets: Sequence[str] = game.secrets

    def allowed_guesses(self, required: Required) -> Array:
        """The guesses that use all that is required, as ascending indices; see wordlists.rules.breaks_hard_mode."""
        placed, least = required
        fits = np.ones(len(self._letters), dtype=bool)  # bool (guesses,)
        for index, letter in placed.items():
            fits &= self._letters[:, index] == self._number(letter)
        for letter, count in least.items():
            fits &= np.count_nonzero(self._letters == self._number(letter), axis=1) >= count
        return np.flatnonzero(fits)

    def pool(self, secrets: Array) -> tuple[Array, Array]:
        """The guesses that use all that these candidates have in common, and the candidates.

        The replies before never show more than that, so these guesses are legal whatever was guessed.
        """
        letters = self._hidden[secrets]
        first = self._secrets[int(secrets[0])]
        same_places = np.flatnonzero((letters == letters[0]).all(axis=0))
        placed = {int(index): first[index] for index in same_places}

        # A letter that all candidates hold is in the first of them.
        least: Counter[str] = Counter()
        for letter in set(first):
            counts = np.count_nonzero(letters == self._number(letter), axis=1)
            if counts.min() > 0:
                least[letter] = int(counts.min())

        return self.allowed_guesses((placed, least)), secrets

    def _number(self, letter: str) -> int:
        """The number of the letter in the game's alphabet."""
        return int(letters_of([letter], self._alphabet)[0, 0])
