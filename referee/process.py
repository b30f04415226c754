"""A player's process and its pipes: the transport of a game that is played for real.

One thread holds one game and sleeps in one poll over all that can happen to it: output, standard error,
the exit of the process, the end of the whole run. Time limits are absolute; no byte that arrives moves them.
"""

import contextlib
import errno
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable
from types import TracebackType
from typing import IO, Self

from programs.errors import DataError, reason
from referee.control_group import ControlGroup
from referee.dialogue import Ended, Limits
from referee.launcher import Launch, NotStarted, never_began
from referee.meter import Meter
from referee.reaper import REAPER
from referee.record import Ending, Termination
from referee.stop import Stop, Stopped

GRACE = 0.2
"""Seconds that a player has to exit by itself once its game is over and its standard input is closed."""
EXIT_GRACE = 0.5
"""Seconds after the end of its output in which a process is still taken to be exiting."""

_CHUNK = 64 * 1024
_KEPT = 4096
"""Bytes that are kept of the beginning and of the end of standard error."""
_TICK = 0.02
"""Seconds between two looks for an exit, where the system has no file descriptor that tells of it."""
_EXHAUSTED_MACHINE = frozenset({errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM})
"""Failures to start that are no fault of the player's."""
_BY_SIGNAL: dict[int, Termination] = {signal.SIGXCPU: Termination.CPU_LIMIT, signal.SIGXFSZ: Termination.DISK_LIMIT}
"""The kernel's own limits end a process by these."""


class HeadAndTail:
    """The beginning and the end of a stream of bytes, whatever its length."""

    def __init__(self, kept: int = _KEPT) -> None:
        self._kept, self._head, self._tail = kept, b"", b""

    def add(self, data: bytes) -> None:
        """Take the next bytes."""
        room = self._kept - len(self._head)
        self._head += data[:room]
        self._tail = (self._tail + data[room:])[-self._kept :] if len(data) > room else self._tail

    @property
    def head(self) -> str:
        """The beginning, as text."""
        return self._head.decode(errors="replace")

    @property
    def tail(self) -> str:
        """The end as text, empty where the beginning holds everything."""
        return self._tail.decode(errors="replace")


