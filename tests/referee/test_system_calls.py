"""The filter of system calls: what it refuses to players, what it allows, and that its numbers are those of Linux."""

import contextlib
import fcntl
import os
import platform
import re
import socket
from itertools import chain
from pathlib import Path

import pytest
from prepared_players import WORD_GAMES
from programs import python_for_players

from referee import play_game
from referee.contest.player import Program
from referee.game.preparation import prepare_player
from referee.runner import system_calls
from referee.runner.prctl import KEYCTL

DEVICE = "/dev/zero"
"""A device file that all sandboxes share with the machine."""
PYTHON = python_for_players()


@pytest.fixture
def errors_of(sandbox_or_skip, wordlist):
    """errors_of(program): what a program in Python writes on standard error in a game in a sandbox."""
    sandbox_or_skip()

    def play(program):
        player = Program("p", "p", (PYTHON, "-c", program))
        return play_game(player, "dozes", wordlist=wordlist, sandbox="require").stderr_head

    return play


CALLS = f"""
import ctypes, errno, sys
system = ctypes.CDLL(None, use_errno=True)
def report(name, call, *arguments, error=errno.ENOSYS):
    failed = call(*arguments) == -1
    print(name, failed and ctypes.get_errno() == error, file=sys.stderr)
report("inotify_init1", system.inotify_init1, 0)
report("mincore", system.mincore, 0, 0, 0)
IO_URING_SETUP, entries = 425, 1
report("io_uring_setup", system.syscall, IO_URING_SETUP, entries, 0)
GET_KEYRING_ID, SESSION_KEYRING = 0, -3
report("keyctl", system.syscall, {KEYCTL.get(platform.machine())}, GET_KEYRING_ID, SESSION_KEYRING, 0)
AF_VSOCK, SOCK_STREAM = 40, 1
report("socket", system.socket, AF_VSOCK, SOCK_STREAM, 0, error=errno.EAFNOSUPPORT)
"""
"""Makes calls that no player may make, and says of each whether it is refused as by a kernel that does not have it.

It watches files, asks which pages of memory are cached, makes a ring, asks for a keyring, and opens a socket to the
machine that hosts this one. The number 425 is the same on all architectures.
"""


def test_calls_that_see_other_players_are_refused(errors_of):
    assert errors_of(CALLS).splitlines() == [
        "inotify_init1 True",
        "mincore True",
        "io_uring_setup True",
        "keyctl True",
        "socket True",
    ]


TAKE_OVER = """
import ctypes, os, struct, sys
system = ctypes.CDLL(None, use_errno=True)
INIT, PTRACE_ATTACH, PTRACE_SEIZE = 1, 16, 0x4206
def report(name, result):
    print(name, os.strerror(ctypes.get_errno()) if result == -1 else "succeeds", file=sys.stderr)
report("seize", system.ptrace(PTRACE_SEIZE, INIT, None, None))
report("attach", system.ptrace(PTRACE_ATTACH, INIT, None, None))
number = ctypes.c_int(7)
range_of_bytes = struct.pack("QQ", ctypes.addressof(number), ctypes.sizeof(number))
report("write", system.process_vm_writev(os.getpid(), range_of_bytes, 1, range_of_bytes, 1, 0))
"""
"""Tries to control bubblewrap's process in the sandbox, whose pid is 1, and to write memory as into another process."""
TAKE_OVER_REFUSED = [
    "seize Operation not permitted",
    "attach Operation not permitted",
    "write Operation not permitted",
]
"""What it prints if it may do nothing of that."""


def test_a_player_cannot_take_over_the_process_of_the_sandbox(errors_of):
    assert errors_of(TAKE_OVER).splitlines() == TAKE_OVER_REFUSED


def test_a_preparation_cannot_take_over_the_process_of_the_sandbox(sandbox_or_skip, player_with_script):
    write_program = f"cat > program.py << END\n{TAKE_OVER}END"
    player = player_with_script(f"{write_program}\n{PYTHON} program.py 2> prepared/known")

    prepared = prepare_player(player, WORD_GAMES, sandbox_or_skip()).prepared

    assert Path(prepared[5], "known").read_text().splitlines() == TAKE_OVER_REFUSED


HONEST = """
import fcntl, os, shutil, socket, sqlite3
open("a", "w").write("x")
os.utime("a", (1, 1))
os.chmod("a", 0o600)
shutil.copy2("a", "b")
os.system("touch a c")
fcntl.flock(open("a"), fcntl.LOCK_EX)
fcntl.lockf(open("a", "w"), fcntl.LOCK_EX)
with open("a") as file:
    os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_WILLNEED)
with sqlite3.connect("c.db") as base:
    base.execute("create table t (x)")
    base.execute("insert into t values (1)")
sqlite3.connect("c.db").execute("select x from t").fetchall()
for family in (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK):
    socket.socket(family, socket.SOCK_DGRAM)
"""
"""What programs do with files, time stamps, locks and sockets of their own."""


def test_honest_calls_are_no_error(errors_of):
    assert errors_of(HONEST) == ""


