"""The directory of a referee: the next referee removes what a killed one left behind."""

import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from waiting import wait_until

from referee.runner.held_directory import HeldDirectory

pytestmark = pytest.mark.usefixtures("nothing_left_behind")

KILLED_REFEREE = """
import os, signal
from referee.runner.client import Runner
runner = Runner()
assert os.path.isdir(runner.directory)
os.kill(os.getpid(), signal.SIGKILL)
"""
"""A program that starts a runner, which makes its directory, and is killed before it starts a player."""


class TestDirectoriesOfKilledReferees:
    """A directory is called lingo-job- and something more. A referee holds its own by a lock until it ends."""

    @pytest.fixture(autouse=True)
    def directory_for_temporary_files(self, monkeypatch, tmp_path):
        """Referees make and look for their directories in tmp_path."""
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def test_a_directory_that_nobody_holds_is_removed(self, tmp_path):
        (tmp_path / "lingo-job-dead" / "game").mkdir(parents=True)

        with closing(HeldDirectory()) as new_directory:
            assert os.listdir(tmp_path) == [os.path.basename(new_directory.path)]

    def test_a_directory_that_a_referee_holds_stays(self, tmp_path):
        with closing(HeldDirectory()) as first, closing(HeldDirectory()) as second:
            assert set(os.listdir(tmp_path)) == {os.path.basename(first.path), os.path.basename(second.path)}

    def test_a_referee_that_closes_its_directory_leaves_none(self, tmp_path):
        HeldDirectory().close()

        assert os.listdir(tmp_path) == []

    def test_a_process_whose_home_is_there_is_ended(self, tmp_path):
        """A daemon has left its player's session. Without control groups only its home tells where it came from."""
        (tmp_path / "lingo-job-dead").mkdir()
        home = {"HOME": f"{tmp_path}/lingo-job-dead/job-1/game"}

        with subprocess.Popen(["sleep", "60"], env=home, start_new_session=True) as daemon:
            # The environment can be read once the process has become `sleep`.
            wait_until(lambda: Path(f"/proc/{daemon.pid}/environ").read_bytes())

            HeldDirectory().close()

            assert daemon.wait(30) == -signal.SIGKILL

    def test_a_runner_whose_referee_is_killed_removes_its_directory(self, tmp_path):
        environment = {**os.environ, "TMPDIR": str(tmp_path)}

        assert subprocess.call([sys.executable, "-c", KILLED_REFEREE], env=environment) == -signal.SIGKILL

        wait_until(lambda: os.listdir(tmp_path) == [])

    def test_a_link_is_not_followed(self, tmp_path):
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / "lingo-job-link").symlink_to(tmp_path / "elsewhere")

        HeldDirectory().close()

        assert (tmp_path / "elsewhere").is_dir()
