"""The control group of a game: the kernel limits a player's memory and processes and gives it a fair share.

See cgroups(7), version 1 or 2. If this user may not make groups, there are only samples (see usage).
"""

import contextlib
import functools
import itertools
import os
import signal
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from lingo_common.files import read_small_file, write_small_file
from referee.contest.limits import Limits
from referee.contest.termination import Termination
from referee.runner.process_tree import process

_numbers = itertools.count()
_TOP = Path("/sys/fs/cgroup")
_PREFIX = "lingo-player-"
_FILE_SYSTEMS = 2
"""File systems in memory that a player in a sandbox can fill, each of the size of --disk."""
_SLACK = 16 << 20
"""Bytes by which the kernel's limit on memory exceeds ours, for the kernel's own tables."""
_REMAINS = 1 << 20
"""Bytes: a group that uses more after its game is not used for another."""
_PATIENCE, _PAUSE = 1.0, 0.001
"""Seconds to wait for the end of a killed referee's players, and between two looks."""
_MEMORY = ("memory.max", "memory.limit_in_bytes")
"""The file of the limit in version 2 and in version 1."""
_SWAP = ("memory.swap.max",)
_PROCESSES = ("pids.max",)
_SHARE = {"cpu.weight": 100, "cpu.shares": 1024}
"""The files of the share of processor time, version 2 and 1, and the kernel's default, the same for every game."""
_CPU = ("cpuacct.usage", "cpu.stat")
"""The files with the processor time used, in version 1 in nanoseconds and in version 2 in microseconds."""
_PEAK = ("memory.peak", "memory.max_usage_in_bytes")
"""The files with the most memory that was in use, in bytes."""
_WRITTEN, _SHOWN = frozenset((*_SHARE, *_MEMORY, *_SWAP, *_PROCESSES)), frozenset((*_CPU, *_PEAK))
"""The files that are written and those that are only read."""
_EVENTS = (
    ("memory.events", "oom_kill", Termination.MEMORY_LIMIT),
    ("memory.oom_control", "oom_kill", Termination.MEMORY_LIMIT),
    ("pids.events", "max", Termination.PROCESS_LIMIT),
)
"""The counts of what the kernel refused: file, key, limit."""


def shares_processors() -> bool:
    """Whether each game here gets the same share of processor time."""
    return any(_place_of((name,)) for name in _SHARE)


def limits_memory() -> bool:
    """Whether the kernel limits all memory of a game here."""
    return _place_of(_MEMORY) is not None


class ControlGroups:
    """The groups of this process; one that has nothing left of its game is used for the next."""

    def __init__(self) -> None:
        self._free: dict[tuple[int | None, int | None], list[ControlGroup]] = {}

    def take(self, limits: Limits, boxed: bool) -> "ControlGroup":
        """A group with these limits. boxed: the player is in a sandbox, which keeps its files in memory."""
        memory = None
        if limits.memory is not None and not (boxed and limits.disk is None):
            memory = limits.memory + _SLACK + (_FILE_SYSTEMS * (limits.disk or 0) if boxed else 0)
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
        self.files: list[int] = []
        """Open files in which a process writes 0 to enter the group."""
        self._name = f"{_prefix_of(os.getpid())}-{next(_numbers)}"
        self._directories: list[str] = []
        for name, share in _SHARE.items():
            self._set((name,), share)
        self._cpu = self._enter(_CPU)
        if processes is not None:
            self._set(_PROCESSES, processes)
        if memory is not None:
            self._set(_MEMORY, memory)
            self._set(_SWAP, 0)
        self._peak = self._enter(_PEAK)
        self._before = 0.0
        events = [
            (f"{directory}/{name}", key, limit) for directory in self._directories for name, key, limit in _EVENTS
        ]
        self._events = [(path, key, limit) for path, key, limit in events if os.path.exists(path)]
        self.paths = [f"{directory}/{_entry_of(os.path.dirname(directory))}" for directory in self._directories]
        """The paths of these files."""
        for path in self.paths:
            with contextlib.suppress(PermissionError, FileNotFoundError):
                self.files.append(os.open(path, os.O_WRONLY))

    def refused_limit(self) -> Termination | None:
        """The limit that the kernel has enforced, if any."""
        return next((limit for path, key, limit in self._events if int(_counts(_read(path)).get(key, 0))), None)

    def cpu_seconds(self) -> float | None:
        """Processor seconds of all processes of the game; None if the group does not count them."""
        used = self._cpu_in_all()
        return None if used is None else used - self._before

    def peak_memory(self) -> int | None:
        """The most memory of the game, in bytes; None if the group does not count it."""
        return int(_read(self._peak) or 0) or None

    def end(self) -> bool:
        """Kill what is left in the group; whether it was empty."""
        return not self._directories or not _kill_all(self._directories[0])

    def renew(self) -> bool:
        """Begin new figures; whether the next game can have the group."""
        if not self._directories or self._peak is None or self.refused_limit():
            return False
        with contextlib.suppress(OSError):
            write_small_file(self._peak, "0")  # version 1 counts from the present use then
        self._before = self._cpu_in_all() or 0.0
        return int(_read(self._peak) or _REMAINS) < _REMAINS

    def remove(self) -> None:
        """Remove the group, with what is in it."""
        while self.files:
            os.close(self.files.pop())
        for directory in self._directories:
            _remove(directory, _PATIENCE)

    def _cpu_in_all(self) -> float | None:
        """Processor seconds of all games that had this group."""
        text = _read(self._cpu)
        if text.strip().isdigit():
            return int(text) * 1e-9
        microseconds = _counts(text).get("usage_usec")
        return None if microseconds is None else int(microseconds) * 1e-6

    def _set(self, names: Sequence[str], limit: int) -> None:
        """Write the limit to the first of these files that a group can have, if any."""
        if path := self._enter(names):
            with contextlib.suppress(OSError):
                write_small_file(path, str(limit))

    def _enter(self, names: Sequence[str]) -> str | None:
        """Make the group where it has one of these files; returns the path of the file, None if there is none."""
        location = _place_of(names)
        if location is None:
            return None
        directory = f"{location[0]}/{self._name}"
        if directory not in self._directories:
            try:
                os.mkdir(directory)
            except OSError:  # the machine limits the number of groups
                return None
            self._directories.append(directory)
        return f"{directory}/{location[1]}"


