"""Small files, such as those of the kernel, read and written with a third of the system calls of `open`."""

import os

_CHUNK = 64 * 1024


def read(path: str) -> bytes:
    """The contents of the file."""
    file = os.open(path, os.O_RDONLY)
    try:
        return b"".join(iter(lambda: os.read(file, _CHUNK), b""))
    finally:
        os.close(file)


def write(path: str, text: str, flags: int = os.O_WRONLY | os.O_TRUNC) -> None:
    """Write the text to the file."""
    file = os.open(path, flags, 0o600)
    try:
        os.write(file, text.encode())
    finally:
        os.close(file)
