"""Writes the locked directory of a run: each game before it is reported, and in the end the leaderboard."""

import contextlib
import itertools
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from lingo_common.errors import DataError, count_text
from lingo_common.files import write_whole
from referee.contest.contest import Conditions, Contest, local_time
from referee.contest.player import Player
from referee.game.record import GameRecord, json_line
from referee.results.formats import FILES, render
from referee.results.leaderboard import Leaderboard
from referee.storage import schema
from referee.storage.reader import Run, digest_of_record, open_run
from referee.storage.run_directory import check_leaderboards, holds_a_run, identity, lock_on
from referee.storage.tables import insert, row_of, row_of_player, row_of_word_game
from wordlists.rules import rules_to_json


class Recorder(Run):
    """A run that is being played: its locked directory and its record; a context manager."""

    def __init__(self, directory: str, contest: Contest | None = None, conditions: Conditions | None = None) -> None:
        """Open the run in the directory; with a contest and its conditions, make a new run there.

        Raises DataError if there is no run, it cannot be written, or another process has locked it.
        """
        # A leaderboard that would be written elsewhere, by a link, is refused now and not after the last game.
        check_leaderboards(directory)
        if contest is None:
            # Where there is no run this fails, before the lock or the record makes a file.
            with open_run(directory):
                pass

        with contextlib.ExitStack() as cleanup:
            cleanup.enter_context(lock_on(directory))
            connection = cleanup.enter_context(contextlib.closing(schema.open_to_write(directory)))
            with schema.transaction(connection, schema.path_in(directory)):
                if contest is not None and conditions is not None:
                    # Another run may have begun and ended here while the players of this one were tried out.
                    if schema.has_run(connection):
                        raise holds_a_run(directory)

                    schema.make_tables(connection)
                    _write_run(connection, contest, conditions)

            super().__init__(directory, connection)
            # Which file the record is, so that another one in its place is noticed; None if it is gone already.
            self._identity = identity(self.path)

            # All went well: lock and connection are kept until the run is closed.
            self._cleanup = cleanup.pop_all()

    def __exit__(self, *_: object) -> None:
        self._cleanup.close()

    def record(self, games: Iterable[GameRecord], again: Mapping[int, str] = MappingProxyType({})) -> None:
        """Write games that finished together, in one transaction.

        again: why recorded games are played again, by their numbers. The earlier game goes to the table `replaced` in
        the transaction that writes its successor, so no interruption loses a game.
        """
        with self._transaction():
            for record in games:
                self._write(record, again)

        self.check_in_place()

    def _write(self, record: GameRecord, again: Mapping[int, str]) -> None:
        """Write a game within a transaction, in place of the earlier one if it was played again."""
        number = self.number(record)
        if number in again:
            earlier = json_line(self.game(number))
            replaced = {"number": number, "at": local_time(), "why": again[number], "game": earlier}
            insert(self._connection, "replaced", [replaced])
            self._connection.execute("DELETE FROM games WHERE number = ?", (number,))

        row = row_of(record) | {"number": number, "digest": digest_of_record(record)}
        row["word_index"] = row.pop("index")  # INDEX is a keyword of SQL
        insert(self._connection, "games", [row])

    def add_players(self, players: Sequence[Player]) -> None:
        """Let more players take part, on the same words."""
        places = itertools.count(len(self.contest.players))
        with self._transaction():
            insert(self._connection, "players", map(row_of_player, players, places))

        self._read_contest_and_conditions()

    def set_void(self, numbers: Iterable[int], why: str | None) -> None:
        """Let these games count for nothing, or where `why` is None count again; DataError if one was not played."""
        rows = []
        for number in numbers:
            # This raises DataError if the game was not played.
            self.game(number)
            rows.append((why, number))

        with self._transaction():
            self._connection.executemany("UPDATE games SET void = ? WHERE number = ?", rows)

    def disqualify(self, name: str, why: str | None) -> None:
        """Let the player's games count for nothing, or where `why` is None count again."""
        with self._transaction():
            self._connection.execute("UPDATE players SET disqualified = ? WHERE name = ?", (why, name))

        self._read_contest_and_conditions()

    def reveal(self) -> None:
        """Let seed, nonce and words be shown from now on. Games that are left can no longer be played."""
        with self._transaction():
            self._connection.execute("UPDATE run SET revealed = ?", (local_time(),))

        self._read_contest_and_conditions()

    def write_leaderboards(self) -> Leaderboard:
        """Write the leaderboard into the directory, in every format, and return it."""
        self.check_in_place()
        check_leaderboards(self.directory)

        board = self.leaderboard()
        for format, name in FILES.items():
            write_whole(os.path.join(self.directory, name), render(board, format))

        return board

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        """Put what is written within on the disk, or nothing of it; DataError if that fails."""
        try:
            with schema.transaction(self._connection, self.path):
                yield
        except DataError:
            self.check_in_place()  # a record that is gone explains every error better
            raise

    def check_in_place(self) -> None:
        """Raise DataError if the record is not where it was when it was opened: it was moved or deleted.

        The system lets a program write a file that was moved or deleted, so without this check nothing would fail
        before the end of the run.
        """
        if self._identity is None or identity(self.path) != self._identity:
            games = count_text(len(self.finished_numbers()), "game")
            raise DataError(
                f"{self.path}: was moved or deleted while the run went on, with the record of {games}; "
                "if it was moved, go on there with --resume"
            )


def _write_run(connection: sqlite3.Connection, contest: Contest, conditions: Conditions) -> None:
    """Write everything of a run but its games into new tables."""
    fields = {
        "id": 1,  # the table has one row
        "seed": None if contest.seed is None else str(contest.seed),  # it may be larger than any INTEGER
        "rounds": str(contest.rounds),  # a number or "all"
        "until_decided": contest.until_decided,
        "wordlist": contest.wordlist,
        "rules": rules_to_json(contest.rules),
        "order_secret": contest.order_secret,  # it decides in which order each player gets the words
    }
    insert(connection, "run", [row_of(fields) | row_of(conditions)])

    for length, word_game in contest.word_games.items():
        insert(connection, "lists", [{"length": length, **row_of_word_game(word_game)}])

    for length, words in contest.words.items():
        rows = ((length, index, word) for index, word in enumerate(words))
        connection.executemany("INSERT INTO words VALUES (?, ?, ?)", rows)

    insert(connection, "players", map(row_of_player, contest.players, itertools.count()))
