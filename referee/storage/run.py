"""A run on disk: `Run` reads its contest, conditions and games, and `Recorder` writes them.

A Recorder locks the directory of the run. Each game is on the disk before its result is used or shown.
"""

import contextlib
import dataclasses
import hashlib
import itertools
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Self

import msgspec

from lingo_common.errors import DataError, UsageError, count_text
from lingo_common.files import write_whole
from lingo_common.option import path_argument
from referee.contest.contest import Conditions, Contest, Fixture, local_time
from referee.contest.draw import ALL
from referee.contest.player import Player
from referee.contest.termination import Termination
from referee.game.record import GameRecord, json_line
from referee.results.formats import FILES, render
from referee.results.leaderboard import Leaderboard, leaderboard
from referee.results.stopping_rule import StoppingRule, blocks
from referee.storage import schema
from referee.storage.run_directory import check_leaderboards, holds_a_run, identity, lock_on
from referee.storage.tables import (
    insert,
    known_words_of_row,
    player_of_row,
    row_of,
    row_of_player,
    row_of_word_game,
    value_of,
    word_game_of_row,
)
from wordlists.rules import rules_to_json

Row = dict[str, Any]
"""The values of a row of a table, by column."""

_ERRORS_OF_DAMAGE = (ValueError, TypeError, LookupError, AttributeError, OverflowError, UsageError, RecursionError)
"""What may be raised if a contest is read from a record that somebody edited."""


