"""The search that keeps a few guesses, in hard mode: every guess must use what the replies have shown."""

from collections.abc import Callable, Sequence
from hashlib import blake2b

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.game import Game
from codebreaker.payoff import Payoff
from codebreaker.replies import Array, alphabet_of, letters_of
from codebreaker.reply import ABSENT, PLACED, reply_of
from codebreaker.search.beam import Search
from codebreaker.search.recursion import Found, Key


class HardSearch(Search):
    """The search of trees of a word game in hard mode; it knows the words that the replies so far allow."""

    def __init__(
        self,
        game: Game,
        payoff: Payoff,
        expected: Callable[[int, int], Array],
        keep: Sequence[int],
        totals: BinTotals = bin_totals,
        seen: Callable[[int, int, int], None] | None = None,
    ) -> None:
        """The arguments are those of Search."""
        super().__init__(game, payoff, expected, keep, totals, seen, self._pool)
        self._letters = letters_of(game.guesses, alphabet_of(game.guesses))
        self._allowed: Array = np.arange(len(game.guesses))

    def _pool(self, secrets: Array) -> tuple[Array, Array]:
        return self._allowed, secrets

    def key(self, secrets: Array, attempt: int) -> Key:
        """The key of the secrets and of the words that are allowed."""
        return attempt, secrets.tobytes() + blake2b(self._allowed.tobytes(), digest_size=16).digest()

    def after(self, guess: int, code: int, secrets: Array, attempt: int, above: int | None) -> Found | None:
        """The result where fewer words are allowed."""
        before = self._allowed
        self._allowed = self._still_allowed(guess, code)
        try:
            return self.better(secrets, attempt, above)
        finally:
            self._allowed = before

    def _still_allowed(self, guess: int, code: int) -> Array:
        """The allowed words that use what this reply to the guess shows; see codebreaker.rules.breaks_hard_mode."""
        words, word = self._letters[self._allowed], self._letters[guess]
        marks = np.array(list(reply_of(code, len(word))))
        placed, shown = marks == PLACED, word[marks != ABSENT]
        fits = (words[:, placed] == word[placed]).all(axis=1)
        for letter in np.unique(shown):
            times = np.count_nonzero(shown == letter)
            fits &= np.count_nonzero(words == letter, axis=1) >= times
        still: Array = self._allowed[fits]
        return still
