"""The referee's ends of the pipes to a player; nothing here waits."""

import contextlib
import os
import select
from collections.abc import Callable, Sequence

from referee.contest.conditions import Limits
from referee.contest.termination import Termination
from referee.game.protocol import GameEnded

_CHUNK = 64 * 1024
_MAX_KEPT = 4096
"""Bytes of the beginning, and of the end, of standard error that are kept."""


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

    @property
    def head(self) -> str:
        """The beginning as text; everything, if that is short."""
        return self._parts()[0].decode(errors="replace")

    @property
    def tail(self) -> str:
        """The rest as text, after a line that says how much is left out; empty if the beginning is everything."""
        head, tail = self._parts()
        left_out = self._total - len(head) - len(tail)
        mark = f"[... {left_out} bytes left out ...]\n" if left_out else ""
        return mark + tail.decode(errors="replace")

    def _parts(self) -> tuple[bytes, bytes]:
        """The beginning up to its last line end, and the rest, or the end from its first line end."""
        if not self._tail:
            return self._head, b""
        head = self._head[: self._head.rfind(b"\n") + 1] or self._head
        if self._total == len(self._head) + len(self._tail):
            return head, self._head[len(head) :] + self._tail
        return head, self._tail[self._tail.find(b"\n", 0, -1) + 1 :]


class Pipes:
    """The three pipes of a process, registered for polling; the poller passes each event to `take`."""

    def __init__(
        self,
        files: Sequence[int],
        limits: Limits,
        poll: select.poll,
        on_stderr: Callable[[bytes], object],
    ) -> None:
        """files: the ends of the pipes to the player's input and from its output and error."""
        self._limits, self._poll, self._on_stderr = limits, poll, on_stderr
        self._input, self._output, self._error = files
        self._open = {self._input, self._output, self._error}
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
    def is_flooded(self) -> bool:
        """Whether there was more output than allowed."""
        return self.received > self._limits.output

    @property
    def line_is_there(self) -> bool:
        """Whether take_line has a line, or output is over."""
        return self.output_over or b"\n" in self._unread

    def take_line(self) -> bytes | None:
        """The next line without its newline, or an unfinished one at the end; None if there is none yet."""
        line, newline, unread = self._unread.partition(b"\n")
        if len(line) > self._limits.line or (not newline and self.is_flooded):
            raise GameEnded(Termination.OUTPUT_LIMIT)
        if newline or (self.output_over and line):
            self._unread = unread
            return bytes(line)
        return None

    def take_ready(self) -> bool:
        """Whether the launcher's empty line came, which does not count as output."""
        if self.take_line() != b"":
            return False
        self.received -= 1
        return True

    def drop(self) -> None:
        """Forget the output that is not taken yet."""
        self._unread.clear()

    def send(self, line: bytes) -> None:
        """Send a line; it is lost if the player does not read."""
        if self._input in self._open:
            with contextlib.suppress(BrokenPipeError, BlockingIOError):
                os.write(self._input, line)

    def take(self, source: int) -> bool:
        """Handle an event; False if its source is none of these pipes."""
        if source == self._output:
            self._read_output()
        elif source == self._error:
            self._read_error()
        else:
            return False
        return True

    def drain(self) -> None:
        """Read what is left in the pipes, up to a bound: a process that escaped its group may go on writing."""
        while not self.is_flooded and self._read_output():
            pass
        for _ in range(self._limits.output // _CHUNK):
            if not self._read_error():
                break
        self.output_over = True

    def close_input(self) -> None:
        """Let the player see the end of its standard input."""
        self._shut(self._input)

    def close(self) -> None:
        """Close every file descriptor."""
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
        """The bytes that can be read without waiting; the pipe is closed if no more can come."""
        if end not in self._open:  # closed by an earlier event of the same poll
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
            self._open.remove(end)
            os.close(end)
