"""A player's process as a transport.

One thread plays one game. It sleeps in one poll over output, standard error, the exit of the process and the stop of
the run. Time limits are absolute: output that arrives does not extend them.
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
from referee.contest.termination import Silence, Termination
from referee.process.control_group import ControlGroup
from referee.process.ending import Ending, GameEnded
from referee.process.launcher import Launch, NotLaunched, NotStarted, never_began
from referee.process.launches import LAUNCHES
from referee.process.machine_load import MachineLoad, machine_load, pressure
from referee.process.pipes import Pipes
from referee.process.reaper import REAPER
from referee.process.silence import silence
from referee.process.stop import Stop, Stopped
from referee.process.usage import Meter

GRACE = 0.2
"""Seconds in which a player can exit by itself once its game is over and its standard input is closed."""
EXIT_GRACE = 0.5
"""Seconds after the end of its output in which a process counts as exiting."""

_PATIENCE = 60.0
"""Seconds in which a sandbox must be made."""
_TICK = 0.02
"""Seconds between two checks for an exit, if the system has no file descriptor for it."""
_BY_SIGNAL: dict[int, Termination] = {signal.SIGXCPU: Termination.CPU_LIMIT, signal.SIGXFSZ: Termination.DISK_LIMIT}
"""The signals by which the kernel's own limits end a process."""


