"""What a game used, how it ended and what its player wrote on standard error."""

import os
import sys

import pytest

from referee.contest.conditions import MIB, Limits
from referee.contest.termination import Termination
from referee.runner.proc import MachineLoad, machine_load, pressure

linux = pytest.mark.skipif(sys.platform != "linux", reason="seen through /proc")


@linux
class TestUsage:
    def test_processor_time_and_memory(self, play):
        record = play("holds_memory.py", 100, memory=1000 * MIB, startup=1.5)
        assert record.peak_memory > 80 * MIB
        busy = play("tells.sh", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done")
        idle = play("tells.sh", "sleep 0.3")
        assert busy.cpu_seconds > idle.cpu_seconds
        assert busy.started > record.started > 1.7e9
        assert idle.pressure is None if machine_load() is None else 0 <= idle.pressure <= 1

    def test_defaults_fit_the_machine(self):
        assert Limits().memory == 2048 * MIB
        machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        assert Limits().for_jobs(1000).memory == int(machine * 0.75 / 1000)
        assert Limits(memory=900 << 30).for_jobs(1000).memory == 900 << 30
        assert Limits(memory=None).for_jobs(1000).memory is None


def test_a_player_that_fills_the_disk_and_ends_at_once_exceeds_the_limit(play, sandbox):
    script = "head -c 3M /dev/zero > file; exit 3"
    records = [play("tells.sh", script, disk=MIB, sandbox=sandbox()) for _ in range(5)]
    assert [record.termination for record in records] == [Termination.DISK_LIMIT] * 5


class TestPressure:
    def test_others_that_keep_the_machine_busy(self):
        cores = os.cpu_count()
        before = MachineLoad(0.0, 0.0, 0.0)
        after = MachineLoad(10.0, 10.0 * cores, 8.0)
        assert pressure(before, after, 0.0) == 0.8
        assert pressure(before, after, 10.0 * cores) == 0.0  # the game itself was the load
        assert pressure(before, MachineLoad(10.0, 10.0 * cores, None), 5.0 * cores) == 0.5
        assert pressure(None, after, 0.0) is pressure(before, after, None) is None


class TestExitStatus:
    def test_without_a_sandbox(self, play):
        record = play("tells.sh", "exit 137")
        assert (record.exit_status, record.signal) == (137, None)
        record = play("tells.sh", "kill -KILL $$")
        assert (record.exit_status, record.signal) == (None, "SIGKILL")

    def test_a_sandbox_cannot_tell(self, play, sandbox, referee, wordlist):
        for script in ("exit 137", "kill -KILL $$"):
            record = play("tells.sh", script, sandbox=sandbox())
            assert (record.exit_status, record.signal) == (137, "SIGKILL")
        said = referee("game", "sh -c 'exit 143'", "--word", "dozes", "--wordlist", wordlist, "--sandbox", "require")
        assert "crashed with exit status 143 or SIGTERM" in said.stdout


def test_a_player_cannot_drive_the_terminal(referee, wordlist):
    player = "printf '\\033]0;title\\007\\033[2J\\tdone\\n' >&2"
    said = referee("game", f'sh -c "{player}"', "--word", "dozes", "--wordlist", wordlist, "--sandbox", "off")
    assert "\x1b" not in said.stderr
    assert "\\x1b]0;title\\x07\\x1b[2J\tdone\n" in said.stderr
