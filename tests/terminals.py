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
TERMINAL_VARIABLES = ("COLUMNS", "LINES", "NO_COLOR", "TERM")
"""Variables that say what the terminal of the tests is like."""
LINES = 40
"""Lines of a terminal."""
CTRL_C = "\x03"


class Terminal:
    """A program in a pseudo-terminal of that many columns.

    environment: variables beside those of the tests, of which TERMINAL_VARIABLES are left out.
    """

    def __init__(self, command, columns=80, cwd=None, **environment: str) -> None:
        """Start the program."""
        self._ours, theirs = pty.openpty()
        # Lines, columns, and the size in pixels, which no program asks for.
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, columns, 0, 0))
        inherited = {name: value for name, value in os.environ.items() if name not in TERMINAL_VARIABLES}

        self._process = subprocess.Popen(
            [*map(str, command)],
            # It becomes the program's controlling terminal, so that Ctrl-C sends a signal.
            preexec_fn=lambda: os.login_tty(theirs),
            cwd=cwd,
            env={**inherited, "TERM": "xterm", "PYTHONIOENCODING": "utf-8", **environment},
        )
        os.close(theirs)

    def read(self, until: str | None = None) -> str:
        """Everything up to that text, or to the end."""
        output = b""
        deadline = time.monotonic() + PATIENCE
        while until is None or not output.decode(errors="replace").endswith(until):
            readable, _, _ = select.select([self._ours], [], [], deadline - time.monotonic())
            assert readable, output

            try:
                part = os.read(self._ours, 1 << 16)
            except OSError:
                # Linux's way to say that the other end is closed.
                part = b""

            if not part:
                assert until is None, output
                break

            output += part

        return output.decode().replace("\r\n", "\n")

    def type(self, text: str) -> None:
        """Type this; a line ends with a newline."""
        os.write(self._ours, text.encode())

    def interrupt(self) -> None:
        """Type Ctrl-C until something comes back: one that arrives just before a read begins goes unnoticed."""
        for _ in range(50):
            self.type(CTRL_C)
            if select.select([self._ours], [], [], 0.5)[0]:
                return

    def wait(self) -> int:
        """The exit code; the terminal is closed."""
        os.close(self._ours)
        return self._process.wait(PATIENCE)
