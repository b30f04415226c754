"""Players of a referee that was killed: the next one ends them, also without a sandbox and control groups."""

import os
import signal
import subprocess
import sys

import pytest
from local_cluster import wait_until

from referee.process.process_tree import process
from referee.process.survivors import end_survivors, note_player
from referee.process.working_directory import temporary_directory

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
STAYS = "trap '' TERM HUP PIPE; echo $$ > {0}/leader; setsid sleep 60 & echo $! > {0}/daemon; wait; sleep 60"


def test_a_killed_referee_leaves_no_player(program, wordlist, tmp_path, monkeypatch, alive):
    """The player ignores the end of its input, and its child is in a session of its own."""
    command = [sys.executable, "-m", "referee", "game", program("tells.sh", STAYS.format(tmp_path)), "--word", "dozes"]
    referee = subprocess.Popen(
        [*command, "--wordlist", wordlist, "--sandbox", "off"],
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stderr=subprocess.DEVNULL,
    )
    wait_until(lambda: (tmp_path / "daemon").exists() and (tmp_path / "daemon").read_text().strip())
    left = [int((tmp_path / name).read_text()) for name in ("leader", "daemon")]
    wait_until(lambda: [*tmp_path.glob("lingo-job-*/player")])
    referee.send_signal(signal.SIGKILL)
    referee.wait()
    assert all(map(alive, left))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with temporary_directory():
        assert not any(map(alive, left))
        assert len([*tmp_path.glob("lingo-job-*")]) == 1


@pytest.mark.parametrize("known", [True, False])
def test_a_noted_pid_counts_only_with_its_start(tmp_path, alive, known):
    """A process that got the pid of a player later is spared. This one has no environment of a player."""
    with subprocess.Popen(["sleep", "60"], start_new_session=True) as other:
        note_player(str(tmp_path), other.pid)
        assert (tmp_path / "player").read_text().split() == [str(other.pid), str(process(other.pid).started)]
        if not known:
            (tmp_path / "player").write_text(f"{other.pid} 7")
        end_survivors(str(tmp_path))
        assert alive(other.pid) != known
        other.kill()
