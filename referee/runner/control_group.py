"""The control group of a game: the kernel limits a player's memory and processes and gives it a fair share.

A group is a directory (cgroups(7), version 1 or 2). The kernel puts files into it, by which the group is limited and
measured, and which depend on the version. This process may make groups in some directories only. If it may not make
any, there are only samples (see referee.runner.usage).
"""

import contextlib
import functools
import itertools
import os
import signal
import time
from collections.abc import Iterator

from lingo_common.files import read_small_file, write_small_file
from lingo_common.paths import within
from referee.runner.messages import Launch, Limit
from referee.runner.proc import DEAD, process

_TOP = "/sys/fs/cgroup"
"""The directory in which the kernel shows all groups."""
PREFIX = "lingo-player-"
"""The beginning of the names of all groups of players; the pid of their runner follows."""
_group_numbers = itertools.count()
"""The last parts of the names of this process's groups."""
_SLACK = 16 << 20
"""Bytes by which the limit on a group's memory exceeds that of the launch, for the kernel's own tables.

These took 0.2 MB for a shell, 2 MB for Java, 6 MB for 200 threads of Python and 19 MB for 200 processes (the largest
memory.kmem.max_usage_in_bytes of a group of version 1).
"""
_NEGLIGIBLE = 1 << 20
"""Bytes in use below which another game can have the group: they hardly change the peak of the next game.

A shell, lingo-bot and 200 processes left 0.1 to 0.5 MB, so this is twice the most. A game that was the first to read
large files leaves more, their pages, and its group is removed.
"""
_PATIENCE = 1.0
"""Seconds to wait until the killed processes of a group are gone."""
_PAUSE = 0.001
"""Seconds between two looks whether they are gone."""

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

    For example, {"memory.max": "/sys/fs/cgroup/user.slice", …}. For each group that this process is in, that group and
    those above it are tried. The one whose new groups have the most files is taken, and of several such the nearest. In
    version 2 a group with processes of its own gives its new groups no controllers, but one above it may.
    """
    parents: dict[str, str] = {}
    for group in own_groups():
        files_below = {parent: _files_below(parent) for parent in _possible_parents(group)}
        # max takes the first of equals, and _possible_parents begins with the nearest.
        best_parent = max(files_below, key=lambda parent: len(files_below[parent]))
        for file in files_below[best_parent]:
            # A machine with both versions may have a file of this name in both, such as cpu.stat. Its limits are in
            # version 1, whose groups own_groups yields first, as the kernel lists them.
            parents.setdefault(file, best_parent)

    return parents


def _possible_parents(group: str) -> list[str]:
    """Return the directories in which groups may be made: that of a group of this process, and those above it."""
    parents: list[str] = []
    parent = group
    while within(parent, _TOP):
        parents.append(parent)
        parent = os.path.dirname(parent)
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
    trial = f"{parent}/{_new_name()}"
    try:
        os.mkdir(trial)
    except OSError:
        return frozenset()

    files = _FILES.intersection(os.listdir(trial))
    os.rmdir(trial)
    return files


def _new_name() -> str:
    """Return a name for a group of this process, which no other group has."""
    return f"{_prefix_of(os.getpid())}-{next(_group_numbers)}"


def _has_ended_owner(name: str) -> bool:
    """Return whether the process that got this name from _new_name has ended; False for a name of another form."""
    pid = name.removeprefix(PREFIX).split("-")[0]
    if not pid.isdecimal():
        return False

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


def divides_processors_evenly() -> bool:
    """Return whether each game here gets the same share of processor time."""
    return any(file in parents_by_file() for file in SHARE)


def limits_memory() -> bool:
    """Return whether the kernel limits all memory of a game here."""
    return any(file in parents_by_file() for file in MEMORY)


def remove_dead_groups() -> None:
    """End the games of runners that were killed, and remove their groups."""
    for group in own_groups():
        for parent in _possible_parents(group):
            _remove_dead(parent)


class ControlGroup:
    """The group of a game: a directory in version 2, one for each controller in version 1, or none."""

    def __init__(self, memory: int | None, processes: int | None) -> None:
        """Make the group with these limits, in bytes and in processes; None is no limit."""
        self.limits = memory, processes
        name = _new_name()
        self._path_of = {file: f"{parent}/{name}/{file}" for file, parent in parents_by_file().items()}
        """The paths of the group's files, by their names."""
        self.directories: list[str] = []
        """The group's own directories: one in version 2, one for each controller in 1."""
        self.entry_files: list[int] = []
        """In each of them the open file to which a process writes 0 to enter; one that cannot be opened is missing."""

        for directory in dict.fromkeys(map(os.path.dirname, self._path_of.values())):
            # Each of these steps may fail, because the machine limits the number of groups. A directory that was made
            # is listed even if its file cannot be opened, so that it is removed.
            with contextlib.suppress(OSError):
                os.mkdir(directory)
                self.directories.append(directory)

                # The launcher is a single thread. Version 1 can move one by the file `tasks`; to move a whole process
                # the kernel may wait for 10 ms.
                tasks = f"{directory}/tasks"
                entry = tasks if os.path.exists(tasks) else f"{directory}/cgroup.procs"
                self.entry_files.append(os.open(entry, os.O_WRONLY))

        if processes is not None:
            self._write(PROCESSES, processes)
        if memory is not None:
            self._write(MEMORY, memory)
            self._write(SWAP, 0)

    def enforced_limit(self) -> Limit | None:
        """Return the limit that the kernel has enforced, if any."""
        for name, key, limit in EVENTS:
            if self._counts(name).get(key, 0) > 0:
                return limit
        return None

    def figures(self) -> tuple[float | None, int | None]:
        """Return the processor seconds of all processes of the game, and the most memory in bytes.

        None stands for what is not counted.
        """
        cpu: float | None = None
        version_1 = self._read(CPU_NANOSECONDS)
        version_2 = self._counts(CPU_MICROSECONDS).get("usage_usec")
        if version_1:
            cpu = int(version_1) * 1e-9
        elif version_2 is not None:
            cpu = version_2 * 1e-6

        peak = max(int(self._read(name) or 0) for name in PEAK)
        # Every game uses memory, so a peak of 0 says that no process has entered the group, or that none is counted.
        return cpu, peak or None

    def end(self) -> bool:
        """Kill the processes that are left in the group; return whether it was empty, so that nothing is left."""
        if not self.directories:
            return True

        # The groups of all controllers have the same processes, so one of them is enough.
        had_processes = _kill_all(self.directories[0])
        return not had_processes

    def reset(self) -> bool:
        """Set the figures to zero, after a game; return whether another game can have the group.

        It cannot if this game still counts in the figures, or if there is no group. Only version 1 can set figures to
        zero. The peak of memory starts from what is in use now: that is little if nothing is left of the game. No
        version forgets that it enforced a limit.
        """
        self._write((*PEAK, CPU_NANOSECONDS), 0)
        cpu, memory = self.figures()
        counts_nothing = not cpu and (memory or 0) < _NEGLIGIBLE
        return bool(self.directories) and counts_nothing and self.enforced_limit() is None

    def remove(self) -> None:
        """Remove the group, with what is in it."""
        while self.entry_files:
            os.close(self.entry_files.pop())
        for directory in self.directories:
            _remove(directory)

    def _counts(self, name: str) -> dict[str, int]:
        """Return the counts of a file that has a key and a number on each line."""
        lines = self._read(name).splitlines()
        return {key: int(count) for key, count in map(str.split, lines)}

    def _read(self, name: str) -> str:
        """Return the contents of a file of the group; empty if it has none of that name."""
        return contents_of(self._path_of[name]) if name in self._path_of else ""

    def _write(self, names: tuple[str, ...], number: int) -> None:
        """Write the number into those of these files that the group has."""
        for name in names:
            if name in self._path_of:
                with contextlib.suppress(OSError):
                    write_small_file(self._path_of[name], str(number))


