"""The games to be played and their order.

Within a block of rounds each player gets the words in an order of its own. It follows from a secret of the run, so that
no player can foresee which other player has played its word.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.contest.player import Player


@dataclass(frozen=True)
class Fixture:
    """A game to be played."""

    player: Player
    """The player."""
    index: int
    """The place of the word in the draw for its length, from 0."""
    word: str
    """The word to guess."""


def block_order(secret: str, names: Sequence[str], words: dict[int, int], start: int) -> Iterator[tuple[str, int, int]]:
    """(player, length, place in the draw) of every game of a block, in the order of play.

    No two players play the same word one after the other while another word of that length remains for the second.
    words: the number of words of each length in the block; start: the place of the block's first word in the draw.
    """
    remaining = {
        (name, length): _shuffle(f"{secret}:{length}:{name}", range(start, start + count))
        for name in names
        for length, count in words.items()
    }
    before: dict[int, int] = {}
    for _ in range(max(words.values(), default=0)):
        for length in words:
            for name in names:
                if places := remaining[name, length]:
                    index = next((candidate for candidate in places if candidate != before.get(length)), places[0])
                    places.remove(index)
                    before[length] = index
                    yield name, length, index


def _shuffle(key: str, places: range) -> list[int]:
    """The places in an order that depends on the key."""
    return sorted(places, key=lambda index: hashlib.sha256(f"{key}:{index}".encode()).digest())
