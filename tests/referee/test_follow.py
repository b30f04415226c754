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
from collections import deque

import pytest
from made_runs import made_game, make_run

from lingo_common.errors import DataError
from referee.commands.follow import follow, games_a_second
from referee.contest.conditions import Conditions, Limits
from referee.contest.contest import Contest
from referee.contest.player import Program
from referee.storage.recorder import Recorder
from wordlists.word_game import WordGame


@contextlib.contextmanager
def run_of_eight_games(directory):
    """A run in the directory; yields play(count), which records so many more games. Then nobody plays it."""
    players = tuple(Program(name, name, (name,)) for name in ("one", "two"))
    words = {5: ["blimp", "cozen", "crane", "dozes"]}
    games = {5: WordGame.from_json({"length": 5, "words": "0" * 64}, "made up")}
    contest = Contest(players, words, 4, 7, "made up", games)
    fixtures = contest.fixtures()
    dice = random.Random(1)
    directory.mkdir()
    with Recorder(str(directory), contest, Conditions(Limits(), host="nowhere")) as recorder:

        def play(count):
            games = [made_game(dice, fixture, words[5], "") for fixture in itertools.islice(fixtures, count)]
            list(recorder.record([games]))

        yield play


@pytest.fixture
def growing(tmp_path):
    """growing(count): records so many more games of a run of eight in the directory tmp_path / "run"."""
    with run_of_eight_games(tmp_path / "run") as play:
        yield play


def test_the_table_is_printed_anew_until_the_last_game(growing, tmp_path, monkeypatch, capsys):
    """Four games are added between the first two looks, none before the third, and four before the last."""
    added = iter([4, 0, 4])
    monkeypatch.setattr(time, "sleep", lambda seconds: growing(next(added)))
    follow(str(tmp_path / "run"), "text")
    tables = capsys.readouterr().out.split("rank  player")[1:]
    assert ["0 of 8 games" in tables[0], "4 of 8 games" in tables[1], "unfinished" in tables[2]] == [True, True, False]
    assert len(tables) == 3


def test_the_speed_is_that_of_the_last_half_minute():
    looks = deque([(100.0, 7)])
    assert games_a_second(looks) is None

    looks.append((110.0, 27))
    assert games_a_second(looks) == 2.0

    looks.append((140.0, 57))
    assert games_a_second(looks) == 1.0

    looks.append((150.0, 57))
    assert games_a_second(looks) == 0.75


@pytest.mark.parametrize("command", [["leaderboard", "--follow"], ["watch"]])
def test_a_finished_run_is_shown_once(referee, tmp_path, command):
    made = make_run(tmp_path / "made", ["one", "two"], {4: ["able", "seat"]})
    done = referee(*command, made)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == referee("leaderboard", made).stdout


def test_a_run_that_nobody_plays_any_more_is_not_followed(tmp_path, capsys):
    with run_of_eight_games(tmp_path / "run") as play:
        play(4)

    with pytest.raises(DataError, match="nobody plays this run any more; to go on: referee run --resume"):
        follow(str(tmp_path / "run"), "text")
    assert "4 of 8 games" in capsys.readouterr().out


def test_a_directory_without_a_run(referee, error_line, tmp_path):
    assert "holds no run" in error_line(referee("leaderboard", "--follow", tmp_path), 1)


def test_on_a_terminal_each_table_takes_the_place_of_the_one_before(growing, tmp_path):
    growing(2)
    terminal, slave = pty.openpty()
    command = [sys.executable, "-m", "referee", "leaderboard", str(tmp_path / "run"), "--follow"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "24"}
    with subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment) as process:
        os.close(slave)
        try:
            output = read_until(terminal, b"2 of 8 games")
            assert output.startswith(b"\x1b[H\x1b[J2 of 8 games")
            growing(6)
            output = read_until(terminal, b"words of each length")
            assert b"\x1b[H\x1b[J" in output
            assert process.wait(60) == 0
        finally:
            process.kill()
            os.close(terminal)


def read_until(terminal, text):
    """What the program wrote, up to and with that text."""
    output = b""
    until = time.monotonic() + 60
    while text not in output and time.monotonic() < until:
        if select.select([terminal], [], [], 1)[0]:
            output += os.read(terminal, 1 << 16)
    assert text in output
    return output
