"""The first line of a program's file, by which the kernel finds the interpreter of a script."""

import contextlib
import os

_SNIFFED = 4096
"""Bytes of a program that are read: enough for the longest path of an interpreter."""


def interpreter(start: bytes) -> list[str]:
    """The interpreter that a script's first line names, and its argument if it has one.

    start: the first bytes of the script, with `#!`. For `#!/usr/bin/env -S python3 -u` the result is
    ["/usr/bin/env", "-S python3 -u"]: the kernel passes all that follows as one argument. If the line names no
    interpreter, it is [""].
    """
    # For the kernel a NUL byte ends the line, too.
    line = start[2:].partition(b"\n")[0].partition(b"\0")[0]
    return line.decode(errors="surrogateescape").strip().split(None, 1) or [""]


def beginning(path: str) -> bytes:
    """The first bytes of a regular file; empty if it cannot be read, which does not keep it from being executed."""
    with contextlib.suppress(OSError):
        if os.path.isfile(path):
            with open(path, "rb", buffering=0) as file:
                return file.read(_SNIFFED)
    return b""
