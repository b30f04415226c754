"""Reads the record of a run: contest, conditions and games."""

import dataclasses
import hashlib
import os
import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any, Self

import msgspec

from lingo_common.errors import DataError, UsageError
from lingo_common.option import path_argument
from referee.contest.conditions import Conditions
from referee.contest.contest import Contest
from referee.contest.draw import ALL
from referee.contest.lists import WordGames
from referee.contest.termination import Termination
from referee.game.record import GameRecord, json_line
from referee.results.leaderboard import Leaderboard, leaderboard
from referee.results.secrecy import NO_SECRETS, Secrets, secrets_of
from referee.storage import schema
from referee.storage.tables import game_of_row, player_of_row, value_of

Row = dict[str, Any]


class Run:
    """A run as it is recorded; a context manager that closes it."""

    def __init__(self, directory: str, connection: sqlite3.Connection) -> None:
        """The run in the open file; DataError if it is damaged."""
        self.directory, self._connection = directory, connection
        self.path = schema.path_in(directory)
        with schema.database_errors(self.path):
            if not schema.has_run(connection):
                raise DataError(f"{directory}: holds no run: it was ended before its first game")
        try:
            self.contest, self.conditions = self._contest_and_conditions()
        except (ValueError, TypeError, LookupError, AttributeError, OverflowError, UsageError, RecursionError) as error:
            raise DataError(f"{self.path}: is damaged: {error}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def games(
        self,
        player: str | None = None,
        length: int | None = None,
        termination: Termination | None = None,
        word: str | None = None,
    ) -> Iterator[GameRecord]:
        """The finished games that have the values given, in the order of their numbers; DataError for a damaged one."""
        values = {"player": player, "length": length, "termination": termination, "word": word}
        chosen = {name: value for name, value in values.items() if value is not None}
        for game in self._games(" AND ".join(f"{name} = :{name}" for name in chosen) or "TRUE", chosen):
            if damage := self.damage_of(game):
                raise DataError(f"{self.path}: is damaged: a game of {game.player!r} {damage}")
            yield game

    def damage_of(self, game: GameRecord) -> str | None:
        """Why the game cannot be one of this contest; None if it can."""
        words, most = self.contest.words.get(game.length, []), self.contest.rules.points_for(1)
        if game.player not in self.contest.names:
            return "has a player that does not take part"
        if words[game.index : game.index + 1] != [game.word]:
            return f"is for another word than word {game.index} of {game.length} letters in the draw"
        if not 0 <= game.points <= most:
            return f"is worth {game.points} points, where no game is worth more than {most}"
        if len(game.guesses) != len(game.replies) or not set(map(len, game.replies)) <= {game.length}:
            return f"does not have a reply of {game.length} letters to each guess"
        return None

    def game(self, number: int) -> GameRecord:
        """The game of that number (see Contest.number); DataError if there is none."""
        if number < 1 << 63:  # SQLite takes no larger one
            for game in self._games("number = ?", (number,)):
                return game
        raise DataError(f"{self.directory}: there is no game {number}")

    def check_player(self, name: str) -> None:
        """UsageError that says who there is where nobody of that name takes part."""
        if name not in self.contest.names:
            raise UsageError(f"no player '{name}' in {self.directory}; there are {', '.join(self.contest.names)}")

    def number(self, record: GameRecord) -> int:
        """The number of a game."""
        return self.contest.number(record.player, record.length, record.index)

    def leaderboard(self, games: Iterable[GameRecord] | None = None) -> Leaderboard:
        """The leaderboard of these games, by default of all finished ones."""
        played = self.games() if games is None else games
        return leaderboard(self.contest, played, self.conditions.isolation, self.secrets())

    def secrets(self) -> Secrets:
        """Return what of the run may not be shown yet, by the games that are recorded now."""
        if self.conditions.commitment is None:
            return NO_SECRETS
        return secrets_of(self.contest, self.conditions, self.finished_numbers(), self.games())

    def digests(self) -> dict[int, str]:
        """The digest that was kept with each finished game, by number."""
        return {row["number"]: row["digest"] for row in self._rows("SELECT number, digest FROM games ORDER BY number")}

    def finished_numbers(self) -> set[int]:
        """The numbers of the finished games."""
        return {row["number"] for row in self._rows("SELECT number FROM games")}

    def terminations(self) -> Iterator[tuple[str, Termination]]:
        """(player, termination) of each finished game, in the order of play."""
        ended = {self.number(game): game.termination for game in self.games()}
        for fixture in self.contest.fixtures() if ended else ():
            number = self.contest.number(fixture.player.name, len(fixture.word), fixture.index)
            if number in ended:
                yield fixture.player.name, ended[number]

    def sqlite_problems(self) -> list[str]:
        """Return what SQLite itself finds wrong with the file."""
        return [row["integrity_check"] for row in self._rows("PRAGMA integrity_check") if "ok" not in row.values()]

    def _rows(self, query: str, values: Any = ()) -> Iterator[Row]:
        with schema.database_errors(self.path):
            yield from map(dict, self._connection.execute(query, values))

    def _games(self, condition: str, values: Any) -> Iterator[GameRecord]:
        for row in self._rows(f'SELECT *, word_index AS "index" FROM games WHERE {condition} ORDER BY number', values):
            try:
                yield value_of(GameRecord, row, "guesses", "replies", "move_seconds")
            except (ValueError, TypeError) as error:
                raise DataError(f"{self.path}: game {row['number']} is damaged: {error}") from None

    def _contest_and_conditions(self) -> tuple[Contest, Conditions]:
        [row] = self._rows("SELECT * FROM run")
        players = list(self._rows("SELECT * FROM players ORDER BY place"))
        self.rules = msgspec.json.decode(row.get("rules", "{}"), type=dict[str, Any])
        """The rules as they are recorded, by key."""
        lists = self._rows("SELECT * FROM lists ORDER BY length")
        games = WordGames(game_of_row(of_length, self.rules) for of_length in lists)
        words: dict[int, list[str]] = {}
        for drawn in self._rows("SELECT length, word FROM words ORDER BY length, word_index"):
            if not isinstance(drawn["word"], str) or len(drawn["word"]) != drawn["length"]:
                raise ValueError(f"one of its words of {drawn['length']!r} letters has not that many")
            words.setdefault(drawn["length"], []).append(drawn["word"])
        if not players or not words or words.keys() != games.keys():
            raise ValueError("players, words or word lists are missing")
        contest = Contest(
            players=tuple(map(player_of_row, players)),
            words=words,
            rounds=row["rounds"] if row["rounds"] == ALL else int(row["rounds"]),
            seed=None if row["seed"] is None else int(row["seed"]),
            wordlist=msgspec.convert(row["wordlist"], str),
            word_games=games,
            until_decided=bool(row["until_decided"]),
            order_secret=msgspec.convert(row.get("order_secret", ""), str),
            disqualified={player["name"]: str(why) for player in players if (why := player.get("disqualified"))},
        )
        return contest, value_of(Conditions, row, "limits", "versions")


def open_run(directory: str | os.PathLike[str]) -> Run:
    """The run in that directory, finished or not, to be read and then closed; DataError if there is none."""
    path = str(path_argument("directory", directory))
    connection = schema.open_to_read(path)
    try:
        return Run(path, connection)
    except BaseException:
        connection.close()
        raise


def game_digest(record: GameRecord) -> str:
    """Hex sha256 over the game's line of JSON, without whether it is void: that is decided later."""
    return hashlib.sha256(json_line(dataclasses.replace(record, void=None)).encode()).hexdigest()
