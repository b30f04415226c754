"""Pairs of colluders: one player sends through something that both see, the other must receive nothing."""

import contextlib
import dataclasses
import fcntl
import os
import re
import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from referee.contest.conditions import Limits
from referee.contest.contest import Fixture
from referee.contest.lists import read_word_games
from referee.contest.player import Program
from referee.game.play_game import game_setup, play_fixture, play_game
from referee.runner import system_calls

DEVICE = "/dev/zero"
PYTHON = str(Path(sys.executable).resolve())
"""Python outside the environment of the tests: at every launch all files of an environment are looked through for
secrets."""
FROM = "import fcntl, mmap, os, sys, time; path = sys.argv[1]; file = os.open(path, os.O_RDONLY)\n"
SEND_TIME = f"os.utime({DEVICE!r}, (1, 1234567890))"
READ_TIME = f"print(os.stat({DEVICE!r}).st_mtime == 1234567890, file=sys.stderr)"
SEND_MODE = f"os.chmod({DEVICE!r}, 0o664)"
READ_MODE = f"print(os.stat({DEVICE!r}).st_mode & 0o777 == 0o664, file=sys.stderr); os.chmod({DEVICE!r}, 0o666)"
SEND_HINT = "import struct; fcntl.fcntl(file, 1036, struct.pack('Q', 4))"
READ_HINT = """
import struct
try:
    print(struct.unpack("Q", fcntl.fcntl(file, 1035, bytes(8))) == (4,), file=sys.stderr)
except OSError:
    print("refused", file=sys.stderr)
"""
EVICT = "os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)"
PAGE_OUT = "m = mmap.mmap(file, 0, prot=mmap.PROT_READ); m[0]; m.madvise(21)"
IS_CACHED = """
try:
    os.preadv(file, [bytearray(1)], 0, os.RWF_NOWAIT)
    print(False, file=sys.stderr)
except BlockingIOError:
    print(True, file=sys.stderr)
except OSError:
    print("refused", file=sys.stderr)
"""
LOCK = "fcntl.flock(file, fcntl.LOCK_EX); time.sleep(4.0)"
IS_LOCKED = """
time.sleep(2.0)
try:
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    print(False, file=sys.stderr)
except BlockingIOError:
    print(True, file=sys.stderr)
"""
READ_LOCK = "fcntl.lockf(file, fcntl.LOCK_SH); time.sleep(4.0)"
IS_READ_LOCKED = """
import struct
time.sleep(2.0)
asked = struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 0, 0)
print(struct.unpack("hhqqi4x", fcntl.fcntl(file, fcntl.F_GETLK, asked))[0] == fcntl.F_RDLCK, file=sys.stderr)
"""
OPEN_DEVICE = f"device = open({DEVICE!r}, 'r+b', buffering=0)\n"
LOCK_DEVICE = OPEN_DEVICE + "fcntl.lockf(device, fcntl.LOCK_EX, 1, 77); time.sleep(4.0)"
IS_DEVICE_LOCKED = IS_LOCKED.replace("flock(file, ", "lockf(device, ").replace("NB)", "NB, 1, 77)")
CALLS = """
import ctypes
system = ctypes.CDLL(None, use_errno=True)
def refused(name, *arguments):
    return getattr(system, name)(*arguments) == -1 and ctypes.get_errno() == 38
print(refused("inotify_init1", 0), refused("mincore", 0, 0, 0), refused("syscall", 425, 1, 0), file=sys.stderr)
print(refused("syscall", 250, 0, -3, 0), system.socket(40, 1, 0), ctypes.get_errno(), file=sys.stderr)
"""
HONEST = """
import shutil
open("a", "w").write("x")
os.utime("a", (1, 1))
os.chmod("a", 0o600)
shutil.copy2("a", "b")
os.system("touch a c")
fcntl.flock(open("a"), fcntl.LOCK_EX)
fcntl.lockf(open("a", "w"), fcntl.LOCK_EX)
os.posix_fadvise(file, 0, 0, os.POSIX_FADV_WILLNEED)
import socket, sqlite3
with sqlite3.connect("c.db") as base:
    base.execute("create table t (x)")
    base.execute("insert into t values (1)")
sqlite3.connect("c.db").execute("select x from t").fetchall()
for family in (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK):
    socket.socket(family, socket.SOCK_DGRAM)
"""


ATTRIBUTES = f"""
import ctypes, os, struct, sys
system = ctypes.CDLL(None, use_errno=True)
access = struct.pack("<I" + 3 * "HHI", 2, 1, 6, 0, 4, 6, 0, 32, 4, 0)
name, place = b"system.posix_acl_access", b"{DEVICE}"
file = os.open(place, os.O_RDONLY)
for call, where in (("setxattr", place), ("lsetxattr", place), ("fsetxattr", file)):
    done = getattr(system, call)(where, name, access, len(access), 0)
    print(call, done and os.strerror(ctypes.get_errno()), file=sys.stderr)
for call, where in (("removexattr", place), ("lremovexattr", place), ("fremovexattr", file)):
    done = getattr(system, call)(where, name)
    print(call, done and os.strerror(ctypes.get_errno()), file=sys.stderr)
arguments = struct.pack("QII", ctypes.addressof(ctypes.create_string_buffer(access)), len(access), 0)
print("setxattrat", system.syscall(463, -100, place, 0, name, arguments, 16), file=sys.stderr)
print("syslog", system.klogctl(10, None, 0) == -1, file=sys.stderr)
"""
"""Gives the device's group other rights, as an access control list does, and asks for the size of the kernel's log."""


