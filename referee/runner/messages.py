"""The messages between the referee and its runner, and how they travel through a socket, with open files.

The referee sends a Launch with a socket for this player, over which Started, NotStarted or a DataError answers. Ended
comes when nothing of the player is left: it exited, exceeded a limit, or the referee closed its half of the socket.
"""

import contextlib
import os
import pickle
import socket
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.contest.conditions import NO_ISOLATION, IsolationRequest, Limits
from referee.contest.player import NO_EQUIPMENT, Equipment
from referee.contest.termination import Termination

_LENGTH = struct.Struct("!I")
_MAX_FILES = 3


class NotStarted(Exception):
    """The command could not be started; the message says why."""


@dataclass(frozen=True)
class Box:
    """A sandbox of namespaces, new for each game and gone with it."""

    program: str
    """The path of bwrap."""
    request: IsolationRequest = NO_ISOLATION
    """What players may and may not see."""
    filter: bytes = b""
    """The seccomp filter (see system_calls); empty for none."""
    sealed: bool = True
    """Whether players can make no user namespaces; bubblewrap before 0.8 cannot prevent them."""
    user: int | None = None
    """The kernel uid of players; None for the referee's."""


@dataclass(frozen=True)
class Launch:
    """A player to start, and what it may use."""

    arguments: tuple[str, ...]
    """The words of its command."""
    directory: str
    """The working directory with the word lists."""
    limits: Limits
    """What the runner limits: memory, processor time, processes and disk."""
    equipment: Equipment = NO_EQUIPMENT
    """What this player has beside."""
    box: Box | None = None
    """Its sandbox; None for none."""


@dataclass(frozen=True)
class Started:
    """The player waits for a line on its input. Input, output and error of its pipes come along as open files."""

    pid: int
    """The process that was started: the launcher, or the sandbox around it."""
    remarks: tuple[str, ...] = ()
    """Lines that the contest holder should read."""


@dataclass(frozen=True)
class Ended:
    """Nothing of the player is left."""

    status: int | None = None
    """The exit status, or minus the number of the signal that ended it; None if the referee ended it."""
    exceeded: Termination | None = None
    """The limit that it exceeded, if any."""
    cpu_seconds: float | None = None
    """Processor seconds of all its processes; None if the system cannot tell."""
    peak_memory: int | None = None
    """The most memory of all its processes together, in bytes; None if the system cannot tell."""


def send(end: socket.socket, message: object, files: Sequence[int] = ()) -> None:
    """Send the message and the open files; OSError if nobody is there."""
    packed = pickle.dumps(message)
    data = _LENGTH.pack(len(packed)) + packed
    sent = socket.send_fds(end, [data], files) if files else end.send(data)
    if sent < len(data):
        end.sendall(data[sent:])


def tell(end: socket.socket, message: object, files: Sequence[int] = ()) -> None:
    """Send the message; nothing if nobody is there."""
    with contextlib.suppress(OSError):
        send(end, message, files)


def receive(end: socket.socket) -> tuple[Any, list[int]]:
    """The next message and the open files that came along; EOFError at the end."""
    try:
        head, files, _, _ = socket.recv_fds(end, _LENGTH.size, _MAX_FILES)  # Python 3.11 would ignore flags
        for file in files:
            os.set_inheritable(file, False)
        body = end.recv(_LENGTH.unpack(head)[0], socket.MSG_WAITALL)
        return pickle.loads(body), files
    except (OSError, struct.error, pickle.UnpicklingError):
        raise EOFError from None