class Run:
    """A run as it is recorded; a context manager that closes it."""

    contest: Contest
    conditions: Conditions
    rules_json: dict[str, Any]
    """The rules as the record has them; `contest.rules` is the word game with these rules."""

    def __init__(self, directory: str, connection: sqlite3.Connection) -> None:
        """Read the run from the connection to its record; DataError if it is damaged or has no run."""
        self.directory = directory
        self.path = schema.path_in(directory)
        self._connection = connection
        with schema.database_errors(self.path):
            if not schema.has_run(connection):
                raise DataError(f"{directory}: holds no run: it was ended before its first game")

        try:
            self._read_contest_and_conditions()
        except _ERRORS_OF_DAMAGE as error:
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
        """Yield the finished games that have the values given, in the order of their numbers.

        Raises UsageError if nobody of the player's name takes part, DataError for a game that is damaged or cannot be
        one of this contest.
        """
        if player is not None:
            self.check_player(player)

        columns = {"player": player, "length": length, "termination": termination, "word": word}
        values = {name: value for name, value in columns.items() if value is not None}

        # Such as "player = :player AND length = :length", where SQLite puts in the values of these names.
        condition = " AND ".join(f"{name} = :{name}" for name in values) or "TRUE"
        for row in self._select_games(condition, values):
            yield self._sound_game_of_row(row)

    def game(self, number: int) -> GameRecord:
        """Return the game of that number (see Contest.number); DataError if there is none, or its row is damaged.

        A game that cannot be one of this contest is returned too: damage_in tells why it cannot.
        """
        # As a text, because SQLite takes no integer of more than 64 bits. It compares the text as a number.
        row = next(self._select_games("number = ?", (str(number),)), None)
        if row is None:
            raise DataError(f"{self.directory}: there is no game {number}")

        return self._record_of_row(row)

    def check_player(self, name: str) -> None:
        """Raise UsageError, which says who takes part, if nobody of that name does."""
        if name not in self.contest.names:
            raise UsageError(f"no player '{name}' in {self.directory}; there are {', '.join(self.contest.names)}")

    def number(self, record: GameRecord) -> int:
        """Return the number of a game."""
        return self.contest.number(record.player, record.length, record.index)

    def leaderboard(self, games: Iterable[GameRecord] | None = None) -> Leaderboard:
        """Return the leaderboard of these games, by default of all finished ones."""
        played = self.games() if games is None else games
        return leaderboard(self.contest, played, self.conditions, self.secret_words())

    def secret_words(self) -> frozenset[str]:
        """Return the words that may not be shown now. While there are any, seed and nonce of the run are secret too.

        A run that is finished, revealed or without a commitment has none.
        """
        if self.conditions.commitment is None or self.conditions.revealed is not None:
            return frozenset()

        # After `disqualify --undo` a disqualified player could play its games that are left.
        words = {fixture.word for fixture in self.games_to_play(with_disqualified=True)}
        if words:
            # After --reinstate a player could play the games that it has forfeited, although they are recorded.
            words.update(game.word for game in self.sound_games() if game.termination is Termination.FORFEITED)

        return frozenset(words)

    def known_words(self) -> int:
        """Return how many words of a committed run could be known now; 0 for a run without a commitment."""
        if self.conditions.commitment is None:
            return 0

        # What was shown before a player joined is secret again until that player has played it, but could be known.
        shown = self.contest.words_each - len(self.secret_words())
        return max([shown, *self.contest.late.values()])

    def games_to_play(self, with_disqualified: bool = False) -> Iterator[Fixture]:
        """Yield the games that are left to be played, in the order of play.

        with_disqualified: whether the games that disqualified players have not played are among them.
        """
        # Damaged games are recorded too: they are not played again.
        played = self.finished_numbers()
        # The stopping rule is asked only with --until-decided, so only then it needs the results.
        results = self.sound_games() if self.contest.until_decided else ()
        rule = StoppingRule(self.contest, results)

        contest = dataclasses.replace(self.contest, disqualified={}) if with_disqualified else self.contest
        for rounds in blocks(self.contest, rule):
            yield from contest.fixtures(played, rounds)
            # The words of further blocks are known. The leader may be unclear only because a game was made void later.
            if self.conditions.revealed is not None:
                return

    def sound_games(self) -> Iterator[GameRecord]:
        """Yield the finished games that are not damaged, in the order of their numbers."""
        for row in self._select_games("TRUE", ()):
            with contextlib.suppress(DataError):
                yield self._sound_game_of_row(row)

    def digests(self) -> dict[int, str]:
        """Return the digest that was kept with each finished game, by number."""
        rows = self._select("SELECT number, digest FROM games ORDER BY number")
        return {row["number"]: row["digest"] for row in rows}

    def finished_numbers(self) -> set[int]:
        """Return the numbers of the finished games."""
        return {row["number"] for row in self._select("SELECT number FROM games")}

    def terminations(self) -> Iterator[tuple[str, Termination]]:
        """Yield (player, termination) of each finished game, in the order of play (see Contest.fixtures)."""
        by_number = {self.number(game): game.termination for game in self.games()}
        if not by_number:
            return  # the order of play of a large contest takes long to compute

        for fixture in self.contest.fixtures():
            name = fixture.player.name
            number = self.contest.number(name, len(fixture.word), fixture.index)
            if number in by_number:
                yield name, by_number[number]

    def sqlite_problems(self) -> list[str]:
        """Return what SQLite itself finds wrong with the file, a text each."""
        problems = [row["integrity_check"] for row in self._select("PRAGMA integrity_check")]
        # Of a sound file SQLite says "ok".
        return [problem for problem in problems if problem != "ok"]

    def _select(self, query: str, values: Any = ()) -> Iterator[Row]:
        """Yield the rows that the query returns; values: those of its parameters. DataError if the file is damaged."""
        with schema.database_errors(self.path):
            yield from map(dict, self._connection.execute(query, values))

    def _select_games(self, condition: str, values: Any) -> Iterator[Row]:
        """Yield the rows of the games that meet a condition of SQL with these parameters, in the order of numbers."""
        # INDEX is a keyword of SQL, so the column for GameRecord.index is called word_index.
        return self._select(f'SELECT *, word_index AS "index" FROM games WHERE {condition} ORDER BY number', values)

    def _sound_game_of_row(self, row: Row) -> GameRecord:
        """Return the game of a row; DataError if it is damaged or cannot be one of this contest."""
        game = self._record_of_row(row)
        damage = damage_in(self.contest, game)
        if damage:
            raise DataError(f"{self.path}: is damaged: a game of {game.player!r} {damage}")

        return game

    def _record_of_row(self, row: Row) -> GameRecord:
        """Return the game of a row; DataError if the row is damaged."""
        columns_of_json = ("guesses", "replies", "move_seconds")
        try:
            return value_of(GameRecord, row, *columns_of_json)
        except (ValueError, TypeError) as error:
            raise DataError(f"{self.path}: game {row['number']} is damaged: {error}") from None

    def _read_contest_and_conditions(self) -> None:
        """Set contest, conditions and rules; raises one of _ERRORS_OF_DAMAGE for values that make no sense."""
        [row] = self._select("SELECT * FROM run")  # the table has one row
        self.rules_json = msgspec.json.decode(row["rules"], type=dict[str, Any])
        columns_of_json = ("limits", "versions")
        self.conditions = value_of(Conditions, row, *columns_of_json)

        rows_of_lists = self._select("SELECT * FROM lists ORDER BY length")
        games_by_length = [word_game_of_row(row_of_lists, self.rules_json) for row_of_lists in rows_of_lists]
        word_games = {word_game.length: word_game for word_game in games_by_length}
        players = list(self._select("SELECT * FROM players ORDER BY place"))
        words = self._read_words()

        has_a_list_for_each_length = words.keys() == word_games.keys()
        if not (players and words and has_a_list_for_each_length):
            raise ValueError("players, words or word lists are missing")

        # Rounds and seed are kept as text: rounds may be "all", and a seed larger than an INTEGER of SQLite. If
        # somebody edited a text to be a number, msgspec.convert raises ValueError.
        self.contest = Contest(
            players=tuple(map(player_of_row, players)),
            words=words,
            rounds=row["rounds"] if row["rounds"] == ALL else int(row["rounds"]),
            seed=None if row["seed"] is None else int(row["seed"]),
            wordlist=msgspec.convert(row["wordlist"], str),
            word_games=word_games,
            until_decided=bool(row["until_decided"]),
            order_secret=msgspec.convert(row["order_secret"], str),
            disqualified={player["name"]: str(player["disqualified"]) for player in players if player["disqualified"]},
            late=_late_players(players),
        )

    def _read_words(self) -> dict[int, list[str]]:
        """Return the words of each length, in the order of the draw; ValueError if a word has not its row's length."""
        words: dict[int, list[str]] = {}
        for row in self._select("SELECT length, word FROM words ORDER BY length, word_index"):
            length = row["length"]
            word = row["word"]
            if not isinstance(word, str) or len(word) != length:
                # The message does not name the word, which may be secret still.
                raise ValueError(f"one of its words of {length!r} letters has not that many")

            words.setdefault(length, []).append(word)

        return words


