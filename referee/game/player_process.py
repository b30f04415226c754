"""A player that is a program. It is a transport: what sends lines to a player and receives its lines.

One thread plays one game. It sleeps in one poll over output, standard error, the runner's messages and the stop of the
run. Time limits are absolute: output that arrives does not extend them.
"""

import contextlib
import io
import os
import select
import signal
import time
from collections.abc import Callable
from concurrent.futures import CancelledError

from lingo_common.errors import printable
from referee.contest.limits import Limits
from referee.contest.termination import Silence, Termination
from referee.game.head_and_tail import HeadAndTail
from referee.game.machine_load import MachineLoad, machine_load, pressure
from referee.game.protocol import GameEnded
from referee.game.record import Ending
from referee.game.silence import silence_of
from referee.runner.client import Runner
from referee.runner.launch import never_began
from referee.runner.messages import EndReport, Launch, Limit, NotStarted

GRACE = 0.2
"""Seconds in which a player can exit by itself once its game is over and its input is closed (docs/protocol.md)."""
EXIT_GRACE = 0.5
"""Seconds from the end of its output until a player that still runs is ended as *closed-output* (docs/protocol.md)."""
_CHUNK = 64 * 1024
"""Bytes that are read at once."""
_MAX_KEPT = 4096
"""Bytes of the beginning of standard error that are kept, and of its end."""

_SIGNAL_NAMES = {number.value: number.name for number in signal.Signals}
_BY_SIGNAL = {signal.SIGXCPU.value: Termination.CPU_LIMIT, signal.SIGXFSZ.value: Termination.DISK_LIMIT}
"""The signals by which the kernel's own limits end a process."""
_BY_LIMIT: dict[Limit, Termination] = {
    "memory": Termination.MEMORY_LIMIT,
    "cpu": Termination.CPU_LIMIT,
    "processes": Termination.PROCESS_LIMIT,
    "disk": Termination.DISK_LIMIT,
}
"""The terminations of games whose players exceeded a limit that the runner watches."""


