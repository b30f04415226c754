"""Programs in a pseudo-terminal, typed to as people do."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time

PATIENCE = 60
"""Seconds after which a program that says nothing fails its test."""
OF_THE_TERMINAL = ("COLUMNS", "LINES", "NO_COLOR", "TERM")


class Terminal:
    """A program in a pseudo-terminal of so many columns; environment: beside the tests' own, without its terminal."""

    def __init__(self, command, columns=80, cwd=None, **environment: str) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        kept = {name: value for name, value in os.environ.items() if name not in OF_THE_TERMINAL}
        self._process = subprocess.Popen(
            [*map(str, command)],
            preexec_fn=lambda: os.login_tty(theirs),  # a terminal that Ctrl-C works in
            cwd=cwd,
            env={**kept, "TERM": "xterm", "PYTHONIOENCODING": "utf-8", **environment},
        )
        os.close(theirs)

    def read(self, until: str | None = None) -> str:
        """Everything up to that text, or to the end."""
        got = b""
        deadline = time.monotonic() + PATIENCE
        while until is None or not got.decode(errors="replace").endswith(until):
            readable, _, _ = select.select([self._ours], [], [], deadline - time.monotonic())
            assert readable, got
            try:
                part = os.read(self._ours, 1 << 16)
            except OSError:  # Linux's way to say that the other end is closed
                part = b""
            if not part:
                assert until is None, got
                break
            got += part
        return got.decode().replace("\r\n", "\n")

    def type(self, text: str) -> None:
        """Type this; a line ends with a newline."""
        os.write(self._ours, text.encode())

    def interrupt(self) -> None:
        """Type Ctrl-C until something comes back: one that arrives just before a read begins goes unnoticed."""
        for _ in range(50):
            self.type("\x03")
            if select.select([self._ours], [], [], 0.5)[0]:
                return

    def wait(self) -> int:
        """The exit code; the terminal is closed."""
        os.close(self._ours)
        return self._process.wait(PATIENCE)
