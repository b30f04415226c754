"""Many games side by side."""

import contextlib
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest
from made_runs import plan_of
from word_games import words_of_few_letters

from referee.contest.conditions import NO_ISOLATION
from referee.contest.contest import Contest
from referee.contest.lists import read_word_games
from referee.contest.players import player_of
from referee.contest.termination import Termination
from referee.schedule.local_scheduler import LocalScheduler

FAULTS = ("exits_at_once.sh", "fails_at_once.sh", "crashes_midway.sh", "there-is-no-such-program")


@pytest.fixture
def contest(wordlist, player_command):
    """Six words, a player by the rules and several that are not; 504 games in all."""
    players = [player_of(f"p{number}=" + player_command("guesses.sh", "crane", "dozes")) for number in range(80)]
    players += [player_of(player_command(name)) for name in FAULTS]
    lists = read_word_games([5], wordlist)
    return Contest(tuple(players), {5: lists[5].words.words}, 6, 1, wordlist, lists)


def _games(contest, jobs, sandbox):
    """The games of a contest in lists as they finish, that many at a time."""
    return LocalScheduler(jobs, sandbox, "", NO_ISOLATION).play(plan_of(contest), contest.fixtures())


@pytest.mark.usefixtures("nothing_left_behind")
class TestNothingIsLeft:
    def test_after_hundreds_of_games(self, contest, no_sandbox):
        records = list(chain.from_iterable(_games(contest, 2, no_sandbox)))
        assert len(records) == 504
        by_rules = [record for record in records if record.player.startswith("p")]
        assert {record.termination for record in by_rules} == {Termination.SOLVED, Termination.EXITED}
        assert sum(record.points for record in by_rules) == 80 * (500 + 400)

    def test_of_more_jobs_than_games(self, wordlist, player_command, no_sandbox):
        """Every job has a copy of the word lists: a thousand of them would fill the disk."""
        lists = read_word_games([5], wordlist)
        contest = Contest(
            (player_of(player_command("guesses.sh", "crane")),), {5: ["crane", "dozes"]}, 2, 1, wordlist, lists
        )
        with contextlib.closing(_games(contest, 1024, no_sandbox)) as batches:
            records = next(batches)
            assert (
                1 <= len(list(Path(no_sandbox.runner.directory).glob("job-*"))) <= 2
            )  # a quick game ends before the second job begins
            records += chain.from_iterable(batches)

        assert len(records) == 2

    def test_when_the_caller_leaves_early(self, contest, no_sandbox):
        with contextlib.closing(_games(contest, 2, no_sandbox)) as batches:
            next(batches)

    def test_when_players_hang(self, wordlist, player_command, no_sandbox):
        lists = read_word_games([5], wordlist)
        players = (player_of(player_command("hangs.sh")), player_of(player_command("guesses.sh", "crane")))
        contest = Contest(players, {5: ["crane"]}, 1, 1, wordlist, lists)
        with contextlib.closing(_games(contest, 2, no_sandbox)) as batches:
            assert [record.termination for record in next(batches)] == [Termination.SOLVED]


MEASURED = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL); "
MEASURED += "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"


@pytest.mark.soak
def test_memory_does_not_grow_with_the_games(tmp_path):
    """2,000 games need at most 16 MiB more than 200."""
    peaks = []
    for count in (200, 2000):
        (tmp_path / "words").write_text("\n".join(words_of_few_letters(1, 6, count, "abcdefghij")))
        options = ["--wordlist", tmp_path / "words", "--lengths", 6, "--rounds", "all", "--forfeit-after", 0, "--quiet"]
        command = [sys.executable, "-m", "referee", "run", "--players", "p=echo crane", "--out", tmp_path / str(count)]
        done = subprocess.run([sys.executable, "-c", MEASURED, *map(str, command + options)], capture_output=True)
        peaks.append(int(done.stdout))

    assert peaks[1] - peaks[0] < 16 << 10, peaks
