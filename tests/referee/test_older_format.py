"""A run of format 2, recorded by the program as it was then, is read by every command and can be gone on with."""

import json
import shutil
from pathlib import Path

import pytest
from made_runs import edit_record

from referee.storage.reader import open_run
from referee.storage.schema import FORMAT

FORMAT_2 = Path(__file__).parent / "format2"
STEADY = "for word in able crane dozes seat tough; do echo $word; read reply || exit; done"


@pytest.fixture
def old(tmp_path):
    """A copy of the stored run: three players, four words of four and five letters each; three games are missing."""
    shutil.copytree(FORMAT_2, tmp_path / "old")
    return tmp_path / "old"


def version(directory):
    return edit_record(directory, "PRAGMA user_version")[0][0]


def test_every_command_reads_it(referee, old, in_json):
    assert version(old) == 2
    board = in_json("leaderboard", old)
    assert [player["total"] for player in board["players"]] == [1100, 900, 0]
    games = [json.loads(line) for line in referee("games", old, "--format", "jsonl").stdout.splitlines()]
    assert len(games) == 21
    assert "crashed with exit status 3" in referee("show", old, 17).stdout
    total = in_json("compare", old, "steady", "none")["total"]
    assert total["difference"] > 0
    assert referee("report", old).returncode == 0
    assert version(old) == 2


def test_its_digests_still_hold(referee, old):
    (old / "leaderboard.json").unlink()  # that of the finished run
    checked = referee("verify", old, "--wordlist", old / "words.txt")
    lines = ["21 of 24 games: no discrepancies", "not verified: 3 of 24 games are missing"]
    assert (checked.returncode, checked.stdout.splitlines()) == (1, lines)


def test_going_on_plays_the_missing_games_and_makes_it_a_run_of_this_format(referee, old, program):
    new = "new=" + program("guesses.sh", "able", "crane")
    done = referee("run", "--resume", old, "--players", new, "--wordlist", old / "words.txt", "--format", "json")
    players = json.loads(done.stdout)["players"]
    assert [(player["games"], player["total"]) for player in players[:3]] == [(8, 1400), (8, 900), (8, 0)]
    assert version(old) == FORMAT
    with open_run(old) as run:
        assert len(list(run.games(player="new"))) == 8
        assert run.contest.players[1].environment == {"FIRST": "crane"}
    checked = referee("verify", old, "--wordlist", old / "words.txt").stdout
    assert checked.startswith("32 of 32 games: no discrepancies\n")


@pytest.mark.parametrize("number", [1, FORMAT + 1])
def test_another_format_is_refused_in_one_line(referee, old, number):
    edit_record(old, f"PRAGMA user_version = {number}")
    for command in (("leaderboard", old), ("run", "--resume", old), ("void", old, 1, "--why", "why")):
        refused = referee(*command)
        assert refused.returncode == 1
        assert (
            refused.stderr.strip()
            .splitlines()[-1]
            .endswith(f"has format {number}; this referee knows formats 2 to {FORMAT}")
        )