class PlayerProcess:
    """A player that is ready to begin: a transport, and a context manager that ends the process and its group.

    The process group is killed before the process is waited for: until then no other group can get its number.
    """

    def __init__(
        self,
        launch: Launch,
        limits: Limits,
        stop: Stop | None = None,
        on_stderr: Callable[[bytes], object] = lambda data: None,
    ) -> None:
        """Start the launcher, and wait until it is ready to become the player.

        on_stderr is called with each piece of the player's standard error. Raises NotStarted if the command cannot be
        executed, NotLaunched if the launcher does not get ready, DataError if the machine is full, Stopped if the run
        is stopped meanwhile.
        """
        self._launch = launch
        self._closed = self._exited = False
        self._alarm: int | None = None
        self._poll = select.poll()
        self._load: MachineLoad | None = None
        self._cpu: float | None = None
        self._peak: int | None = None
        self._pressure: float | None = None
        self._launched = time.time()
        self.started = time.monotonic()
        self._held = contextlib.ExitStack()
        self._held.enter_context(LAUNCHES.held())
        self._group = ControlGroup(limits, launch.boxed)
        try:
            with REAPER.starting():
                self._process = launch.start(self._group.paths)
                REAPER.enter(self.pid)
        except BaseException:
            self._group.close()
            self._held.close()
            raise
        self._meter = Meter(self.pid, limits, launch.directory, launch.sandbox_processes)
        self._pipes = Pipes(self._process, limits, self._poll, on_stderr)
        try:
            self._alarm = _exit_alarm(self.pid)
            for source in (self._alarm, stop):
                if source is not None:
                    self._poll.register(source, select.POLLIN)
            self._wait_ready(self.started + _PATIENCE)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def begin(self) -> None:
        """Let the launcher become the player, whose time begins."""
        self._load = machine_load()
        self._launched, self.started = time.time(), time.monotonic()
        self._meter.begin()
        self.send(b"\n")

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """The process that was started; its session has the same number."""
        return self._process.pid

    # The transport.

    def receive(self, until: float) -> bytes:
        """The next line without its newline, or an unfinished one at the end of output."""
        while (line := self._pipes.take_line()) is None:
            if self._pipes.output_over:
                raise GameEnded(self._how_it_ended())
            self._wait(until)
            if time.monotonic() >= until and not self._pipes.line_is_there:
                if limit := self._exceeded():  # what slowed the player down has its own name
                    raise GameEnded(limit)
                raise TimeoutError
        return line

    def send(self, line: bytes) -> None:
        """Send a line; it is lost if the player does not read."""
        self._pipes.send(line)

    def silence(self) -> Silence | None:
        """What the player does at this moment; None if the system does not tell."""
        return silence(self.pid)

    # The end.

    def finish(self) -> None:
        """Close standard input and wait up to GRACE for the player to exit; its output is dropped."""
        self._pipes.close_input()
        until = time.monotonic() + GRACE
        with contextlib.suppress(GameEnded):  # the game is over: limits no longer count
            while not self._exited and time.monotonic() < until and not self._pipes.flooded:
                self._pipes.drop()
                self._wait(until)

    def close(self) -> None:
        """End the process group, wait for the process and close every file descriptor."""
        if self._closed:
            return
        self._closed = True
        if not self._exited:
            self._end_group()
            self._pipes.drain()
        self._cpu = self._group.cpu_seconds(self._meter.cpu)
        self._peak = self._group.peak_memory(self._meter.memory)
        self._pressure = pressure(self._load, machine_load(), self._cpu)
        self._group.close()
        REAPER.leave(self.pid)
        self._pipes.close()
        if self._alarm is not None:
            os.close(self._alarm)
            self._alarm = None
        self._meter.close()
        self._held.close()

    def ending(self) -> Ending:
        """How the process ended unless the referee ended it, its standard error and what it used; once closed."""
        code = self._process.returncode if self._exited else None
        signalled = None if code is None else self._signal()
        return Ending(
            exit_status=code if code is not None and code >= 0 else None,
            signal=None if signalled is None else _signal_name(signalled),
            stderr_head=self._pipes.errors.head,
            stderr_tail=self._pipes.errors.tail,
            started=round(self._launched, 3),
            cpu_seconds=None if self._cpu is None else round(self._cpu, 3),
            peak_memory=self._peak,
            pressure=self._pressure,
        )

    def _signal(self) -> int | None:
        """The number of the signal that ended the process, or may have ended it in a sandbox; None for no signal."""
        code = self._process.returncode
        if code < 0:
            return -code
        return code - 128 if self._launch.boxed and 128 < code < 128 + signal.NSIG else None

    def age(self) -> float:
        """Seconds since launch."""
        return time.monotonic() - self.started

    # What happens meanwhile.

    def _wait(self, until: float) -> None:
        """Sleep until something happens or the time has come, and handle it.

        Raises GameEnded if the player exceeds a limit.
        """
        remaining = max(0.0, min(until, self._meter.due) - time.monotonic())
        if self._alarm is None:
            remaining = min(remaining, _TICK)
        for source, _ in self._poll.poll(remaining * 1000):
            if source == self._alarm:
                self._take_exit()
            elif not self._pipes.take(source):
                raise Stopped
        if self._alarm is None and not self._exited and self._process.ended():
            self._take_exit()
        if not self._exited and time.monotonic() >= self._meter.due and (limit := self._exceeded()):
            raise GameEnded(limit)

    def _exceeded(self) -> Termination | None:
        """The limit that the player exceeds, if any."""
        used_too_much = self._meter.look()
        return self._group.refused() or used_too_much

    def _take_exit(self) -> None:
        """The process is gone: end what it left running, and read everything that it wrote."""
        self._exited = True
        if self._alarm is not None:
            self._poll.unregister(self._alarm)
        self._end_group()
        self._pipes.drain()

    def _end_group(self) -> None:
        # On some systems a group with a dead leader alone may not be signalled.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.wait()

    def _wait_ready(self, until: float) -> None:
        """Wait for the line of the launcher; NotLaunched if it ends before, or does not come by then."""
        while not self._pipes.line_is_there:
            if time.monotonic() >= until:
                raise NotLaunched(f"cannot be launched within {_PATIENCE:g} s")
            self._wait(until)
        if not self._pipes.take_ready():
            self._wait_exit()
            raise NotLaunched(f"cannot be launched: {printable(' '.join(self._pipes.errors.head.split()))}")

    def _wait_exit(self) -> None:
        """Wait up to EXIT_GRACE for the process to exit."""
        until = time.monotonic() + EXIT_GRACE
        while not self._exited and time.monotonic() < until:
            self._wait(until)

    def _how_it_ended(self) -> Termination:
        self._wait_exit()
        if not self._exited:
            return Termination.CLOSED_OUTPUT
        stderr = self._pipes.errors.head
        code, signalled = self._process.returncode, self._signal()
        if not self._pipes.received and never_began(code, stderr):
            raise NotStarted(f"cannot be started: {printable(' '.join(stderr.split()))}")
        if refused := self._group.refused():
            return refused
        if self._meter.disk_is_full():
            return Termination.DISK_LIMIT
        if signalled is not None and signalled in _BY_SIGNAL:
            return _BY_SIGNAL[signalled]
        return Termination.CRASHED if code else Termination.EXITED


def _exit_alarm(pid: int) -> int | None:
    """A file descriptor that becomes readable when the process exits; None if the system has none."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