def _late_players(players: Iterable[Row]) -> dict[str, int]:
    """Return the field `late` of a contest with the players of these rows."""
    late = {}
    for player in players:
        known_words = known_words_of_row(player)
        if known_words:
            late[player["name"]] = known_words

    return late


def open_run(directory: str | os.PathLike[str]) -> Run:
    """Open the run in that directory, finished or not, to be read and then closed; DataError if there is none."""
    path = str(path_argument("directory", directory))
    connection = schema.open_to_read(path)
    try:
        return Run(path, connection)
    except BaseException:
        connection.close()
        raise


def damage_in(contest: Contest, game: GameRecord) -> str | None:
    """Return why the game cannot be one of the contest, such as "has a player that does not take part"; None if it can.

    The text names no word, because that may be secret still.
    """
    if game.player not in contest.names:
        return "has a player that does not take part"

    words = contest.words.get(game.length, [])
    is_in_the_draw = 0 <= game.index < len(words) and words[game.index] == game.word
    if not is_in_the_draw:
        return f"is for another word than word {game.index} of {count_text(game.length, 'letter')} in the draw"

    most = contest.rules.points_for(1)
    if not 0 <= game.points <= most:
        return f"is worth {game.points} points, where no game is worth more than {most}"

    has_wrong_length = any(len(reply) != game.length for reply in game.replies)
    if has_wrong_length or len(game.guesses) != len(game.replies):
        return f"does not have a reply of {count_text(game.length, 'letter')} to each guess"
    return None


def digest_of_record(record: GameRecord) -> str:
    """Return hex sha256 over the game's line of JSON. `void` is left out, because it may be set after the digest."""
    line = json_line(dataclasses.replace(record, void=None))
    return hashlib.sha256(line.encode()).hexdigest()


