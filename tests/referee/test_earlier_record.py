"""A run that an earlier version of the program recorded is read by every command and can be gone on with."""

import json
import shutil
from pathlib import Path

import pytest

from referee.storage.run import open_run

EARLIER_RECORD = Path(__file__).parent / "earlier_record"
"""A run of the players steady, none and equipped for four words of four letters and four of five.

The numbers 1 to 8 are the games of steady, 9 to 16 those of none, whose program exits with status 3 without a guess,
and 17 to 24 those of equipped. The games 5, 12 and 20 are missing.
"""


@pytest.fixture
def old(tmp_path):
    """A copy of the stored run."""
    shutil.copytree(EARLIER_RECORD, tmp_path / "old")
    return tmp_path / "old"


def test_the_leaderboard_has_its_totals(old, referee_json):
    players = referee_json("leaderboard", old)["players"]

    assert {player["name"]: player["total"] for player in players} == {"steady": 1000, "equipped": 900, "none": 0}


def test_its_games_are_listed(referee, old):
    games = [json.loads(line) for line in referee("games", old, "--format", "jsonl").stdout.splitlines()]

    assert [game["game"] for game in games] == [*range(1, 5), *range(6, 12), *range(13, 20), *range(21, 25)]


def test_a_game_is_shown(referee, old):
    assert "crashed with exit status 3" in referee("show", old, 11).stdout


def test_its_players_are_compared(old, referee_json):
    assert referee_json("compare", old, "steady", "none")["total"]["difference"] == 1000


def test_a_report_is_made(referee, old):
    pytest.importorskip("matplotlib")
    assert referee("report", old).returncode == 0


def test_its_games_have_the_digests_that_were_recorded(referee, old):
    """`verify` calls it a discrepancy if a game has another digest than the record says."""
    # The leaderboard is that of the finished run, before three games were removed from the record.
    (old / "leaderboard.json").unlink()

    done = referee("verify", old, "--wordlist", old / "words.txt")

    lines = ["21 of 24 games: no discrepancies", "not verified: 3 of 24 games are missing"]
    assert (done.returncode, done.stdout.splitlines()) == (1, lines)


def test_going_on_plays_the_missing_games_and_those_of_a_new_player(referee, old, player_command):
    new = "new=" + player_command("guesses.sh", "able", "crane")

    done = referee("run", "--resume", old, "--players", new, "--wordlist", old / "words.txt", "--format", "json")

    results = {player["name"]: (player["games"], player["total"]) for player in json.loads(done.stdout)["players"]}
    # Three games were missing: steady wins 400 points in one of them, the others nothing. `new` finds able at its first
    # guess, for 500 points, and crane at its second, for 400.
    assert results == {"steady": (8, 1400), "none": (8, 0), "equipped": (8, 900), "new": (8, 900)}

    # Eight games of each of the four players.
    verified = referee("verify", old, "--wordlist", old / "words.txt").stdout
    assert verified.startswith("32 of 32 games: no discrepancies\n")


def test_the_settings_of_its_players_are_read(old):
    with open_run(old) as run:
        equipped = run.contest.players[2]

    assert (equipped.environment, equipped.expose) == ({"FIRST": "crane"}, ("/usr",))
    assert equipped.limits == {"move": 5.0, "memory": 512 << 20}


def test_going_on_does_not_hold_the_digests_of_files_by_that_version_against_its_players(referee, old):
    done = referee("run", "--resume", old, "--wordlist", old / "words.txt")

    assert done.returncode == 0
    assert "changed" not in done.stderr
