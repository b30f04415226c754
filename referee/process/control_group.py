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

from referee.contest.limits import Limits
from referee.contest.termination import Termination
from referee.process.usage import SANDBOX_PROCESSES

_TOP = Path("/sys/fs/cgroup")
_PREFIX = "lingo-game-"
_FILE_SYSTEMS = 2
"""File systems in memory that a player in a sandbox can fill, each of the size of --disk."""
_SLACK = 16 << 20
"""Bytes by which the kernel's limit on memory exceeds ours, for the sandbox and the kernel's own tables."""
_ROUNDS, _PAUSE = 1000, 0.0002
"""How often to check whether all processes are gone, and the seconds between."""
_MEMORY = ("memory.max", "memory.limit_in_bytes")
"""The file of the limit in version 2 and in version 1."""
_SWAP = "memory.swap.max"
_PROCESSES = ("pids.max",)
_SHARE = {"cpu.weight": 100, "cpu.shares": 1024}
"""The files of the share of processor time, version 2 and 1, and the kernel's default, the same for every game."""
_PEAK = ("memory.peak", "memory.max_usage_in_bytes")
"""The files with the most memory that was in use, in bytes."""
_TOLD = (
    ("memory.events", "oom_kill", Termination.MEMORY_LIMIT),
    ("memory.oom_control", "oom_kill", Termination.MEMORY_LIMIT),
    ("pids.events", "max", Termination.PROCESS_LIMIT),
)
"""The counts of what the kernel refused: file, key, limit."""
_TOKEN = secrets.token_hex(4)
"""A process in another PID namespace may have our number."""
_numbers = itertools.count()


def shares_processors() -> bool:
    """Whether each game here gets the same share of processor time."""
    return any(_place_of((name,), True) for name in _SHARE)


class ControlGroup:
    """The group of one game: a directory in version 2, one for each controller in version 1, or none."""

    def __init__(self, limits: Limits, boxed: bool) -> None:
        """Make the group with these limits; boxed: the player is in a sandbox, which keeps its files in memory."""
        self._name = f"{_PREFIX}{os.getpid()}-{_TOKEN}-{next(_numbers)}"
        self._directories: list[Path] = []
        for name, share in _SHARE.items():
            self._set((name,), share)
        _ = self._set(("cpuacct.usage",), None) or self._set(("cpu.stat",), None)
        if limits.processes is not None:
            self._set(_PROCESSES, limits.processes + (SANDBOX_PROCESSES if boxed else 0))
        if limits.memory is not None and not (boxed and limits.disk is None):
            self._set(_MEMORY, limits.memory + _SLACK + (_FILE_SYSTEMS * (limits.disk or 0) if boxed else 0))

    @property
    def paths(self) -> list[str]:
        """The files of the group in which a process writes 0 to enter it."""
        return [str(directory / "cgroup.procs") for directory in self._directories]

    def refused(self) -> Termination | None:
        """The limit that the kernel has enforced, if any."""
        for directory, (name, key, limit) in itertools.product(self._directories, _TOLD):
            with contextlib.suppress(OSError):
                counts = dict(line.split() for line in (directory / name).read_text().splitlines())
                if int(counts.get(key, 0)):
                    return limit
        return None

    def cpu_seconds(self, sampled: float | None) -> float | None:
        """Processor seconds of all processes of the group; without a group the sampled ones."""
        for nanoseconds in self._read(("cpuacct.usage",)):
            return int(nanoseconds) * 1e-9
        for counts in self._read(("cpu.stat",)):
            if "usage_usec" in (found := dict(line.split() for line in counts.splitlines())):
                return int(found["usage_usec"]) * 1e-6
        return sampled

    def peak_memory(self, sampled: int | None) -> int | None:
        """The most memory of the group, in bytes; without a group the largest sample."""
        return next((int(text) for text in self._read(_PEAK)), sampled)

    def _read(self, names: Sequence[str]) -> Iterator[str]:
        """The contents of those of these files that the group has."""
        for directory, name in itertools.product(self._directories, names):
            with contextlib.suppress(OSError):
                yield (directory / name).read_text()

    def close(self) -> None:
        """End what is left in the group, and remove it."""
        ended: set[int] = set()
        for directory in self._directories:
            ended |= _remove(directory)
        for pid in ended:
            with contextlib.suppress(ChildProcessError):  # only orphans are children of this process
                os.waitpid(pid, os.WNOHANG)

    def _set(self, names: Sequence[str], limit: int | None) -> bool:
        """Make the group where it has one of these files, and write the limit there; returns whether that worked."""
        if found := _place_of(names, limit is not None):
            parent, name = found
            directory = parent / self._name
            with contextlib.suppress(OSError):  # a machine may allow only so many groups
                directory.mkdir(exist_ok=True)
                if directory not in self._directories:
                    self._directories.append(directory)
                if limit is not None:
                    (directory / name).write_text(str(limit))
                if name in _MEMORY and (directory / _SWAP).exists():
                    (directory / _SWAP).write_text("0")
                return True
        return False


@functools.cache
def _place_of(names: Sequence[str], writable: bool) -> tuple[Path, str] | None:
    """The nearest directory above this process in which a new group has one of these files, and the file's name."""
    for own in _own_groups():
        for parent in (own, *own.parents):
            if not parent.is_relative_to(_TOP):
                break
            _forget_dead(parent)
            if found := _tried(parent, names, writable):
                return parent, found
    return None


def _own_groups() -> Iterator[Path]:
    """The groups that this process is in."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/cgroup").read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            for top in (_TOP / controllers,) if controllers else (_TOP, _TOP / "unified"):
                if top.is_dir():
                    yield top / path.lstrip("/")


def _tried(parent: Path, names: Sequence[str], writable: bool) -> str | None:
    """The first of the files that a new group in this directory has and that can be used."""
    trial = parent / f"{_PREFIX}{os.getpid()}-{_TOKEN}-trial"
    try:
        trial.mkdir()
    except OSError:
        return None
    try:
        return next((name for name in names if os.access(trial / name, os.W_OK if writable else os.R_OK)), None)
    finally:
        trial.rmdir()


def _forget_dead(parent: Path) -> None:
    """End the games of referees that were killed, and remove their groups."""
    with contextlib.suppress(OSError):
        for left in parent.glob(f"{_PREFIX}*"):
            if not Path("/proc", left.name.removeprefix(_PREFIX).partition("-")[0]).exists():
                _remove(left)


def _remove(directory: Path) -> set[int]:
    """End the processes of the group and remove it; returns their pids."""
    ended: set[int] = set()
    for _ in range(_ROUNDS):
        with contextlib.suppress(OSError):
            directory.rmdir()
        if not directory.exists():
            break
        ended |= _end_all(directory)
        time.sleep(_PAUSE)
    return ended


def _end_all(directory: Path) -> set[int]:
    """Kill the processes of the group; returns their pids."""
    ended = set()
    with contextlib.suppress(OSError):
        for pid in map(int, (directory / "cgroup.procs").read_text().split()):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                ended.add(pid)
    return ended
