"""The control group of a game: the kernel limits a player's memory and processes and gives it a fair share.

See cgroups(7), version 1 or 2. If this user may not make groups, there are only samples (see referee.runner.usage).
"""

import contextlib
import functools
import itertools
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

from lingo_common.files import read_small_file, write_small_file
from referee.runner.messages import Launch, Limit
from referee.runner.proc import DEAD, process

_group_numbers = itertools.count()
"""The last parts of the names of this process's groups."""
_TOP = Path("/sys/fs/cgroup")
"""The directory in which the kernel shows all groups."""
_PREFIX = "lingo-player-"
"""The beginning of the names of all groups of players; the pid of their runner follows."""
_SLACK = 16 << 20
"""Bytes by which the limit on a group's memory exceeds that of the launch, for the kernel's own tables."""
_CLEAN = 1 << 20
"""Bytes below which what a game left in use does not matter to the figures of the next one."""
_PATIENCE = 1.0
"""Seconds to wait for the end of a killed referee's players."""
_PAUSE = 0.001
"""Seconds between two looks."""

# The files of a group by what they are for, each in version 2 and then in version 1.
_SHARE = ("cpu.weight", "cpu.shares")
"""The share of processor time. Nothing is written there: by default the kernel gives every group the same share."""
_MEMORY = ("memory.max", "memory.limit_in_bytes")
"""The limit on memory, in bytes."""
_SWAP = ("memory.swap.max",)
"""The limit on swapped memory, in bytes. Version 1 has none that can be relied on."""
_PROCESSES = ("pids.max",)
"""The limit on processes and threads, in both versions."""
_PEAK = ("memory.peak", "memory.max_usage_in_bytes")
"""The most memory that was in use, in bytes."""
_CPU_MICROSECONDS = "cpu.stat"
"""The processor time used, in version 2."""
_CPU_NANOSECONDS = "cpuacct.usage"
"""The processor time used, in version 1."""
_EVENTS: tuple[tuple[str, str, Limit], ...] = (
    ("memory.events", "oom_kill", "memory"),
    ("memory.oom_control", "oom_kill", "memory"),
    ("pids.events", "max", "processes"),
)
"""The counts of what the kernel refused: the file, the key in it, and the limit that was exceeded."""
_FILES_OF_EVENTS = tuple(file for file, _, _ in _EVENTS)
_FILES = frozenset(
    (*_SHARE, *_MEMORY, *_SWAP, *_PROCESSES, *_PEAK, _CPU_MICROSECONDS, _CPU_NANOSECONDS, *_FILES_OF_EVENTS)
)
"""The names of all these files."""


def shares_processors() -> bool:
    """Return whether each game here gets the same share of processor time."""
    return any(file in _parents_by_file() for file in _SHARE)


def limits_memory() -> bool:
    """Return whether the kernel limits all memory of a game here."""
    return any(file in _parents_by_file() for file in _MEMORY)


def remove_dead_groups() -> None:
    """End the games of runners that were killed, and remove their groups."""
    for own in _own_groups():
        for parent in _possible_parents(own):
            _remove_dead(parent)


class ControlGroups:
    """The groups of this process; one that has nothing left of its game is used for the next."""

    def __init__(self) -> None:
        self._free: dict[tuple[int | None, int | None], list[ControlGroup]] = {}
        """The empty groups by their limits."""

    def take(self, launch: Launch) -> "ControlGroup":
        """Return a group with the limits of this launch."""
        # A sandbox keeps its files in memory, and the kernel counts them. So there is no limit on memory if there is
        # none on files.
        files_in_memory = 0 if launch.box is None else launch.disk
        memory = None
        if launch.memory is not None and files_in_memory is not None:
            memory = launch.memory + files_in_memory + _SLACK

        free = self._free.get((memory, launch.processes))
        return free.pop() if free else ControlGroup(memory, launch.processes)

    def give_back(self, group: "ControlGroup") -> None:
        """Keep a group for another game, unless its game would count in the figures of that one: then remove it."""
        if group.reset():
            self._free.setdefault(group.limits, []).append(group)
        else:
            group.remove()

    def close(self) -> None:
        """Remove all groups that are free."""
        for group in itertools.chain.from_iterable(self._free.values()):
            group.remove()


