"""What two players at the same time can tell each other: bits that a listener heard, by channel and by user ids."""

import contextlib
import os
import select
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks.programs import measured_as_ordinary_user
from benchmarks.tables import record_table
from referee.contest.conditions import IsolationRequest
from referee.contest.view import view_of
from referee.runner.boxes import best_box
from referee.runner.client import LaunchedPlayer, Runner
from referee.runner.held_directory import PASSABLE
from referee.runner.messages import UNLIMITED, Box, Launch, Resources
from referee.runner.view import View

ORDINARY = "an ordinary user's players"
"""The column of players with the user id of a referee that is not root's."""
PAGE = "threat-model.md"
BITS = (1, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 1, 1, 0, 1)
"""The bits that are sent. A listener that hears nothing says the same each time, and is right 7 or 8 times."""
_PATIENCE = 20.0
"""Seconds for a program to write its line."""
_IMPORTS = "import ctypes, fcntl, mmap, os, resource, signal, socket, struct, sys, time\n"
_SHARED_FILE = "/etc/passwd"
"""A file that every player sees, and maps only if it wants to."""


@dataclass(frozen=True)
class Channel:
    """A way to pass on a bit: Python statements of the sender of a 1, and an expression of the listener."""

    name: str
    send: str
    listen: str
    """Defines the function hear()."""


CHANNELS = (
    Channel(
        "open files in flight over a socket",
        """
ends = socket.socketpair()
null = os.open("/dev/null", os.O_RDONLY)
for _ in range(3):
    socket.send_fds(ends[0], [b"x"], [null] * 200)
""",
        """
def hear():
    resource.setrlimit(resource.RLIMIT_NOFILE, (300, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    ends = socket.socketpair()
    try:
        socket.send_fds(ends[0], [b"x"], [0])
    except OSError:
        return True
    return False
""",
    ),
    Channel(
        "pages of pipes",
        """
pipes = []
for _ in range(120):
    pipes.append(os.pipe())
    try:
        fcntl.fcntl(pipes[-1][1], 1031, 1 << 20)
    except OSError:
        pass  # the user has all pages that it may have; a pipe of the usual size still takes some
""",
        """
def hear():
    reading, writing = os.pipe()
    return fcntl.fcntl(writing, 1032) < 65536
""",
    ),
    Channel(
        "pending signals",
        """
system = ctypes.CDLL(None)
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN])
while system.sigqueue(os.getpid(), signal.SIGRTMIN, None) == 0:
    pass
""",
        """
def hear():
    system = ctypes.CDLL(None)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN])
    return system.sigqueue(os.getpid(), signal.SIGRTMIN, None) < 0
""",
    ),
    Channel(
        "bytes of message queues",
        """
system = ctypes.CDLL(None)
for number in range(100):
    if system.mq_open(b"/sender%d" % number, os.O_CREAT | os.O_RDWR, 0o600, None) < 0:
        break
""",
        """
def hear():
    system = ctypes.CDLL(None)
    return system.mq_open(b"/listener", os.O_CREAT | os.O_RDWR, 0o600, None) < 0
""",
    ),
    Channel(
        "locked memory",
        """
held = [mmap.mmap(-1, 1 << 20) for _ in range(100)]
for part in held:
    if ctypes.CDLL(None).mlock(ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(part))), 1 << 20) < 0:
        break
""",
        """
def hear():
    held = mmap.mmap(-1, 2 << 20)
    return ctypes.CDLL(None).mlock(ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(held))), 2 << 20) < 0
""",
    ),
    Channel(
        "who else maps a page (pagemap, bit 56)",
        f"""
file = os.open({_SHARED_FILE!r}, os.O_RDONLY)
held = mmap.mmap(file, 0, prot=mmap.PROT_READ)
held[0]
""",
        f"""
def hear():
    file = os.open({_SHARED_FILE!r}, os.O_RDONLY)
    system = ctypes.CDLL(None, use_errno=True)
    system.mmap.restype = ctypes.c_void_p
    address = system.mmap(None, ctypes.c_size_t(4096), 1, 1, file, ctypes.c_long(0))
    ctypes.string_at(address, 1)
    with open("/proc/self/pagemap", "rb", buffering=0) as pages:
        pages.seek(address // 4096 * 8)
        return not struct.unpack("Q", pages.read(8))[0] >> 56 & 1
""",
    ),
    Channel(
        "the number of pipes, sockets and files of the machine (/proc/sys/fs/file-nr)",
        """
held = [os.open("/dev/null", os.O_RDONLY) for _ in range(900)]
""",
        """
def count():
    return int(open("/proc/sys/fs/file-nr").read().split()[0])
before = count()
def hear():
    return count() - before > 600
""",
    ),
    Channel(
        "the number of processes of the machine (/proc/loadavg)",
        """
import threading
for _ in range(100):
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
""",
        """
def count():
    return int(open("/proc/loadavg").read().split()[3].partition("/")[2])
before = count()
def hear():
    return count() - before > 60
""",
    ),
    Channel(
        "locks on a file that both see",
        f"""
file = open({_SHARED_FILE!r}, "rb")
fcntl.flock(file, fcntl.LOCK_EX)
""",
        f"""
def hear():
    try:
        fcntl.flock(open({_SHARED_FILE!r}, "rb"), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    return False
""",
    ),
)


