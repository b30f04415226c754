"""Pairs of colluders: one player sends through something that both see, the other must receive nothing.

Each pair also plays in a sandbox without the filter of system calls. There the message must arrive, which shows that
the pair works.
"""

import contextlib
import fcntl
import os
import re
import socket
import sys
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

import pytest

from referee.contest.contest import Fixture
from referee.contest.limits import Limits
from referee.contest.lists import read_word_games
from referee.contest.player import Program
from referee.game.game_pool import GamePool
from referee.game.play_game import play_game
from referee.runner import system_calls

DEVICE = "/dev/zero"
"""A device file that all sandboxes share with the machine."""
PYTHON = str(Path(sys.executable).resolve())
"""Python outside the environment of the tests, whose files would all be looked through for secrets at every launch."""
SHORT = Limits(move=0.1)
"""The limits of a sender, which has sent its message when it has guessed, and waits for nothing more."""

BEGIN = """
import fcntl, mmap, os, struct, sys
file = os.open(sys.argv[1], os.O_RDONLY)
def tell(received):
    print("received" if received else "nothing", file=sys.stderr)
"""
"""How the program of each player begins. Its argument is the path of a file that both see and neither may write."""


@dataclass(frozen=True)
class Pair:
    """Two programs in Python: one sends a message, the other says whether it received it."""

    name: str
    send: str
    receive: str


EVICTED = """
try:
    os.preadv(file, [bytearray(1)], 0, os.RWF_NOWAIT)
    tell(False)
except BlockingIOError:  # it would have to be read from the disk
    tell(True)
except OSError:
    print("refused", file=sys.stderr)
"""
"""Says whether the file is out of the machine's page cache: the sender has put it out."""

LASTING = (
    Pair(
        "a time stamp of a device",
        f"os.utime({DEVICE!r}, (1, 1234567890))",
        f"tell(os.stat({DEVICE!r}).st_mtime == 1234567890)",
    ),
    Pair(
        "the permissions of a device",
        f"os.chmod({DEVICE!r}, 0o664)",
        f"tell(os.stat({DEVICE!r}).st_mode & 0o777 == 0o664)",
    ),
    Pair(
        "how long data of a file will live",
        "F_SET_RW_HINT, RWH_WRITE_LIFE_LONG = 1036, 4\n"
        "fcntl.fcntl(file, F_SET_RW_HINT, struct.pack('Q', RWH_WRITE_LIFE_LONG))",
        """
F_GET_RW_HINT, RWH_WRITE_LIFE_LONG = 1035, 4
try:
    [hint] = struct.unpack("Q", fcntl.fcntl(file, F_GET_RW_HINT, bytes(8)))
    tell(hint == RWH_WRITE_LIFE_LONG)
except OSError:
    print("refused", file=sys.stderr)
""",
    ),
    Pair(
        "the page cache, by advice on a file",
        "os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)",
        EVICTED,
    ),
    Pair(
        "the page cache, by advice on memory",
        """
MADV_PAGEOUT = 21
pages = mmap.mmap(file, 0, prot=mmap.PROT_READ)
pages[0]  # only pages that were read are in the memory of this process
pages.madvise(MADV_PAGEOUT)
""",
        EVICTED,
    ),
)
"""Channels in which a message stays when its sender has ended."""

OPEN_DEVICE = f"device = open({DEVICE!r}, 'r+b', buffering=0)\n"
"""The beginning of a program that locks the device."""


def is_refused(lock):
    """The program that says whether this lock is refused, because the sender has it."""
    return f"""
try:
    {lock}
    tell(False)
except BlockingIOError:
    tell(True)
"""