class PlayerProcess:
    """A running player: a transport, and a context manager that always ends the process and its group.

    Its last act is a kill of the process group, which comes before the process is reaped: until then the
    system gives the group's number to nobody else.
    """

    def __init__(
        self,
        launch: Launch,
        limits: Limits,
        stop: Stop | None = None,
        complaints: Callable[[bytes], object] = lambda data: None,
    ) -> None:
        """Start the player; its standard error goes to complaints as it comes.

        Raises NotStarted where the command cannot be executed, DataError where the machine is full.
        """
        self._launch, self._limits, self._stop, self._complaints = launch, limits, stop, complaints
        self._unread, self._received, self._errors = bytearray(), 0, HeadAndTail()
        self._output_over = self._exited = False
        self._closed = False
        self._alarm: int | None = None
        self._poll = select.poll()
        self._group = ControlGroup(limits, launch.boxed)
        self.started = time.monotonic()
        try:
            with REAPER.starting():
                self._process = _start(launch.through(self._group.doors))
                REAPER.enter(self._process.pid)
        except BaseException:
            self._group.close()
            raise
        self._meter = Meter(self._process.pid, limits, launch.directory, launch.boxed)
        self._open = {file.fileno(): file for file in _pipes(self._process)}
        self._input, self._output, self._error = self._open
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def _prepare(self) -> None:
        for end in self._open:
            os.set_blocking(end, False)
        self._alarm = _exit_alarm(self._process.pid)
        for source in (self._output, self._error, self._alarm, self._stop):
            if source is not None:
                self._poll.register(source, select.POLLIN)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # The transport.

    def receive(self, until: float) -> bytes:
        """The next line without its newline, the unfinished one at the end of output included."""
        while (line := self._take_line()) is None:
            if self._output_over:
                raise Ended(self._how_it_ended())
            self._wait(until)
            if time.monotonic() >= until and not self._output_over and b"\n" not in self._unread:
                raise TimeoutError
        return line

    def send(self, line: bytes) -> None:
        """Send a line; one that the player cannot take is lost, and that is the player's affair."""
        if self._input in self._open:
            with contextlib.suppress(BrokenPipeError, BlockingIOError):
                os.write(self._input, line)

    # The end.

    def finish(self) -> None:
        """Close standard input and let the player exit by itself, for GRACE at most; its output is dropped."""
        self._shut(self._input)
        until = time.monotonic() + GRACE
        with contextlib.suppress(Ended):  # the game is over: what it uses now is no matter
            while not self._exited and time.monotonic() < until and self._received <= self._limits.output:
                self._unread.clear()
                self._wait(until)

    def close(self) -> None:
        """End the process group, reap the process and give every file descriptor back."""
        if self._closed:
            return
        self._closed = True
        if not self._exited:
            self._end_group()
            self._drain()
        self._group.close()
        REAPER.leave(self._process.pid)
        for end in list(self._open):
            self._shut(end)
        if self._alarm is not None:
            os.close(self._alarm)
            self._alarm = None
        self._meter.close()

    def ending(self) -> Ending:
        """How the process ended, as far as that was its own doing, and its standard error; once closed."""
        code = self._code() if self._exited else None
        by_signal = code is not None and code < 0
        return Ending(
            exit_status=None if by_signal else code,
            signal=_signal_name(-code) if code is not None and by_signal else None,
            stderr_head=self._errors.head,
            stderr_tail=self._errors.tail,
        )

    def _code(self) -> int:
        """The exit status; minus the number of the signal where one ended it."""
        code = self._process.returncode
        return 128 - code if self._launch.boxed and code > 128 else code

    def age(self) -> float:
        """Seconds since launch."""
        return time.monotonic() - self.started

    # What happens meanwhile.

    def _take_line(self) -> bytes | None:
        line, newline, rest = self._unread.partition(b"\n")
        if len(line) > self._limits.line or (not newline and self._received > self._limits.output):
            raise Ended(Termination.OUTPUT_LIMIT)
        if newline or (self._output_over and line):
            self._unread = rest
            return bytes(line)
        return None

    def _wait(self, until: float) -> None:
        """Sleep until something happens or the time is come, and take in what has happened.

        Raises Ended where a look at what the player uses finds a limit exceeded.
        """
        remaining = max(0.0, min(until, self._meter.due) - time.monotonic())
        if self._alarm is None:
            remaining = min(remaining, _TICK)
        for source, _ in self._poll.poll(remaining * 1000):
            if source == self._output:
                self._read_output()
            elif source == self._error:
                self._read_error()
            elif source == self._alarm:
                self._take_exit()
            else:
                raise Stopped
        if self._alarm is None and not self._exited and self._process.poll() is not None:
            self._take_exit()
        if not self._exited and time.monotonic() >= self._meter.due and (limit := self._exceeded()):
            raise Ended(limit)

    def _exceeded(self) -> Termination | None:
        """The limit that a look finds exceeded, if any."""
        used_too_much = self._meter.look()
        return self._group.refused() or used_too_much

    def _take_exit(self) -> None:
        """The process is gone: end what it left running, and take all that it had written."""
        self._exited = True
        if self._alarm is not None:
            self._poll.unregister(self._alarm)
        self._end_group()
        self._drain()
        self._output_over = True

    def _end_group(self) -> None:
        # On some systems a group of which only the dead leader is left may not be signalled.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _drain(self) -> None:
        """Take what lies in the pipes, bounded: a process that escaped the group may still be writing."""
        while self._output in self._open and self._received <= self._limits.output and self._read_output():
            pass
        for _ in range(self._limits.output // _CHUNK):
            if self._error not in self._open or not self._read_error():
                break

    def _read_output(self) -> int:
        data = self._read(self._output)
        self._received += len(data)
        self._unread += data
        self._output_over = self._output_over or self._output not in self._open
        return len(data)

    def _read_error(self) -> int:
        data = self._read(self._error)
        self._errors.add(data)
        if data:
            self._complaints(data)
        return len(data)

    def _read(self, end: int) -> bytes:
        """What can be read without waiting; the end is shut where no more can come."""
        if end not in self._open:  # shut by an event earlier in the same round
            return b""
        try:
            data = os.read(end, _CHUNK)
        except BlockingIOError:
            return b""
        if not data:
            self._shut(end)
        return data

    def _how_it_ended(self) -> Termination:
        until = time.monotonic() + EXIT_GRACE
        while not self._exited and time.monotonic() < until:
            self._wait(until)
        if not self._exited:
            return Termination.CLOSED_OUTPUT
        if never_began(self._code(), self._errors.head, self._launch.boxed):
            raise NotStarted(f"cannot be started: {self._errors.head.rstrip()}")
        if refused := self._group.refused():
            return refused
        if self._meter.disk_is_full():
            return Termination.DISK_LIMIT
        if -self._code() in _BY_SIGNAL:
            return _BY_SIGNAL[-self._code()]
        return Termination.CRASHED if self._code() else Termination.EXITED

    def _shut(self, end: int) -> None:
        if end in self._open:
            with contextlib.suppress(KeyError):
                self._poll.unregister(end)
            self._open.pop(end).close()


def _start(launch: Launch) -> "subprocess.Popen[bytes]":
    # No preexec_fn: it would run Python between fork and exec, which is slow and unsafe beside threads.
    try:
        return subprocess.Popen(
            launch.command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd="/" if launch.boxed else launch.directory,
            env=launch.environment,
            start_new_session=True,
        )
    except OSError as error:
        if error.errno in _EXHAUSTED_MACHINE:
            raise DataError(f"players can no longer be started: {reason(error)}") from None
        raise NotStarted(f"cannot be started: {reason(error)}") from None
    except ValueError as error:  # a NUL byte in the command
        raise NotStarted(f"cannot be started: {error}") from None


def _pipes(process: "subprocess.Popen[bytes]") -> list[IO[bytes]]:
    """Our ends of the pipes to its standard input and from its standard output and error, in that order."""
    return [file for file in (process.stdin, process.stdout, process.stderr) if file is not None]


def _exit_alarm(pid: int) -> int | None:
    """A file descriptor that becomes readable when the process exits; None where the system has none."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