class ControlGroup:
    """The group of a game: a directory in version 2, one for each controller in version 1, or none."""

    def __init__(self, memory: int | None, processes: int | None) -> None:
        """Make the group with these limits, in bytes and in processes."""
        self.limits = memory, processes
        name = f"{_prefix_of(os.getpid())}-{next(_group_numbers)}"
        self._path_of = {file: f"{parent}/{name}/{file}" for file, parent in _parents_by_file().items()}
        """The paths of the group's files, by their names."""
        self.paths: list[str] = []
        """The files in which a process writes 0 to enter the group: one in version 2, one for each controller in 1."""
        self.entries: list[int] = []
        """The numbers of those of these files that could be opened."""

        for directory in dict.fromkeys(map(os.path.dirname, self._path_of.values())):
            # Each of these steps may fail, because the machine limits the number of groups. A group that was made is in
            # `paths` even if its file cannot be opened, so that it is removed.
            with contextlib.suppress(OSError):
                os.mkdir(directory)
                # The launcher is a single thread. Version 1 can move one by the file `tasks`; to move a whole process
                # the kernel may wait for 10 ms.
                tasks = f"{directory}/tasks"
                self.paths.append(tasks if os.path.exists(tasks) else f"{directory}/cgroup.procs")
                self.entries.append(os.open(self.paths[-1], os.O_WRONLY))

        if processes is not None:
            self._write(_PROCESSES, processes)
        if memory is not None:
            self._write(_MEMORY, memory)
            self._write(_SWAP, 0)

    def refused_limit(self) -> Limit | None:
        """Return the limit that the kernel has enforced, if any."""
        for name, key, limit in _EVENTS:
            if self._counts(name).get(key, 0) > 0:
                return limit
        return None

    def figures(self) -> tuple[float | None, int | None]:
        """Return the processor seconds of all processes of the game, and the most memory in bytes.

        None stands for what is not counted.
        """
        cpu: float | None = None
        nanoseconds = self._read(_CPU_NANOSECONDS)
        microseconds = self._counts(_CPU_MICROSECONDS).get("usage_usec")
        if nanoseconds:
            cpu = int(nanoseconds) * 1e-9
        elif microseconds is not None:
            cpu = microseconds * 1e-6

        peak = max(int(self._read(name) or 0) for name in _PEAK)
        # No game uses no memory: 0 stands in a group that was never entered.
        return cpu, peak or None

    def end(self) -> bool:
        """Kill the processes that are left in the group; return whether there were none."""
        return not self.paths or not _kill_all(os.path.dirname(self.paths[0]))

    def reset(self) -> bool:
        """Set the figures to zero; return whether that succeeded, and nothing of the game would count in the next one.

        Only version 1 can set them to zero. The next peak of memory starts from what is in use now, so it is small if
        little is left of the game. False without groups.
        """
        self._write((*_PEAK, _CPU_NANOSECONDS), 0)
        cpu, memory = self.figures()
        counts_nothing = not cpu and (memory or 0) < _CLEAN
        return bool(self.paths) and counts_nothing and self.refused_limit() is None

    def remove(self) -> None:
        """Remove the group, with what is in it."""
        while self.entries:
            os.close(self.entries.pop())
        for path in self.paths:
            _remove(os.path.dirname(path))

    def _counts(self, name: str) -> dict[str, int]:
        """Return the counts of a file that has a key and a number on each line."""
        counts: dict[str, int] = {}
        for line in self._read(name).splitlines():
            key, count = line.split()
            counts[key] = int(count)
        return counts

    def _read(self, name: str) -> str:
        """Return the contents of a file of the group; empty if it has none of that name."""
        return _read(self._path_of[name]) if name in self._path_of else ""

    def _write(self, names: tuple[str, ...], number: int) -> None:
        """Write the number into those of these files that the group has."""
        for name in names:
            if name in self._path_of:
                with contextlib.suppress(OSError):
                    write_small_file(self._path_of[name], str(number))


