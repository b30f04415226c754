"""A player's process as a transport.

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

from lingo_common.errors import printable
from referee.contest.conditions import Limits
from referee.contest.termination import Silence, Termination
from referee.game.protocol import GameEnded, Stop, Stopped
from referee.game.record import Ending
from referee.runner.client import Runner
from referee.runner.launch import never_began
from referee.runner.messages import Ended, Launch, Limit, NotStarted
from referee.runner.proc import machine_load, pressure, silence

GRACE = 0.2
"""Seconds in which a player can exit by itself once its game is over and its standard input is closed."""
EXIT_GRACE = 0.5
"""Seconds after the end of its output in which a process counts as exiting."""
_CHUNK = 64 * 1024
_MAX_KEPT = 4096
"""Bytes of the beginning, and of the end, of standard error that are kept."""

_NAMES = {number.value: number.name for number in signal.Signals}
_BY_SIGNAL = {signal.SIGXCPU.value: Termination.CPU_LIMIT, signal.SIGXFSZ.value: Termination.DISK_LIMIT}
"""The signals by which the kernel's own limits end a process."""
_BY_LIMIT = {
    Limit.MEMORY: Termination.MEMORY_LIMIT,
    Limit.CPU: Termination.CPU_LIMIT,
    Limit.PROCESSES: Termination.PROCESS_LIMIT,
    Limit.DISK: Termination.DISK_LIMIT,
}


class HeadAndTail:
    """The beginning and the end of a stream of bytes, each cut at a line end where it has one."""

    def __init__(self, size: int = _MAX_KEPT) -> None:
        self._size, self._head, self._tail, self._total = size, b"", b"", 0

    def add(self, data: bytes) -> None:
        """Take the next bytes."""
        self._total += len(data)
        room = self._size - len(self._head)
        self._head += data[:room]
        self._tail = (self._tail + data[room:])[-self._size :] if len(data) > room else self._tail

    def texts(self) -> tuple[str, str]:
        """The beginning, and the rest after a line that says how much is left out; empty if nothing follows."""
        head = self._head
        tail = self._tail
        if tail:
            head = head[: head.rfind(b"\n") + 1] or head
            is_whole = self._total == len(self._head) + len(tail)
            tail = self._head[len(head) :] + tail if is_whole else tail[tail.find(b"\n", 0, -1) + 1 :]
        left_out = self._total - len(head) - len(tail)
        mark = f"[... {left_out} bytes left out ...]\n" if left_out else ""
        return head.decode(errors="replace"), mark + tail.decode(errors="replace")