FLEETING = (
    Pair(
        "a lock on a whole file",
        "fcntl.flock(file, fcntl.LOCK_EX)",
        is_refused("fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)"),
    ),
    Pair(
        "a lock on bytes of a file",
        "fcntl.lockf(file, fcntl.LOCK_SH)",
        """
asked = struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 0, 0)
kind, *_ = struct.unpack("hhqqi4x", fcntl.fcntl(file, fcntl.F_GETLK, asked))
tell(kind == fcntl.F_RDLCK)
""",
    ),
    Pair(
        "a lock on bytes of a device",
        OPEN_DEVICE + "fcntl.lockf(device, fcntl.LOCK_EX, 1, 77)",
        OPEN_DEVICE + is_refused("fcntl.lockf(device, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 77)"),
    ),
)
"""Channels in which a message stays as long as its sender plays."""
STAY = """
print("crane", flush=True)
sys.stdin.read()
"""
"""Says that the message is sent, by a guess, and plays on."""


@pytest.fixture
def plays(wordlist, sandbox_or_skip, tmp_path):
    """plays(sandbox, program, limits, on_move): the record of a Python program that plays a game.

    All programs see one file. on_move: called after each guess of the program.
    """
    shared = tmp_path / "shared"
    with shared.open("wb") as file:
        file.write(b"x" * (1 << 16))
        os.fsync(file.fileno())  # what is not on the disk yet stays in the page cache

    word_games = read_word_games([5], wordlist)

    def game(sandbox, program, limits=Limits(), on_move=lambda move: None):
        player = Program("p", "p", (PYTHON, "-c", BEGIN + program, str(shared)))
        with GamePool(word_games, limits, sandbox) as pool:
            return pool.play(Fixture(player, 0, "dozes"), on_move)

    return game


@pytest.fixture
def filtered(sandbox_or_skip):
    """The sandbox with its filter of system calls."""
    return sandbox_or_skip()


@pytest.fixture
def unfiltered(filtered):
    """The sandbox without its filter of system calls."""
    return replace(filtered, box=replace(filtered.box, filter=b""))


@pytest.fixture
def restored_device():
    """Put the device's time stamp and permissions back after the test."""
    yield
    with contextlib.suppress(PermissionError):
        os.utime(DEVICE)
        os.chmod(DEVICE, 0o666)  # it also limits the rights that an access control list gives


@pytest.fixture
def one_after_the_other(plays, restored_device):
    """one_after_the_other(sandbox, pair): what the receiver says whose game follows the sender's."""

    def play(sandbox, pair):
        plays(sandbox, pair.receive)  # brings the file into the page cache
        plays(sandbox, pair.send)
        return plays(sandbox, pair.receive).stderr_head.strip()

    return play


@pytest.fixture
def side_by_side(plays):
    """side_by_side(sandbox, pair): what the receiver says whose game is within the sender's."""

    def play(sandbox, pair):
        """Play the sender's game, and the receiver's as soon as the sender has guessed."""
        received = []

        def receive(move):
            received.append(plays(sandbox, pair.receive).stderr_head.strip())

        plays(sandbox, pair.send + STAY, SHORT, receive)
        [said] = received
        return said

    return play


lasting = pytest.mark.parametrize("pair", LASTING, ids=lambda pair: pair.name)
fleeting = pytest.mark.parametrize("pair", FLEETING, ids=lambda pair: pair.name)


class TestOneAfterTheOther:
    @lasting
    def test_nothing_is_received(self, one_after_the_other, filtered, pair):
        assert one_after_the_other(filtered, pair) in ("nothing", "refused")

    @lasting
    def test_without_the_filter_the_message_is_received(self, one_after_the_other, unfiltered, pair):
        said = one_after_the_other(unfiltered, pair)

        if said != "received":
            pytest.skip(f"this machine has no such channel: {pair.name}")


class TestSideBySide:
    @fleeting
    def test_nothing_is_received(self, side_by_side, filtered, pair):
        assert side_by_side(filtered, pair) == "nothing"

    @fleeting
    def test_without_the_filter_the_message_is_received(self, side_by_side, unfiltered, pair):
        assert side_by_side(unfiltered, pair) == "received"


