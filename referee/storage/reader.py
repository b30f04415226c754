"""The record of a run, to be read: all results and reports are functions of it."""

import dataclasses
import hashlib
import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from lingo_common.errors import DataError, UsageError
from referee.contest.conditions import Conditions, ListUsed
from referee.contest.contest import Contest
from referee.contest.draw import ALL
from referee.contest.limits import Limits
from referee.contest.players import Player
from referee.contest.termination import Termination
from referee.contest.validation import typed
from referee.game.record import LISTS, GameRecord, Played, from_values, to_json
from referee.storage import schema

P = TypeVar("P", bound=Played)
_TERMINATIONS = frozenset(Termination)


@dataclass(frozen=True, slots=True)
class Result:
    """What leaderboards and comparisons need to know of a game; a GameRecord has all of it as well."""

    player: str
    length: int
    index: int
    points: int
    termination: Termination

    @property
    def solved(self) -> bool:
        """Whether the word was guessed."""
        return self.termination is Termination.SOLVED


class Run:
    """A run as it is recorded; a context manager that closes it."""

    def __init__(self, directory: str, connection: sqlite3.Connection) -> None:
        """The run in the open file; DataError where it is damaged."""
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
        wanted = {"player": player, "length": length, "termination": termination, "word": word}
        chosen = {name: value for name, value in wanted.items() if value is not None}
        condition = " AND ".join(f"{name} = :{name}" for name in chosen) or "TRUE"
        for row in self._rows(f"SELECT * FROM games WHERE {condition} ORDER BY number", chosen):
            yield self._of_contest(self._record(row))

    def game(self, number: int) -> GameRecord:
        """The game of that number (see Contest.number); DataError where there is none."""
        if number < 1 << 63:  # SQLite takes no larger one
            for row in self._rows("SELECT * FROM games WHERE number = ?", (number,)):
                return self._record(row)
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

    def results(self) -> Iterator[Result]:
        """The result of every finished game, in the order of games()."""
        for row in self._rows("SELECT player, length, word_index, points, termination FROM games ORDER BY number"):
            player, length, index, points, termination = row
            if termination not in _TERMINATIONS or not isinstance(points, int) or not isinstance(index, int):
                raise DataError(f"{self.path}: a game of {player!r} is damaged")
            yield self._of_contest(Result(player, length, index, points, Termination(termination)))

    def played(self) -> set[int]:
        """The numbers of the finished games."""
        return {row["number"] for row in self._rows("SELECT number FROM games")}

    def unsound(self) -> list[str]:
        """What SQLite itself finds wrong with the file."""
        return [row[0] for row in self._rows("PRAGMA integrity_check") if row[0] != "ok"]

    def _of_contest(self, played: P) -> P:
        """The same; DataError where the contest has no such player or length."""
        if played.player not in self.contest.names or played.length not in self.contest.words:
            raise DataError(f"{self.path}: is damaged: no game is {played.player!r}'s for {played.length!r} letters")
        return played

    def _rows(self, query: str, values: Any = ()) -> Iterator[sqlite3.Row]:
        with schema.readable(self.path):
            yield from self._connection.execute(query, values)

    def _record(self, row: sqlite3.Row) -> GameRecord:
        try:
            return record_of(row)
        except (ValueError, TypeError, KeyError) as error:
            raise DataError(f"{self.path}: game {row['number']} is damaged: {error}") from None


def open_run(directory: str) -> Run:
    """The run in that directory, finished or not, to be read and then closed; DataError where there is none."""
    connection = schema.open_to_read(directory)
    try:
        return Run(directory, connection)
    except BaseException:
        connection.close()
        raise


def record_of(row: sqlite3.Row) -> GameRecord:
    """The game of a row of the table games; ValueError, TypeError or KeyError where it is damaged."""
    kept = {key: row[key] for key in row.keys() if key not in ("number", "digest", "word_index")}  # noqa: SIM118
    lists = {name: json.loads(kept[name]) for name in LISTS}
    return from_values({**kept, **lists, "index": row["word_index"]})


def digest(record: GameRecord) -> str:
    """Hex sha256 over the game's line of JSON: it tells that a record was edited, not who did it."""
    return hashlib.sha256(to_json(record).encode()).hexdigest()


def _read(connection: sqlite3.Connection, path: str) -> tuple[Contest, Conditions]:
    try:
        row = connection.execute("SELECT * FROM run").fetchone()
        rounds = row["rounds"]
        contest = Contest(
            players=tuple(
                typed(Player(player["name"], player["command"], tuple(json.loads(player["arguments"]))))
                for player in connection.execute("SELECT * FROM players ORDER BY place")
            ),
            words=_words(connection),
            rounds=rounds if rounds == ALL else int(rounds),
            seed=None if row["seed"] is None else int(row["seed"]),
            wordlist=row["wordlist"],
            until_decided=bool(row["until_decided"]),
        )
        conditions = Conditions(
            limits=_limits(row["limits"]),
            lists={
                used["length"]: typed(ListUsed(used["fingerprint"], used["words"], used["path"]))
                for used in connection.execute("SELECT * FROM lists ORDER BY length")
            },
            **{name: row[name] for name in ("isolation", "host", "started")},
            versions=json.loads(row["versions"]),
        )
        if not contest.players or not contest.words or contest.words.keys() != conditions.lists.keys():
            raise ValueError("players, words or word lists are missing")
        return typed(contest), typed(conditions)
    except (ValueError, TypeError, IndexError) as error:
        raise DataError(f"{path}: is damaged: {error}") from None


def _words(connection: sqlite3.Connection) -> dict[int, list[str]]:
    words: dict[int, list[str]] = {}
    for row in connection.execute("SELECT length, word FROM words ORDER BY length, word_index"):
        if len(row["word"]) != row["length"]:
            raise ValueError(f"{row['word']!r} has not {row['length']!r} letters")
        words.setdefault(row["length"], []).append(row["word"])
    return words


def _limits(text: str) -> Limits:
    """The limits of a record; one that this program does not know was set by a later one, and does not bind here."""
    kept = json.loads(text)
    if not isinstance(kept, dict) or not all(isinstance(value, int | float | None) for value in kept.values()):
        raise ValueError(f"its limits are {text}")
    return Limits(**{field.name: kept[field.name] for field in dataclasses.fields(Limits) if field.name in kept})
