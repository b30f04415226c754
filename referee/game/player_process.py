"""A player that is a program, as a transport: it sends lines to the player's process and receives its lines.

One thread plays one game. It sleeps in one poll over the player's output and standard error, the messages of the runner
(the helper process that starts players), and the stop of the run. Time limits are absolute: output that arrives does
not extend them.
"""

import contextlib
import io
import os
import select
import signal
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import replace
from typing import NamedTuple

from lingo_common.files import read_small_file
from referee.contest.limits import Limits
from referee.contest.termination import Silence, Termination
from referee.game.head_and_tail import HeadAndTail
from referee.game.protocol import GameEnded
from referee.game.record import GameRecord
from referee.runner.client import Runner
from referee.runner.launcher import why_never_began
from referee.runner.messages import EndReport, Launch, NotStarted
from referee.runner.proc import TICKS, process_and_descendants

_SIGNAL_NAMES = {number.value: number.name for number in signal.Signals}
_BY_SIGNAL = {signal.SIGXCPU.value: Termination.CPU_LIMIT, signal.SIGXFSZ.value: Termination.DISK_LIMIT}
"""The signals by which the kernel's own limits end a process."""


def _termination_by_end(report: EndReport) -> Termination:
    """Return how a game ended whose player closed its output: by the limit, the exit status or signal in the report."""
    exceeded = exceeded_limit(report)
    if exceeded is not None:
        return exceeded
    if report.exit_status == 0:
        return Termination.EXITED
    if report.signal is not None:
        return _BY_SIGNAL.get(report.signal, Termination.CRASHED)

    # Without an exit status or a signal, it still ran, and the referee ended it.
    return Termination.CLOSED_OUTPUT if report.exit_status is None else Termination.CRASHED


def exceeded_limit(report: EndReport) -> Termination | None:
    """Return the termination of a game whose player exceeded a limit; None if it exceeded none."""
    return None if report.exceeded is None else Termination(report.exceeded)


def signal_name(report: EndReport) -> str | None:
    """Return the name of the signal that ended the process, such as "SIGKILL"; None for none.

    In a sandbox it may have been an exit: there the runner reports an exit status from 129 on as a signal, because it
    cannot tell them apart (bubblewrap.signal_in).
    """
    return None if report.signal is None else _SIGNAL_NAMES.get(report.signal, f"signal {report.signal}")


GRACE = 0.2
"""Seconds in which a player can exit by itself once its game is over and its input is closed (docs/protocol.md)."""
EXIT_GRACE = 0.5
"""Seconds from the end of its output until a player that still runs is ended as *closed-output* (docs/protocol.md)."""
_CHUNK = 64 * 1024
"""Bytes that are read at once."""
_MAX_KEPT = 4096
"""Bytes of the beginning of standard error that are kept, and of its end."""


