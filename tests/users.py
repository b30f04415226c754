"""Fixtures for programs that root runs and then an ordinary user; tests/referee/conftest.py imports them."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

PATIENCE = 300
"""Seconds for a run as another user."""
NOBODY = 65534
"""The number of an ordinary user and of its group."""


@pytest.fixture(scope="module", params=["root", "nobody"])
def as_user(request):
    """The beginning of a command that runs a program as root, and then of one that runs it as an ordinary user.

    It is [] where the tests themselves are run by that user. A test is skipped where its user cannot run Python.
    """
    if request.param == "root":
        if os.geteuid():
            pytest.skip("needs root")
        return []

    if os.geteuid():
        return []

    become = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--"]
    done = subprocess.run([*become, sys.executable, "-c", "import referee"], capture_output=True)
    if done.returncode != 0:
        pytest.skip("nobody cannot reach this Python")

    return become


@pytest.fixture(scope="module")
def home(as_user):
    """A directory for the user of `as_user`, the same for all tests of a module.

    pytest's temporary directories lie below one that only the user of the tests may enter.
    """
    with tempfile.TemporaryDirectory(prefix="home-", dir="/var/tmp") as directory:
        yield Path(directory)


@pytest.fixture(scope="module")
def give_to_user(as_user):
    """give_to_user(directory): give it and all files in it to the user that plays."""
    number = NOBODY if as_user else -1  # -1 leaves the owner as it is

    def give(directory):
        for folder, _, files in os.walk(directory):
            os.chown(folder, number, number)
            for name in files:
                os.chown(os.path.join(folder, name), number, number, follow_symlinks=False)

    return give


@pytest.fixture(scope="module")
def python_as_user(as_user, home, give_to_user):
    """python_as_user(*arguments): what Python prints if the user of `as_user` runs it in `home` with them."""

    def run(*arguments):
        """Give everything in the directory to the user, and run Python as that user in it."""
        give_to_user(home)
        command = [*as_user, sys.executable, *map(str, arguments)]
        variables = {**os.environ, "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache")}

        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, cwd=home, env=variables)

        assert done.returncode == 0, done.stderr

        return done.stdout

    return run


@pytest.fixture(scope="module")
def runs_as_root(as_user):
    """Whether root is the user of `as_user`."""
    return os.geteuid() == 0 and not as_user


@pytest.fixture(scope="module", params=["off", "require"])
def level(request, sandbox_or_skip):
    """The value of --sandbox; the test is skipped where no sandbox is in force."""
    if request.param == "require":
        sandbox_or_skip()
    return request.param


@pytest.fixture(scope="module")
def points_of_run(python_as_user, home):
    """points_of_run(level, *players, options): the points of each player in a run for the word crane, by its name.

    The user of `as_user` starts the run. level: the value of --sandbox. players: values of --players.
    """

    def play(level, *players, options=()):
        (home / "words.txt").write_text("crane\n")
        out = tempfile.mkdtemp(dir=home)
        run = ["run", "--words", home / "words.txt", "--sandbox", level, "--out", out, "--format", "json", *options]

        board = json.loads(python_as_user("-m", "referee", *run, "--players", *players))

        return {player["name"]: player["total"] for player in board["players"]}

    return play