class Recorder(Run):
    """A run that is being played: its locked directory and its record; a context manager."""

    def __init__(self, directory: str, contest: Contest | None = None, conditions: Conditions | None = None) -> None:
        """Open the run in the directory; with a contest and its conditions, make a new run there.

        Raises DataError if there is no run, it cannot be written, or another process has locked it.
        """
        # The leaderboards are written after the last game. If that cannot succeed, it is said now.
        check_leaderboards(directory)
        if contest is None:
            # If there is no run, this raises DataError before the lock and the record make files.
            with open_run(directory):
                pass

        with contextlib.ExitStack() as cleanup:
            cleanup.enter_context(lock_on(directory))
            connection = cleanup.enter_context(contextlib.closing(schema.open_to_write(directory)))
            with schema.transaction(connection, schema.path_in(directory)):
                if contest is not None and conditions is not None:
                    # The caller checked this before it tried out players. Since then another run may have been made.
                    if schema.has_run(connection):
                        raise holds_a_run(directory)

                    schema.make_tables(connection)
                    _write_run(connection, contest, conditions)

            super().__init__(directory, connection)
            # By it check_in_place notices that the record was moved or replaced; None if that has happened already.
            self._identity = identity(self.path)

            # The words of a committed run that is over have been shown, also if a change makes its leader unclear.
            is_committed = self.conditions.commitment is not None
            if is_committed and self.conditions.revealed is None and not self.secret_words():
                self.reveal()

            # Lock and connection stay open until the run is closed.
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
        known_words = self.known_words() if players else 0
        # They come after the players that take part already.
        places = itertools.count(len(self.contest.players))
        rows = [row_of_player(player, place, known_words) for player, place in zip(players, places, strict=False)]
        with self._transaction():
            insert(self._connection, "players", rows)

        self._read_contest_and_conditions()

    def set_void(self, numbers: Iterable[int], why: str | None) -> None:
        """Let these games count for nothing, or if `why` is None count again; DataError if one was not played."""
        rows = []
        for number in numbers:
            self.game(number)  # DataError if it was not played
            rows.append((why, number))

        with self._transaction():
            self._connection.executemany("UPDATE games SET void = ? WHERE number = ?", rows)

    def disqualify(self, name: str, why: str | None) -> None:
        """Let the player's games count for nothing, or if `why` is None count again."""
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
    def changes_leaderboards(self) -> Iterator[None]:
        """Write the leaderboards after the block, which changes the record, also if Ctrl-C or a signal interrupts it.

        Those from before would contradict the record.
        """
        try:
            yield
            self.write_leaderboards()
        except KeyboardInterrupt:
            self.write_leaderboards()
            raise

    def update_leaderboards(self) -> None:
        """Write the leaderboard anew if the directory has one; a run that has not been finished yet has none."""
        if any(os.path.lexists(os.path.join(self.directory, name)) for name in FILES.values()):
            self.write_leaderboards()

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        """Put what is written within on the disk, or nothing of it; DataError if that fails."""
        try:
            with schema.transaction(self._connection, self.path):
                yield
        except DataError:
            # If the record is gone, that is why writing failed: an error that says so takes the place of this one.
            self.check_in_place()
            raise

    def check_in_place(self) -> None:
        """Raise DataError if the record was moved or deleted since it was opened.

        A program can write to an open file after it was moved or deleted. So without this check nothing would fail
        before the end of the run.
        """
        if self._identity is None or identity(self.path) != self._identity:
            games = count_text(len(self.finished_numbers()), "game")
            raise DataError(
                f"{self.path}: was moved or deleted while the run went on, with the record of {games}; "
                "if it was moved, go on there with --resume"
            )


def _write_run(connection: sqlite3.Connection, contest: Contest, conditions: Conditions) -> None:
    """Write the contest and the conditions of a run into new tables."""
    fields = {
        "id": 1,  # the table has one row
        "seed": None if contest.seed is None else str(contest.seed),  # may be larger than an INTEGER of SQLite
        "rounds": str(contest.rounds),  # a number or "all"
        "until_decided": contest.until_decided,
        "wordlist": contest.wordlist,
        "rules": rules_to_json(contest.rules),
        "order_secret": contest.order_secret,
    }
    insert(connection, "run", [row_of(fields) | row_of(conditions)])

    for length, word_game in contest.word_games.items():
        insert(connection, "lists", [{"length": length, **row_of_word_game(word_game)}])

    for length, words in contest.words.items():
        rows = ((length, index, word) for index, word in enumerate(words))
        connection.executemany("INSERT INTO words VALUES (?, ?, ?)", rows)

    for place, player in enumerate(contest.players):
        insert(connection, "players", [row_of_player(player, place, contest.late.get(player.name, 0))])
