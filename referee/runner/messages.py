"""What the referee and its runner tell each other, and the sockets between them, which carry open files as well."""

import contextlib
import os
import socket
import struct
from collections.abc import Mapping, Sequence

import msgspec

from referee.contest.termination import Termination

_LENGTH = struct.Struct("!I")
_MOST_FILES = 4
_CLOSE_ON_EXEC = getattr(socket, "MSG_CMSG_CLOEXEC", 0)


class Box(msgspec.Struct, frozen=True, kw_only=True):
    """A sandbox of namespaces, new for each game and gone with it."""

    program: str
    """The path of bwrap."""
    exposed: tuple[str, ...] = ()
    """Absolute paths that every player may read, beside what its command needs."""
    hidden: tuple[str, ...] = ()
    """Absolute paths that no player may see."""
    programs: tuple[str, ...] = ()
    """The files of all players; each player sees its own alone."""
    careful: bool = False
    """Whether a player sees only what its command names, not the directory of its script."""
    filter: bytes = b""
    """The seccomp filter (see system_calls); empty for none."""
    sealed: bool = True
    """Whether players can make no user namespaces; bubblewrap before 0.8 cannot prevent them."""
    user: int | None = None
    """The kernel uid of players; None for the referee's."""


class Bounds(msgspec.Struct, frozen=True):
    """What the runner limits; the fields mean the same as those of Limits."""

    memory: int | None = None
    cpu: float | None = None
    processes: int | None = None
    disk: int | None = None


class Launch(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A player to start, and what it may use."""

    arguments: tuple[str, ...]
    """The words of its command."""
    directory: str
    """The working directory with the word lists."""
    limits: Bounds
    environment: Mapping[str, str] = {}
    """Its own variables."""
    exposed: tuple[str, ...] = ()
    """Absolute paths that it may read beside its own."""
    prepared: str | None = None
    """The directory that it sees as `prepared/`; None for none."""
    writable: bool = False
    """Whether it may write there: only a preparation may."""
    box: Box | None = None
    """Its sandbox; None for none."""


class Look(msgspec.Struct, frozen=True, tag=True):
    """Asks for Looked."""


class End(msgspec.Struct, frozen=True, tag=True):
    """Asks the runner to end the player; Ended follows."""


class Started(msgspec.Struct, frozen=True, tag=True):
    """The player waits for a line on its input. Input, output and error of its pipes come along as open files."""

    pid: int
    """The process that was started: the launcher, or the sandbox around it."""
    remarks: tuple[str, ...] = ()
    """Lines that the contest holder should read."""


class Refused(msgspec.Struct, frozen=True, tag=True):
    """The player was not started."""

    why: str
    """One line."""
    ours: bool = False
    """Whether it is the machine's or the referee's fault: no result of a game."""


class Looked(msgspec.Struct, frozen=True, tag=True):
    """What a sample of the player shows; without having been asked for, that it exceeds a limit."""

    exceeded: Termination | None
    """The limit that is exceeded."""


class Ended(msgspec.Struct, frozen=True, tag=True):
    """Nothing of the player is left."""

    status: int | None = None
    """The exit status, or minus the number of the signal that ended it; None if the referee ended it."""
    exceeded: Termination | None = None
    """The limit that ended it, if one did."""
    cpu_seconds: float | None = None
    """Processor seconds of all its processes; None if the system cannot tell."""
    peak_memory: int | None = None
    """The most memory of all its processes together, in bytes; None if the system cannot tell."""


Message = Launch | Look | End | Started | Refused | Looked | Ended
_DECODER: msgspec.msgpack.Decoder[Message] = msgspec.msgpack.Decoder(Message)


class Connection:
    """One end of a socket; messages travel whole."""

    def __init__(self, end: socket.socket) -> None:
        self._socket = end

    def fileno(self) -> int:
        """The number of the socket, for polling."""
        return self._socket.fileno()

    def send(self, message: Message, files: Sequence[int] = ()) -> None:
        """Send the message; OSError if nobody is there."""
        packed = msgspec.msgpack.encode(message)
        data = _LENGTH.pack(len(packed)) + packed
        sent = socket.send_fds(self._socket, [data], files) if files else self._socket.send(data)
        if sent < len(data):
            self._socket.sendall(data[sent:])

    def receive(self) -> tuple[Message, list[int]]:
        """The next message and the open files that came along; EOFError at the end."""
        try:
            head, files, _, _ = socket.recv_fds(self._socket, _LENGTH.size, _MOST_FILES, _CLOSE_ON_EXEC)
            body = self._exactly(_LENGTH.unpack(head + self._exactly(_LENGTH.size - len(head)))[0]) if head else b""
        except OSError:
            raise EOFError from None
        if not body:
            raise EOFError
        for file in files:
            os.set_inheritable(file, False)
        return _DECODER.decode(body), files

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()

    def _exactly(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            more = self._socket.recv(count - len(data))
            if not more:
                raise EOFError
            data += more
        return data


def pair() -> tuple[Connection, socket.socket]:
    """A connection, and the socket at its other end."""
    own, other = socket.socketpair()
    return Connection(own), other


def pass_on(control: socket.socket, end: socket.socket) -> None:
    """Give a socket to the runner, which serves it as a connection."""
    with contextlib.closing(end):
        socket.send_fds(control, [b"+"], [end.fileno()])
