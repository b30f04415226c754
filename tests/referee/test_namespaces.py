"""What a game's own namespaces and the filter keep apart: message queues, counts in /proc, 32-bit system calls."""

import ctypes
import os
import platform
import shutil
import subprocess
import sys

import pytest
from programs import python_for_players

from referee.contest.contest import Fixture
from referee.contest.limits import Limits
from referee.contest.player import Program
from referee.game.game_pool import GamePool
from wordlists.word_game import WordGame
from wordlists.word_list import WordList

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="namespaces are Linux's")

KEY = int.from_bytes(b"Ling")
"""The key of the System V queue."""
NAME = b"/lingo-test-queue"
"""The name of the POSIX queue."""
IPC_CREAT = 0o1000
IPC_RMID = 0
READ_AND_WRITE = 0o666
FINDS_QUEUES = f"""
import ctypes, sys
system = ctypes.CDLL(None)
print(system.msgget({KEY}, 0) >= 0, system.mq_open({NAME!r}, 0) >= 0, file=sys.stderr)
"""
"""Prints whether it finds the System V queue, and the POSIX queue."""
OLD_CALL = """
int main(void) {
    int result;
    __asm__ volatile ("int $0x80" : "=a" (result) : "a" (20 /* getpid */) : "memory");
    return result == -38 ? 38 : result > 0 ? 0 : 1;
}
"""
"""Asks for its pid as a 32-bit program does; exits with 0 if it gets one, with 38 (ENOSYS) if that is refused."""


@pytest.fixture
def play_command():
    """play_command(sandbox, *arguments): the record of a game of that command."""
    word_games = {5: WordGame(WordList(5, ["dozes"], "one word"))}

    def play(sandbox, *arguments):
        with GamePool(word_games, Limits(), sandbox) as pool:
            return pool.play(Fixture(Program("p", "p", arguments), index=0, word="dozes"))

    return play


@pytest.fixture
def queues():
    """A System V and a POSIX message queue of this machine, as an earlier player could have left them."""
    system = ctypes.CDLL(None)
    system_v_queue = system.msgget(KEY, IPC_CREAT | READ_AND_WRITE)
    posix_queue = system.mq_open(NAME, os.O_CREAT | os.O_RDWR, READ_AND_WRITE, None)
    if system_v_queue < 0 or posix_queue < 0:
        pytest.skip("this machine has no message queues")

    yield

    system.msgctl(system_v_queue, IPC_RMID, None)
    system.mq_unlink(NAME)
    os.close(posix_queue)


@pytest.mark.usefixtures("queues")
class TestMessageQueues:
    COMMAND = (python_for_players(), "-c", FINDS_QUEUES)

    def test_of_the_machine_are_there_without_a_sandbox(self, play_command, no_sandbox):
        assert play_command(no_sandbox, *self.COMMAND).stderr_head == "True True\n"

    def test_of_the_machine_are_not_in_a_sandbox(self, play_command, sandbox_or_skip):
        assert play_command(sandbox_or_skip(), *self.COMMAND).stderr_head == "False False\n"


class TestCountsInProc:
    """What a game sees in /proc: its own namespaces, and the processors of the machine (docs/threat-model.md)."""

    @pytest.fixture
    def count(self, play_command, sandbox_or_skip):
        """count(script): the number that this script of a shell prints in a game in a sandbox."""
        return lambda script: int(play_command(sandbox_or_skip(), "/bin/sh", "-c", f"({script}) >&2").stderr_head)

    @pytest.mark.usefixtures("queues")
    def test_the_list_of_message_queues_has_only_its_header(self, count):
        assert count("wc -l < /proc/sysvipc/msg") == 1

    def test_the_only_device_of_the_network_is_the_loopback(self, count):
        assert count("grep -c : /proc/net/dev") == 1

    def test_the_last_pid_is_one_of_the_game(self, count):
        """The machine's are in the thousands. The fifth field of the file is the last pid."""
        assert count("cut -d' ' -f5 /proc/loadavg") < 100

    def test_the_processors_of_the_machine_are_visible(self, count):
        """One line for each, and one for all together."""
        assert count("grep -c ^cpu /proc/stat") == os.cpu_count() + 1


class Test32BitCalls:
    @pytest.fixture
    def program(self, tmp_path):
        """The path of the program OLD_CALL, where this machine can make a 32-bit system call."""
        compiler = shutil.which("cc")
        if platform.machine() != "x86_64" or compiler is None:
            pytest.skip("no x86-64, or no C compiler")
        (tmp_path / "old.c").write_text(OLD_CALL)
        subprocess.run([compiler, "-o", tmp_path / "old", tmp_path / "old.c"], check=True)

        has_32_bit_calls = subprocess.run([tmp_path / "old"], check=False).returncode == 0
        if not has_32_bit_calls:
            pytest.skip("this kernel has no 32-bit system calls")

        return str(tmp_path / "old")

    def test_succeed_without_a_sandbox(self, play_command, no_sandbox, program):
        assert play_command(no_sandbox, program).exit_status == 0

    def test_are_refused_in_a_sandbox(self, play_command, sandbox_or_skip, program):
        assert play_command(sandbox_or_skip(), program).exit_status == 38
