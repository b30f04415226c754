"""Codemakers: what answers a player's guesses."""

from typing import Protocol

import numpy as np

from codebreaker.game import Game, partition
from codebreaker.replies import Array


class SecretKeeper(Protocol):
    """Answers guesses about a secret."""

    def reply(self, guess: int) -> int:
        """The reply code to the guess of that index."""
        ...

    def secret(self) -> int:
        """The index of a secret that fits all replies."""
        ...


class TruthfulKeeper:
    """Answers truthfully about a secret that it does not change."""

    def __init__(self, game: Game, secret: int) -> None:
        self._game, self._secret = game, secret

    def reply(self, guess: int) -> int:
        """The reply code to the guess of that index."""
        return self._game.reply_code(guess, self._secret)

    def secret(self) -> int:
        """The index of the secret."""
        return self._secret


class EvasiveKeeper:
    """Keeps the secret open: gives the reply that leaves most candidates, and a winning one only if it has to."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._left: Array = np.arange(len(game.secrets))

    def reply(self, guess: int) -> int:
        """The code of a reply that some secret gives to all guesses so far."""
        bins = partition(self._game, guess, self._left)
        code, self._left = max(bins, key=lambda bin: (bin[0] != self._game.winning, len(bin[1])))
        return code

    def secret(self) -> int:
        """The index of the first secret that fits all replies."""
        return int(self._left[0])
