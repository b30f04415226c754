"""What a game's own namespaces and the filter keep apart: message queues, counts in /proc, 32-bit system calls."""

import ctypes
import os
import platform
import shutil
import subprocess
import sys

import pytest

from referee.contest.conditions import Limits
from referee.contest.contest import Fixture
from referee.contest.player import Program
from referee.game.game_pool import GamePool
from wordlists.reader import WordList
from wordlists.word_game import WordGame

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="namespaces are Linux's")
KEY, NAME = 0x4C696E67, b"/lingo-test-queue"
IPC_CREAT, IPC_RMID = 0o1000, 0
FINDS_QUEUES = f"""
import ctypes, sys
system = ctypes.CDLL(None)
print(system.msgget({KEY}, 0) >= 0, system.mq_open({NAME!r}, 0) >= 0, file=sys.stderr)
"""
COUNTS = "wc -l < /proc/sysvipc/msg; grep -c : /proc/net/dev; cut -d' ' -f5 /proc/loadavg; grep -c ^cpu /proc/stat"
OLD_CALL = """
int main(void) {
    int result;
    __asm__ volatile ("int $0x80" : "=a" (result) : "a" (20) : "memory");
    return result == -38 ? 38 : result > 0 ? 0 : 1;
}
"""
"""Asks for its pid as a 32-bit program does; exits with 0 if it gets one, with 38 (ENOSYS) if that is refused."""


@pytest.fixture
def plays():
    """plays(sandbox, *arguments): the record of a game of that command."""
    lists = {5: WordGame(WordList(5, ["dozes"], "one word"))}

    def game(sandbox, *arguments):
        with GamePool(lists, Limits(), sandbox) as pool:
            return pool.play(Fixture(Program("p", "p", arguments), 0, "dozes"))

    return game


@pytest.fixture
def queues():
    """A System V and a POSIX message queue of this machine, as an earlier player could have left them."""
    system = ctypes.CDLL(None)
    queue = system.msgget(KEY, IPC_CREAT | 0o666)
    opened = system.mq_open(NAME, os.O_CREAT | os.O_RDWR, 0o666, None)
    if queue < 0 or opened < 0:
        pytest.skip("this machine has no message queues")
    yield
    system.msgctl(queue, IPC_RMID, None)
    system.mq_unlink(NAME)
    os.close(opened)


@pytest.mark.usefixtures("queues")
def test_queues_of_the_machine_are_not_there(plays, sandbox_or_skip, no_sandbox):
    finds = (sys.executable, "-c", FINDS_QUEUES)
    assert plays(no_sandbox, *finds).stderr_head == "True True\n"
    assert plays(sandbox_or_skip(), *finds).stderr_head == "False False\n"


@pytest.mark.usefixtures("queues")
def test_counts_of_namespaces_are_the_game_s_own_and_others_the_machine_s(plays, sandbox_or_skip):
    """As the threat model says: /proc/stat and its like are visible. The last pid and the network are not."""
    said = plays(sandbox_or_skip(), "/bin/sh", "-c", f"({COUNTS}) >&2").stderr_head.split()
    queues, devices, last_pid, processors = map(int, said)
    assert (queues, devices) == (1, 1)  # the header; the loopback device
    assert last_pid < 100
    assert processors == os.cpu_count() + 1


@pytest.fixture
def old_call(tmp_path):
    """The path of a program that makes a 32-bit system call, where this machine can make one."""
    compiler = shutil.which("cc")
    if platform.machine() != "x86_64" or compiler is None:
        pytest.skip("no x86-64, or no C compiler")
    (tmp_path / "old.c").write_text(OLD_CALL)
    subprocess.run([compiler, "-o", tmp_path / "old", tmp_path / "old.c"], check=True)
    if subprocess.run([tmp_path / "old"], check=False).returncode:
        pytest.skip("this kernel has no 32-bit system calls")
    return str(tmp_path / "old")


def test_32_bit_calls_are_refused(plays, sandbox_or_skip, no_sandbox, old_call):
    assert plays(no_sandbox, old_call).exit_status == 0
    assert plays(sandbox_or_skip(), old_call).exit_status == 38
