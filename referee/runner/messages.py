"""The messages between the referee and its runner, and how they travel through a socket, with open files.

1. The referee sends a Launch over the control socket. The runner makes a socket for this player and passes one end of
   it back, or answers NotPassed.
2. Once the player waits for a line on its input, the runner answers over the player's socket with the pid of the
   launcher, or of the sandbox around it. The ends of the pipes to the player's input, output and standard error come
   along as open files. If the player cannot be started, the answer is NotStarted or a DataError.
3. An EndReport comes when nothing of the player is left: it exited, exceeded a limit, or the referee closed its half of
   the socket.

Open files are passed by the runner only, never by the referee. The kernel refuses to pass them once those that a user
has in flight exceed the sender's limit on open files, and the runner can raise its own limit without a change in the
program that called the referee (see open_files).
"""

import contextlib
import errno
import os
import pickle
import socket
import struct
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from lingo_common.errors import DataError, reason
from referee.runner.view import NOTHING, Command, View

_LENGTH = struct.Struct("!I")
"""The number of bytes of a message, which comes before it: four bytes."""
PIPES = 3
"""The open files that come with a player: ends of pipes to its input, and from its output and standard error.

No other message has more.
"""
_NOBODY_THERE = frozenset({errno.EPIPE, errno.ECONNRESET, errno.ENOTCONN, errno.EBADF})
"""Errors of a socket of which one end is closed."""


class NotStarted(Exception):
    """The command could not be started; the message says why."""


class NotPassed(DataError):
    """The runner and the referee could not pass an open file on; the message says why. No player is to blame."""


class RunnerLost(DataError):
    """The runner was ended from outside, and its players with it: their games are to be played again."""

    def __init__(self) -> None:
        super().__init__("the helper process that runs players was ended")


Limit = Literal["memory-limit", "cpu-limit", "process-limit", "disk-limit"]
"""A limit that a program exceeded."""


class Box(NamedTuple):
    """A sandbox of namespaces, new for each program and gone with it."""

    bwrap: str
    """The path of bubblewrap's program."""
    filter: bytes = b""
    """The seccomp filter of games (see system_calls); empty for none."""
    filter_of_preparations: bytes = b""
    """The seccomp filter of the commands that prepare players; empty for none."""
    sealed: bool = True
    """Whether programs in it can make no user namespaces; bubblewrap before 0.8 cannot prevent them."""
    users: range | None = None
    """The kernel uids of programs. Each program has one of its own while it runs (see user_ids); a range of one id is
    shared by all. None for the uid of the runner."""


class Launch(NamedTuple):
    """A program to start, and what it may see and use.

    The limits hold for the program and its children together; None is no limit.
    """

    arguments: Command
    directory: str
    """Its working directory. In a sandbox it has one of its own, with links to the files of this one."""
    memory: int | None = None
    """The limit on memory in bytes."""
    cpu: float | None = None
    """The limit on processor time in seconds."""
    processes: int | None = None
    """The limit on processes and threads at a time."""
    disk: int | None = None
    """The limit on bytes that it writes."""
    environment: Mapping[str, str] = {}
    """Variables beside those that every program gets (see launcher.environment)."""
    prepared: str | None = None
    """The directory that it sees in its working directory under the name `prepared`; None for none."""
    is_preparation: bool = False
    """Whether it is to write into that directory."""
    view: View = NOTHING
    """What it sees in a sandbox; without one it sees what its user may."""
    box: Box | None = None
    """Its sandbox; None for none."""
    patience: float = 30.0
    """Seconds for the sandbox to be ready."""


class EndReport(NamedTuple):
    """How a player ended and what it used; it is made when nothing of the player is left."""

    exit_status: int | None = None
    """The exit status; None if a signal or the referee ended it."""
    signal: int | None = None
    """The number of the signal that ended it; None for no signal. In a sandbox signal 9 comes with the exit status 137,
    because both look alike (see bubblewrap.signal_in)."""
    exceeded: Limit | None = None
    """The limit that it exceeded, if any."""
    cpu_seconds: float | None = None
    """Processor seconds of all its processes; None if the system cannot tell."""
    peak_memory: int | None = None
    """The most memory of all its processes together, in bytes; None if the system cannot tell."""


def send(end: socket.socket, message: object, files: Sequence[int] = ()) -> None:
    """Send the message and the open files.

    Raises BrokenPipeError if nobody is there, NotPassed if the kernel does not pass the files on. A message without
    files can be sent in its place then.
    """
    packed = pickle.dumps(message)
    data = _LENGTH.pack(len(packed)) + packed

    try:
        sent = socket.send_fds(end, [data], files) if files else end.send(data)
        if sent < len(data):
            end.sendall(data[sent:])
    except OSError as error:
        if error.errno in _NOBODY_THERE:
            raise BrokenPipeError from None

        why = f"open files cannot be passed on: {reason(error)}"
        if error.errno == errno.ETOOMANYREFS:
            received = "programs of this user have sent too many that nobody received"
            why = f"the kernel passes on no more open files: {received}"
        raise NotPassed(why) from None


def send_if_possible(end: socket.socket, message: object) -> None:
    """Send a message without files, or do nothing if that fails: the other end may be closed."""
    with contextlib.suppress(BrokenPipeError, NotPassed):
        send(end, message)


def receive(end: socket.socket, expected_files: int = 0) -> tuple[Any, list[int]]:
    """Return the next message and the open files that came along; a message that is an exception is raised.

    expected_files: how many files come along with another message. Raises EOFError at the end, NotPassed if fewer came
    because this process can open no more.
    """
    # The files are closed unless the message is returned with them.
    with contextlib.ExitStack() as unreturned:
        try:
            head, files, _, _ = socket.recv_fds(end, _LENGTH.size, PIPES)

            # No program that this process starts gets them. With the flag MSG_CMSG_CLOEXEC the kernel would see to
            # that, but Python 3.11 ignores the flags of recv_fds.
            for file in files:
                unreturned.callback(os.close, file)
                os.set_inheritable(file, False)

            message = pickle.loads(_body(end, _LENGTH.unpack(head)[0]))
        except (OSError, struct.error, pickle.UnpicklingError):
            raise EOFError from None

        if isinstance(message, Exception):
            raise message

        if len(files) < expected_files:
            raise NotPassed("this process can open no more files")

        unreturned.pop_all()

    return message, files


def _body(end: socket.socket, length: int) -> bytes:
    """Return that many bytes of a message, as soon as they are there; EOFError if the other end is closed before."""
    body = bytearray()
    while len(body) < length:
        # A signal ends the wait with what has come so far. The runner gets one when a child of it ends.
        data = end.recv(length - len(body), socket.MSG_WAITALL)
        if not data:
            raise EOFError
        body += data

    return bytes(body)