def measure(quick: bool) -> dict[str, Any]:
    """Return for each channel how many of the bits a listener heard, by the user ids of the players.

    As root it is measured a second time by an ordinary user, whose players have the id of that user.
    """
    bits = BITS[:3] if quick else BITS
    rows: list[dict[str, Any]] = [{"channel": channel.name, "bits": len(bits)} for channel in CHANNELS]
    columns: list[str] = []
    with Runner() as runner, tempfile.TemporaryDirectory() as directory:
        os.chmod(directory, PASSABLE)
        for name, box in _boxes(runner):
            columns.append(name)
            for row, channel in zip(rows, CHANNELS, strict=True):
                row[name] = sum(_hears(channel, bool(bit), runner, box, directory) == bool(bit) for bit in bits)

    ordinary = measured_as_ordinary_user("channels", quick)
    if ordinary is not None and ordinary["columns"]:
        columns.append(ORDINARY)
        for row, ordinary_row in zip(rows, ordinary["channels"], strict=True):
            row[ORDINARY] = ordinary_row[ORDINARY]
    return {"user": os.geteuid(), "columns": columns, "channels": rows}


def tables(results: dict[str, Any]) -> dict[str, str]:
    """`heard`: a line for each channel."""
    columns = {"channel": ("channel", None), "bits": ("bits", None)}
    columns |= {f"heard, {name}": (name, None) for name in results["columns"]}
    return {"heard": record_table(results["channels"], columns)}


def _boxes(runner: Runner) -> Iterator[tuple[str, Box]]:
    """The sandboxes that are compared, with what is said of the user ids in them."""
    own, _ = best_box(runner)
    if own is None:
        return
    if own.users is None:
        yield ORDINARY, own
        return
    if len(own.users) > 1:
        yield "an id for each", own
    shared, _ = best_box(runner, range(0))
    if shared is not None:
        yield "one id for all", shared


def _hears(channel: Channel, bit: bool, runner: Runner, box: Box, directory: str) -> bool:
    """Whether the listener heard a 1 while the sender sent this bit."""
    listens = f"{_IMPORTS}{channel.listen}print('ready', flush=True)\ninput()\nprint(hear(), flush=True)\n"
    sends = f"{_IMPORTS}{channel.send if bit else ''}print('sent', flush=True)\ninput()\n"
    with program(listens, runner, box, directory) as listener:
        line_of(listener)
        with program(sends, runner, box, directory) as sender:
            line_of(sender)
            os.write(listener.pipes[0], b"\n")
            return line_of(listener) == "True"


@contextlib.contextmanager
def program(
    text: str, runner: Runner, box: Box, directory: str, limits: Resources = UNLIMITED
) -> Iterator[LaunchedPlayer]:
    """A Python program in a sandbox, which has begun; it is ended afterwards."""
    launch = Launch((sys.executable, "-c", text), directory, limits, view=_view(), box=box)
    with contextlib.closing(runner.launch(launch)) as program:
        try:
            os.write(program.pipes[0], b"\n")
            yield program
        finally:
            program.end()
            for pipe in program.pipes:
                os.close(pipe)


def _view() -> View:
    """What a program of this Python needs to see."""
    return view_of(IsolationRequest(), (sys.executable,))


def line_of(program: LaunchedPlayer) -> str:
    """The next line of the program; empty if none comes."""
    readable, _, _ = select.select([program.pipes[1]], [], [], _PATIENCE)
    return os.read(program.pipes[1], 4096).decode().strip() if readable else ""
