"""A player's process as a transport.

One thread plays one game. It sleeps in one poll over output, standard error, the runner's messages and the stop of the
run. Time limits are absolute: output that arrives does not extend them.
"""

import contextlib
import select
import signal
import time
from collections.abc import Callable
from typing import Self

from lingo_common.errors import printable
from referee.contest.conditions import Limits
from referee.contest.termination import Silence, Termination
from referee.game.pipes import Pipes
from referee.game.proc import MachineLoad, machine_load, pressure, silence
from referee.game.protocol import Ending, GameEnded, Stop, Stopped
from referee.runner.client import Job
from referee.runner.launch import never_began
from referee.runner.messages import Ended, Launch, NotStarted

GRACE = 0.2
"""Seconds in which a player can exit by itself once its game is over and its standard input is closed."""
EXIT_GRACE = 0.5
"""Seconds after the end of its output in which a process counts as exiting."""

_BY_SIGNAL: dict[int, Termination] = {signal.SIGXCPU: Termination.CPU_LIMIT, signal.SIGXFSZ: Termination.DISK_LIMIT}
"""The signals by which the kernel's own limits end a process."""


class PlayerProcess:
    """A player that is ready to begin: a transport, and a context manager that ends the player."""

    def __init__(
        self,
        job: Job,
        launch: Launch,
        limits: Limits,
        stop: Stop | None = None,
        on_stderr: Callable[[bytes], object] = lambda data: None,
    ) -> None:
        """Start the launcher; on_stderr is called with each piece of the player's standard error.

        Raises NotStarted if the command cannot be executed, DataError if the machine is full.
        """
        self._job, self._boxed = job, launch.box is not None
        self._ended: Ended | None = None
        self._load: MachineLoad | None = None
        self._pressure: float | None = None
        self._launched = time.time()
        self.started = time.monotonic()
        self._poll = select.poll()
        self._pid, files = job.launch(launch)
        self._pipes = Pipes(files, limits, self._poll, on_stderr)
        self._poll.register(job, select.POLLIN)
        if stop is not None:
            self._poll.register(stop, select.POLLIN)

    def __enter__(self) -> Self:
        return self

    def begin(self) -> None:
        """Let the launcher become the player, whose time begins."""
        self._load = machine_load()
        self._launched, self.started = time.time(), time.monotonic()
        self.send(b"\n")

    def __exit__(self, *_: object) -> None:
        self.close()

    # The transport.

    def receive(self, until: float) -> bytes:
        """The next line without its newline, or an unfinished one at the end of output."""
        while (line := self._pipes.take_line()) is None:
            if self._pipes.output_over:
                raise GameEnded(self._how_it_ended())
            self._wait(until)
            if time.monotonic() >= until and not self._pipes.line_is_there:
                raise TimeoutError
        return line

    def send(self, line: bytes) -> None:
        """Send a line; it is lost if the player does not read."""
        self._pipes.send(line)

    def silence(self) -> Silence | None:
        """Whether the player waits, computes or sleeps now; None if the system does not tell."""
        return silence(self._pid)

    # The end.

    def finish(self) -> None:
        """Close standard input and wait up to GRACE for the player to exit; its output is dropped."""
        self._pipes.close_input()
        until = time.monotonic() + GRACE
        with contextlib.suppress(GameEnded):  # the game is over: limits no longer count
            while self._ended is None and time.monotonic() < until and not self._pipes.is_flooded:
                self._pipes.drop()
                self._wait(until)

    def close(self) -> None:
        """End the player, and close every file descriptor. Raises RunnerLost if the runner was ended."""
        try:
            if self._ended is None:
                self._take(self._job.end())
        finally:
            self._ended = self._ended or Ended()
            self._pipes.close()
            self._pressure = self._pressure or pressure(self._load, machine_load(), self._ended.cpu_seconds)

    @property
    def exceeded_limit(self) -> Termination | None:
        """The limit that the player exceeded, if any: what slowed it down has its own name; once closed."""
        return None if self._ended is None else self._ended.exceeded

    def ending(self) -> Ending:
        """How the process ended unless the referee ended it, its standard error and what it used; once closed."""
        ended = self._ended or Ended()
        code, number = ended.status, self._signal()
        return Ending(
            exit_status=code if code is not None and code >= 0 else None,
            signal=None if number is None else _signal_name(number),
            stderr_head=self._pipes.errors.head,
            stderr_tail=self._pipes.errors.tail,
            started=round(self._launched, 3),
            cpu_seconds=None if ended.cpu_seconds is None else round(ended.cpu_seconds, 3),
            peak_memory=ended.peak_memory,
            pressure=self._pressure,
        )

    def _signal(self) -> int | None:
        """The number of the signal that ended the process, or may have ended it in a sandbox; None for no signal."""
        code = None if self._ended is None else self._ended.status
        if code is None or code < 0:
            return None if code is None else -code
        return code - 128 if self._boxed and 128 < code < 128 + signal.NSIG else None

    def age(self) -> float:
        """Seconds since launch."""
        return time.monotonic() - self.started

    # What happens meanwhile.

    def _wait(self, until: float) -> None:
        """Sleep until something happens or the time has come, and handle it.

        Raises GameEnded if the player exceeds a limit.
        """
        for source, _ in self._poll.poll(max(0.0, until - time.monotonic()) * 1000):
            if source == self._job.fileno():
                if self._ended is None:
                    self._take(self._job.take())
            elif not self._pipes.take(source):
                raise Stopped

    def _take(self, message: Termination | Ended) -> None:
        """Take what the runner says; GameEnded if a limit is exceeded.

        Once the player is gone, everything that it wrote is in the pipes.
        """
        if isinstance(message, Ended):
            self._ended = message
            self._poll.unregister(self._job)
            self._pipes.drain()
        else:
            raise GameEnded(message)

    def _how_it_ended(self) -> Termination:
        until = time.monotonic() + EXIT_GRACE
        while self._ended is None and time.monotonic() < until:
            self._wait(until)
        if self._ended is None:
            self._take(self._job.end())
        if self._ended is None or self._ended.status is None:
            return Termination.CLOSED_OUTPUT if self.exceeded_limit is None else self.exceeded_limit
        stderr = self._pipes.errors.head
        code, number = self._ended.status, self._signal()
        if not self._pipes.received and never_began(code, stderr):
            raise NotStarted(f"cannot be started: {printable(' '.join(stderr.split()))}")
        if self.exceeded_limit is not None:
            return self.exceeded_limit
        if number is not None and number in _BY_SIGNAL:
            return _BY_SIGNAL[number]
        return Termination.CRASHED if code else Termination.EXITED


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
