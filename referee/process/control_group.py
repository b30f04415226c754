"""The control group of a game: the kernel limits a player's memory and processes and gives it a fair share.

See cgroups(7), version 1 or 2. If this user may not make groups, there are only samples (see usage).
"""

import contextlib
import functools
import itertools
import os
import secrets
import signal
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from lingo_common.files import read_small_file, write_small_file
from referee.contest.limits import Limits
from referee.contest.termination import Termination
from referee.process.process_tree import process

_TOP = Path("/sys/fs/cgroup")
_PREFIX = "lingo-player-"
_FILE_SYSTEMS = 2
"""File systems in memory that a player in a sandbox can fill, each of the size of --disk."""
_SLACK = 16 << 20
"""Bytes by which the kernel's limit on memory exceeds ours, for the kernel's own tables."""
_ROUNDS, _PAUSE = 1000, 0.0002
"""How often to check whether all processes are gone, and the seconds between."""
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
_TOLD = (
    ("memory.events", "oom_kill", Termination.MEMORY_LIMIT),
    ("memory.oom_control", "oom_kill", Termination.MEMORY_LIMIT),
    ("pids.events", "max", Termination.PROCESS_LIMIT),
)
"""The counts of what the kernel refused: file, key, limit."""


def shares_processors() -> bool:
    """Whether each game here gets the same share of processor time."""
    return any(_place_of((name,)) for name in _SHARE)


class ControlGroup:
    """The group of one game: a directory in version 2, one for each controller in version 1, or none."""

    def __init__(self, limits: Limits, boxed: bool = False) -> None:
        """Make the group with these limits. boxed: the player is in a sandbox, which keeps its files in memory."""
        self._name = f"{_prefix_of(os.getpid())}-{secrets.token_hex(8)}"
        self._directories: list[str] = []
        for name, share in _SHARE.items():
            self._set((name,), share)
        self._cpu = self._enter(_CPU)
        if limits.processes is not None:
            self._set(_PROCESSES, limits.processes)
        if limits.memory is not None and not (boxed and limits.disk is None):
            self._set(_MEMORY, limits.memory + _SLACK + (_FILE_SYSTEMS * (limits.disk or 0) if boxed else 0))
            self._set(_SWAP, 0)
        self._peak = self._enter(_PEAK)

    @property
    def paths(self) -> list[str]:
        """The files of the group in which a process writes 0 to enter it."""
        return [f"{directory}/{_entry_of(os.path.dirname(directory))}" for directory in self._directories]

    def refused(self) -> Termination | None:
        """The limit that the kernel has enforced, if any."""
        for directory, (name, key, limit) in itertools.product(self._directories, _TOLD):
            if int(_counts(_read(f"{directory}/{name}")).get(key, 0)):
                return limit
        return None

    def cpu_seconds(self, sampled: float | None) -> float | None:
        """Processor seconds of all processes of the group; without a group the sampled ones."""
        text = _read(self._cpu)
        if text.strip().isdigit():
            return int(text) * 1e-9
        microseconds = _counts(text).get("usage_usec")
        return sampled if microseconds is None else int(microseconds) * 1e-6

    def peak_memory(self, sampled: int | None) -> int | None:
        """The most memory of the group, in bytes; without a group the largest sample."""
        return int(_read(self._peak) or 0) or sampled

    def close(self) -> None:
        """End what is left in the group, and remove it."""
        ended: set[int] = set()
        for directory in self._directories:
            ended |= _remove(directory)
        for pid in ended:
            with contextlib.suppress(ChildProcessError):  # only orphans are children of this process
                os.waitpid(pid, os.WNOHANG)

    def _set(self, names: Sequence[str], limit: int) -> None:
        """Write the limit to the first of these files that a group can have, if any."""
        if path := self._enter(names):
            with contextlib.suppress(OSError):
                write_small_file(path, str(limit))

    def _enter(self, names: Sequence[str]) -> str | None:
        """Make the group where it has one of these files; returns the path of the file, None if there is none."""
        found = _place_of(names)
        if found is None:
            return None
        directory = f"{found[0]}/{self._name}"
        if directory not in self._directories:
            try:
                os.mkdir(directory)
            except OSError:  # the machine limits the number of groups
                return None
            self._directories.append(directory)
        return f"{directory}/{found[1]}"


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
    tried = [[(parent, _tried(parent)) for parent in _upwards(own)] for own in _own_groups()]
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


def _tried(parent: Path) -> frozenset[str]:
    """The files that can be used in a new group in this directory; groups of killed referees are removed there."""
    _forget_dead(parent)
    trial = parent / f"{_prefix_of(os.getpid())}-{secrets.token_hex(8)}"
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
        for left in parent.glob(f"{_PREFIX}*"):
            pid, started, *_ = left.name.removeprefix(_PREFIX).split("-")
            owner = process(int(pid))
            if owner is None or str(owner.started) != started:
                _remove(str(left))


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


def _remove(directory: str) -> set[int]:
    """End the processes of the group and remove it; returns their pids."""
    ended: set[int] = set()
    for _ in range(_ROUNDS):
        try:
            os.rmdir(directory)
            break
        except FileNotFoundError:
            break
        except OSError:
            ended |= _end_all(directory)
            time.sleep(_PAUSE)
    return ended


def _end_all(directory: str) -> set[int]:
    """Kill the processes of the group; returns their pids."""
    ended = set()
    for pid in filter(None, map(int, _read(f"{directory}/cgroup.procs").split())):  # 0: of another PID namespace
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            ended.add(pid)
    return ended