def _read(path: str | None) -> str:
    """The contents of a file of a group; empty if there is none."""
    if path is not None:
        with contextlib.suppress(OSError):
            return read_small_file(path).decode()
    return ""


def _counts(text: str) -> dict[str, str]:
    """The counts of a file that has a key and a number on each line."""
    return dict(line.split(None, 1) for line in text.splitlines())


@functools.cache
def _place_of(names: Sequence[str]) -> tuple[Path, str] | None:
    """The directory in which a new group has one of these files, and the file's name: the first that there is."""
    return next(((parent, name) for name in names for parent, files in _places() if name in files), None)


@functools.cache
def _places() -> tuple[tuple[Path, frozenset[str]], ...]:
    """One directory for each group of this process, in which groups are made, and the files that they have there.

    It is the nearest one above with the most files. A process is in one group of version 2 alone, so that all of its
    files have to be in one place: a group with processes hands no controllers down, but one above it may.
    """
    tried = [[(parent, _usable_files(parent)) for parent in _upwards(own)] for own in _own_groups()]
    return tuple(max(places, key=lambda place: len(place[1])) for places in tried if places)


def _upwards(own: Path) -> Iterator[Path]:
    """This directory of groups and those above it."""
    return (parent for parent in (own, *own.parents) if parent.is_relative_to(_TOP))


def _own_groups() -> Iterator[Path]:
    """The groups that this process is in."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/cgroup").read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            for top in (_TOP / controllers,) if controllers else (_TOP, _TOP / "unified"):
                if top.is_dir():
                    yield top / path.lstrip("/")


def _usable_files(parent: Path) -> frozenset[str]:
    """The files that can be used in a new group in this directory; groups of killed referees are removed there."""
    _forget_dead(parent)
    trial = parent / f"{_prefix_of(os.getpid())}-{next(_numbers)}"
    try:
        trial.mkdir()
    except OSError:
        return frozenset()
    try:
        modes = {os.W_OK: _WRITTEN, os.R_OK: _SHOWN}
        return frozenset(name for mode, names in modes.items() for name in names if os.access(trial / name, mode))
    finally:
        trial.rmdir()


def _forget_dead(parent: Path) -> None:
    """End the games of referees that were killed, and remove their groups."""
    with contextlib.suppress(OSError):
        for group in parent.glob(f"{_PREFIX}*"):
            pid, started, *_ = group.name.removeprefix(_PREFIX).split("-")
            owner = process(int(pid))
            if owner is None or owner.state in "ZX" or str(owner.started) != started:
                _remove(str(group), _PATIENCE)


@functools.cache
def _entry_of(parent: str) -> str:
    """The file in which a process writes 0 to enter a group in this directory.

    Version 1 can move a single thread. To move a whole process the kernel may wait for 10 ms, while no other can move.
    """
    return "tasks" if os.path.exists(f"{parent}/tasks") else "cgroup.procs"


@functools.cache
def _prefix_of(pid: int) -> str:
    """The beginning of the names of this process's groups: its pid and its start in clock ticks."""
    own = process(pid)
    return f"{_PREFIX}{pid}-{own.started if own else 0}"


def _remove(directory: str, seconds: float) -> None:
    """Kill the processes of the group, and remove it once it has none; give up after that time."""
    until = time.monotonic() + seconds
    while os.path.isdir(directory):
        _kill_all(directory)
        with contextlib.suppress(OSError):
            os.rmdir(directory)
            return
        if time.monotonic() > until:
            return
        time.sleep(_PAUSE)


def _kill_all(directory: str) -> list[int]:
    """The processes in the group, which are killed."""
    pids = [pid for pid in map(int, _read(f"{directory}/cgroup.procs").split()) if pid]  # 0: of another PID namespace
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return pids
