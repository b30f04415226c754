"""Guesser: what the player and the referee ask of anything that plays one game."""

from typing import Protocol


class Guesser(Protocol):
    """One game of a player."""

    def guess(self) -> str:
        """Return the next guess."""

    def hear(self, reply: str) -> None:
        """Take in the reply to the last guess; a player may raise DataError where no word of its list gives it."""
