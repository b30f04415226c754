"""Many games side by side leave no process, no open file and no large memory behind."""

import contextlib
import subprocess
import sys
import threading
from itertools import chain
from pathlib import Path

import pytest
from made_runs import plan_of
from word_games import words_of_few_letters

from referee.contest.contest import Contest
from referee.contest.lists import read_word_games
from referee.contest.players import player_of
from referee.contest.termination import Termination
from referee.game.game_pool import GamePool
from referee.schedule.local_scheduler import LocalScheduler
from wordlists.rules import GameOptions

SIX_WORDS = ["blimp", "cozen", "crane", "dents", "dozes", "tough"]


@pytest.fixture
def play(wordlist, no_sandbox):
    """play(commands, words, jobs): the games of these players for these words, in lists as they finish.

    jobs: games at a time.
    """

    def games(commands, words, jobs):
        players = tuple(map(player_of, commands))
        word_games = read_word_games([5], GameOptions(wordlist))
        contest = Contest(players, {5: words}, len(words), seed=1, wordlist=wordlist, word_games=word_games)
        scheduler = LocalScheduler(jobs, no_sandbox)
        return scheduler.play(plan_of(contest), contest.fixtures())

    return games


@pytest.mark.usefixtures("nothing_left_behind")
class TestNothingIsLeft:
    """The fixture asserts it at the end of each test."""

    def test_after_hundreds_of_games(self, play, player_command):
        good_players = [f"p{number}=" + player_command("guesses.sh", "crane", "dozes") for number in range(30)]
        faults = ("exits_at_once.sh", "fails_at_once.sh", "crashes_midway.sh", "there-is-no-such-program")

        batches = play([*good_players, *map(player_command, faults)], SIX_WORDS, jobs=2)
        records = list(chain.from_iterable(batches))

        assert len(records) == (30 + 4) * 6
        # A good player finds crane at its first attempt and dozes at its second, and ends in the other four games.
        of_good_players = [record for record in records if record.player.startswith("p")]
        assert {record.termination for record in of_good_players} == {Termination.SOLVED, Termination.EXITED}
        assert sum(record.points for record in of_good_players) == 30 * (500 + 400)

    def test_of_more_jobs_than_games(self, play, player_command, no_sandbox):
        """Every job has a copy of the word lists: a thousand copies would fill the disk."""
        player = player_command("guesses.sh", "crane")

        with contextlib.closing(play([player], ["crane", "dozes"], jobs=1024)) as batches:
            records = next(batches)
            copies = list(Path(no_sandbox.runner.directory).glob("job-*"))
            records += chain.from_iterable(batches)

        # There is only one if the first game ends before the second one begins.
        assert 1 <= len(copies) <= 2
        assert len(records) == 2

    def test_when_the_caller_leaves_early(self, play, player_command):
        with contextlib.closing(play([player_command("guesses.sh", "crane")], SIX_WORDS, jobs=2)) as batches:
            next(batches)

    def test_when_the_caller_leaves_while_a_player_hangs(self, play, player_command):
        commands = [player_command("hangs.sh"), player_command("guesses.sh", "crane")]

        with contextlib.closing(play(commands, ["crane"], jobs=2)) as batches:
            assert [record.termination for record in next(batches)] == [Termination.SOLVED]


def test_a_second_interrupt_does_not_skip_the_end_of_the_games(play, steady_player, monkeypatch):
    """A first interrupt leaves the run, as batches.close does here; a second one comes before its games are ended."""
    close = GamePool.close
    interrupts = [KeyboardInterrupt]

    def close_later(pool):
        if interrupts:
            raise interrupts.pop()
        close(pool)

    threads_before = threading.active_count()
    batches = play([steady_player], SIX_WORDS, jobs=2)
    next(batches)

    monkeypatch.setattr(GamePool, "close", close_later)
    with pytest.raises(KeyboardInterrupt):
        batches.close()

    # A thread of an earlier test may have ended meanwhile.
    assert threading.active_count() <= threads_before


PRINT_PEAK = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
"""Runs a command, and prints the most memory that it had, in KiB."""


@pytest.fixture
def peak_of_run(tmp_path):
    """peak_of_run(count): the most memory of the referee in a run of that many games, in MiB."""

    def peak(count):
        """Play the games of a player that never finds the word, in another process that measures the referee."""
        words = words_of_few_letters(seed=1, length=6, count=count, letters="abcdefghij")
        (tmp_path / "words").write_text("\n".join(words))
        command = [sys.executable, "-m", "referee", "run", "--players", "p=echo crane", "--out", tmp_path / str(count)]
        options = ["--wordlist", tmp_path / "words", "--lengths", 6, "--rounds", "all", "--forfeit-after", 0, "--quiet"]

        done = subprocess.run([sys.executable, "-c", PRINT_PEAK, *map(str, command + options)], capture_output=True)

        return int(done.stdout) / 1024

    return peak


@pytest.mark.soak
def test_2000_games_need_at_most_16_mib_more_than_200(peak_of_run):
    assert peak_of_run(2000) - peak_of_run(200) < 16
