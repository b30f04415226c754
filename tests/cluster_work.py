"""Work that tests give to a cluster; workers import it by name."""

import os
from pathlib import Path

from waiting import wait_until


def hold(piece: list[str]) -> int:
    """Return the id of the process that works at the piece, once a file `gate` is there.

    piece: a directory, where the gate will be, and the name of a file there; whoever begins the piece adds the id of
    its process to that file, on a line of its own.
    """
    directory, name = piece
    with open(Path(directory, name), "a") as file:
        file.write(f"{os.getpid()}\n")

    wait_until(Path(directory, "gate").exists)
    return os.getpid()
