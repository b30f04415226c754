"""Real processes that break the rules, with more to look at than the table of faults says (test_fault_table.py).

Every game is for the word dozes. The programs are in tests/players; each says what it does and bounds itself.
"""

import os
import sys
import time

import pytest
from waiting import wait_until

from referee.contest.limits import MIB
from referee.contest.termination import Silence, Termination
from referee.game import player_process
from referee.game.player_process import silence_of

pytestmark = pytest.mark.usefixtures("nothing_left_behind")


class TestGameByTheRules:
    @pytest.fixture
    def record(self, play_for_dozes):
        """The record of a game that is solved at the second guess."""
        return play_for_dozes("guesses.sh", "crane", "dozes")

    def test_it_wins_400_points(self, record):
        assert (record.termination, record.attempts, record.illegal, record.points) == ("solved", 2, 0, 400)

    def test_guesses_and_replies_are_recorded(self, record):
        assert (record.guesses, record.replies) == (("crane", "dozes"), ("XXXX?", "OOOOO"))

    def test_the_player_exits_by_itself(self, record):
        assert (record.exit_status, record.signal) == (0, None)

    def test_each_guess_has_its_time_within_that_of_the_game(self, record):
        assert len(record.move_seconds) == 2
        assert sum(record.move_seconds) <= record.seconds


def test_a_player_that_guesses_and_then_ends_like_a_program_that_cannot_be_started_has_crashed(play_for_dozes):
    # A launcher, a shell, starts the program. If there is none, the launcher writes a message that begins with its name
    # and exits with 127, as this player does. But this player has guessed.
    record = play_for_dozes("imitates_the_launcher.sh", "launcher", 127)

    assert (record.termination, record.exit_status, record.guesses) == ("crashed", 127, ("crane",))


class TestOffspring:
    def test_a_child_that_a_player_leaves_behind_is_ended(self, play_for_dozes, tmp_path, is_alive):
        note = tmp_path / "pid"

        record = play_for_dozes("forks_and_leaves.sh", note)

        assert record.termination == "exited"
        # Its entry in /proc stays until init removes it.
        child = int(note.read_text())
        wait_until(lambda: not is_alive(child))

    def test_a_player_leads_a_group_and_a_session_of_its_own(self, play_for_dozes, tmp_path):
        note = tmp_path / "stat"

        play_for_dozes("notes_its_session.sh", note, "dozes")

        # Fields 1, 5 and 6 of /proc/PID/stat: see proc(5).
        pid, _name, _state, _parent, group, session, *_ = note.read_text().split()
        assert pid == group == session


@pytest.mark.skipif(not os.path.exists("/proc/self/wchan"), reason="the system does not tell what a process does")
def test_a_player_whose_line_came_just_too_late_did_not_wait_for_input(play_for_dozes, monkeypatch, tmp_path):
    """It guesses while the referee looks at what it does, and then it waits for the reply."""
    late = tmp_path / "late.sh"
    guess = f"until [ -e {tmp_path}/looked ]; do sleep 0.05; done\necho crane\ntouch {tmp_path}/guessed"
    late.write_text(f"#!/bin/sh\n{guess}\nread reply\n")
    late.chmod(0o755)

    def look_after_the_guess(pid):
        (tmp_path / "looked").touch()
        wait_until((tmp_path / "guessed").exists)
        # Time for the player to come to `read reply`.
        time.sleep(0.2)
        return silence_of(pid)

    monkeypatch.setattr(player_process, "silence_of", look_after_the_guess)

    record = play_for_dozes(late, startup=0.3)

    assert record.termination == "startup-timeout"
    assert record.silence is None


def test_a_thread_that_wakes_up_while_it_is_looked_at_counts_as_one_that_sleeps(monkeypatch):
    """Three files of /proc are read one after the other. By the last one the thread runs, and is in no system call."""
    files = {"stat": b"7 (sh) S 1", "wchan": b"do_epoll_wait", "syscall": b"running\n"}
    monkeypatch.setattr(player_process, "read_small_file", lambda path: files[os.path.basename(path)])

    assert silence_of(os.getpid()) is Silence.SLEEPS


