"""The control group of a game: the kernel limits a player's memory and processes and gives it a fair share.

See cgroups(7), version 1 or 2. If this user may not make groups, there are only samples (see usage).
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
from referee.runner.messages import Limit, Resources
from referee.runner.proc import process

_numbers = itertools.count()
_TOP = Path("/sys/fs/cgroup")
_PREFIX = "lingo-player-"
_SLACK = 16 << 20
"""Bytes by which the kernel's limit on memory exceeds ours, for the kernel's own tables."""
_REMAINS = 1 << 20
"""Bytes: a group that uses more after its game is not used for another."""
_PATIENCE = 1.0
"""Seconds to wait for the end of a killed referee's players."""
_PAUSE = 0.001
"""Seconds between two looks."""

_SHARE = {"cpu.weight", "cpu.shares"}
"""The files of a group in version 2 and 1: the share of processor time, for which the kernel's default is good."""
_MEMORY = ("memory.max", "memory.limit_in_bytes")
"""The files of the limit on memory in bytes, in version 2 and 1."""
_SWAP = ("memory.swap.max",)
"""The file of the limit on swapped memory, in bytes. Version 1 has none that can be relied on."""
_PROCESSES = ("pids.max",)
"""The file of the limit on processes and threads, in both versions."""
_PEAK = ("memory.peak", "memory.max_usage_in_bytes")
"""The most memory that was in use, in bytes."""
_CPU = "cpu.stat"
"""The processor time used, in microseconds."""
_CPU_1 = "cpuacct.usage"
"""The same in version 1, in nanoseconds."""
_EVENTS: tuple[tuple[str, str, Limit], ...] = (
    ("memory.events", "oom_kill", "memory"),
    ("memory.oom_control", "oom_kill", "memory"),
    ("pids.events", "max", "processes"),
)
"""The counts of what the kernel refused: file, key, limit."""
_FILES = {*_SHARE, *_MEMORY, *_SWAP, *_PROCESSES, *_PEAK, _CPU, _CPU_1, *(name for name, _, _ in _EVENTS)}


def shares_processors() -> bool:
    """Whether each game here gets the same share of processor time."""
    return not _SHARE.isdisjoint(_places())


def limits_memory() -> bool:
    """Whether the kernel limits all memory of a game here."""
    return any(name in _places() for name in _MEMORY)


class ControlGroups:
    """The groups of this process; one that has nothing left of its game is used for the next."""

    def __init__(self) -> None:
        self._free: dict[tuple[int | None, int | None], list[ControlGroup]] = {}

    def take(self, limits: Resources, boxed: bool) -> "ControlGroup":
        """Return a group with these limits. boxed: the player is in a sandbox, which keeps its files in memory."""
        memory = None
        # Files of a sandbox count as memory. Without a limit on them the kernel can have none on memory.
        has_unlimited_files = boxed and limits.disk is None
        if limits.memory is not None and not has_unlimited_files:
            memory = limits.memory + _SLACK
            if boxed and limits.disk is not None:
                memory += limits.disk
        free = self._free.get((memory, limits.processes))
        return free.pop() if free else ControlGroup(memory, limits.processes)

    def give_back(self, group: "ControlGroup") -> None:
        """Keep an empty group for another game, or remove it if its game would count in the figures of the next."""
        if group.renew():
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
        name = f"{_prefix_of(os.getpid())}-{next(_numbers)}"
        self._files = {file: f"{parent}/{name}/{file}" for file, parent in _places().items()}
        self.paths: list[str] = []
        """The files in which a process writes 0 to enter the group: one in version 2, one for each controller in 1."""
        self.files: list[int] = []
        """The numbers of these files, which are open."""
        for directory in dict.fromkeys(map(os.path.dirname, self._files.values())):
            with contextlib.suppress(OSError):  # the machine limits the number of groups
                os.mkdir(directory)
                # Version 1 can move a single thread. To move a whole process the kernel may wait for 10 ms.
                tasks = f"{directory}/tasks"
                self.paths.append(tasks if os.path.exists(tasks) else f"{directory}/cgroup.procs")
                self.files.append(os.open(self.paths[-1], os.O_WRONLY))
        if processes is not None:
            self._write(_PROCESSES, processes)
        if memory is not None:
            self._write(_MEMORY, memory)
            self._write(_SWAP, 0)

    def refused_limit(self) -> Limit | None:
        """The limit that the kernel has enforced, if any."""
        for name, key, limit in _EVENTS:
            if self._counts(name).get(key, 0) > 0:
                return limit
        return None

    def figures(self) -> tuple[float | None, int | None]:
        """Processor seconds of all processes of the game and the most memory in bytes; None for what is not counted."""
        cpu: float | None = None
        nanoseconds = self._read(_CPU_1)
        microseconds = self._counts(_CPU).get("usage_usec")
        if nanoseconds:
            cpu = int(nanoseconds) * 1e-9
        elif microseconds is not None:
            cpu = microseconds * 1e-6

        peak = max(int(self._read(name) or 0) for name in _PEAK)
        return cpu, peak or None

    def end(self) -> bool:
        """Kill the processes that are left in the group; return whether there were none."""
        return not self.paths or not _kill_all(os.path.dirname(self.paths[0]))

    def renew(self) -> bool:
        """Set the figures to zero, which version 1 can; return whether the next game can have the group."""
        self._write((*_PEAK, _CPU_1), 0)  # the peak counts from the present use then
        cpu, memory = self.figures()
        is_clean = not cpu and (memory or 0) < _REMAINS
        return bool(self.paths) and is_clean and self.refused_limit() is None

    def remove(self) -> None:
        """Remove the group, with what is in it."""
        while self.files:
            os.close(self.files.pop())
        for path in self.paths:
            _remove(os.path.dirname(path))

    def _counts(self, name: str) -> dict[str, int]:
        """The counts of a file that has a key and a number on each line."""
        counts: dict[str, int] = {}
        for line in self._read(name).splitlines():
            key, count = line.split()
            counts[key] = int(count)
        return counts

    def _read(self, name: str) -> str:
        return _read(self._files[name]) if name in self._files else ""

    def _write(self, names: tuple[str, ...], number: int) -> None:
        for name in names:
            if name in self._files:
                with contextlib.suppress(OSError):
                    write_small_file(self._files[name], str(number))


