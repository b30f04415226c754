"""A run of format 1, recorded by the program as it was then, is read by every command and can be gone on with."""

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from referee.storage.reader import open_run

FORMAT_1 = Path(__file__).parent / "format1"


@pytest.fixture
def old(tmp_path):
    """A copy of the stored run: two players, four words of four and five letters each."""
    shutil.copytree(FORMAT_1, tmp_path / "old")
    return tmp_path / "old"


def version(directory):
    connection = sqlite3.connect(directory / "run.sqlite")
    [found] = connection.execute("PRAGMA user_version").fetchone()
    connection.close()
    return found


def test_is_of_format_1(old):
    assert version(old) == 1


def test_every_command_reads_it(referee, old):
    board = json.loads(referee("leaderboard", old, "--format", "json").stdout)
    assert [player["total"] for player in board["players"]] == [1400, 0]
    games = [json.loads(line) for line in referee("games", old, "--format", "jsonl").stdout.splitlines()]
    assert len(games) == 16
    assert {(game["cpu_seconds"], game["void"]) for game in games} == {(None, None)}
    assert "crashed with exit status 3" in referee("show", old, 9).stdout
    total = json.loads(referee("compare", old, "steady", "none", "--format", "json").stdout)["total"]
    assert (total["words"], total["difference"]) == (8, 1400)
    assert referee("report", old).returncode == 0
    assert version(old) == 1


def test_its_digests_still_hold(referee, old):
    found = referee("verify", old, "--wordlist", old / "words.txt")
    assert (found.returncode, found.stdout.splitlines()[0]) == (0, "16 of 16 games: no discrepancies")


def test_going_on_makes_it_a_run_of_this_format(referee, old, program):
    new = "new=" + program("guesses.sh", "able", "crane")
    done = referee("run", "--resume", old, "--players", new, "--wordlist", old / "words.txt", "--format", "json")
    assert [player["games"] for player in json.loads(done.stdout)["players"]] == [8, 8, 8]
    assert version(old) == 2
    with open_run(str(old)) as run:
        assert len(list(run.games(player="steady"))) == 8
    found = referee("verify", old, "--wordlist", old / "words.txt").stdout
    assert found.startswith("24 of 24 games: no discrepancies\n")