@pytest.fixture
def plays(wordlist, sandbox, tmp_path):
    """plays(sandbox, program): what a Python program says on standard error that plays a game; all see one file."""
    shared = tmp_path / "shared"
    with shared.open("wb") as file:
        file.write(b"x" * (1 << 16))
        os.fsync(file.fileno())  # what is not on the disk yet stays in the page cache
    lists = read_word_games([5], wordlist)

    def game(found, program):
        player = Program("p", "p", (PYTHON, "-c", FROM + program, str(shared)))
        with game_setup(lists, Limits(), found) as setup:
            return play_fixture(Fixture(player, 0, "dozes"), setup)

    return game


@pytest.fixture(params=["filtered", "unfiltered"])
def found(request, sandbox):
    """The sandbox with its filter and without; the second shows that the pair works."""
    found = sandbox()
    return found if request.param == "filtered" else dataclasses.replace(found, box=replace(found.box, filter=b""))


@pytest.fixture
def device():
    """The device's time stamp and mode are put back."""
    yield
    with contextlib.suppress(PermissionError):
        os.utime(DEVICE)
        os.chmod(DEVICE, 0o666)  # also in an access control list


@pytest.mark.usefixtures("device")
@pytest.mark.parametrize(("send", "receive"), [
    (SEND_TIME, READ_TIME),
    (SEND_MODE, READ_MODE),
    (SEND_HINT, READ_HINT),
    (EVICT, IS_CACHED),
    (PAGE_OUT, IS_CACHED),
])  # fmt: skip
def test_one_after_the_other(plays, found, send, receive):
    plays(found, receive)
    sent = plays(found, send)
    [said, *_] = plays(found, receive).stderr_head.split() or [""]
    if not found.box.filter:
        if said != "True":
            pytest.skip(f"this machine has no such channel: {sent.stderr_head}")
    else:
        assert said in ("False", "refused")


@pytest.mark.parametrize(("send", "receive"), [
    (LOCK, IS_LOCKED), (READ_LOCK, IS_READ_LOCKED), (LOCK_DEVICE, OPEN_DEVICE + IS_DEVICE_LOCKED),
])  # fmt: skip
def test_side_by_side(plays, found, send, receive):
    with ThreadPoolExecutor(2) as threads:
        games = [threads.submit(plays, found, program) for program in (send, receive)]
        said = games[1].result().stderr_head
    assert ("True" in said) == (not found.box.filter)


def test_refused_calls(plays, sandbox):
    assert plays(sandbox(), CALLS).stderr_head == "True True True\nTrue -1 97\n"


def test_honest_calls_work(plays, sandbox):
    """What programs do with files, time stamps and locks of their own is no error."""
    assert plays(sandbox(), HONEST).stderr_head == ""


@pytest.mark.parametrize(
    ("column", "header"),
    [
        (0, "x86_64-linux-gnu/asm/unistd_64.h"),
        (1, "asm-generic/unistd.h"),
    ],
)
def test_calls_have_the_numbers_of_the_headers(column, header):
    """A call that a header lacks is younger than the header, or the architecture does not have it."""
    path = Path("/usr/include", header)
    if not path.exists():
        pytest.skip("no headers of a C compiler here")
    lines = re.findall(r"define __NR(?:3264)?_(?!syscalls)(\w+) (\d+)$", path.read_text(), re.MULTILINE)
    listed = {name: int(number) for name, number in lines}
    rules = system_calls._RULES + system_calls._RULES_FOR_ROOT + system_calls._RULES_WITHOUT_GROUPS
    calls = {name: numbers[column] for rule in rules for name, numbers in rule.numbers.items()}
    others = {name: number for name, number in calls.items() if number != listed.get(name)}
    assert len(calls) > 30 and all(number and number > max(listed.values()) for number in others.values()), others


def test_constants_are_those_of_the_c_library():
    names = ("SETLEASE", "NOTIFY", "SETLK", "SETLKW", "OFD_SETLK", "OFD_SETLKW")
    assert [getattr(system_calls, f"_{name}") for name in names] == [getattr(fcntl, f"F_{name}") for name in names]
    assert system_calls._DONTNEED == os.POSIX_FADV_DONTNEED
    allowed = {socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK}
    assert set(range(64)).difference(system_calls._FAMILIES) == allowed


@pytest.mark.usefixtures("device")
def test_attributes_and_the_log_of_the_kernel(sandbox, wordlist):
    """An access control list that one player gives to a device would last, for the next player and for the machine."""
    sandbox()
    before = os.stat(DEVICE).st_mode
    player = Program("p", "p", (PYTHON, "-c", ATTRIBUTES))
    said = play_game(player, "dozes", wordlist=wordlist, sandbox="require").stderr_head.splitlines()
    assert os.stat(DEVICE).st_mode == before
    calls = ("setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr")
    assert said == [*(f"{call} Operation not supported" for call in calls), "setxattrat -1", "syslog True"]
