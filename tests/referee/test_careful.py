"""`referee run --careful`: for programs of strangers."""

import os

import pytest

from referee.runner.control_group import shares_processors
from referee.storage.reader import open_run


@pytest.fixture
def careful(contest, program, sandbox, tmp_path):
    """A careful run of a player of two files."""
    sandbox()
    (tmp_path / "beside").mkdir()
    (tmp_path / "beside" / "words.txt").write_text("able\n")
    (tmp_path / "beside" / "player.sh").write_text(f"cat {tmp_path}/beside/words.txt >&2\n")
    player = f"p=sh {tmp_path}/beside/player.sh"
    return lambda *arguments: contest("--players", player, "--rounds", 1, "--out", tmp_path / "out", *arguments)


def test_only_what_is_named_is_visible_and_the_words_are_committed(careful, tmp_path):
    if not shares_processors():
        pytest.skip("this user may make no control groups")
    done = careful("--careful")
    assert done.returncode == 0, done.stderr
    assert "commitment: " in done.stderr
    with open_run(str(tmp_path / "out")) as run:
        assert run.conditions.careful
        assert run.conditions.isolation == "bubblewrap"
        assert {"able" in game.stderr_head for game in run.games()} == {False}


def test_without_a_protection_it_is_refused(careful):
    for options, code, says in (
        (("--sandbox", "off"), 2, "leave --sandbox off away"),
        (("--memory", "off"), 1, "--careful needs limits on memory"),
    ):
        done = careful("--careful", *options)
        assert (done.returncode, done.stderr.count("\n")) == (code, 1)
        assert says in done.stderr


def test_root_hands_players_to_an_ordinary_user(contest, sandbox, tmp_path):
    """Players below root's closed home are started, own no file of root's, and may open their own streams."""
    if os.geteuid() != 0 or not shares_processors():
        pytest.skip("needs root and control groups")
    sandbox()
    folder = tmp_path / "closed" / "place"
    folder.mkdir(parents=True)
    script = folder / "player.sh"
    script.write_text("awk '{ print $2 }' /proc/self/uid_map > /dev/stderr; cat /etc/shadow; chmod 600 /dev/null\n")
    folder.parent.chmod(0o700)
    run = ("--careful", "--players", f"p=sh {script}", "--rounds", 1, "--out", tmp_path / "out")
    done = contest(*run)
    assert done.returncode == 0, done.stderr
    with open_run(str(tmp_path / "out")) as kept:
        said = {game.stderr_head for game in kept.games()}
    assert said == {
        "65534\ncat: /etc/shadow: Permission denied\n"
        "chmod: changing permissions of '/dev/null': Operation not permitted\n"
    }
    script.chmod(0o600)
    run = ("--players", f"p=sh {script}", "--rounds", 1, "--out", tmp_path / "other")
    assert contest(*run).returncode == 0  # also without --careful, and where only root may read the file
    with open_run(str(tmp_path / "other")) as kept:
        assert {game.stderr_head for game in kept.games()} == said