def _read(path: str) -> str:
    """The contents of a file of the kernel; empty if it cannot be read."""
    with contextlib.suppress(OSError):
        return read_small_file(path).decode()
    return ""


@functools.cache
def _places() -> dict[str, Path]:
    """Return for each file, by its name, the directory in which a new group has it.

    For example, {"memory.max": Path("/sys/fs/cgroup/user.slice"), …}. For each group of this process it is the nearest
    directory above with the most files. A process is in one group of version 2 alone, so that all of its files have to
    be in one place: a group with processes hands no controllers down, but one above it may.
    """
    places: dict[str, Path] = {}
    for own in _own_groups():
        best_files: set[str] = set()
        best_parent = own
        for parent in (own, *own.parents):
            if parent.is_relative_to(_TOP):
                files = _files_below(parent)
                if len(files) > len(best_files):
                    best_files = files
                    best_parent = parent
        # A file that an earlier group has stays there.
        places = dict.fromkeys(best_files, best_parent) | places
    return places


def _own_groups() -> Iterator[Path]:
    """Yield the directories of the groups that this process is in: one of version 2, or one for each controller."""
    for line in _read("/proc/self/cgroup").splitlines():
        _, controllers, path = line.split(":", 2)
        # A line of version 2 names no controllers. Beside version 1 that hierarchy lies in `unified`.
        tops = [_TOP / controllers] if controllers else [_TOP, _TOP / "unified"]
        for top in tops:
            if top.is_dir():
                yield top / path.lstrip("/")


def _files_below(parent: Path) -> set[str]:
    """The files that a new group in this directory has; groups of killed referees are removed there."""
    _forget_dead(parent)
    trial = parent / f"{_prefix_of(os.getpid())}-{next(_numbers)}"
    try:
        trial.mkdir()
    except OSError:
        return set()
    files = _FILES.intersection(os.listdir(trial))
    trial.rmdir()
    return files


def _forget_dead(parent: Path) -> None:
    """End the games of referees that were killed, and remove their groups."""
    with contextlib.suppress(OSError):
        for group in parent.glob(f"{_PREFIX}*"):
            pid = group.name.removeprefix(_PREFIX).split("-")[0]
            if not group.name.startswith(f"{_prefix_of(int(pid))}-"):
                _remove(str(group))


def _prefix_of(pid: int) -> str:
    """The beginning of the names of a living process's groups: its pid and its start in clock ticks."""
    owner = process(pid)
    return f"{_PREFIX}{pid}-{owner.started if owner and owner.state not in 'ZX' else 0}"


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
    pids = [int(pid) for pid in _read(f"{directory}/cgroup.procs").split() if pid != "0"]  # 0: of another PID namespace
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return pids