def _read(path: str) -> str:
    """Return the contents of a file of the kernel; empty if it cannot be read."""
    with contextlib.suppress(OSError):
        return read_small_file(path).decode()
    return ""


@functools.cache
def _parents_by_file() -> dict[str, Path]:
    """Return for each file of a group, by its name, the directory in which this process makes groups that have it.

    For example, {"memory.max": Path("/sys/fs/cgroup/user.slice"), …}. Of the groups that this process is in and those
    above them, it is the nearest whose new groups have the most files. In version 2 a group with processes of its own
    gives its new groups no controllers, but one above it may.
    """
    parents: dict[str, Path] = {}
    for own in _own_groups():
        files_below = {parent: _files_below(parent) for parent in _possible_parents(own)}
        best_parent = max(files_below, key=lambda parent: len(files_below[parent]))
        for file in files_below[best_parent]:
            # Where the machine has both versions, both can have a file of this name, such as cpu.stat. The kernel names
            # version 1 first, and there the limits are.
            parents.setdefault(file, best_parent)

    return parents


def _possible_parents(own: Path) -> list[Path]:
    """Return the directories in which groups may be made: that of a group of this process, and those above it."""
    return [parent for parent in (own, *own.parents) if parent.is_relative_to(_TOP)]


def _own_groups() -> Iterator[Path]:
    """Yield the directories of the groups that this process is in: one of version 2, or one for each controller."""
    for line in _read("/proc/self/cgroup").splitlines():
        _, controllers, path = line.split(":", 2)
        # A line of version 2 names no controllers. Beside version 1 that hierarchy lies in `unified`.
        tops = [_TOP / controllers] if controllers else [_TOP, _TOP / "unified"]
        for top in tops:
            if top.is_dir():
                yield top / path.lstrip("/")


def _files_below(parent: Path) -> frozenset[str]:
    """Return the files that a new group in this directory has; none if this process may not make one there."""
    trial = parent / f"{_prefix_of(os.getpid())}-{next(_group_numbers)}"
    try:
        trial.mkdir()
    except OSError:
        return frozenset()

    files = _FILES.intersection(os.listdir(trial))
    trial.rmdir()
    return files


def _remove_dead(parent: Path) -> None:
    """End the games of runners that were killed, and remove their groups in this directory."""
    with contextlib.suppress(OSError):
        for group in parent.glob(f"{_PREFIX}*"):
            pid = group.name.removeprefix(_PREFIX).split("-")[0]

            # Another process may have the number by now: it began at another time.
            if not group.name.startswith(f"{_prefix_of(int(pid))}-"):
                _remove(str(group))


def _prefix_of(pid: int) -> str:
    """Return the beginning of the names of a process's groups, with its pid and its start in clock ticks since boot.

    For a process that has ended the start is 0, with which no group is named.
    """
    owner = process(pid)
    if owner is None or owner.state in DEAD:
        return f"{_PREFIX}{pid}-0"
    return f"{_PREFIX}{pid}-{owner.started}"


def _remove(directory: str) -> None:
    """Kill the processes of the group, and remove it once it has none; give up after _PATIENCE."""
    until = time.monotonic() + _PATIENCE
    while os.path.isdir(directory):
        _kill_all(directory)
        with contextlib.suppress(OSError):
            os.rmdir(directory)
            return

        if time.monotonic() > until:
            return

        time.sleep(_PAUSE)


def _kill_all(directory: str) -> list[int]:
    """Kill the processes in the group; return their pids."""
    # 0 stands for a process of another PID namespace, which has no number here.
    pids = [int(pid) for pid in _read(f"{directory}/cgroup.procs").split() if pid != "0"]
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return pids
