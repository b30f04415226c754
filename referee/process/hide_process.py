"""Taking what determines the words out of sight of players: they may run as the very same user.

The system shows everybody the command line that a program was started with, and its environment, memory and open
files to programs of the same user. Root sees everything in any case.
"""

import contextlib
import ctypes
import os

from referee.process.prctl import SET_DUMPABLE, prctl

PROGRAM = "referee"
_ARGUMENTS, _ENVIRONMENT = 48, 50
"""Fields of /proc/PID/stat, see proc(5): where each begins in memory; the next field is where it ends."""


def withdraw() -> None:
    """Make this process unreadable to others, and blank its command line after the program's name and its environment.

    Linux only. sys.argv and os.environ stay as they are: they are copies.
    """
    if not prctl(SET_DUMPABLE, 0):
        return
    with contextlib.suppress(OSError, ValueError, IndexError):
        with open("/proc/self/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
        _blank_arguments(*_region(fields, _ARGUMENTS))
        for name, value in list(os.environ.items()):
            os.environ[name] = value  # the C library's copy moves out of the region that is blanked
        start, length = _region(fields, _ENVIRONMENT)
        ctypes.memset(start, 0, length)


def _region(fields: list[bytes], number: int) -> tuple[int, int]:
    """Address and length; the fields begin with the third."""
    start, end = int(fields[number - 3]), int(fields[number - 2])
    return start, max(0, end - start)


def _blank_arguments(start: int, length: int) -> None:
    """Keep the words up to the program's name, so that people who look for it find it."""
    kept = 0
    for word in ctypes.string_at(start, length).split(b"\0"):
        kept += len(word) + 1
        if os.path.basename(word) == PROGRAM.encode():
            ctypes.memset(start + kept, 0, max(0, length - kept))
            return
    first = ctypes.string_at(start, length).find(b"\0") + 1
    ctypes.memset(start + first, 0, length - first)
