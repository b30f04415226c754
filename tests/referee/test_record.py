"""The record of a run: what is in it, what is read out of it, and records that are damaged or cannot be written.

The run of the fixture `run_of_16_games` has the games 1 to 8 of `steady` and 9 to 16 of `none`. Of each player's games
the first four are for words of four letters, the others for words of five.
"""

import os
import resource
import sqlite3
import subprocess
import sys

import pytest
from made_runs import edit_record, plan_of, recorded_games

from lingo_common.errors import DataError, UsageError
from referee.contest.contest import Conditions, Contest
from referee.contest.limits import Limits
from referee.contest.lists import read_word_games
from referee.contest.players import player_of
from referee.contest.termination import Termination
from referee.schedule.local_scheduler import LocalScheduler
from referee.storage.run import Recorder, open_run
from referee.storage.schema import database_errors
from wordlists.rules import GameOptions

OPEN_AS_NOBODY = """
import os, sys
from lingo_common.errors import DataError
from referee import open_run

nobody = 65534
os.seteuid(nobody)
try:
    open_run(sys.argv[1])
except DataError as error:
    print(error)
"""
"""Opens the run in a directory as an ordinary user, and prints the error."""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_a_record_that_may_not_be_read_is_not_called_absent(run_of_16_games):
    run_of_16_games.chmod(0o700)
    command = [sys.executable, "-c", OPEN_AS_NOBODY, run_of_16_games]

    done = subprocess.run(command, capture_output=True, text=True, timeout=60)

    assert done.stdout == f"{run_of_16_games}/run.sqlite: cannot be read: permission denied\n"


class TestFile:
    @pytest.mark.parametrize(
        ("setting", "value"),
        [
            ("user_version", 4),  # the format of this record
            ("journal_mode", "wal"),
            ("application_id", int.from_bytes(b"Ling")),
        ],
    )
    def test_is_a_versioned_database_in_write_ahead_mode(self, run_of_16_games, setting, value):
        assert edit_record(run_of_16_games, f"PRAGMA {setting}") == [(value,)]

    def test_games_are_on_the_disk_once_they_are_recorded(self, wordlist, steady_player, no_sandbox, tmp_path):
        word_games = read_word_games([4, 5], GameOptions(wordlist))
        words = {4: ["able", "seat"], 5: ["crane", "dozes"]}
        players = (player_of(steady_player),)
        contest = Contest(players, words, rounds="all", seed=None, wordlist=wordlist, word_games=word_games)
        scheduler = LocalScheduler(2, no_sandbox)

        recorded = 0
        with Recorder(str(tmp_path), contest, Conditions(Limits())) as recorder:
            for games in scheduler.play(plan_of(contest), contest.fixtures()):
                recorder.record(games)
                recorded += len(games)
                with open_run(str(tmp_path)) as run:
                    assert [run.game(run.number(game)) for game in games] == games
                    assert len(run.finished_numbers()) == recorded

        assert recorded == 4

    def test_holds_players_rounds_and_seed(self, run_of_16_games):
        with open_run(str(run_of_16_games)) as run:
            contest = run.contest

        assert [player.name for player in contest.players] == ["steady", "none"]
        assert (contest.rounds, contest.seed) == (4, 1)

    def test_holds_where_the_word_lists_are(self, run_of_16_games):
        with open_run(str(run_of_16_games)) as run:
            word_game = run.contest.word_games[5]

        assert word_game.size == 6  # the words of five letters in the fixture `wordlist`
        assert word_game == read_word_games([5], GameOptions(word_game.paths[0]))[5]

    def test_holds_the_conditions(self, run_of_16_games):
        with open_run(str(run_of_16_games)) as run:
            conditions = run.conditions

        assert conditions.limits.move == 7  # as the fixture's command line says
        assert set(conditions.versions) == {"lingo-bot", "python", "system"}
        assert conditions.isolation == "none"
        assert conditions.host
        assert conditions.started

    def test_refuses_the_name_of_a_player_that_does_not_take_part(self, run_of_16_games):
        with open_run(str(run_of_16_games)) as run, pytest.raises(UsageError, match="there are steady, none"):
            list(run.games(player="perl"))

    @pytest.mark.parametrize(("content", "refusal"), [
        (b"", "ended before its first game"),
        (b"no database\n" * 1000, r"run\.sqlite: cannot be read"),
    ])  # fmt: skip
    def test_a_file_that_is_no_record_is_refused(self, tmp_path, content, refusal):
        (tmp_path / "run.sqlite").write_bytes(content)

        with pytest.raises(DataError, match=refusal):
            open_run(str(tmp_path))

    def test_a_database_of_another_program_is_refused(self, tmp_path):
        edit_record(tmp_path, "CREATE TABLE run (id)")

        with pytest.raises(DataError, match="not the record of a run"):
            open_run(str(tmp_path))

    @pytest.mark.parametrize("number", [3, 5])
    @pytest.mark.parametrize("command", ["leaderboard", "run --resume", "void --why why"])
    def test_another_format_is_refused_in_one_line(self, referee, error_line, run_of_16_games, command, number):
        edit_record(run_of_16_games, f"PRAGMA user_version = {number}")
        game = [1] if command.startswith("void") else []

        line = error_line(referee(*command.split(), run_of_16_games, *game), exit_code=1)

        assert line.endswith(f"has format {number}; this referee knows format 4")

    @pytest.mark.parametrize(
        "change",
        [
            "UPDATE games SET points = 'x' WHERE number = 3",
            "UPDATE games SET points = 600 WHERE number = 3",
            "UPDATE games SET points = -100 WHERE number = 3",
            "UPDATE games SET termination = 'won' WHERE number = 3",
            "UPDATE games SET player = 'nobody' WHERE number = 3",
            "UPDATE games SET length = 9 WHERE number = 3",
            "UPDATE games SET guesses = '[1]' WHERE number = 3",
            "UPDATE games SET signal = X'ff' WHERE number = 3",
            "UPDATE players SET arguments = '[1]'",
            "UPDATE words SET length = 9 WHERE length = 5 AND word_index = 0",
            "UPDATE run SET limits = '-1'",
            "UPDATE run SET wordlist = X'ff'",
            "DELETE FROM players",
            "DELETE FROM words",
            "DELETE FROM lists",
        ],
    )
    def test_a_record_with_values_that_no_run_has_is_damaged(self, run_of_16_games, change):
        edit_record(run_of_16_games, change)

        with pytest.raises(DataError, match="damaged"):
            recorded_games(run_of_16_games)


