"""What a sandbox shows of a player's folder: the runner's copies of it, which stay as they are for a whole run."""

import os
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from referee.contest.contest import Fixture
from referee.contest.limits import NO_ISOLATION, Limits
from referee.contest.lists import read_word_games
from referee.contest.players import player_of
from referee.contest.view import view_of
from referee.game.game_pool import GamePool
from referee.runner.copies import copy_files
from referee.runner.held_directory import remove
from referee.runner.stage import Stage
from wordlists.rules import GameOptions

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the runner's copies are for Linux's sandboxes")

BILLION_SECONDS = 1_000_000_000
"""A time stamp of September 2001."""
TOO_LARGE = 300 << 20
"""Bytes of a file with which a folder is shown as it is, and not copied: 256 MiB may be copied."""


@pytest.fixture
def folder(tmp_path):
    """A player's folder beside which a contest is held: what may be seen, and what may not."""
    folder = tmp_path / "player"

    # An earlier run, a virtual environment, and a directory with the name that runners give to theirs.
    for name in ("old", "env", "lingo-job-1"):
        (folder / name).mkdir(parents=True)

    # The player's own files: a program that would run as its owner, a private file and a link.
    (folder / "main.py").write_text("import data\n")
    (folder / "main.py").chmod(0o4755)
    os.utime(folder / "main.py", (BILLION_SECONDS, BILLION_SECONDS))
    (folder / "secret").write_text("own\n")
    (folder / "secret").chmod(0o600)
    (folder / "link").symlink_to("main.py")

    # Secrets of the contest: an earlier run, this contest with its words, a rival's program, a pipe to talk through.
    (folder / "old" / "run.sqlite").write_text("words")
    (folder / "pit.toml").write_text('words = "chosen"\nplayers = ["a"]\n')
    (folder / "chosen").write_text("crane\n")
    (folder / "rival").write_text("theirs\n")
    os.mkfifo(folder / "pipe")

    # A virtual environment is shown as it is, so its copy is an empty directory.
    (folder / "env" / "pyvenv.cfg").write_text("")
    return folder


@pytest.fixture
def copy(folder, tmp_path):
    """The copy of that folder for its player, whose rival's program is in the same folder."""
    # A request names what its player may see; this one begins without anything.
    request = replace(NO_ISOLATION, programs=(str(folder / "rival"),))
    view = view_of(request, ("/bin/sh", str(folder / "main.py")))

    options = Stage(str(tmp_path)).arguments(view, is_another_user=False)

    # Among bwrap's options stands `--ro-bind COPY FOLDER`.
    return Path(options[options.index(str(folder)) - 1])


def test_secrets_are_not_copied(copy):
    assert sorted(os.listdir(copy)) == ["env", "lingo-job-1", "link", "main.py", "old", "secret"]


@pytest.mark.parametrize("name", ["old", "env", "lingo-job-1"])
def test_directories_of_runs_and_environments_are_empty(copy, name):
    assert os.listdir(copy / name) == []


def test_modification_times_stay(copy):
    assert (copy / "main.py").stat().st_mtime == BILLION_SECONDS


def test_permissions_stay(copy):
    assert stat.S_IMODE((copy / "secret").stat().st_mode) == 0o600


def test_a_copy_cannot_change_its_user(copy):
    """The program had mode 4755; the 4 lets it run as its owner."""
    assert stat.S_IMODE((copy / "main.py").stat().st_mode) == 0o755


def test_links_stay_links(copy):
    assert os.readlink(copy / "link") == "main.py"


MOUNT_AND_REMOVE = """
import sys
from referee.runner.prctl import make_mount_namespace, mount_read_only
from referee.runner.held_directory import remove
kept, run = sys.argv[1:]
assert make_mount_namespace() and mount_read_only(kept, run + "/place")
remove(run)
"""
"""Mounts the first directory in the second, in a mount namespace of its own, and removes the second."""


def test_nothing_is_removed_through_a_mount(tmp_path):
    """A runner of root mounts files in its directory for players of another user; removing it must spare them."""
    if os.geteuid() != 0:
        pytest.skip("needs root, to mount")
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "file").write_text("kept\n")
    (tmp_path / "run" / "place").mkdir(parents=True)

    subprocess.run([sys.executable, "-c", MOUNT_AND_REMOVE, tmp_path / "kept", tmp_path / "run"], check=True)

    assert (tmp_path / "kept" / "file").read_text() == "kept\n"

    # The mount point could not be removed while something was mounted there. The mount ended with the program.
    remove(str(tmp_path / "run"))
    assert not (tmp_path / "run").exists()


def test_a_file_that_is_changed_during_a_run_stays_as_it_was(sandbox_or_skip, tmp_path):
    script = tmp_path / "mine" / "player.sh"
    script.parent.mkdir()
    script.write_text("echo crane\n")
    # Players may run as another user, who can read the copy and not the file itself.
    script.chmod(0o600)
    fixture = Fixture(player_of(f"sh {script}"), index=0, word="crane")

    with GamePool(read_word_games([5], GameOptions()), Limits(), sandbox_or_skip()) as pool:
        before = pool.play(fixture)
        script.write_text("echo dozes\n")
        after = pool.play(fixture)

    assert (before.guesses, after.guesses) == (("crane",), ("crane",))


def test_a_large_folder_is_live_and_a_line_says_so(referee, sandbox_or_skip, tmp_path):
    sandbox_or_skip()
    folder = tmp_path / "large"
    folder.mkdir()
    with (folder / "data").open("wb") as file:
        file.truncate(TOO_LARGE)
    (folder / "player.sh").write_text("echo able\n")
    (tmp_path / "words").write_text("able\n")

    done = referee("game", f"sh {folder}/player.sh", "--word", "able", "--wordlist", tmp_path / "words")

    assert done.returncode == 0, done.stderr
    assert f"{folder}: too large to be copied: players see it as it is" in done.stderr


def test_a_hole_of_a_file_takes_no_space_in_its_copy(tmp_path):
    """A preparation can make a file of hundreds of gigabytes that has none of them on the disk."""
    size = 16 << 20
    with open(tmp_path / "file", "wb") as file:
        file.write(b"begins")
        file.seek(size // 2)
        file.write(b"goes on")
        file.truncate(size)

    copy_files(str(tmp_path / "file"), str(tmp_path / "copy"))

    copy = tmp_path / "copy"
    assert copy.read_bytes() == (tmp_path / "file").read_bytes()
    assert copy.stat().st_blocks == (tmp_path / "file").stat().st_blocks
