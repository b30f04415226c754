"""The contest: players, words, and the games in the order of play."""

import hashlib
import itertools
from collections.abc import Container, Iterator, KeysView, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from referee.contest.draw import Rounds
from referee.contest.lists import WordGames
from referee.contest.player import Player
from wordlists.rules import PIT
from wordlists.spelling import Spelling
from wordlists.word_game import WordGame

BLOCK = 10
"""Rounds between two checks of the stopping rule."""
MAX_ROUNDS = 1000
"""The default of --max-rounds: the most words of each length that a run with --until-decided plays."""


@dataclass(frozen=True)
class Fixture:
    """A game to be played."""

    player: Player
    index: int
    """The place of the word in the draw for its length, from 0."""
    word: str


@dataclass(frozen=True)
class Contest:
    """The players and words of a run."""

    players: tuple[Player, ...]
    """In the order of the command line."""
    words: Mapping[int, list[str]]
    """The words of each length, in the order of the draw."""
    rounds: Rounds
    """The number of words of each length that was asked for, or ALL."""
    seed: int | None
    """None if the words were given."""
    wordlist: str
    """The name of the word list: its source as the user gave it, else the paths of its files."""
    word_games: WordGames = field(default_factory=dict)
    """The game of each length. Those of a record read their lists when somebody asks for the words."""
    until_decided: bool = False
    """Whether the run may end before all words are played, once the leader is clear (see results.stopping_rule)."""
    order_secret: str = ""
    """32 hex digits that each player's order of words depends on; empty if all play in the order of the draw."""
    disqualified: Mapping[str, str] = field(default_factory=dict)
    """The players whose games count for nothing, by name, and why."""

    @property
    def lengths(self) -> tuple[int, ...]:
        """Return the lengths, ascending."""
        return tuple(sorted(self.words))

    @property
    def rules(self) -> WordGame:
        """Return a game with the rules of the run, which all lengths share; without word games, those of the pit."""
        return next(iter(self.word_games.values()), PIT)

    @property
    def spelling(self) -> Spelling:
        """Return how the words are written; the record holds them with one character for each letter."""
        return self.rules.spelling

    @property
    def names(self) -> KeysView[str]:
        """Return the players' names, in their order."""
        return self._player_indices.keys()

    @property
    def competing(self) -> tuple[Player, ...]:
        """Return the players that are not disqualified, in their order."""
        return tuple(player for player in self.players if player.name not in self.disqualified)

    @property
    def game_count(self) -> int:
        """Return the number of games."""
        return len(self.players) * self.words_each

    @property
    def round_count(self) -> int:
        """Return how many rounds there are: the number of words of the length that has the most words."""
        return max(map(len, self.words.values()), default=0)

    @cached_property
    def words_each(self) -> int:
        """Return the number of words that each player gets."""
        return sum(map(len, self.words.values()))

    def number(self, player: str, length: int, index: int) -> int:
        """Return the number of a game, from 1: by player, then length, then the word's place in the draw.

        With two words of four letters and three of five, the games of the second player have the numbers 6 to 10.
        """
        words_before = sum(len(words) for shorter, words in self.words.items() if shorter < length)
        return self._player_indices[player] * self.words_each + words_before + index + 1

    def fixtures(self, played: Container[int] = frozenset(), rounds: range | None = None) -> Iterator[Fixture]:
        """Yield the games that are not played yet, in the order of play: block after block (see _block_order).

        Without order_secret all players get the words in the order of the draw, word after word. Disqualified players
        get none. played: the numbers of finished games. rounds: the rounds to be played, by default all; round n, from
        0, has the words with the index n.
        """
        players = {player.name: player for player in self.players}
        if rounds is None:
            rounds = range(self.round_count)

        # A run that a stopping rule ends asks for one block after the other, so the others are not looked at.
        first_start = rounds.start - rounds.start % self._block
        for start in range(first_start, rounds.stop, self._block):
            for name, length, index in self._block_order(start):
                if index not in rounds or name in self.disqualified:
                    continue
                if self.number(name, length, index) not in played:
                    yield Fixture(players[name], index, self.words[length][index])

    @property
    def _block(self) -> int:
        """Return the rounds of a block: without order_secret one, so that all players get a word before the next."""
        return BLOCK if self.order_secret else 1

    def _block_order(self, start: int) -> Iterator[tuple[str, int, int]]:
        """Yield (player, length, index of the word) of every game of the block that begins with the round `start`.

        Each player has an order of words of its own; without the secret nobody can tell what comes next. No two players
        play the same word one after the other while another word of that length remains for the second: a player could
        leave something behind that tells the next one the word.
        """
        remaining = {
            (name, length): self._own_order(name, length, start)
            for name, length in itertools.product(self.names, self.lengths)
        }
        """For each player and length, the indices of the words that it is yet to play."""
        before: dict[int, int] = {}
        """For each length, the index of the word that was played last."""

        for _, length, name in itertools.product(range(self._block), self.lengths, self.names):
            to_play = remaining[name, length]
            if not to_play:
                continue

            not_just_played = (candidate for candidate in to_play if candidate != before.get(length))
            index = next(not_just_played, to_play[0])
            to_play.remove(index)
            before[length] = index

            yield name, length, index

    def _own_order(self, name: str, length: int, start: int) -> list[int]:
        """Return the indices of the block's words of a length, in the order in which the player gets them.

        They are sorted by sha256("SECRET:LENGTH:PLAYER:INDEX").
        """
        indices = range(len(self.words[length]))[start : start + self._block]
        key = f"{self.order_secret}:{length}:{name}"
        return sorted(indices, key=lambda index: hashlib.sha256(f"{key}:{index}".encode()).digest())

    @cached_property
    def _player_indices(self) -> dict[str, int]:
        """For each player, its index among the players, from 0."""
        return {player.name: index for index, player in enumerate(self.players)}