CALLS = """
import ctypes, errno
system = ctypes.CDLL(None, use_errno=True)
def says(error, name, *arguments):
    failed = getattr(system, name)(*arguments) == -1
    print(name, arguments[:1], failed and ctypes.get_errno() == error, file=sys.stderr)
says(errno.ENOSYS, "inotify_init1", 0)
says(errno.ENOSYS, "mincore", 0, 0, 0)
says(errno.ENOSYS, "syscall", 425, 1, 0)
says(errno.ENOSYS, "syscall", 250, 0, -3, 0)
says(errno.EAFNOSUPPORT, "socket", 40, 1, 0)
"""
"""Makes calls that no player may make: watches files, asks for cached pages, makes a ring (425) and a key (250), and
opens a socket to the machine that hosts this one (family 40). Says whether each is refused as the kernel would."""


def test_calls_that_see_other_players_are_refused(plays, filtered):
    assert plays(filtered, CALLS).stderr_head.splitlines() == [
        "inotify_init1 (0,) True",
        "mincore (0,) True",
        "syscall (425,) True",
        "syscall (250,) True",
        "socket (40,) True",
    ]


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
"""What programs do with files, time stamps, locks and sockets of their own."""


def test_honest_calls_are_no_error(plays, filtered):
    assert plays(filtered, HONEST).stderr_head == ""


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

    # A call such as __NR3264_fcntl has a form for 32 and one for 64 bits. __NR_syscalls is the number of all calls.
    defined = re.findall(r"define __NR(?:3264)?_(?!syscalls)(\w+) (\d+)$", path.read_text(), re.MULTILINE)
    numbers_of_header = {name: int(number) for name, number in defined}
    # Linux 4.19 has more than that on both architectures; if fewer are found, the pattern is wrong.
    assert len(numbers_of_header) > 250

    youngest = max(numbers_of_header.values())
    for rule in chain(system_calls._RULES, system_calls._RULES_FOR_ROOT, system_calls._RULES_WITHOUT_GROUPS):
        for name, numbers in rule.numbers.items():
            number = numbers[column]
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


ATTRIBUTES = f"""
import ctypes, os, struct, sys
system = ctypes.CDLL(None, use_errno=True)
# The version, then a tag, rights and an unused id each for the owner (1), the group (4) and all (32).
access = struct.pack("<I" + 3 * "HHI", 2, 1, 6, 0, 4, 6, 0, 32, 4, 0)
name = b"system.posix_acl_access"
path = b"{DEVICE}"
file = os.open(path, os.O_RDONLY)
for call, where in (("setxattr", path), ("lsetxattr", path), ("fsetxattr", file)):
    done = getattr(system, call)(where, name, access, len(access), 0)
    print(call, done and os.strerror(ctypes.get_errno()), file=sys.stderr)
for call, where in (("removexattr", path), ("lremovexattr", path), ("fremovexattr", file)):
    done = getattr(system, call)(where, name)
    print(call, done and os.strerror(ctypes.get_errno()), file=sys.stderr)
arguments = struct.pack("QII", ctypes.addressof(ctypes.create_string_buffer(access)), len(access), 0)
print("setxattrat", system.syscall(463, -100, path, 0, name, arguments, 16), file=sys.stderr)
print("syslog", system.klogctl(10, None, 0) == -1, file=sys.stderr)
"""
"""Gives the device other rights by an access control list, in seven ways, and asks for the size of the kernel's log.

setxattrat is call 463, and -100 stands for the working directory; klogctl(10) asks for the size."""


@pytest.mark.usefixtures("restored_device")
def test_attributes_and_the_log_of_the_kernel_are_refused(sandbox_or_skip, wordlist):
    """An access control list that one player gives to a device would last, for the next player and for the machine."""
    sandbox_or_skip()
    before = os.stat(DEVICE).st_mode
    player = Program("p", "p", (PYTHON, "-c", ATTRIBUTES))

    record = play_game(player, "dozes", wordlist=wordlist, sandbox="require")

    assert os.stat(DEVICE).st_mode == before
    assert record.stderr_head.splitlines() == [
        "setxattr Operation not supported",
        "lsetxattr Operation not supported",
        "fsetxattr Operation not supported",
        "removexattr Operation not supported",
        "lremovexattr Operation not supported",
        "fremovexattr Operation not supported",
        "setxattrat -1",
        "syslog True",
    ]
