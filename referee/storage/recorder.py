"""The one writer of a run's record: every game is on the disk before anybody hears of it."""

import contextlib
import dataclasses
import datetime
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Self

from lingo_common.errors import DataError, reason
from lingo_common.files import write_whole
from referee.contest.conditions import Conditions
from referee.contest.contest import Contest
from referee.contest.players import Player
from referee.game.record import LISTS, GameRecord, values
from referee.results.formats import FILES, rendered
from referee.results.leaderboard import Leaderboard
from referee.storage import schema
from referee.storage.lock import DirectoryLock
from referee.storage.reader import Run, digest, open_run

HOME = "pit"
"""Where new directories of runs are made, within the working directory."""

_TAKEN = "{}: holds a run already; go on with --resume, or choose another --out"
_ADD_GAME = """INSERT INTO games VALUES (
    :number, :player, :length, :index, :word, :guesses, :replies, :attempts, :points, :termination, :illegal,
    :seconds, :move_seconds, :exit_status, :signal, :stderr_head, :stderr_tail, :host, :digest
)"""


class Recorder:
    """A run that is being played: its locked directory and its record; a context manager."""

    def __init__(self, directory: str, contest: Contest | None = None, conditions: Conditions | None = None) -> None:
        """Take up the run in the directory, or begin it with that contest under those conditions.

        DataError where another run is being played there, the directory cannot be written, a run to be
        begun would overwrite one, or there is none to be taken up.
        """
        self.directory, self._path = directory, schema.path_in(directory)
        if not contest:
            with open_run(directory):
                pass  # before anything is written where no run is
        with contextlib.ExitStack() as cleanup:
            self._lock = cleanup.enter_context(DirectoryLock(directory))
            self._connection = cleanup.enter_context(contextlib.closing(schema.open_to_write(directory)))
            if contest and conditions:
                self._begin(contest, conditions)
            self.run = Run(directory, self._connection)
            self._cleanup = cleanup.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._cleanup.close()

    @property
    def contest(self) -> Contest:
        """What is played."""
        return self.run.contest

    def recorded(self, batches: Iterable[list[GameRecord]]) -> Iterator[GameRecord]:
        """The same games one by one; those that finished together are written in one transaction, then passed on."""
        for batch in batches:
            with schema.transaction(self._connection, self._path):
                self._connection.executemany(_ADD_GAME, map(self._row, batch))
            yield from batch

    def add_players(self, players: Sequence[Player]) -> None:
        """Let more players take part, on the same words."""
        with schema.transaction(self._connection, self._path):
            _write_players(self._connection, players, len(self.contest.players))
        self.run.contest = self.contest.with_players(players)

    def publish(self, board: Leaderboard) -> None:
        """Write the leaderboard into the directory, in every format."""
        for format, name in FILES.items():
            write_whole(os.path.join(self.directory, name), rendered(board, format))

    def _begin(self, contest: Contest, conditions: Conditions) -> None:
        if schema.has_run(self._connection):
            raise DataError(_TAKEN.format(self.directory))
        with schema.transaction(self._connection, self._path):
            schema.create_tables(self._connection)
            _write_run(self._connection, contest, conditions)
            _write_players(self._connection, contest.players, 0)

    def _row(self, record: GameRecord) -> dict[str, Any]:
        lists = {name: json.dumps(getattr(record, name)) for name in LISTS}
        return {**values(record), **lists, "number": self.run.number(record), "digest": digest(record)}


def check_free(directory: str) -> None:
    """DataError where a run cannot be begun in the directory: it holds one, or it is none; it need not exist."""
    if os.path.exists(directory) and not os.path.isdir(directory):
        raise DataError(f"{directory}: not a directory")
    path = schema.path_in(directory)
    if os.path.exists(path) and os.path.getsize(path):
        with contextlib.closing(schema.open_to_read(directory)) as connection:
            if schema.has_run(connection):
                raise DataError(_TAKEN.format(directory))


def new_directory(out: str | None) -> str:
    """The directory, made where it does not exist; without one a new directory in pit/, named after date and time."""
    try:
        if out is not None:
            os.makedirs(out, exist_ok=True)
            return out
        return _named_after_now()
    except FileExistsError:
        raise DataError(f"{out or HOME}: not a directory") from None
    except OSError as error:
        where = out or f"{HOME} (choose another place with --out)"
        raise DataError(f"{where}: cannot be written: {reason(error)}") from None


def _named_after_now() -> str:
    """A directory such as pit/20261121-065851, with a number behind it where that exists."""
    os.makedirs(HOME, exist_ok=True)
    name = os.path.join(HOME, datetime.datetime.now().strftime("%Y%m%d-%H%M%S"))
    for attempt in ["", *(f"-{number}" for number in range(2, 1000))]:
        with contextlib.suppress(FileExistsError):
            os.mkdir(name + attempt)
            return name + attempt
    raise FileExistsError


def _write_run(connection: sqlite3.Connection, contest: Contest, conditions: Conditions) -> None:
    connection.execute(
        "INSERT INTO run VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            conditions.started,
            None if contest.seed is None else str(contest.seed),  # a seed may be larger than any INTEGER
            str(contest.rounds),
            contest.until_decided,
            contest.wordlist,
            json.dumps(dataclasses.asdict(conditions.limits)),
            conditions.isolation,
            conditions.host,
            json.dumps(dict(conditions.versions)),
        ),
    )
    lists = [(length, used.fingerprint, used.words, used.path) for length, used in conditions.lists.items()]
    connection.executemany("INSERT INTO lists VALUES (?, ?, ?, ?)", lists)
    words = ((length, index, word) for length, chosen in contest.words.items() for index, word in enumerate(chosen))
    connection.executemany("INSERT INTO words VALUES (?, ?, ?)", words)


def _write_players(connection: sqlite3.Connection, players: Sequence[Player], place: int) -> None:
    rows = (
        (number, player.name, player.command, json.dumps(player.arguments))
        for number, player in enumerate(players, place)
    )
    connection.executemany("INSERT INTO players VALUES (?, ?, ?, ?)", rows)
