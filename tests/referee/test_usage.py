"""What a game used, how it ended and what its player wrote on standard error."""

import os
import sys

import pytest

from referee.contest.limits import MIB, Limits
from referee.contest.termination import Termination
from referee.game.player_process import MachineLoad, machine_load, pressure

linux = pytest.mark.skipif(sys.platform != "linux", reason="seen through /proc")


@linux
class TestUsage:
    def test_the_peak_of_memory_is_recorded(self, play_for_dozes):
        # The player holds 100 MiB and never guesses, so its time for the start is short.
        record = play_for_dozes("holds_memory.py", 100, memory=1000 * MIB, startup=1.5)

        assert record.peak_memory > 80 * MIB

    def test_a_player_that_computes_uses_more_processor_time_than_one_that_sleeps(self, play_for_dozes):
        busy = play_for_dozes("tells.sh", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done")
        idle = play_for_dozes("tells.sh", "sleep 0.3")

        assert busy.cpu_seconds > idle.cpu_seconds

    def test_a_later_game_started_later(self, play_for_dozes):
        in_november_2023 = 1.7e9  # seconds since 1970
        first = play_for_dozes("tells.sh", "exit 0")
        second = play_for_dozes("tells.sh", "exit 0")

        assert second.started > first.started > in_november_2023

    def test_pressure_is_a_part_where_the_machine_tells_its_load(self, play_for_dozes):
        record = play_for_dozes("tells.sh", "exit 0")

        # What a short game used itself is known only from a control group.
        if machine_load() is None or record.cpu_seconds is None:
            assert record.pressure is None
        else:
            assert 0 <= record.pressure <= 1


@linux
class TestLimitOnMemory:
    def test_without_an_option_it_is_2_gibibytes(self):
        assert Limits().memory == 2048 * MIB

    def test_of_many_games_at_a_time_each_has_its_part_of_three_quarters_of_the_machine(self):
        machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        assert Limits().for_jobs(1000).memory == int(machine * 0.75 / 1000)

    @pytest.mark.parametrize("memory", [900 << 30, None])
    def test_of_an_option_does_not_depend_on_the_number_of_games(self, memory):
        assert Limits(memory=memory).for_jobs(1000).memory == memory


def test_a_player_that_fills_the_disk_and_ends_at_once_exceeds_the_limit(play_for_dozes, sandbox_or_skip):
    """It mostly ends before the runner looks at its use of the disk for the first time, so it is played five times."""
    script = "head -c 3M /dev/zero > file; exit 3"

    records = [play_for_dozes("tells.sh", script, disk=MIB, sandbox=sandbox_or_skip()) for _ in range(5)]

    assert [record.termination for record in records] == [Termination.DISK_LIMIT] * 5


CORES = os.cpu_count()
BEFORE = MachineLoad(at=0.0, busy=0.0, waiting=0.0)
AFTER = MachineLoad(at=10.0, busy=10.0 * CORES, waiting=8.0)
"""Ten seconds later: all processors were busy all the time, and for eight seconds some program waited for one."""


class TestPressure:
    def test_is_at_most_the_part_of_the_time_in_which_a_program_waited(self):
        assert pressure(BEFORE, AFTER, own=0.0) == 0.8

    def test_is_0_where_the_game_itself_was_the_load(self):
        assert pressure(BEFORE, AFTER, own=10.0 * CORES) == 0.0

    def test_is_the_part_of_the_processors_that_others_used_where_the_kernel_tells_no_waiting(self):
        after = AFTER._replace(waiting=None)
        assert pressure(BEFORE, after, own=5.0 * CORES) == 0.5

    def test_is_unknown_where_a_figure_is_missing(self):
        assert pressure(None, AFTER, own=0.0) is None
        assert pressure(BEFORE, AFTER, own=None) is None


class TestExitStatus:
    @pytest.mark.parametrize(("script", "status", "signal"), [
        ("exit 137", 137, None), ("kill -KILL $$", None, "SIGKILL"),
    ])  # fmt: skip
    def test_without_a_sandbox_a_status_and_a_signal_are_told_apart(self, play_for_dozes, script, status, signal):
        record = play_for_dozes("tells.sh", script)

        assert (record.exit_status, record.signal) == (status, signal)

    @pytest.mark.parametrize("script", ["exit 137", "kill -KILL $$"])
    def test_a_sandbox_cannot_tell_them_apart(self, play_for_dozes, sandbox_or_skip, script):
        record = play_for_dozes("tells.sh", script, sandbox=sandbox_or_skip())

        assert (record.exit_status, record.signal) == (137, "SIGKILL")

    def test_of_a_sandbox_both_are_said(self, sandbox_or_skip, referee, wordlist):
        sandbox_or_skip()

        done = referee("game", "sh -c 'exit 143'", "--word", "dozes", "--wordlist", wordlist, "--sandbox", "require")

        assert "crashed with exit status 143 or SIGTERM" in done.stdout


def test_a_player_cannot_drive_the_terminal(referee, wordlist):
    player = "printf '\\033]0;title\\007\\033[2J\\tdone\\n' >&2"

    done = referee("game", f'sh -c "{player}"', "--word", "dozes", "--wordlist", wordlist, "--sandbox", "off")

    assert "\x1b" not in done.stderr
    assert "\\x1b]0;title\\x07\\x1b[2J\tdone\n" in done.stderr