class PlayerProcess:
    """A started player, as a transport that is to be closed.

    Its process is a launcher that waits for a line on its input, and then becomes the player (see `begin`).
    """

    def __init__(
        self,
        runner: Runner,
        launch: Launch,
        limits: Limits,
        stop: int | None,
        on_stderr: Callable[[bytes], object],
    ) -> None:
        """Start the launcher.

        stop: the descriptor of a file that can be read once the run is stopped; then CancelledError is raised wherever
        the player is waited for. on_stderr: called with each piece of the player's standard error. Raises NotStarted if
        the command cannot be executed, DataError if the machine is full.
        """
        self.started = 0.0
        """When the player's time began, on the monotonic clock (see `begin`)."""
        self._started_at = 0.0
        """The same in seconds since 1970."""
        self._load_before: MachineLoad | None = None
        """The load of the machine then."""

        self._limits = limits
        self._is_boxed = launch.box is not None
        self._on_stderr = on_stderr
        self._errors = HeadAndTail(_MAX_KEPT)
        """The standard error."""
        self._unread = bytearray()
        """The output that receive has not returned yet."""
        self._received = 0
        """The bytes of output in all, returned and unread."""
        self._output_over = False
        """Whether no more output can come."""
        self._has_ended = False
        """Whether the runner has reported the end of the process, or was ended itself."""
        self._end_report = EndReport()
        """That report. It tells nothing before it comes, and if the runner was ended."""

        self._player = runner.launch(launch)
        for pipe in (self._player.input, self._player.output, self._player.error):
            os.set_blocking(pipe.fileno(), False)

        # For each file that is waited for, what is done once it can be read.
        self._handlers: dict[int, Callable[[], object]] = {
            self._player.output.fileno(): self._read_output,
            self._player.error.fileno(): self._read_error,
            self._player.fileno(): self._hear_end,
        }
        if stop is not None:
            self._handlers[stop] = self._leave

        self._poll = select.poll()
        for source in self._handlers:
            self._poll.register(source, select.POLLIN)

    def begin(self) -> None:
        """Let the launcher become the player, whose time begins."""
        self._load_before = machine_load()
        self._started_at = time.time()
        self.started = time.monotonic()
        self.send(b"\n")

    def receive(self, until: float) -> bytes:
        """Return the next line without its newline; at the end of the output, a last line that has none.

        Raises TimeoutError at the time `until`, and GameEnded if there was too much output or no line can come.
        """
        while True:
            # Complete lines are returned also after too much output: they came before the rest of it.
            line, newline, unread = self._unread.partition(b"\n")
            is_flood_without_line = not newline and self._is_flooded
            if len(line) > self._limits.line or is_flood_without_line:
                raise GameEnded(Termination.OUTPUT_LIMIT)
            if newline or (self._output_over and line):
                self._unread = unread
                return bytes(line)

            if self._output_over:
                raise GameEnded(self._how_it_ended())

            self._wait(until)

            # A line that came in time counts, even if this thread looks at it late.
            has_line = self._output_over or b"\n" in self._unread
            if not has_line and time.monotonic() >= until:
                raise TimeoutError

    def send(self, line: bytes) -> None:
        """Send a line; it is lost if the player does not read."""
        if not self._player.input.closed:
            with contextlib.suppress(BrokenPipeError):
                self._player.input.write(line)

    def silence(self) -> Silence | None:
        """Return whether the player waits, computes or sleeps now; None if the system does not tell."""
        return silence_of(self._player.pid)

    def finish(self) -> None:
        """Close standard input and wait up to GRACE for the player to exit; its output is dropped.

        A player that has written too much is not waited for.
        """
        self._player.input.close()
        until = time.monotonic() + GRACE
        while not self._has_ended and not self._is_flooded and time.monotonic() < until:
            self._unread.clear()
            self._wait(until)

    def close(self) -> None:
        """End the player, and close every file descriptor. Raises RunnerLost if the runner was ended."""
        try:
            if not self._has_ended:
                self._take_report(self._player.end())
        finally:
            self._has_ended = True
            self._player.close()

    @property
    def exceeded_limit(self) -> Termination | None:
        """Return the limit that the player exceeded, None for no limit. It is known once the process is closed."""
        exceeded = self._end_report.exceeded
        return None if exceeded is None else _BY_LIMIT[exceeded]

    def ending(self) -> Ending:
        """Return how the process ended, its standard error and what it used; known once the process is closed."""
        report = self._end_report
        has_exit_status = report.status is not None and report.status >= 0
        number = self._signal()
        signal_name = None if number is None else _SIGNAL_NAMES.get(number, f"signal {number}")
        stderr_head, stderr_tail = self._errors.texts()

        return Ending(
            exit_status=report.status if has_exit_status else None,
            signal=signal_name,
            stderr_head=stderr_head,
            stderr_tail=stderr_tail,
            started=round(self._started_at, 3),
            cpu_seconds=None if report.cpu_seconds is None else round(report.cpu_seconds, 3),
            peak_memory=report.peak_memory,
            pressure=pressure(self._load_before, machine_load(), report.cpu_seconds),
        )

    @property
    def _is_flooded(self) -> bool:
        """Return whether there was more output than allowed."""
        return self._received > self._limits.output

    def _wait(self, until: float) -> None:
        """Sleep until something happens or the time has come, and handle what happened."""
        milliseconds = 1000 * max(0.0, until - time.monotonic())
        for source, _ in self._poll.poll(milliseconds):
            self._handlers[source]()

    def _leave(self) -> None:
        """Leave the game by an exception, because the run is stopped."""
        raise CancelledError

    def _hear_end(self) -> None:
        """Take the runner's report on the end."""
        self._take_report(self._player.wait())

    def _take_report(self, report: EndReport) -> None:
        """Keep the report, and read what the player wrote before its end, as far as the limit of its output.

        Without a limit a process that the runner could not end might be read for ever.
        """
        self._end_report = report
        self._has_ended = True
        self._poll.unregister(self._player)

        while not self._is_flooded and self._read_output():
            pass

        # Standard error has no limit of its own; as much of it as of the output is enough.
        for _ in range(self._limits.output // _CHUNK):
            if not self._read_error():
                break

        self._output_over = True

    def _read_output(self) -> bytes:
        """Read standard output as far as it is there; returns what came."""
        data = self._read(self._player.output)
        self._received += len(data)
        self._unread += data
        self._output_over = self._output_over or self._player.output.closed
        return data

    def _read_error(self) -> bytes:
        """Read standard error as far as it is there; returns what came."""
        data = self._read(self._player.error)
        self._errors.add(data)
        if data:
            self._on_stderr(data)
        return data

    def _read(self, pipe: io.FileIO) -> bytes:
        """Return the bytes that can be read without waiting; the pipe is closed if no more can come."""
        if pipe.closed:
            return b""

        data = pipe.read(_CHUNK)
        if data is None:  # there is nothing now
            return b""

        if not data:
            self._poll.unregister(pipe)
            pipe.close()
        return data

    def _how_it_ended(self) -> Termination:
        """Return why the output is over, after the process has ended.

        The process gets up to EXIT_GRACE to exit by itself. Raises NotStarted if the player never ran.
        """
        until = time.monotonic() + EXIT_GRACE
        while not self._has_ended and time.monotonic() < until:
            self._wait(until)

        if not self._has_ended:
            self._take_report(self._player.end())

        report = self._end_report
        stderr, _ = self._errors.texts()
        if not self._received and never_began(report.status, stderr):
            raise NotStarted(f"cannot be started: {printable(' '.join(stderr.split()))}")

        if report.exceeded is not None:
            return _BY_LIMIT[report.exceeded]
        if report.status is None:  # it still ran, and the referee ended it
            return Termination.CLOSED_OUTPUT
        if report.status == 0:
            return Termination.EXITED

        number = self._signal()
        return Termination.CRASHED if number is None else _BY_SIGNAL.get(number, Termination.CRASHED)

    def _signal(self) -> int | None:
        """Return the number of the signal that ended the process, or may have ended it; None for no signal.

        Bubblewrap reports a signal as 128 and its number, as shells do: 137 is SIGKILL, or an exit with that status.
        """
        status = self._end_report.status
        if status is None:
            return None
        if status < 0:
            return -status
        if self._is_boxed and 128 < status < 128 + signal.NSIG:
            return status - 128
        return None
