"""Hides this process from players, which may run as the same user.

The system shows the command line of every program to everybody, and the environment, memory and open files of a
program to other programs of the same user. They tell the seed and the file of words. Root sees everything anyway.
"""

import contextlib
import ctypes
import os

from referee.process.prctl import SET_DUMPABLE, prctl

PROGRAM = "referee"
_ARGUMENTS, _ENVIRONMENT = 48, 50
"""Fields of /proc/PID/stat (proc(5)): the address where each begins; the next field is the address where it ends."""


def hide_process() -> None:
    """Make this process unreadable to others; blank its environment, and its command line after the program's name.

    Linux only. sys.argv and os.environ keep their values, because they are copies.
    """
    if not prctl(SET_DUMPABLE, 0):
        return
    with contextlib.suppress(OSError, ValueError, IndexError):
        with open("/proc/self/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
        _blank_arguments(*_region(fields, _ARGUMENTS))
        for name, value in list(os.environ.items()):
            os.environ[name] = value  # moves the C library's copy out of the region that is blanked
        start, length = _region(fields, _ENVIRONMENT)
        ctypes.memset(start, 0, length)


def _region(fields: list[bytes], number: int) -> tuple[int, int]:
    """Address and length of a region; `fields` begins with the third field of the file."""
    start, end = int(fields[number - 3]), int(fields[number - 2])
    return start, max(0, end - start)


def _blank_arguments(start: int, length: int) -> None:
    """Blank the command line after the program's name, by which people find the process."""
    kept = 0
    for word in ctypes.string_at(start, length).split(b"\0"):
        kept += len(word) + 1
        if os.path.basename(word) == PROGRAM.encode():
            ctypes.memset(start + kept, 0, max(0, length - kept))
            return
    first = ctypes.string_at(start, length).find(b"\0") + 1
    ctypes.memset(start + first, 0, length - first)