class PlayerProcess:
    """A player that is ready to begin: a transport, to be closed."""

    def __init__(
        self,
        runner: Runner,
        launch: Launch,
        limits: Limits,
        stop: Stop | None,
        on_stderr: Callable[[bytes], object],
    ) -> None:
        """Start the launcher; on_stderr is called with each piece of the player's standard error.

        Raises NotStarted if the command cannot be executed, DataError if the machine is full.
        """
        self._limits = limits
        self._boxed = launch.box is not None
        self._on_stderr = on_stderr
        self._errors = HeadAndTail()
        self._unread = bytearray()
        self._received = 0
        self._output_over = False
        self._ended: Ended | None = None
        self._player = runner.launch(launch)
        for end in self._player.pipes:
            os.set_blocking(end, False)
        self._input, self._output, self._error = map(io.FileIO, self._player.pipes, ("w", "r", "r"))
        self._handlers = {
            self._output.fileno(): self._read_output,
            self._error.fileno(): self._read_error,
            self._player.fileno(): self._hear_end,
            **({stop.fileno(): self._stop} if stop else {}),
        }
        self._poll = select.poll()
        for source in self._handlers:
            self._poll.register(source, select.POLLIN)

    def begin(self) -> None:
        """Let the launcher become the player, whose time begins."""
        self._load = machine_load()
        self._launched = time.time()
        self.started = time.monotonic()
        self.send(b"\n")

    def receive(self, until: float) -> bytes:
        """The next line without its newline, or an unfinished one at the end of output."""
        while True:
            line, newline, unread = self._unread.partition(b"\n")
            if len(line) > self._limits.line or (not newline and self._is_flooded):
                raise GameEnded(Termination.OUTPUT_LIMIT)
            if newline or (self._output_over and line):
                self._unread = unread
                return bytes(line)
            if self._output_over:
                raise GameEnded(self._how_it_ended())
            self._wait(until)
            if time.monotonic() >= until and not self._output_over and b"\n" not in self._unread:
                raise TimeoutError

    def send(self, line: bytes) -> None:
        """Send a line; it is lost if the player does not read."""
        if not self._input.closed:
            with contextlib.suppress(BrokenPipeError):
                self._input.write(line)

    def silence(self) -> Silence | None:
        """Whether the player waits, computes or sleeps now; None if the system does not tell."""
        found = silence(self._player.pid)
        return None if found is None else Silence(found)

    def finish(self) -> None:
        """Close standard input and wait up to GRACE for the player to exit; its output is dropped."""
        self._input.close()
        until = time.monotonic() + GRACE
        while self._ended is None and time.monotonic() < until and not self._is_flooded:
            self._unread.clear()
            self._wait(until)

    def close(self) -> None:
        """End the player, and close every file descriptor. Raises RunnerLost if the runner was ended."""
        try:
            if self._ended is None:
                self._take_end(self._player.end())
        finally:
            self._ended = self._ended or Ended()
            self._player.close()
            for pipe in (self._input, self._output, self._error):
                pipe.close()

    @property
    def exceeded_limit(self) -> Termination | None:
        """The limit that the player exceeded, if any: what slowed it down has its own name; once closed."""
        if self._ended is None or self._ended.exceeded is None:
            return None
        return _BY_LIMIT[self._ended.exceeded]

    def ending(self) -> Ending:
        """How the process ended unless the referee ended it, its standard error and what it used; once closed."""
        ended = self._ended or Ended()
        number = self._signal()
        return Ending(
            None if ended.status is not None and ended.status < 0 else ended.status,
            None if number is None else _NAMES.get(number, f"signal {number}"),
            *self._errors.texts(),
            started=round(self._launched, 3),
            cpu_seconds=None if ended.cpu_seconds is None else round(ended.cpu_seconds, 3),
            peak_memory=ended.peak_memory,
            pressure=pressure(self._load, machine_load(), ended.cpu_seconds),
        )

    @property
    def _is_flooded(self) -> bool:
        """Whether there was more output than allowed."""
        return self._received > self._limits.output

    def _wait(self, until: float) -> None:
        """Sleep until something happens or the time has come, and handle it."""
        for source, _ in self._poll.poll(max(0.0, until - time.monotonic()) * 1000):
            self._handlers[source]()

    def _stop(self) -> None:
        raise Stopped

    def _hear_end(self) -> None:
        if self._ended is None:
            self._take_end(self._player.wait())

    def _take_end(self, ended: Ended) -> None:
        """Read what the player wrote before its end, up to a bound: a process that escaped may go on writing."""
        self._ended = ended
        self._poll.unregister(self._player)
        while not self._is_flooded and self._read_output():
            pass
        for _ in range(self._limits.output // _CHUNK):
            if not self._read_error():
                break
        self._output_over = True

    def _read_output(self) -> bytes:
        data = self._read(self._output)
        self._received += len(data)
        self._unread += data
        self._output_over = self._output_over or self._output.closed
        return data

    def _read_error(self) -> bytes:
        data = self._read(self._error)
        self._errors.add(data)
        if data:
            self._on_stderr(data)
        return data

    def _read(self, pipe: io.FileIO) -> bytes:
        """The bytes that can be read without waiting; the pipe is closed if no more can come."""
        data = b"" if pipe.closed else pipe.read(_CHUNK)
        if data == b"" and not pipe.closed:  # None if it has to wait
            self._poll.unregister(pipe)
            pipe.close()
        return data or b""

    def _how_it_ended(self) -> Termination:
        """Why the output is over; waits up to EXIT_GRACE for the process to exit, and ends it then."""
        until = time.monotonic() + EXIT_GRACE
        while self._ended is None and time.monotonic() < until:
            self._wait(until)
        if self._ended is None:
            self._take_end(self._player.end())
        ended = self._ended or Ended()
        stderr, _ = self._errors.texts()
        if not self._received and never_began(ended.status, stderr):
            raise NotStarted(f"cannot be started: {printable(' '.join(stderr.split()))}")
        if ended.exceeded is not None:
            return _BY_LIMIT[ended.exceeded]
        if ended.status is None:
            return Termination.CLOSED_OUTPUT
        return _BY_SIGNAL.get(self._signal() or 0, Termination.CRASHED if ended.status else Termination.EXITED)

    def _signal(self) -> int | None:
        """The number of the signal that ended the process, or may have ended it in a sandbox; None for no signal."""
        code = (self._ended and self._ended.status) or 0
        if code < 0:
            return -code
        return code - 128 if self._boxed and 128 < code < 128 + signal.NSIG else None
