"""Work that tests give to a cluster; workers import it by name."""

import os
from pathlib import Path

from local_cluster import wait_until


def hold(piece: list[str]) -> int:
    """Note in the file `piece[1]` who works at it, wait until its gate is open; returns the process id."""
    directory, name = map(Path, piece)
    with open(directory / name, "a") as file:
        file.write(f"{os.getpid()}\n")
    wait_until((directory / "gate").exists)
    return os.getpid()


def open_gate(piece: list[str]) -> int:
    """Open the gate in the directory `piece[0]`; returns the process id."""
    (Path(piece[0]) / "gate").touch()
    return os.getpid()
