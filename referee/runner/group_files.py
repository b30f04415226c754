"""The files and directories of control groups: cgroups(7), version 1 or 2.

A group is a directory. The kernel puts files into it, by which the group is limited and measured, and which depend on
the version. This process may make groups in some directories only.
"""

import contextlib
import functools
import itertools
import os
from collections.abc import Iterator

from lingo_common.files import read_small_file
from lingo_common.paths import within
from referee.runner.messages import Limit
from referee.runner.proc import DEAD, process

_TOP = "/sys/fs/cgroup"
"""The directory in which the kernel shows all groups."""
PREFIX = "lingo-player-"
"""The beginning of the names of all groups of players; the pid of their runner follows."""
_group_numbers = itertools.count()
"""The last parts of the names of this process's groups."""

# The files of a group by what they are for, each in version 2 and then in version 1.
SHARE = ("cpu.weight", "cpu.shares")
"""The share of processor time. Nothing is written there, because by default every group has the same one. Groups that
have the file share processor time."""
MEMORY = ("memory.max", "memory.limit_in_bytes")
"""The limit on memory, in bytes."""
SWAP = ("memory.swap.max",)
"""The limit on swapped memory, in bytes. Version 1 has none that can be relied on."""
PROCESSES = ("pids.max",)
"""The limit on processes and threads, in both versions."""
PEAK = ("memory.peak", "memory.max_usage_in_bytes")
"""The most memory that was in use, in bytes."""
CPU_MICROSECONDS = "cpu.stat"
"""The processor time used, in version 2."""
CPU_NANOSECONDS = "cpuacct.usage"
"""The processor time used, in version 1."""
EVENTS: tuple[tuple[str, str, Limit], ...] = (
    ("memory.events", "oom_kill", "memory-limit"),
    ("memory.oom_control", "oom_kill", "memory-limit"),
    ("pids.events", "max", "process-limit"),
)
"""The counts of what the kernel refused: the file, the key in it, and the limit that was exceeded."""
_FILES_OF_EVENTS = tuple(file for file, _, _ in EVENTS)
_FILES = frozenset((*SHARE, *MEMORY, *SWAP, *PROCESSES, *PEAK, CPU_MICROSECONDS, CPU_NANOSECONDS, *_FILES_OF_EVENTS))
"""The names of all these files."""


def contents_of(path: str) -> str:
    """Return the contents of a file of the kernel; empty if it cannot be read."""
    with contextlib.suppress(OSError):
        return read_small_file(path).decode()
    return ""


@functools.cache
def parents_by_file() -> dict[str, str]:
    """Return for each file of a group, by its name, the directory in which this process makes groups that have it.

    For example, {"memory.max": "/sys/fs/cgroup/user.slice", …}. Of the groups that this process is in and those
    above them, it is the nearest whose new groups have the most files. In version 2 a group with processes of its own
    gives its new groups no controllers, but one above it may.
    """
    parents: dict[str, str] = {}
    for own in own_groups():
        files_below = {parent: _files_below(parent) for parent in possible_parents(own)}
        best_parent = max(files_below, key=lambda parent: len(files_below[parent]))
        for file in files_below[best_parent]:
            # Where the machine has both versions, both can have a file of this name, such as cpu.stat. The kernel names
            # version 1 first, and there the limits are.
            parents.setdefault(file, best_parent)

    return parents


def possible_parents(own: str) -> list[str]:
    """Return the directories in which groups may be made: that of a group of this process, and those above it."""
    parents: list[str] = []
    while within(own, _TOP):
        parents.append(own)
        own = os.path.dirname(own)
    return parents


def own_groups() -> Iterator[str]:
    """Yield the directories of the groups that this process is in: one of version 2, or one for each controller."""
    for line in contents_of("/proc/self/cgroup").splitlines():
        _, controllers, path = line.split(":", 2)
        # A line of version 2 names no controllers. Beside version 1 that hierarchy lies in `unified`.
        tops = [f"{_TOP}/{controllers}"] if controllers else [_TOP, f"{_TOP}/unified"]
        for top in tops:
            if os.path.isdir(top):
                yield f"{top}{path}".rstrip("/")


def _files_below(parent: str) -> frozenset[str]:
    """Return the files that a new group in this directory has; none if this process may not make one there."""
    trial = f"{parent}/{new_name()}"
    try:
        os.mkdir(trial)
    except OSError:
        return frozenset()

    files = _FILES.intersection(os.listdir(trial))
    os.rmdir(trial)
    return files


def new_name() -> str:
    """Return a name for a group of this process, which no other group has."""
    return f"{_prefix_of(os.getpid())}-{next(_group_numbers)}"


def is_named_by_the_dead(name: str) -> bool:
    """Return whether the process that got this name from new_name has ended."""
    pid = name.removeprefix(PREFIX).split("-")[0]

    # Another process may have the number by now: it began at another time.
    return not name.startswith(f"{_prefix_of(int(pid))}-")


def _prefix_of(pid: int) -> str:
    """Return the beginning of the names of a process's groups, with its pid and its start in clock ticks since boot.

    For a process that has ended the start is 0, with which no group is named.
    """
    owner = process(pid)
    if owner is None or owner.state in DEAD:
        return f"{PREFIX}{pid}-0"
    return f"{PREFIX}{pid}-{owner.started}"