class TestGames:
    """Which games are read, by their numbers."""

    @pytest.fixture
    def numbers(self, run_of_16_games):
        """numbers(**values): the numbers of the games with these values."""
        with open_run(str(run_of_16_games)) as run:
            yield lambda **values: [run.number(game) for game in run.games(**values)]

    def test_come_in_the_order_of_their_numbers(self, numbers):
        assert numbers() == list(range(1, 17))

    def test_of_a_player(self, numbers):
        assert numbers(player="none") == list(range(9, 17))

    def test_of_a_length(self, numbers):
        assert numbers(length=5) == [5, 6, 7, 8, 13, 14, 15, 16]

    def test_with_two_values(self, numbers):
        """All games of `none` crashed."""
        assert numbers(termination=Termination.CRASHED, length=4) == [9, 10, 11, 12]

    def test_for_a_word(self, numbers):
        """Both players have played it, at the same place of their games."""
        number_of_steady, number_of_none = numbers(word="dozes")
        assert number_of_none == number_of_steady + 8


def test_a_run_that_cannot_go_on_because_the_disk_is_full_says_so_in_one_line(referee, run_of_16_games, error_line):
    # The process can write no byte into a file.
    on_a_full_disk = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))}

    done = referee("run", "--resume", run_of_16_games, **on_a_full_disk)

    assert error_line(done, exit_code=1)
    assert done.stdout == ""


def test_the_error_of_a_reader_on_a_full_disk_says_what_may_be_wrong():
    """SQLite gives this error where the index of the log cannot grow. The test makes no full disk."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = "SQLITE_IOERR_SHMSIZE"

    with pytest.raises(DataError, match="disk I/O error; the disk may be full"), database_errors("run.sqlite"):
        raise error


def test_a_reader_that_may_not_write_makes_no_files_beside_the_record(run_of_16_games, monkeypatch):
    # The reader asks os.access whether it may write.
    monkeypatch.setattr("os.access", lambda path, mode: False)
    before = set(run_of_16_games.iterdir())

    with open_run(str(run_of_16_games)) as run:
        assert len(run.finished_numbers()) == 16
        assert set(run_of_16_games.iterdir()) == before
