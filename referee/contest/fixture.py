"""A game to be played: a player and a word."""

from dataclasses import dataclass

from referee.contest.players import Player


@dataclass(frozen=True)
class Fixture:
    """A game to be played."""

    player: Player
    """The player."""
    index: int
    """The place of the word in the draw for its length, from 0."""
    word: str
    """The word to guess."""