class PlayerProcess:
    """A player that is a started program, as a transport. It must be closed.

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

        stop: an open file that can be read once the run is stopped; then CancelledError is raised wherever the player
        is waited for. None if nothing stops it. on_stderr: called with each piece of the player's standard error.
        Raises NotStarted if the command cannot be executed, DataError if the machine or the sandbox is to blame.
        """
        self.started = 0.0
        """When the player's time began, on the monotonic clock (see `begin`)."""
        self._time_of_start = 0.0
        """The same moment in seconds since 1970."""
        self._load_at_start: MachineLoad | None = None
        """How busy the machine had been until that moment; None if the system does not tell."""
        self.end_report = EndReport()
        """What the runner reports on the end of the process; empty until then, and if the runner was ended."""

        self._limits = limits
        self._on_stderr = on_stderr
        self.stderr = HeadAndTail(_MAX_KEPT)
        """What is kept of standard error."""
        self._unread = bytearray()
        """The output that `receive` has not returned yet."""
        self._received = 0
        """The bytes of output in all, returned and unread."""
        self._output_over = False
        """Whether no more output can come: the player closed it, or has ended."""
        self._has_ended = False
        """Whether the runner has reported the end of the process, or was ended itself."""

        self._program = launch.arguments[0]
        self._player = runner.launch(launch)
        for pipe in (self._player.input, self._player.output, self._player.error):
            os.set_blocking(pipe.fileno(), False)

        # For each file that is waited for, what is done once it can be read.
        self._handlers: dict[int, Callable[[], object]] = {
            self._player.output.fileno(): self._read_output,
            self._player.error.fileno(): self._read_error,
            self._player.fileno(): self._hear_end,  # the socket over which the runner reports the end
        }
        if stop is not None:
            self._handlers[stop] = self._leave

        self._poll = select.poll()
        for source in self._handlers:
            self._poll.register(source, select.POLLIN)

    def begin(self) -> None:
        """Let the launcher become the player, whose time begins."""
        self._load_at_start = machine_load()
        self._time_of_start = time.time()
        self.started = time.monotonic()
        self.send(b"\n")

    def receive(self, until: float) -> bytes:
        """Return the next line without its newline; at the end of the output, a last line that has none.

        Raises TimeoutError at the time `until`, and GameEnded if there was too much output or no line can come.
        """
        while True:
            line, newline, unread = self._unread.partition(b"\n")
            if len(line) > self._limits.line:
                raise GameEnded(Termination.OUTPUT_LIMIT)

            # A complete line was written before the limit was exceeded, so it still counts; an unfinished one does not.
            if self._is_flooded and not newline:
                raise GameEnded(Termination.OUTPUT_LIMIT)

            if newline or (self._output_over and line):
                self._unread = unread
                return bytes(line)

            if self._output_over:
                raise GameEnded(self._termination_without_guess())

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

    def close_input(self) -> None:
        """Close the player's standard input: what it reads from there on is the end of a file."""
        self._player.input.close()

    def silence(self) -> Silence | None:
        """Return whether the player waits, computes or sleeps now; None if that cannot be told."""
        silence = silence_of(self._player.pid)

        # silence_of looks several times. If a line came meanwhile, the player waits now for the reply to it, and what
        # it did before is not known.
        self._read_output()
        if silence is Silence.WAITS and b"\n" in self._unread:
            return None
        return silence

    def finish(self) -> None:
        """Close standard input and wait up to GRACE for the player to exit; its output is dropped.

        A player that has written too much is not waited for: it would have to be read all that time.
        """
        self.close_input()
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

    def with_end(self, record: GameRecord) -> GameRecord:
        """Return the record with how the process ended, its standard error, and what it used.

        The process is closed already.
        """
        report = self.end_report
        cpu_seconds = report.cpu_seconds
        stderr_head, stderr_tail = self.stderr.texts()

        return replace(
            record,
            exit_status=report.exit_status,
            signal=signal_name(report),
            stderr_head=stderr_head,
            stderr_tail=stderr_tail,
            started=round(self._time_of_start, 3),
            cpu_seconds=None if cpu_seconds is None else round(cpu_seconds, 3),
            peak_memory=report.peak_memory,
            pressure=pressure(self._load_at_start, machine_load(), cpu_seconds),
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
        """Keep the report, and read what the player wrote before its end, up to the limit on output.

        A process that the runner could not end may go on writing, so reading until nothing comes might take for ever.
        """
        self.end_report = report
        self._has_ended = True
        self._poll.unregister(self._player)

        while not self._is_flooded and self._read_output():
            pass

        # Standard error has no limit of its own. No more bytes of it are read here than the limit on output allows:
        # with a limit below one chunk none. What came earlier was read when it came.
        most_reads = self._limits.output // _CHUNK
        for _ in range(most_reads):
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
        self.stderr.add(data)
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

    def _termination_without_guess(self) -> Termination:
        """Return the termination of the game, because the output is over and no guess can come.

        The process gets up to EXIT_GRACE to exit by itself. Raises NotStarted if the player never ran.
        """
        until = time.monotonic() + EXIT_GRACE
        while not self._has_ended and time.monotonic() < until:
            self._wait(until)

        if not self._has_ended:
            self._take_report(self._player.end())

        # A launcher that could not become the player has written why, and no output.
        stderr, _ = self.stderr.texts()
        why = why_never_began(self._program, self.end_report.exit_status, stderr)
        if why and not self._received:
            raise NotStarted(f"cannot be started: {why}")

        return _termination_by_end(self.end_report)


_LOOKS = 5
"""How often the threads are looked at."""
_BETWEEN = 0.01
"""Seconds between two looks."""
_FOR_EVER = (b"0xffffffff", b"0xffffffffffffffff")
"""The time limit -1 of epoll_wait, as /proc shows it."""


def silence_of(pid: int) -> Silence | None:
    """Return what the process and its descendants do now; None if the system does not tell.

    They compute if more than half of the looks find a thread that runs. Otherwise they wait for input if some look
    found a thread that does, and else they sleep.
    """
    # For each state, the number of looks that found it.
    looks: Counter[Silence] = Counter()
    for _ in range(_LOOKS):
        states: set[Silence] = set()
        for process in process_and_descendants(pid):
            states.update(_states(process.pid))

        looks.update(states)
        time.sleep(_BETWEEN)

    if looks[Silence.COMPUTES] > _LOOKS // 2:
        return Silence.COMPUTES
    if looks[Silence.WAITS]:
        return Silence.WAITS
    return Silence.SLEEPS if looks[Silence.SLEEPS] else None


def _states(pid: int) -> list[Silence]:
    """Return the states of the threads of the process, up to the first thread that cannot be read."""
    states: list[Silence] = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            directory = f"/proc/{pid}/task/{thread}"

            # After the program's name in parentheses comes the state; R is for one that runs or is ready to.
            _, _, fields = read_small_file(f"{directory}/stat").rpartition(b")")
            if fields.split()[0] == b"R":
                states.append(Silence.COMPUTES)
                continue

            kernel_function = read_small_file(f"{directory}/wchan")
            # The system writes 0 or nothing if it does not tell, or if the thread does not sleep.
            if kernel_function not in (b"", b"0"):
                waits = _waits_for_input(kernel_function, directory)
                states.append(Silence.WAITS if waits else Silence.SLEEPS)

    return states


def _waits_for_input(kernel_function: bytes, directory: str) -> bool:
    """Return whether a thread that sleeps in this function of the kernel reads a pipe, or waits for any event.

    Programs with an event loop, such as Node.js, wait by epoll_wait; poll and select are not recognised. With a time
    limit a program waits for a timer too, so it does not count.
    """
    if b"pipe_read" in kernel_function:
        return True
    if b"epoll_wait" not in kernel_function:
        return False

    # The number of the system call comes first; the time limit of epoll_wait is its fourth argument.
    # A thread that has woken up meanwhile has neither: the file says "running".
    call = read_small_file(f"{directory}/syscall").split()
    return len(call) > 4 and call[4] in _FOR_EVER


_FIELDS = ("user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal")
"""What the first line of /proc/stat counts, in clock ticks. The fields that follow these are parts of the first two."""
_IDLE = ("idle", "iowait")
_MICROSECOND = 1e-6
"""Seconds."""


class MachineLoad(NamedTuple):
    """Counts of the system since its start."""

    at: float
    """The time of the look, on the monotonic clock in seconds."""
    busy: float
    """Seconds that the processors have worked, all together."""
    waiting: float | None
    """Seconds in which some process waited for a processor (PSI); None if the kernel does not count them."""


def machine_load() -> MachineLoad | None:
    """Return the counts of the system until now; None if it does not say."""
    try:
        first_line = read_small_file("/proc/stat").splitlines()[0]
        ticks = dict(zip(_FIELDS, map(int, first_line.split()[1:]), strict=False))
    except (OSError, ValueError, IndexError):
        return None

    busy_ticks = sum(ticks.values()) - sum(ticks.get(field, 0) for field in _IDLE)

    waiting = None
    with contextlib.suppress(OSError, ValueError, IndexError):
        pressure_line = read_small_file("/proc/pressure/cpu").splitlines()[0]
        waiting = int(pressure_line.rpartition(b"total=")[2]) * _MICROSECOND

    return MachineLoad(time.monotonic(), busy_ticks / TICKS, waiting)


def pressure(before: MachineLoad | None, after: MachineLoad | None, own: float | None) -> float | None:
    """Return how busy others kept the machine between two looks, from 0 to 1; None if that is not known.

    It is the smaller of two shares: of all processor time, the part that others used; and of the time between the
    looks, the part in which some process waited for a processor. own: the processor seconds of the game, which are not
    others'.
    """
    if before is None or after is None or own is None or after.at <= before.at:
        return None

    seconds = after.at - before.at
    processor_seconds = seconds * (os.cpu_count() or 1)
    used_elsewhere = max(0.0, after.busy - before.busy - own) / processor_seconds

    # Without the kernel's count the share that others used decides alone.
    waited = 1.0
    if before.waiting is not None and after.waiting is not None:
        waited = (after.waiting - before.waiting) / seconds

    return round(min(1.0, used_elsewhere, waited), 3)
