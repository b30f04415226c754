"""`referee run --careful`: for programs of strangers."""

import os

import pytest

from referee.runner.control_group import divides_processors_evenly
from referee.storage.run import open_run


@pytest.fixture
def run_carefully(referee_run, sandbox_or_skip, tmp_path):
    """run_carefully(*options): a careful run of a player that prints on standard error a file beside its script."""
    sandbox_or_skip()
    folder = tmp_path / "beside"
    folder.mkdir()
    (folder / "words.txt").write_text("able\n")
    (folder / "player.sh").write_text(f"cat {folder}/words.txt >&2\n")

    def run(*options):
        player = f"p=sh {folder}/player.sh"
        return referee_run("--players", player, "--rounds", 1, "--out", tmp_path / "out", "--careful", *options)

    return run


class TestCareful:
    @pytest.fixture
    def done(self, run_carefully):
        """The finished careful run."""
        # A careful run needs control groups, which give its players equal shares of the processors.
        if not divides_processors_evenly():
            pytest.skip("this user may make no control groups")

        done = run_carefully()
        assert done.returncode == 0, done.stderr
        return done

    def test_it_has_a_sandbox_and_a_commitment(self, done, tmp_path):
        assert "commitment: " in done.stderr
        with open_run(str(tmp_path / "out")) as run:
            assert run.conditions.careful
            assert run.conditions.isolation == "bubblewrap"

    def test_a_file_beside_the_script_is_not_visible(self, done, tmp_path):
        """A careful run shows the files that a command names, and not the directory of a script."""
        with open_run(str(tmp_path / "out")) as run:
            error_texts = [game.stderr_head for game in run.games()]

        # referee_run plays words of four and of five letters: one round is a game of each length.
        assert len(error_texts) == 2
        for text in error_texts:
            assert "words.txt: No such file or directory" in text


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (("--sandbox", "off"), 2, "leave --sandbox off away"),
        (("--memory", "off"), 1, "--careful needs limits on memory"),
        (("--memory", "off", "--cluster", "127.0.0.1:1"), 1, "--careful needs limits on memory"),
    ],
)
def test_without_a_protection_it_is_refused(run_carefully, error_line, options, code, message):
    assert message in error_line(run_carefully(*options), code)


PROBE = "awk '{ print $2 }' /proc/self/uid_map > /dev/stderr; cat /etc/shadow; chmod 600 /dev/null\n"
"""A script that says which user of the machine it is, and tries two things that only root may do.

It opens its standard error by name, which only the owner of the stream may."""
SAID_BY_NOBODY = """65534
cat: /etc/shadow: Permission denied
chmod: changing permissions of '/dev/null': Operation not permitted
"""


@pytest.mark.parametrize(
    ("options", "mode"),
    [(("--careful",), 0o644), ((), 0o600)],
    ids=["a careful run", "a script that only root may read"],
)
def test_root_hands_players_in_its_closed_folder_to_an_ordinary_user(
    referee_run, sandbox_or_skip, tmp_path, options, mode
):
    if os.geteuid() != 0 or not divides_processors_evenly():
        pytest.skip("needs root and control groups")

    sandbox_or_skip()
    folder = tmp_path / "closed" / "folder"
    folder.mkdir(parents=True)
    script = folder / "player.sh"
    script.write_text(PROBE)
    script.chmod(mode)
    folder.parent.chmod(0o700)

    done = referee_run("--players", f"p=sh {script}", "--rounds", 1, "--out", tmp_path / "out", *options)

    assert done.returncode == 0, done.stderr
    with open_run(str(tmp_path / "out")) as run:
        assert {game.stderr_head for game in run.games()} == {SAID_BY_NOBODY}