def take_group(launch: Launch, free_groups: list[ControlGroup]) -> ControlGroup:
    """Return a group with the limits of this launch: one of the free groups, which it leaves, or a new one."""
    # A sandbox keeps its files in memory, and the kernel counts them. So there is no limit on memory if there is none
    # on files (`disk` is None).
    files_in_memory = 0 if launch.box is None else launch.disk
    memory = None
    if launch.memory is not None and files_in_memory is not None:
        memory = launch.memory + files_in_memory + _SLACK

    for group in free_groups:
        if group.limits == (memory, launch.processes):
            free_groups.remove(group)
            return group

    return ControlGroup(memory, launch.processes)


def give_back_group(group: ControlGroup, free_groups: list[ControlGroup]) -> None:
    """Add a group to the free ones if another game can have it, else remove it. A new group would take time to make."""
    if group.reset():
        free_groups.append(group)
    else:
        group.remove()


def _remove_dead(parent: str) -> None:
    """End the games of runners that were killed, and remove their groups in this directory."""
    with contextlib.suppress(OSError):
        for name in os.listdir(parent):
            if name.startswith(PREFIX) and _has_ended_owner(name):
                _remove(f"{parent}/{name}")


def _remove(directory: str) -> None:
    """Kill the processes of the group, and remove it once it has none; give up after _PATIENCE."""
    until = time.monotonic() + _PATIENCE
    while os.path.isdir(directory):
        _kill_all(directory)
        try:
            os.rmdir(directory)
            return
        except PermissionError:
            # It is a group of another user, such as root, and stays however long this process waits.
            return
        except OSError:
            pass  # processes that were killed are not gone yet

        if time.monotonic() > until:
            return

        time.sleep(_PAUSE)


def _kill_all(directory: str) -> bool:
    """Kill the processes in the group; return whether there were any."""
    # 0 stands for a process outside the PID namespace of this one. Every player is inside.
    pids = [int(pid) for pid in contents_of(f"{directory}/cgroup.procs").split() if pid != "0"]
    for pid in pids:
        # Without a sandbox a player can start a set-user-ID program, which this user may not kill.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
    return bool(pids)
