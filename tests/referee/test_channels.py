"""Pairs of colluders: one player sends through something that both see, the other must receive nothing.

Each pair also plays in a sandbox without the filter of system calls. There the message must arrive, which shows that
the pair works. A machine may lack one of the LASTING channels; then that test is skipped. What else the filter refuses
is tested in test_system_calls.py.
"""

import contextlib
import os
from dataclasses import dataclass

import pytest
from programs import python_for_players

from referee.contest.contest import Fixture
from referee.contest.limits import Limits
from referee.contest.lists import read_word_games
from referee.contest.player import Program
from referee.game.game_pool import GamePool
from referee.game.sandbox import Sandbox
from wordlists.rules import GameOptions

DEVICE = "/dev/zero"
"""A device file that all sandboxes share with the machine."""
PYTHON = python_for_players()
SHORT = Limits(move=0.1)
"""The limits of a sender that guesses once, when its message is sent, and then only waits.

The receiver's game is played after that guess, while the sender's time for its next guess runs. So the sender's game
ends with a time-out soon after the receiver's.
"""

BEGIN = """
import fcntl, mmap, os, struct, sys
file = os.open(sys.argv[1], os.O_RDONLY)
def tell(received):
    print("received" if received else "nothing", file=sys.stderr)
"""
"""How the program of each player begins.

It opens a file that both players see and neither may write. `tell` says whether the message was received.
"""


@dataclass(frozen=True)
class Pair:
    """Two programs in Python: one sends a message, the other says whether it received it."""

    name: str
    send: str
    receive: str
    """It says "received" or "nothing" on standard error, or "refused" where it may not even look."""


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

LOCKED_BYTE = "1, 77"
"""Arguments of lockf: one byte, at a position that no other program locks by chance."""
OPEN_DEVICE = f"device = open({DEVICE!r}, 'r+b', buffering=0)\n"
"""The beginning of a program that locks the device."""


def is_refused(lock):
    """The program of a receiver: the message is that this lock is refused, because the sender has it."""
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
# A file that is open for reading cannot be locked for writing. But it can be asked what lock would be in the way.
FLOCK = "hhqqi4x"  # struct flock of C: kind, whence, start, length, process id
wanted = struct.pack(FLOCK, fcntl.F_WRLCK, 0, 0, 0, 0)
kind, *_ = struct.unpack(FLOCK, fcntl.fcntl(file, fcntl.F_GETLK, wanted))
tell(kind == fcntl.F_RDLCK)  # the lock in the way of the one that is wanted
""",
    ),
    Pair(
        "a lock on bytes of a device",
        OPEN_DEVICE + f"fcntl.lockf(device, fcntl.LOCK_EX, {LOCKED_BYTE})",
        OPEN_DEVICE + is_refused(f"fcntl.lockf(device, fcntl.LOCK_EX | fcntl.LOCK_NB, {LOCKED_BYTE})"),
    ),
)
"""Channels in which a message stays as long as its sender plays."""
STAY = """
print("crane", flush=True)
sys.stdin.read()
"""
"""Says that the message is sent, by a guess, and plays on."""


@pytest.fixture
def plays(wordlist, tmp_path):
    """plays(sandbox, program, limits, on_move): what a Python program says on standard error in a game.

    All programs of a test see one file of 64 KiB. on_move: called after each guess of the program.
    """
    shared = tmp_path / "shared"
    with shared.open("wb") as file:
        file.write(bytes(1 << 16))
        os.fsync(file.fileno())  # what is not on the disk yet stays in the page cache

    word_games = read_word_games([5], GameOptions(wordlist))

    def game(sandbox, program, limits=Limits(), on_move=lambda move: None):
        player = Program("p", "p", (PYTHON, "-c", BEGIN + program, str(shared)))
        with GamePool(word_games, limits, sandbox) as pool:
            return pool.play(Fixture(player, index=0, word="dozes"), on_move).stderr_head.strip()

    return game


@pytest.fixture
def filtered(sandbox_or_skip):
    """The sandbox with its filter of system calls."""
    return sandbox_or_skip()


@pytest.fixture
def unfiltered(filtered):
    """The sandbox without its filter of system calls."""
    return Sandbox(filtered.runner, filtered.box._replace(filter=b""), filtered.isolation)


@pytest.fixture
def restored_device():
    """Put the device's time stamp and permissions back after the test."""
    yield
    with contextlib.suppress(PermissionError):
        os.utime(DEVICE)
        os.chmod(DEVICE, 0o666)


@pytest.fixture
def one_after_the_other(plays, restored_device):
    """one_after_the_other(sandbox, pair): what the receiver says whose game follows the sender's."""

    def play(sandbox, pair):
        plays(sandbox, pair.receive)  # brings the file into the page cache
        plays(sandbox, pair.send)
        return plays(sandbox, pair.receive)

    return play


@pytest.fixture
def side_by_side(plays):
    """side_by_side(sandbox, pair): what the receiver says whose game is within the sender's."""

    def play(sandbox, pair):
        """Play the sender's game, and the receiver's as soon as the sender has guessed."""
        received = []

        def receive(move):
            received.append(plays(sandbox, pair.receive))

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

        # Kernels and file systems differ in these channels, so one of them may not exist here.
        if said != "received":
            pytest.skip(f"this machine has no such channel: {pair.name}")


class TestSideBySide:
    @fleeting
    def test_nothing_is_received(self, side_by_side, filtered, pair):
        assert side_by_side(filtered, pair) == "nothing"

    @fleeting
    def test_without_the_filter_the_message_is_received(self, side_by_side, unfiltered, pair):
        assert side_by_side(unfiltered, pair) == "received"
