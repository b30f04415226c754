"""What a run plays: players, words and the figures that say where the words came from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.draw import Rounds
from referee.game import Fixture
from referee.players import Player


@dataclass(frozen=True)
class Contest:
    """Who plays for which words."""

    players: tuple[Player, ...]
    """In the order in which they were given."""
    words: Mapping[int, list[str]]
    """The words to play, per length, in the order of the draw."""
    rounds: Rounds
    """How many words of each length were asked for."""
    seed: int | None
    """What the draw depends on; None where the words were given."""
    wordlist: str
    """The word list as the user knows it."""

    @property
    def lengths(self) -> tuple[int, ...]:
        """The lengths in play, ascending."""
        return tuple(sorted(self.words))

    @property
    def games(self) -> int:
        """How many games are to be played."""
        return len(self.players) * sum(len(words) for words in self.words.values())

    def fixtures(self) -> Iterator[Fixture]:
        """All games, first the first word of every length for every player, then the second.

        At any moment all have played nearly the same words: what is there can be compared, and the
        progress bar is not misled by a slow player or length.
        """
        for index in range(max(map(len, self.words.values()), default=0)):
            for length in self.lengths:
                if index < len(self.words[length]):
                    for player in self.players:
                        yield Fixture(player, index, self.words[length][index])
