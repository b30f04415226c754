"""The control group of a game: the kernel limits a player's memory and processes and gives it a fair share.

If this user may not make groups, there are only samples (see referee.runner.usage).
"""

import contextlib
import os
import signal
import time

from lingo_common.files import write_small_file
from referee.runner import group_files
from referee.runner.messages import Launch, Limit

_SLACK = 16 << 20
"""Bytes by which the limit on a group's memory exceeds that of the launch, for the kernel's own tables.

These took 0.2 MB for a shell, 2 MB for Java, 6 MB for 200 threads of Python and 19 MB for 200 processes (the largest
memory.kmem.max_usage_in_bytes of a group of version 1).
"""
_CLEAN = 1 << 20
"""Bytes that a game may leave in use in a clean group: they do not matter to the figures of the next game.

A shell, lingo-bot and 200 processes left 0.1 to 0.5 MB. The border above that is a free choice. A game
that was the first to read large files leaves more, their pages, and its group is removed.
"""
_PATIENCE = 1.0
"""Seconds to wait until the killed processes of a group are gone."""
_PAUSE = 0.001
"""Seconds between two looks."""


def divides_processors_evenly() -> bool:
    """Return whether each game here gets the same share of processor time."""
    return any(file in group_files.parents_by_file() for file in group_files.SHARE)


def limits_memory() -> bool:
    """Return whether the kernel limits all memory of a game here."""
    return any(file in group_files.parents_by_file() for file in group_files.MEMORY)


def remove_dead_groups() -> None:
    """End the games of runners that were killed, and remove their groups."""
    for own in group_files.own_groups():
        for parent in group_files.possible_parents(own):
            _remove_dead(parent)


class ControlGroup:
    """The group of a game: a directory in version 2, one for each controller in version 1, or none."""

    def __init__(self, memory: int | None, processes: int | None) -> None:
        """Make the group with these limits, in bytes and in processes; None is no limit."""
        self.limits = memory, processes
        name = group_files.new_name()
        self._path_of = {file: f"{parent}/{name}/{file}" for file, parent in group_files.parents_by_file().items()}
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
            self._write(group_files.PROCESSES, processes)
        if memory is not None:
            self._write(group_files.MEMORY, memory)
            self._write(group_files.SWAP, 0)

    def enforced_limit(self) -> Limit | None:
        """Return the limit that the kernel has enforced, if any."""
        for name, key, limit in group_files.EVENTS:
            if self._counts(name).get(key, 0) > 0:
                return limit
        return None

    def figures(self) -> tuple[float | None, int | None]:
        """Return the processor seconds of all processes of the game, and the most memory in bytes.

        None stands for what is not counted.
        """
        cpu: float | None = None
        nanoseconds = self._read(group_files.CPU_NANOSECONDS)
        microseconds = self._counts(group_files.CPU_MICROSECONDS).get("usage_usec")
        if nanoseconds:
            cpu = int(nanoseconds) * 1e-9
        elif microseconds is not None:
            cpu = microseconds * 1e-6

        peak = max(int(self._read(name) or 0) for name in group_files.PEAK)
        # Every game uses memory, so a peak of 0 says that no process has entered the group, or that none is counted.
        return cpu, peak or None

    def end(self) -> bool:
        """Kill the processes that are left in the group; return whether it was empty, so that nothing is left."""
        # The groups of all controllers have the same processes, so one of them is enough.
        return not self.directories or not _kill_all(self.directories[0])

    def clean(self) -> bool:
        """Set the figures to zero; return whether they do not count this game any more. False without groups.

        Only version 1 can set figures to zero. The peak of memory starts from what is in use now: that is little if
        nothing is left of the game. No version forgets that it enforced a limit.
        """
        self._write((*group_files.PEAK, group_files.CPU_NANOSECONDS), 0)
        cpu, memory = self.figures()
        counts_nothing = not cpu and (memory or 0) < _CLEAN
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
        return group_files.contents_of(self._path_of[name]) if name in self._path_of else ""

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
    """Add a group to the free ones if its game left it clean, because a new one takes time to make; else remove it."""
    if group.clean():
        free_groups.append(group)
    else:
        group.remove()


def _remove_dead(parent: str) -> None:
    """End the games of runners that were killed, and remove their groups in this directory."""
    with contextlib.suppress(OSError):
        for name in os.listdir(parent):
            if name.startswith(group_files.PREFIX) and group_files.is_named_by_the_dead(name):
                _remove(f"{parent}/{name}")


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


def _kill_all(directory: str) -> bool:
    """Kill the processes in the group; return whether there were any."""
    # 0 stands for a process outside the PID namespace of this one. Every player is inside.
    pids = [int(pid) for pid in group_files.contents_of(f"{directory}/cgroup.procs").split() if pid != "0"]
    for pid in pids:
        # Without a sandbox a player can start a set-user-ID program, which this user may not kill.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
    return bool(pids)
