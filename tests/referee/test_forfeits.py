"""A player that fails too often in a row forfeits the rest of its games; `--reinstate` lets it play them."""

import pytest
from made_runs import edit_record

GAMES = 8
"""The games of each player: four words of each of the lengths 4 and 5."""


@pytest.fixture
def half(tmp_path):
    """A player that crashes until the file `mended` is there. Then it half plays: it guesses once, and exits."""
    script = tmp_path / "half.sh"
    script.write_text(f"test -e {tmp_path}/mended || exit 1; echo crane; read reply; exit 0\n")
    return f"half=sh {script}"


@pytest.fixture
def out(tmp_path):
    """The directory of a run."""
    return tmp_path / "out"


@pytest.fixture
def forfeiting(referee_run, steady_player, half, out):
    """The finished run of `steady` and of `half`, which forfeits after two failures."""
    options = ("--rounds", 4, "--seed", 1, "--jobs", 1, "--sandbox", "off", "--out", out)
    return referee_run("--players", steady_player, half, "--forfeit-after", 2, *options)


def test_after_failures_in_a_row_the_rest_is_forfeited(forfeiting, out, standing):
    value = standing(out, "half")
    crashed = value["failures"]["crashed"]

    # With one job two games are handed out at a time: one is played and one waits. So two more games may have been
    # handed out before the second failure was known, and these are played to their end.
    assert 2 <= crashed <= 4
    assert value["failures"]["forfeited"] == GAMES - crashed
    assert value["total"] == 0
    assert "player 'half' failed 2 games in a row and forfeits the rest" in forfeiting.stderr
    assert f"forfeited after failures in a row: half {GAMES - crashed}; " in forfeiting.stdout


def test_other_players_play_on(forfeiting, referee, out, standing):
    assert standing(out, "steady")["games"] == GAMES
    assert referee("verify", out).returncode == 0


def test_a_reinstated_player_plays_what_it_forfeited(forfeiting, referee, out, tmp_path, standing):
    crashed = standing(out, "half")["failures"]["crashed"]
    (tmp_path / "mended").write_text("")

    done = referee("run", "--resume", out, "--reinstate", "half", "--sandbox", "off")

    assert done.returncode == 0

    after = standing(out, "half")
    # Its one guess solves the game for crane, if that is among the games that it forfeited.
    assert after["failures"] == {"crashed": crashed, "exited": GAMES - crashed - after["solved"]}


def test_a_player_without_forfeits_is_not_reinstated(referee, forfeiting, out):
    done = referee("run", "--resume", out, "--reinstate", "steady")

    assert "has forfeited no game" in done.stderr


def test_a_resumed_run_counts_on(referee_run, referee, half, out, standing):
    # With --forfeit-after 0 no game is forfeited.
    referee_run("--players", half, "--rounds", 4, "--forfeit-after", 0, "--jobs", 1, "--sandbox", "off", "--out", out)
    edit_record(out, "DELETE FROM games WHERE word_index >= 2")

    referee("run", "--resume", out, "--forfeit-after", 5, "--jobs", 1, "--sandbox", "off")

    failures = standing(out, "half")["failures"]
    # Four failures were recorded, so the first one of the resumed run is the fifth and ends its games.
    assert 5 <= failures["crashed"] < GAMES
    assert failures["crashed"] + failures["forfeited"] == GAMES


def test_the_program_of_a_player_that_plays_no_more_may_be_gone(referee_run, referee, out, tmp_path, standing):
    program = tmp_path / "half"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    options = ("--rounds", 4, "--forfeit-after", 1, "--jobs", 1, "--sandbox", "off", "--out", out)
    referee_run("--players", f"half={program}", *options)
    edit_record(out, "DELETE FROM games WHERE word_index = 3")
    program.unlink()

    done = referee("run", "--resume", out, "--sandbox", "off")

    assert done.returncode == 0
    assert standing(out, "half")["games"] == GAMES


def test_reinstate_goes_with_resume(referee_run, half, error_line):
    done = referee_run("--players", half, "--reinstate", "half")

    assert "--reinstate goes with --resume" in error_line(done, exit_code=2)
