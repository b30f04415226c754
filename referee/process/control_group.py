"""A control group of each game: the kernel's own limits on the memory and the processes of a player altogether.

Where this user may make none (cgroups(7), version 1 or 2), there are only the samples of the meter.
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
"""Those in memory that a player in a sandbox can fill, of the size of --disk each."""
_SLACK = 16 << 20
"""Bytes by which the kernel's limit on memory exceeds ours: what a sandbox and the kernel's own tables take."""
_ROUNDS, _PAUSE = 1000, 0.0002
"""How often to look whether all processes are gone, and the seconds between."""
_MEMORY = ("memory.max", "memory.limit_in_bytes")
"""The file of the limit in version 2 and in version 1."""
_SWAP = "memory.swap.max"
_PROCESSES = ("pids.max",)
_TOLD = (
    ("memory.events", "oom_kill", Termination.MEMORY_LIMIT),
    ("memory.oom_control", "oom_kill", Termination.MEMORY_LIMIT),
    ("pids.events", "max", Termination.PROCESS_LIMIT),
)
"""Where the kernel counts what it refused: file, key, limit."""
_TOKEN = secrets.token_hex(4)
"""Another process may have our number, in another PID namespace."""
_numbers = itertools.count()


class ControlGroup:
    """The group of one game: a directory in version 2, one for each limit in version 1, none where none can be made."""

    def __init__(self, limits: Limits, boxed: bool) -> None:
        """Make the group with these limits; boxed: the player is in a sandbox, where its files lie in memory."""
        self._name = f"{_PREFIX}{os.getpid()}-{_TOKEN}-{next(_numbers)}"
        self._directories: list[Path] = []
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

    def close(self) -> None:
        """End what is left in the group, and remove it."""
        ended: set[int] = set()
        for directory in self._directories:
            for _ in range(_ROUNDS):
                with contextlib.suppress(OSError):
                    directory.rmdir()
                if not directory.exists():
                    break
                ended |= _end_all(directory)
                time.sleep(_PAUSE)
        for pid in ended:
            with contextlib.suppress(ChildProcessError):  # only orphans are children of this process
                os.waitpid(pid, os.WNOHANG)

    def _set(self, names: Sequence[str], limit: int) -> None:
        """Make the group where it can have one of these files, and write the limit there."""
        if found := _place_of(names):
            parent, name = found
            directory = parent / self._name
            with contextlib.suppress(OSError):  # a machine may allow only so many groups
                directory.mkdir(exist_ok=True)
                if directory not in self._directories:
                    self._directories.append(directory)
                (directory / name).write_text(str(limit))
                if (directory / _SWAP).exists():
                    (directory / _SWAP).write_text("0")


@functools.cache
def _place_of(names: Sequence[str]) -> tuple[Path, str] | None:
    """The nearest directory above this process in which a new group has one of these files, and which."""
    for own in _own_groups():
        for parent in (own, *own.parents):
            if not parent.is_relative_to(_TOP):
                break
            _forget_dead(parent)
            if found := _tried(parent, names):
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


def _tried(parent: Path, names: Sequence[str]) -> str | None:
    """The first of the files that a new group in this directory has, and that can be written."""
    trial = parent / f"{_PREFIX}{os.getpid()}-{_TOKEN}-trial"
    try:
        trial.mkdir()
    except OSError:
        return None
    try:
        return next((name for name in names if os.access(trial / name, os.W_OK)), None)
    finally:
        trial.rmdir()


def _forget_dead(parent: Path) -> None:
    """Remove the groups of referees that were killed."""
    with contextlib.suppress(OSError):
        for left in parent.glob(f"{_PREFIX}*"):
            if not Path("/proc", left.name.removeprefix(_PREFIX).partition("-")[0]).exists():
                with contextlib.suppress(OSError):
                    left.rmdir()


def _end_all(directory: Path) -> set[int]:
    """Kill the processes of the group; returns their pids."""
    ended = set()
    with contextlib.suppress(OSError):
        for pid in map(int, (directory / "cgroup.procs").read_text().split()):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                ended.add(pid)
    return ended
