"""Reads the record of a run: contest, conditions and games."""

import dataclasses
import hashlib
import os
import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any, Self

from lingo_common.errors import DataError, UsageError
from lingo_common.option import path_argument
from referee.contest.conditions import Conditions
from referee.contest.contest import Contest
from referee.contest.draw import ALL
from referee.contest.lists import ListUsed
from referee.contest.termination import Termination
from referee.game.record import GameRecord, json_line
from referee.results.leaderboard import Leaderboard, leaderboard
from referee.storage import schema
from referee.storage.tables import (
    CONDITIONS_COLUMNS,
    CONTEST_COLUMNS,
    fields_in,
    player_of_row,
    value_of,
    why_disqualified,
)


class Run:
    """A run as it is recorded; a context manager that closes it."""

    def __init__(self, directory: str, connection: sqlite3.Connection) -> None:
        """The run in the open file; DataError if it is damaged."""
        self.directory, self._connection = directory, connection
        self.path = schema.path_in(directory)
        with schema.readable(self.path):
            if not schema.has_run(connection):
                raise DataError(f"{directory}: holds no run: it was ended before its first game")
            self.contest, self.conditions = _read(connection, self.path)

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
        """The finished games that have the values given, by player (as given), length and place in the draw."""
        values = {"player": player, "length": length, "termination": termination, "word": word}
        chosen = {name: value for name, value in values.items() if value is not None}
        condition = " AND ".join(f"{name} = :{name}" for name in chosen) or "TRUE"
        for row in self._rows(f"SELECT * FROM games WHERE {condition} ORDER BY number", chosen):
            yield self._of_contest(self._game(row))

    def game(self, number: int) -> GameRecord:
        """The game of that number (see Contest.number); DataError if there is none."""
        if number < 1 << 63:  # SQLite takes no larger one
            for row in self._rows("SELECT * FROM games WHERE number = ?", (number,)):
                return self._game(row)
        raise DataError(f"{self.directory}: there is no game {number}")

    def check_player(self, name: str) -> None:
        """UsageError that says who there is where nobody of that name takes part."""
        if name not in self.contest.names:
            raise UsageError(f"no player '{name}' in {self.directory}; there are {', '.join(self.contest.names)}")

    def number(self, record: GameRecord) -> int:
        """The number of a game."""
        return self.contest.number(record.player, record.length, record.index)

    def digest(self, number: int) -> str:
        """The digest that was kept with that game."""
        [row] = self._rows("SELECT digest FROM games WHERE number = ?", (number,))
        return str(row["digest"])

    def leaderboard(self, games: Iterable[GameRecord] | None = None) -> Leaderboard:
        """The leaderboard of these games, by default of all finished ones."""
        return leaderboard(self.contest, self.games() if games is None else games, self.conditions.isolation)

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
        return [row[0] for row in self._rows("PRAGMA integrity_check") if row[0] != "ok"]

    def _of_contest(self, played: GameRecord) -> GameRecord:
        """The game as given; DataError if the contest has no such player or length, or nobody can win these points."""
        if played.player not in self.contest.names or played.length not in self.contest.words:
            raise DataError(f"{self.path}: is damaged: no game is {played.player!r}'s for {played.length!r} letters")
        if not 0 <= played.points <= self.contest.rules.points_for(1):
            raise DataError(f"{self.path}: is damaged: no game is worth {played.points} points")
        return played

    def _rows(self, query: str, values: Any = ()) -> Iterator[sqlite3.Row]:
        with schema.readable(self.path):
            # `yield from` would close the cursor when the generator ends, perhaps after the connection.
            for row in self._connection.execute(query, values):  # noqa: UP028
                yield row

    def _game(self, row: sqlite3.Row) -> GameRecord:
        try:
            return value_of(GameRecord, row)
        except (ValueError, TypeError) as error:
            raise DataError(f"{self.path}: game {row['number']} is damaged: {error}") from None


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
    """Hex sha256 over the game's line of JSON: it tells that a record was edited, not who did it.

    Whether the game is void is left out: that is decided later.
    """
    return hashlib.sha256(json_line(dataclasses.replace(record, void=None)).encode()).hexdigest()


def _read(connection: sqlite3.Connection, path: str) -> tuple[Contest, Conditions]:
    try:
        row = connection.execute("SELECT * FROM run").fetchone()
        players = connection.execute("SELECT * FROM players ORDER BY place").fetchall()
        lists = connection.execute("SELECT * FROM lists ORDER BY length")
        contest = Contest(
            players=tuple(map(player_of_row, players)),
            words=_words(connection),
            disqualified={str(player["name"]): why for player in players if (why := why_disqualified(player))},
            rounds=row["rounds"] if row["rounds"] == ALL else int(row["rounds"]),
            seed=None if row["seed"] is None else int(row["seed"]),
            **fields_in(row, Contest, *CONTEST_COLUMNS),
        )
        conditions = Conditions(
            lists={used["length"]: value_of(ListUsed, used) for used in lists},
            **fields_in(row, Conditions, *CONDITIONS_COLUMNS),
        )
        if not contest.players or not contest.words or contest.words.keys() != conditions.lists.keys():
            raise ValueError("players, words or word lists are missing")
        return contest, conditions
    except (ValueError, TypeError, IndexError, AttributeError, OverflowError, UsageError, RecursionError) as error:
        raise DataError(f"{path}: is damaged: {error}") from None


def _words(connection: sqlite3.Connection) -> dict[int, list[str]]:
    words: dict[int, list[str]] = {}
    for row in connection.execute("SELECT length, word FROM words ORDER BY length, word_index"):
        if not isinstance(row["word"], str) or len(row["word"]) != row["length"]:
            raise ValueError(f"{row['word']!r} has not {row['length']!r} letters")
        words.setdefault(row["length"], []).append(row["word"])
    return words
