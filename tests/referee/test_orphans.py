"""Processes that a player leaves behind, or starts without end."""

import os
import shutil
import subprocess
import sys

import pytest

from referee.runner.process_tree import children

linux = pytest.mark.skipif(sys.platform != "linux", reason="seen through /proc")


@linux
class TestOrphans:
    def test_daemon_in_its_own_session_is_ended(self, play, runner, nothing_left_behind):
        """Nobody else waits for it: it became the runner's child, was ended and waited for."""
        play("leaves_a_daemon.sh")
        assert children(runner.pid) == []


@linux
class TestForkBomb:
    """Bounded: 30 processes that sleep for 20 s, under a user number of its own with a limit of 40."""

    def as_user(self, number):
        return ["setpriv", "--reuid", number, "--regid", number, "--clear-groups", "sh", "-c"]

    def test_bomb(self, play, nothing_left_behind, tmp_path):
        if os.geteuid() != 0 or shutil.which("setpriv") is None:
            pytest.skip("needs root, to take a user number that nobody else has")
        limit = "ulimit -u 40 2>/dev/null || ulimit -p 40; "
        bounded = limit + "i=0; while [ $i -lt {0} ]; do i=$((i+1)); sleep {1} & done; sleep {1}"
        probe = subprocess.run(
            [*self.as_user("64123"), bounded.format(50, 0.2)], capture_output=True, text=True, cwd="/"
        )
        if "fork" not in probe.stderr.lower():
            pytest.skip("no refused fork was seen: the limit on processes is not in force")
        bomb = tmp_path / "bomb.sh"
        bomb.write_text("#!/bin/sh\ncd /\nexec " + " ".join(self.as_user("64124")) + f" '{bounded.format(30, 20)}'\n")
        bomb.chmod(0o755)
        record = play(bomb, processes=20)
        assert (record.termination, record.points) == ("process-limit", 0)
