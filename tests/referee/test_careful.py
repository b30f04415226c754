"""`referee run --careful`: for programs of strangers."""

import os

import pytest

from referee.runner.control_group import shares_processors
from referee.storage.reader import open_run


@pytest.fixture
def careful(referee_run, player_command, sandbox_or_skip, tmp_path):
    """A careful run of a player of two files."""
    sandbox_or_skip()
    (tmp_path / "beside").mkdir()
    (tmp_path / "beside" / "words.txt").write_text("able\n")
    (tmp_path / "beside" / "player.sh").write_text(f"cat {tmp_path}/beside/words.txt >&2\n")
    player = f"p=sh {tmp_path}/beside/player.sh"
    return lambda *arguments: referee_run("--players", player, "--rounds", 1, "--out", tmp_path / "out", *arguments)


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


@pytest.mark.parametrize(
    ("options", "code", "says"),
    [
        (("--sandbox", "off"), 2, "leave --sandbox off away"),
        (("--memory", "off"), 1, "--careful needs limits on memory"),
    ],
)
def test_without_a_protection_it_is_refused(careful, options, code, says):
    done = careful("--careful", *options)
    assert (done.returncode, done.stderr.count("\n")) == (code, 1)
    assert says in done.stderr


PROBE = "awk '{ print $2 }' /proc/self/uid_map > /dev/stderr; cat /etc/shadow; chmod 600 /dev/null\n"
"""Opens its own stream, and says which user of the machine it is and what that user may not do."""
SAID_BY_NOBODY = """65534
cat: /etc/shadow: Permission denied
chmod: changing permissions of '/dev/null': Operation not permitted
"""


@pytest.mark.parametrize(("options", "mode"), [(("--careful",), 0o644), ((), 0o600)])
def test_root_hands_players_in_its_closed_folder_to_an_ordinary_user(
    referee_run, sandbox_or_skip, tmp_path, options, mode
):
    """With and without --careful, and where only root may read the player's file."""
    if os.geteuid() != 0 or not shares_processors():
        pytest.skip("needs root and control groups")
    sandbox_or_skip()
    folder = tmp_path / "closed" / "place"
    folder.mkdir(parents=True)
    script = folder / "player.sh"
    script.write_text(PROBE)
    script.chmod(mode)
    folder.parent.chmod(0o700)

    done = referee_run("--players", f"p=sh {script}", "--rounds", 1, "--out", tmp_path / "out", *options)

    assert done.returncode == 0, done.stderr

    with open_run(str(tmp_path / "out")) as run:
        assert {game.stderr_head for game in run.games()} == {SAID_BY_NOBODY}