ATTRIBUTES = f"""
import ctypes, os, struct, sys
system = ctypes.CDLL(None, use_errno=True)
VERSION, OWNER, GROUP, OTHERS, READ, READ_AND_WRITE, UNUSED_ID = 2, 1, 4, 32, 4, 6, 0
owner = struct.pack("<HHI", OWNER, READ_AND_WRITE, UNUSED_ID)
group = struct.pack("<HHI", GROUP, READ_AND_WRITE, UNUSED_ID)
others = struct.pack("<HHI", OTHERS, READ, UNUSED_ID)
access = struct.pack("<I", VERSION) + owner + group + others
name = b"system.posix_acl_access"
path = b"{DEVICE}"
file = os.open(path, os.O_RDONLY)
def report(call, status):
    print(call, os.strerror(ctypes.get_errno()) if status == -1 else "succeeded", file=sys.stderr)
for call, where in (("setxattr", path), ("lsetxattr", path), ("fsetxattr", file)):
    report(call, getattr(system, call)(where, name, access, len(access), 0))
for call, where in (("removexattr", path), ("lremovexattr", path), ("fremovexattr", file)):
    report(call, getattr(system, call)(where, name))
SETXATTRAT, WORKING_DIRECTORY = 463, -100
arguments = struct.pack("QII", ctypes.addressof(ctypes.create_string_buffer(access)), len(access), 0)
status = system.syscall(SETXATTRAT, WORKING_DIRECTORY, path, 0, name, arguments, len(arguments))
print("setxattrat", status, file=sys.stderr)
SIZE_OF_LOG = 10
print("syslog", system.klogctl(SIZE_OF_LOG, None, 0), file=sys.stderr)
"""
"""Sets and removes an access control list of the device, in seven ways, and asks for the size of the kernel's log.

It prints the error of each call that the C library has, and -1 for the other two if they are refused.
"""


@pytest.fixture
def restored_device():
    """Put the device's permissions back after the test, if this user may: a list that was set would change them."""
    yield
    with contextlib.suppress(PermissionError):
        os.chmod(DEVICE, 0o666)


@pytest.mark.usefixtures("restored_device")
def test_attributes_and_the_log_of_the_kernel_are_refused(errors_of):
    """An access control list that one player gives to a device would last, for the next player and for the machine."""
    before = os.stat(DEVICE).st_mode

    printed = errors_of(ATTRIBUTES)

    assert os.stat(DEVICE).st_mode == before
    assert printed.splitlines() == [
        "setxattr Operation not supported",
        "lsetxattr Operation not supported",
        "fsetxattr Operation not supported",
        "removexattr Operation not supported",
        "lremovexattr Operation not supported",
        "fremovexattr Operation not supported",
        "setxattrat -1",
        "syslog -1",
    ]


def numbers_in(header):
    """The number of each system call in a header of C, by name."""
    # A call such as __NR3264_fcntl has a form for 32 and one for 64 bits. __NR_syscalls is the number of all calls.
    defined = re.findall(r"define __NR(?:3264)?_(?!syscalls)(\w+) (\d+)$", header.read_text(), re.MULTILINE)
    # Linux 4.19 has more than 250 on both architectures; if fewer are found, the pattern is wrong.
    assert len(defined) > 250

    return {name: int(number) for name, number in defined}


@pytest.mark.parametrize(("architecture", "header"), [
    (0, "x86_64-linux-gnu/asm/unistd_64.h"),
    (1, "asm-generic/unistd.h"),
], ids=["x86_64", "aarch64"])  # fmt: skip
def test_calls_have_the_numbers_of_the_headers(architecture, header):
    """A rule has the number of each call on x86_64 and on aarch64.

    A call that a header lacks is younger than the header, or the architecture does not have it.
    """
    path = Path("/usr/include", header)
    if not path.exists():
        pytest.skip("no headers of a C compiler here")

    numbers_of_header = numbers_in(path)
    youngest = max(numbers_of_header.values())
    rules = chain(
        system_calls._RULES_ON_LIMITS,
        system_calls._RULES,
        system_calls._RULES_FOR_ROOT,
        system_calls._RULES_WITHOUT_CONTROL_GROUPS,
    )
    for rule in rules:
        for name, numbers in rule.numbers.items():
            number = numbers[architecture]
            is_younger = number is not None and number > youngest
            assert number == numbers_of_header.get(name) or is_younger, name


@pytest.mark.parametrize("name", ["SETLEASE", "NOTIFY", "SETLK", "SETLKW", "OFD_SETLK", "OFD_SETLKW"])
def test_commands_of_fcntl_are_those_of_the_c_library(name):
    assert getattr(system_calls, f"_{name}") == getattr(fcntl, f"F_{name}")


def test_advice_on_files_is_that_of_the_c_library():
    assert system_calls._DONTNEED == os.POSIX_FADV_DONTNEED


def test_sockets_of_four_families_are_allowed():
    # Linux has fewer than 64 families.
    allowed = set(range(64)).difference(system_calls._OTHER_FAMILIES)

    assert allowed == {socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK}
