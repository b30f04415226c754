"""A player's process: the transport of a game that is played for real.

One thread holds one game and sleeps in one poll over all that can happen to it: output, standard error,
the exit of the process, the end of the whole run. Time limits are absolute; no byte that arrives moves them.
"""

import contextlib
import os
import select
import signal
import time
from collections.abc import Callable
from typing import Self

from lingo_common.errors import printable
from referee.contest.limits import Limits
from referee.contest.termination import Termination
from referee.process.control_group import ControlGroup
from referee.process.ending import Ending, GameEnded
from referee.process.launcher import Launch, NotStarted, never_began
from referee.process.pipes import Pipes
from referee.process.reaper import REAPER
from referee.process.stop import Stop, Stopped
from referee.process.usage import Meter

GRACE = 0.2
"""Seconds that a player has to exit by itself once its game is over and its standard input is closed."""
EXIT_GRACE = 0.5
"""Seconds after the end of its output in which a process is still taken to be exiting."""

_TICK = 0.02
"""Seconds between two looks for an exit, where the system has no file descriptor that tells of it."""
_BY_SIGNAL: dict[int, Termination] = {signal.SIGXCPU: Termination.CPU_LIMIT, signal.SIGXFSZ: Termination.DISK_LIMIT}
"""The kernel's own limits end a process by these."""


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
        on_stderr: Callable[[bytes], object] = lambda data: None,
    ) -> None:
        """Start the player; its standard error goes to on_stderr as it comes.

        Raises NotStarted where the command cannot be executed, DataError where the machine is full.
        """
        self._launch = launch
        self._closed = self._exited = False
        self._alarm: int | None = None
        self._poll = select.poll()
        self._group = ControlGroup(limits, launch.boxed)
        self.started = time.monotonic()
        try:
            with REAPER.starting():
                self._process = launch.in_control_group(self._group.paths).start()
                REAPER.enter(self._process.pid)
        except BaseException:
            self._group.close()
            raise
        self._meter = Meter(self._process.pid, limits, launch.directory, launch.boxed)
        self._pipes = Pipes(self._process, limits, self._poll, on_stderr)
        try:
            self._alarm = _exit_alarm(self._process.pid)
            for source in (self._alarm, stop):
                if source is not None:
                    self._poll.register(source, select.POLLIN)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # The transport.

    def receive(self, until: float) -> bytes:
        """The next line without its newline, the unfinished one at the end of output included."""
        while (line := self._pipes.take_line()) is None:
            if self._pipes.output_over:
                raise GameEnded(self._how_it_ended())
            self._wait(until)
            if time.monotonic() >= until and not self._pipes.line_is_there:
                raise TimeoutError
        return line

    def send(self, line: bytes) -> None:
        """Send a line; one that the player cannot take is lost, and that is the player's affair."""
        self._pipes.send(line)

    # The end.

    def finish(self) -> None:
        """Close standard input and let the player exit by itself, for GRACE at most; its output is dropped."""
        self._pipes.close_input()
        until = time.monotonic() + GRACE
        with contextlib.suppress(GameEnded):  # the game is over: what it uses now is no matter
            while not self._exited and time.monotonic() < until and not self._pipes.flooded:
                self._pipes.drop()
                self._wait(until)

    def close(self) -> None:
        """End the process group, reap the process and give every file descriptor back."""
        if self._closed:
            return
        self._closed = True
        if not self._exited:
            self._end_group()
            self._pipes.drain()
        self._group.close()
        REAPER.leave(self._process.pid)
        self._pipes.close()
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
            stderr_head=self._pipes.errors.head,
            stderr_tail=self._pipes.errors.tail,
        )

    def _code(self) -> int:
        """The exit status; minus the number of the signal where one ended it."""
        code = self._process.returncode
        return 128 - code if self._launch.boxed and code > 128 else code

    def age(self) -> float:
        """Seconds since launch."""
        return time.monotonic() - self.started

    # What happens meanwhile.

    def _wait(self, until: float) -> None:
        """Sleep until something happens or the time is come, and take in what has happened.

        Raises GameEnded where a look at what the player uses finds a limit exceeded.
        """
        remaining = max(0.0, min(until, self._meter.due) - time.monotonic())
        if self._alarm is None:
            remaining = min(remaining, _TICK)
        for source, _ in self._poll.poll(remaining * 1000):
            if source == self._alarm:
                self._take_exit()
            elif not self._pipes.take(source):
                raise Stopped
        if self._alarm is None and not self._exited and self._process.poll() is not None:
            self._take_exit()
        if not self._exited and time.monotonic() >= self._meter.due and (limit := self._exceeded()):
            raise GameEnded(limit)

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
        self._pipes.drain()

    def _end_group(self) -> None:
        # On some systems a group of which only the dead leader is left may not be signalled.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _how_it_ended(self) -> Termination:
        until = time.monotonic() + EXIT_GRACE
        while not self._exited and time.monotonic() < until:
            self._wait(until)
        if not self._exited:
            return Termination.CLOSED_OUTPUT
        complaint = self._pipes.errors.head
        if not self._pipes.received and never_began(self._code(), complaint, self._launch.boxed):
            raise NotStarted(f"cannot be started: {printable(' '.join(complaint.split()))}")
        if refused := self._group.refused():
            return refused
        if self._meter.disk_is_full():
            return Termination.DISK_LIMIT
        if -self._code() in _BY_SIGNAL:
            return _BY_SIGNAL[-self._code()]
        return Termination.CRASHED if self._code() else Termination.EXITED


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
