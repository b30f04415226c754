"""Our ends of the pipes to a player: lines of its output, both ends of its standard error; nothing here waits."""

import contextlib
import os
import select
import subprocess
from collections.abc import Callable

from referee.contest.limits import Limits
from referee.contest.termination import Termination
from referee.process.ending import GameEnded

_CHUNK = 64 * 1024
_KEPT = 4096
"""Bytes that are kept of the beginning and of the end of standard error."""


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


class Pipes:
    """The three pipes of a process; who polls is told of output and standard error, and hands each event to `take`."""

    def __init__(
        self,
        process: "subprocess.Popen[bytes]",
        limits: Limits,
        poll: select.poll,
        on_stderr: Callable[[bytes], object],
    ) -> None:
        """Standard error goes to on_stderr as it comes."""
        self._limits, self._poll, self._on_stderr = limits, poll, on_stderr
        self._open = {file.fileno(): file for file in (process.stdin, process.stdout, process.stderr) if file}
        self._input, self._output, self._error = self._open
        self._unread = bytearray()
        self.received = 0
        """Bytes of output."""
        self.errors = HeadAndTail()
        """Standard error."""
        self.output_over = False
        """Whether no further output can come."""
        for end in self._open:
            os.set_blocking(end, False)
        for end in (self._output, self._error):
            poll.register(end, select.POLLIN)

    @property
    def flooded(self) -> bool:
        """Whether there was more output than allowed."""
        return self.received > self._limits.output

    @property
    def line_is_there(self) -> bool:
        """Whether take_line would have a line, or the end of all output, to tell of."""
        return self.output_over or b"\n" in self._unread

    def take_line(self) -> bytes | None:
        """The next line without its newline, the unfinished one at the end included; None where there is none yet."""
        line, newline, rest = self._unread.partition(b"\n")
        if len(line) > self._limits.line or (not newline and self.flooded):
            raise GameEnded(Termination.OUTPUT_LIMIT)
        if newline or (self.output_over and line):
            self._unread = rest
            return bytes(line)
        return None

    def drop(self) -> None:
        """Forget the output that nobody has taken."""
        self._unread.clear()

    def send(self, line: bytes) -> None:
        """Send a line; one that the player cannot take is lost, and that is the player's affair."""
        if self._input in self._open:
            with contextlib.suppress(BrokenPipeError, BlockingIOError):
                os.write(self._input, line)

    def take(self, source: int) -> bool:
        """Take in what an event tells of; False where its source is none of these pipes."""
        if source == self._output:
            self._read_output()
        elif source == self._error:
            self._read_error()
        else:
            return False
        return True

    def drain(self) -> None:
        """Take what still lies in the pipes, for the last time; bounded, for what escaped its group may be writing."""
        while not self.flooded and self._read_output():
            pass
        for _ in range(self._limits.output // _CHUNK):
            if not self._read_error():
                break
        self.output_over = True

    def close_input(self) -> None:
        """Let the player see the end of its standard input."""
        self._shut(self._input)

    def close(self) -> None:
        """Give every file descriptor back."""
        for end in list(self._open):
            self._shut(end)

    def _read_output(self) -> int:
        data = self._read(self._output)
        self.received += len(data)
        self._unread += data
        self.output_over = self.output_over or self._output not in self._open
        return len(data)

    def _read_error(self) -> int:
        data = self._read(self._error)
        self.errors.add(data)
        if data:
            self._on_stderr(data)
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

    def _shut(self, end: int) -> None:
        if end in self._open:
            with contextlib.suppress(KeyError):
                self._poll.unregister(end)
            self._open.pop(end).close()
