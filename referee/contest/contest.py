"""A run before its first game: the contest with the order of play, the conditions, and the plan that has both."""

import datetime
import hashlib
import itertools
import platform
from collections.abc import Container, Iterator, KeysView, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from lingo_common.errors import count_text
from referee.contest.draw import Rounds
from referee.contest.limits import NO_SANDBOX, IsolationRequest, Limits
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
    late: Mapping[str, int] = field(default_factory=dict)
    """By the name of each player that joined a committed run late: how many of its words could be known by then."""

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

    @property
    def late_sentences(self) -> list[str]:
        """Return a sentence for each late player, such as "ann: joined when 2 of 5 words could be known"."""
        words = count_text(self.words_each, "word")
        return [f"{name}: joined when {known} of {words} could be known" for name, known in self.late.items()]

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


def local_time() -> str:
    """Return the local time with its offset from UTC, such as "2026-11-24T16:00:00+01:00"."""
    return datetime.datetime.now().astimezone().isoformat(timespec="seconds")


def versions_here() -> dict[str, str]:
    """Return the versions of this program, of Python and of the system."""
    from importlib.metadata import PackageNotFoundError, version  # slow to load, and only a new run needs it

    try:
        own = version("lingo-bot")
    except PackageNotFoundError:
        own = "not installed"
    return {"lingo-bot": own, "python": platform.python_version(), "system": platform.platform()}


@dataclass(frozen=True)
class Conditions:
    """The conditions of a run: all that its games depend on beside players and words."""

    limits: Limits
    isolation: str = NO_SANDBOX
    """The level of isolation of every game, such as BUBBLEWRAP."""
    host: str = field(default_factory=platform.node)
    started: str = field(default_factory=local_time)
    """When the run began, as local_time writes it."""
    versions: Mapping[str, str] = field(default_factory=versions_here)
    """What it was played with: this program, Python and the system, by name."""
    careful: bool = False
    """Whether everything is done to protect the run from programs of strangers (the option --careful)."""
    nonce: str | None = None
    """The random number that is hashed with the words, 32 hex digits; None where there is no commitment."""
    commitment: str | None = None
    """The hash of the words that was published before the first game (see contest.draw)."""
    revealed: str | None = None
    """When seed, nonce and words were made known, which closes the run; None if they were not.

    A committed run that is over is closed when its record is next opened for a change.
    """
    words_file: str | None = None
    """The absolute path of the file that the words were given in, which no player may see; None for drawn words."""
    imported: str | None = None
    """The files that the games were imported from, as the user named them; None for a run that was played."""


@dataclass(frozen=True)
class Plan:
    """A run as it will be played. The driver, the schedulers and the workers of a cluster read it; nobody changes it.

    It is made from the options of a new run, or from the options and the record of a run that goes on
    (referee.plan_run).
    """

    contest: Contest
    """The players with the digests of their files, the words, and the games with their lists."""
    conditions: Conditions
    """The limits, the level of isolation and the commitment."""
    isolation: IsolationRequest
    """What every machine of the run sets up, and what no player may see."""
    again: Mapping[int, str] = field(default_factory=dict)
    """Why recorded games are played again, by their numbers."""
    again_alone: bool = False
    """Whether games that are not recorded yet are left to a later --resume."""
    keep_going: bool = False
    """Whether the others play on if a player cannot be prepared or started."""
