"""Samples of what a player uses, for limits that the kernel does not keep for a whole process tree."""

import contextlib
import errno
import os
import sys
import time

from referee.runner.bubblewrap import PROCESSES_INSIDE, working_directory
from referee.runner.control_group import limits_memory
from referee.runner.messages import Launch, Limit
from referee.runner.proc import DEAD, Process, children, process_and_descendants, size_in

INTERVAL = 0.05
"""Seconds between two samples."""
_PAUSE_FOR_SAMPLE = 20
"""How many times as long as a sample the pause after it is at least: samples take at most 1/20 of the time."""
_ENTRIES = 100_000
"""A directory with more files and directories counts as full: looking at so many takes some tenths of a second.

A preparation may make as many classes or modules.
"""
_BLOCK = 512
"""Bytes of the blocks in which stat(2) counts a file's size on disk."""
_INFINITY = float("inf")


class Meter:
    """Samples the process tree and the working directory of one game."""

    def __init__(self, pid: int, launch: Launch) -> None:
        """pid: the process that was started for this launch."""
        self._pid = pid
        self._launch = launch
        self._is_boxed = launch.box is not None
        self._directory = working_directory(launch)

        # A sandbox has a file system of its own for the working directory. A preparation writes to the disk.
        on_disk = [] if self._is_boxed else [self._directory]
        if launch.is_preparation and launch.prepared is not None:
            on_disk.append(launch.prepared)

        self._allowed = {path: bytes_in(path) + launch.disk for path in on_disk if launch.disk is not None}
        """The bytes that each directory on the disk may have: those at the start, and the limit."""
        self._open_directory: int | None = None
        """The working directory of a sandbox, opened; None until the sandbox is ready, and if its size has no limit."""

        self.cpu: float | None = None
        """The most processor seconds of all samples; None without samples."""
        self.memory: int | None = None
        """The most resident bytes of all samples; None without samples."""

        has_limit = launch.memory or launch.cpu or launch.processes or launch.disk
        takes_samples = sys.platform == "linux" and has_limit
        self.due = time.monotonic() + (INTERVAL if takes_samples else _INFINITY)
        """The time of the next sample, on the monotonic clock; infinity for none."""

    def hold_disk(self) -> None:
        """Open the working directory of the sandbox, which is ready: then its file system outlives the player.

        A player can fill the disk and end before the first sample.
        """
        if not self._is_boxed or self._launch.disk is None:
            return

        # Bubblewrap has one child, which is in the sandbox; it has none if it was ended meanwhile.
        for pid in children(self._pid):
            with contextlib.suppress(OSError):  # something else ended the sandbox meanwhile
                self._open_directory = os.open(f"/proc/{pid}/root{self._directory}", os.O_PATH | os.O_DIRECTORY)

    def take_sample(self) -> Limit | None:
        """Sample the processes and the directory; return the limit that is exceeded now, if any."""
        start = time.monotonic()
        tree = process_and_descendants(self._pid)
        if self._is_boxed:
            # The tree begins with bubblewrap's process outside the sandbox, because parents come first. The one inside
            # counts: it is in no control group, and without the filter of system calls a player could take it over.
            tree = tree[1:]

        # A process that has ended holds no memory. Its processor seconds count with the parent that waited for it.
        processes = [process for process in tree if process.state not in DEAD]

        cpu = sum(process.cpu for process in processes)
        memory = sum(process.memory for process in processes) + _page_tables(processes)
        self.cpu = max(self.cpu or 0.0, cpu)
        self.memory = max(self.memory or 0, memory)
        exceeded = self._exceeded_limit(processes, cpu, memory)

        now = time.monotonic()
        self.due = now + max(INTERVAL, _PAUSE_FOR_SAMPLE * (now - start))
        return exceeded

    def disk_is_full(self) -> bool:
        """Return whether the working directory holds more than allowed; also after the player's end.

        What a preparation has made is looked at too.
        """
        for path, allowed in self._allowed.items():
            if bytes_in(path, allowed) > allowed:
                return True

        if self._open_directory is None:
            return False

        # The file system of a sandbox has the size of the limit, so it is full when the limit is reached.
        state = os.fstatvfs(self._open_directory)
        has_no_free_block = state.f_bfree == 0
        has_no_free_file = state.f_ffree == 0
        return has_no_free_block or has_no_free_file

    def close(self) -> None:
        """Close the file descriptor."""
        if self._open_directory is not None:
            os.close(self._open_directory)

    def _exceeded_limit(self, processes: list[Process], cpu: float, memory: int) -> Limit | None:
        """Return the limit that these processes exceed; cpu: their processor seconds, memory: their bytes."""
        memory_limit = self._launch.memory or _INFINITY
        most_processes = self._launch.processes or _INFINITY
        if self._is_boxed:
            most_processes += PROCESSES_INSIDE

        # The kernel counts each thread as a process of the user, and so does this limit.
        if sum(process.threads for process in processes) > most_processes:
            return "process-limit"
        if memory > memory_limit and _divided_memory(processes) > memory_limit:
            return "memory-limit"
        if cpu > (self._launch.cpu or _INFINITY):
            return "cpu-limit"
        return "disk-limit" if self.disk_is_full() else None


def _page_tables(processes: list[Process]) -> int:
    """Return the bytes of the kernel's page tables, which can need as much as a process's memory.

    0 where a control group limits memory: it counts them already.
    """
    if limits_memory():
        return 0
    return sum(size_in(f"{process.pid}/status", b"VmPTE:") for process in processes)


def _divided_memory(processes: list[Process]) -> int:
    """Return the bytes of these processes, in which a page that n processes share counts as 1/n for each.

    To find that out takes longer than to read what is resident, so it is done only above the limit.
    """
    # The line end tells the field Pss from others that end alike, such as SwapPss.
    sizes = [size_in(f"{process.pid}/smaps_rollup", b"\nPss:") or process.memory for process in processes]
    return sum(sizes) + _page_tables(processes)


def bytes_in(directory: str, enough: float = _INFINITY) -> int:
    """Return the bytes on disk of the directory's contents; counting stops above `enough`.

    For more than _ENTRIES files and directories, or for one that lies deeper than a path may be long, it is
    sys.maxsize, more than any limit.
    """
    total = 0
    entries = 0
    waiting = [directory]
    while waiting and total <= enough:
        with contextlib.suppress(OSError), os.scandir(waiting.pop()) as listing:
            for entry in listing:
                entries += 1
                try:
                    total += entry.stat(follow_symlinks=False).st_blocks * _BLOCK
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                except OSError as error:  # it is gone, or it cannot be looked at
                    if error.errno == errno.ENAMETOOLONG:
                        return sys.maxsize

                if entries > _ENTRIES:
                    return sys.maxsize

    return total
