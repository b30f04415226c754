"""A run watched: what is read of its record, and what is drawn of it."""

import asyncio
import itertools
import os
import pty
import random
import re
import select
import subprocess
import sys
import time

import pytest
from made_runs import made_game, make_run

from referee.contest.conditions import Conditions, Limits
from referee.contest.contest import Contest
from referee.contest.player import Program
from referee.storage.recorder import Recorder

pytest.importorskip("textual")
from referee.screens.watch_screen import LATEST, WatchedRun, WatchScreen
from wordlists.word_game import WordGame

WORDS = {4: ["able", "seat", "zest"], 5: ["cozen", "crane", "dozes"]}


@pytest.fixture
def growing(tmp_path):
    """growing: a recorder of a new run, and a function that records so many more games of it."""
    players = tuple(Program(name, name, (name,)) for name in ("one", "two"))
    games = {5: WordGame.from_json({"length": 5, "words": "0" * 64}, "made up")}
    contest = Contest(players, {5: ["crane", "dozes"] * 500}, 1000, 7, "made up", games)
    conditions = Conditions(Limits(), host="nowhere")
    fixtures, dice = contest.fixtures(), random.Random(1)
    with Recorder(str(tmp_path), contest, conditions) as recorder:

        def play(count):
            games = [made_game(dice, fixture, ["crane", "dozes"], "") for fixture in itertools.islice(fixtures, count)]
            list(recorder.record([games]))

        yield recorder, play


class TestWatchedRun:
    def test_a_look_finds_what_was_added(self, growing, tmp_path):
        _, play = growing
        seconds = itertools.count(100.0, 2.0)
        watched = WatchedRun(str(tmp_path), lambda: next(seconds))
        assert watched.look().speed == 0
        assert watched.look() is None
        play(40)
        seen = watched.look()
        assert (seen.board.games_played, seen.speed, seen.seconds_left, seen.is_finished) == (40, 20.0, 98.0, False)
        assert watched.look() is None


class TestScreen:
    @pytest.fixture
    def screen(self, tmp_path):
        return WatchScreen(make_run(tmp_path / "run", ["one", "two"], WORDS))

    def driven(self, screen, act, size=(80, 24)):
        async def session():
            async with screen.run_test(size=size) as pilot:
                await pilot.pause()
                await screen.workers.wait_for_complete()
                await pilot.pause()
                await act(screen, pilot)

        asyncio.run(session())

    def test_the_standings_and_the_games_of_one_player(self, screen):
        async def act(screen, pilot):
            assert str(screen.query_one("#status").render()) == "12 of 12 games: finished"
            table = screen.query_one("#standings")
            names = [str(table.get_row_at(row)[1]) for row in range(2)]
            assert [str(table.get_row_at(row)[0]) for row in range(2)] == ["1", "2"]
            await pilot.press("down", "enter")
            shown = [str(screen.query_one(f"#game{number}").render()).split("\n")[0] for number in range(LATEST)]
            assert set(shown) == {names[1]}
            await pilot.press("enter")
            assert names[0] in str(screen.query_one("#game0").render()) + str(screen.query_one("#game1").render())

        self.driven(screen, act)


def test_it_needs_a_terminal_and_a_run(referee, tmp_path):
    done = referee("watch", tmp_path, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "holds no run" in done.stderr
    made = make_run(tmp_path / "made", ["one"], {4: ["able", "seat"]})
    done = referee("watch", made, stdin=subprocess.DEVNULL)
    assert re.search("needs a terminal|optional package", done.stderr)


def test_the_screen_ends_with_its_terminal(tmp_path):
    """A screen that was started from another session is told of the end by no signal."""
    make_run(tmp_path, ["one"], {4: ["able", "seat"]})
    terminal, slave = pty.openpty()
    command = [sys.executable, "-m", "referee", "watch", str(tmp_path)]
    environment = {**os.environ, "TERM": "xterm"}
    with subprocess.Popen(
        command, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True
    ) as screen:
        os.close(slave)
        try:
            output, until = b"", time.monotonic() + 60
            while b"finished" not in output and time.monotonic() < until:
                if select.select([terminal], [], [], 1)[0]:
                    output += os.read(terminal, 1 << 16)
            assert b"finished" in output
            os.close(terminal)
            screen.wait(60)
        finally:
            screen.kill()
