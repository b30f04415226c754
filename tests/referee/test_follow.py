"""`referee leaderboard DIR --follow`: the standings of a run that is played, anew whenever games were added."""

import contextlib
import itertools
import os
import pty
import random
import select
import subprocess
import sys
import time

import pytest
from made_runs import game_without_list, made_game, make_run

from lingo_common.errors import DataError
from referee.commands.follow import follow, state_of
from referee.contest.contest import Conditions, Contest
from referee.contest.limits import Limits
from referee.contest.player import Program
from referee.storage.run import Recorder, open_run

HOME_AND_CLEAR = b"\x1b[H\x1b[J"
"""What clears a terminal, by ECMA-48: the cursor goes to the first line (CUP), and all below is erased (ED)."""


@contextlib.contextmanager
def run_of_eight_games(directory):
    """A run of two players and four words, which is played meanwhile; yields play(count), which records more games."""
    players = tuple(Program(name, command=name, arguments=(name,)) for name in ("one", "two"))
    words = {5: ["blimp", "cozen", "crane", "dozes"]}
    word_games = {5: game_without_list(5)}
    contest = Contest(players, words, rounds=4, seed=7, wordlist="made up", word_games=word_games)
    fixtures = contest.fixtures()
    random_numbers = random.Random(1)

    directory.mkdir()
    with Recorder(str(directory), contest, Conditions(Limits(), host="nowhere")) as recorder:

        def play(count):
            games = [made_game(random_numbers, fixture, words[5]) for fixture in itertools.islice(fixtures, count)]
            recorder.record(games)

        yield play


@pytest.fixture
def directory(tmp_path):
    """The directory of the run that is followed."""
    return tmp_path / "run"


@pytest.fixture
def play_games(directory):
    """play_games(count): records that many more games of a run of eight, which goes on during the test."""
    with run_of_eight_games(directory) as play:
        yield play


class TestTables:
    @pytest.fixture
    def tables(self, play_games, directory, monkeypatch, capsys):
        """tables(*counts): the tables that are printed if games are added in the pauses, one count for each pause."""

        def printed(*counts):
            """The tables, without their first words."""
            added = iter(counts)
            monkeypatch.setattr(time, "sleep", lambda seconds: play_games(next(added)))

            follow(str(directory), "text")

            beginning, *tables = capsys.readouterr().out.split("rank  player")
            assert not beginning
            return tables

        return printed

    def test_a_table_is_printed_at_once(self, tables):
        assert "unfinished: 0 of 8 games" in tables(8)[0]

    def test_each_further_table_has_the_games_that_were_added(self, tables):
        assert "unfinished: 4 of 8 games" in tables(4, 4)[1]

    def test_the_last_table_has_all_games(self, tables):
        assert "unfinished" not in tables(4, 4)[-1]

    def test_no_table_follows_the_last_game(self, tables):
        assert len(tables(4, 4)) == 3

    def test_nothing_is_printed_where_no_game_was_added(self, tables):
        assert len(tables(4, 0, 0, 4)) == 3


class TestState:
    def test_the_speed_is_that_since_the_first_look(self, play_games, directory):
        """Three games in six seconds, and four are left."""
        play_games(4)

        with open_run(directory) as run:
            state = state_of(run.leaderboard(), games_at_first_look=1, seconds=6.0)

        assert state == "4 of 8 games,  0.50 games/s, 00:08 left"

    def test_at_the_first_look_no_speed_is_known(self, play_games, directory):
        play_games(4)

        with open_run(directory) as run:
            state = state_of(run.leaderboard(), games_at_first_look=4, seconds=0.0)

        assert state == "4 of 8 games, ? games/s, ? left"


class TestEnd:
    @pytest.mark.parametrize("command", [["leaderboard", "--follow"], ["watch"]])
    def test_a_finished_run_is_shown_once(self, referee, tmp_path, command):
        made = make_run(tmp_path / "made", ["one", "two"], {4: ["able", "seat"]})

        done = referee(*command, made)

        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == referee("leaderboard", made).stdout

    def test_a_run_that_nobody_plays_any_more_is_shown_and_not_followed(self, directory, capsys):
        with run_of_eight_games(directory) as play:
            play(4)

        with pytest.raises(DataError, match="nobody plays this run any more; to go on: referee run --resume"):
            follow(str(directory), "text")

        assert "4 of 8 games" in capsys.readouterr().out

    def test_a_directory_without_a_run_is_refused(self, referee, error_line, tmp_path):
        assert "holds no run" in error_line(referee("leaderboard", "--follow", tmp_path), exit_code=1)


def test_on_a_terminal_each_table_takes_the_place_of_the_one_before(play_games, directory):
    play_games(2)
    terminal, slave = pty.openpty()
    command = [sys.executable, "-m", "referee", "leaderboard", str(directory), "--follow"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "24"}

    with subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment) as process:
        os.close(slave)
        try:
            first_table = read_until(terminal, b"2 of 8 games")
            play_games(6)
            # The next table clears the terminal too.
            read_until(terminal, HOME_AND_CLEAR)

            assert process.wait(60) == 0
        finally:
            process.kill()
            os.close(terminal)

    assert first_table.startswith(HOME_AND_CLEAR + b"2 of 8 games")


def read_until(terminal, text):
    """What the program wrote until that text was there; it has to write the text within a minute."""
    output = b""
    until = time.monotonic() + 60
    while text not in output and time.monotonic() < until:
        if select.select([terminal], [], [], 1)[0]:
            output += os.read(terminal, 1 << 16)

    assert text in output
    return output