@pytest.mark.skipif(sys.platform != "linux", reason="what a process tree uses is read from /proc")
class TestUse:
    """What a player uses is looked at again and again, and summed over its processes and files."""

    def test_the_memory_of_a_child_counts(self, play_for_dozes):
        # Two processes with 60 MiB each.
        record = play_for_dozes("holds_memory.py", 60, 2, memory=100 * MIB)

        assert record.termination == "memory-limit"

    def test_a_player_within_its_memory_plays_on(self, play_for_dozes):
        # It makes no guess, so the limit on its start ends the game.
        record = play_for_dozes("holds_memory.py", 60, memory=200 * MIB, startup=0.5)

        assert record.termination == "startup-timeout"

    def test_files_count_after_their_writer_has_left(self, play_for_dozes):
        # 30 files of 100 KiB are 2.9 MiB.
        record = play_for_dozes("writes_files.sh", 30, disk=MIB)

        assert record.termination == "disk-limit"

    def test_files_count_that_lie_deeper_than_a_path_of_the_system_is_long(self, play_for_dozes):
        """A path has at most 4,096 bytes. The player needs none so long: it enters each directory from the last one."""
        script = (
            "name=$(printf %0200d 0); for n in $(seq 25); do mkdir $name; cd -P $name; done;"
            "head -c 900000 /dev/zero > a; head -c 900000 /dev/zero > b"
        )

        record = play_for_dozes("tells.sh", script, disk=MIB)

        assert record.termination == "disk-limit"

    def test_a_player_within_its_disk_space_plays_on(self, play_for_dozes):
        # 5 files of 100 KiB are 0.5 MiB.
        record = play_for_dozes("writes_files.sh", 5, disk=MIB)

        assert record.termination == "exited"


def test_a_player_has_an_environment_of_its_own(play_for_dozes, monkeypatch):
    monkeypatch.setenv("SECRET_OF_THE_REFEREE", "1")

    printed = play_for_dozes("tells.sh", "env").stderr_head

    names = {line.partition("=")[0] for line in printed.splitlines()}
    set_by_the_shell = {"PWD", "OLDPWD", "SHLVL", "_"}
    assert names - set_by_the_shell == {"PATH", "HOME", "TMPDIR", "LANG", "TZ"}


def test_a_player_writes_no_core_files(play_for_dozes):
    assert play_for_dozes("tells.sh", "ulimit -c").stderr_head == "0\n"


def test_files_of_a_player_can_be_read_by_all(play_for_dozes):
    assert play_for_dozes("tells.sh", "umask").stderr_head == "0022\n"


class TestNotStarted:
    """The reason why a player cannot be started is recorded as its standard error, in printable characters."""

    @pytest.mark.parametrize(("script", "why"), [
        (b"#!/there/is/none -x\n", "the interpreter that its first line names, /there/is/none, does not exist"),
        (b"#!/usr/bin/env sh\r\n", "its first line ends with a carriage return; save it with Unix line ends"),
        (
            b"\xef\xbb\xbf#!/bin/sh\n",
            "it is a text whose first line does not name an interpreter, as #!/bin/sh does",
        ),
        # It imitates the launcher before it has guessed, so that nothing tells it from a program that could not be
        # started. Its text would give a terminal another title.
        (b"#!/bin/sh\nprintf 'launcher: \\033]0;x\\007\\nmore\\n' >&2; exit 127\n", "launcher: \\x1b]0;x\\x07 more"),
    ], ids=["no interpreter", "carriage return", "byte-order mark", "imitated launcher"])  # fmt: skip
    def test_a_script_that_cannot_be_started(self, play_for_dozes, tmp_path, script, why):
        (tmp_path / "script").write_bytes(script)
        (tmp_path / "script").chmod(0o755)

        record = play_for_dozes(tmp_path / "script")

        assert record.termination == "not-started"
        assert record.stderr_head == f"cannot be started: {why}\n"

    def test_a_file_that_does_not_exist(self, play_for_dozes, tmp_path):
        record = play_for_dozes(tmp_path / "script")

        assert record.termination == "not-started"
        assert record.stderr_head == "cannot be started: no such file or directory\n"

    @pytest.mark.parametrize("start", [
        # An executable file in ELF, of 64 bits, for the machine with the number 0x7fff, which there is not.
        b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x02\x00\xff\x7f\x01",
        b"MZ\x90\x00\x03",
    ], ids=["another processor", "Windows"])  # fmt: skip
    def test_a_program_for_another_machine(self, play_for_dozes, tmp_path, start):
        program = tmp_path / "mine"
        program.write_bytes(start.ljust(256, b"\0"))
        program.chmod(0o755)

        record = play_for_dozes(program)

        assert record.termination == "not-started"
        assert record.stderr_head.endswith("mine: Exec format error\n")

    def test_a_pipe_in_place_of_a_program_is_not_waited_for(self, play_for_dozes, tmp_path):
        os.mkfifo(tmp_path / "pipe", 0o755)

        assert play_for_dozes(tmp_path / "pipe").termination == "not-started"


# Records hold these names, and docs/faults.md explains them.
def test_terminations_have_the_names_that_records_and_documentation_use():
    names = """
        solved exhausted not-started crashed exited closed-output
        startup-timeout move-timeout game-timeout
        output-limit memory-limit cpu-limit process-limit disk-limit forfeited
    """
    assert [termination.value for termination in Termination] == names.split()
