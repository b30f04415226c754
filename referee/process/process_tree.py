"""The processes of a player as the system knows them: who is whose child, and what each uses. Linux only."""

import contextlib
import functools
import os
from collections.abc import Callable
from dataclasses import dataclass

_TICK = 1 / (os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100)
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


@dataclass(frozen=True)
class Process:
    """What /proc/PID/stat says of a process."""

    pid: int
    state: str
    """One letter; Z is a zombie."""
    parent: int
    session: int
    cpu: float
    """Seconds that it and the children it has waited for ran on a processor."""
    threads: int
    started: int
    """When, in clock ticks since boot: with the pid it tells a process from a later one of the same number."""
    memory: int
    """Resident bytes; pages shared with others count in full."""


def process(pid: int) -> Process | None:
    """The process of that number; None where there is none (any more)."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
    except OSError:
        return None
    numbers = list(map(int, fields[1:22]))  # numbers[k] is field k + 4 of proc(5)
    return Process(
        pid=pid,
        state=fields[0].decode(),
        parent=numbers[0],
        session=numbers[2],
        cpu=sum(numbers[10:14]) * _TICK,
        threads=numbers[16],
        started=numbers[18],
        memory=numbers[20] * _PAGE,
    )


def descendants(pid: int) -> list[Process]:
    """The process and all its children and theirs, parents first; zombies included."""
    below = _children_in_files if _lists_children() else _children_in_a_scan()
    found, waiting = [], [pid]
    while waiting:
        known = process(waiting.pop())
        if known:
            found.append(known)
            waiting += below(known.pid)
    return found


def children(pid: int) -> list[int]:
    """The pids of its children, zombies included."""
    return (_children_in_files if _lists_children() else _children_in_a_scan())(pid)


def _children_in_files(pid: int) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with contextlib.suppress(OSError), open(f"/proc/{pid}/task/{thread}/children", "rb") as file:
                found += map(int, file.read().split())
    return found


def _children_in_a_scan() -> Callable[[int], list[int]]:
    """The same from one look at all processes, for kernels without those files."""
    of: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit() and (known := process(int(name))):
            of.setdefault(known.parent, []).append(known.pid)
    return lambda pid: of.get(pid, [])


def proportional_memory(pid: int) -> int | None:
    """Resident bytes with shared pages divided among those who share them; None where that may not be read."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
            return next(int(line.split()[1]) * 1024 for line in file if line.startswith(b"Pss:"))
    except (OSError, StopIteration):
        return None


@functools.cache
def _lists_children() -> bool:
    return os.path.exists(f"/proc/self/task/{os.getpid()}/children")
