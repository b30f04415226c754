"""Looks into /proc: processes and what they use, what a silent player does, how busy the machine is. Linux only.

psutil finds the children of a process by a scan of all processes of the machine, which takes 8 ms instead of 35 µs on a
machine with 380 processes. A game is sampled every 50 ms.
"""

import contextlib
import os
import time
from dataclasses import dataclass
from typing import NamedTuple

from lingo_common.files import read_small_file

TICKS = os.sysconf("SC_CLK_TCK")
"""Clock ticks in a second."""
_PAGE = os.sysconf("SC_PAGE_SIZE")
_IDLE = (3, 4)
"""The fields of /proc/stat's first line that count idle time: idle and iowait."""
_COUNTED = 8
"""The fields of that line that are counted; the later ones are part of the first."""
_MICROSECOND = 1e-6
"""Seconds."""
DEAD = "ZX"
"""The states of a process that has ended: a zombie, and one that the kernel is about to remove."""
_LOOKS = 5
"""How often the threads of a silent program are looked at."""
_BETWEEN = 0.01
"""Seconds between two looks."""
_FOR_EVER = (b"0xffffffff", b"0xffffffffffffffff")
"""The time limit -1 of epoll_wait, as /proc shows it."""


WAITS, COMPUTES, SLEEPS = "waits for input", "computes", "sleeps"
"""What a silent program does. One that computes uses a processor or is ready to; one that sleeps waits for something
else than input: a timer, a lock, a file or another process."""


class Process(NamedTuple):
    """The facts of /proc/PID/stat."""

    pid: int
    state: str
    """One letter, such as R for one that runs or is ready to, or one of DEAD."""
    session: int
    cpu: float
    """Processor seconds of the process and of the children that it has waited for."""
    threads: int
    started: int
    """The start in clock ticks since boot; together with the pid it identifies a process."""
    memory: int
    """Resident bytes; pages shared with others count in full."""


def ticks_since_boot() -> int:
    """Return the present time as Process.started has it."""
    return int(time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)) * TICKS)


def process(pid: int) -> Process | None:
    """Return the process with that pid; None if there is none."""
    try:
        text = read_small_file(f"/proc/{pid}/stat")
    except OSError:
        return None

    # The name of the program comes before, in parentheses, and can hold any character.
    state, *fields = text.rpartition(b")")[2].split()
    # numbers[k] is field k + 4 of proc_pid_stat(5): utime, stime, cutime and cstime are fields 14 to 17.
    numbers = [int(field) for field in fields[:21]]
    return Process(
        pid,
        state.decode(),
        session=numbers[2],
        cpu=sum(numbers[10:14]) / TICKS,
        threads=numbers[16],
        started=numbers[18],
        memory=numbers[20] * _PAGE,
    )


def descendants(pid: int) -> list[Process]:
    """Return the process and all its descendants, zombies included, parents first."""
    processes: list[Process] = []
    waiting = [pid]
    while waiting:
        member = process(waiting.pop())
        if member is not None:
            processes.append(member)
            waiting += children(member.pid)
    return processes


def children(pid: int) -> list[int]:
    """Return the pids of the children of a process, zombies included."""
    children: list[int] = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with contextlib.suppress(OSError):
                children += map(int, read_small_file(f"/proc/{pid}/task/{thread}/children").split())
    return children


def size_in(name: str, field: bytes) -> int:
    """Return the bytes of a field that a file in /proc gives in kilobytes; 0 if that cannot be read.

    For example, size_in("7/status", b"VmPTE:") is 65,536 if that file has the line "VmPTE:  64 kB".
    """
    with contextlib.suppress(OSError, ValueError, IndexError):  # a zombie has none
        return int(read_small_file(f"/proc/{name}").partition(field)[2].split(None, 1)[0]) * 1024
    return 0


@dataclass(frozen=True)
class MachineLoad:
    """Counts of the system since its start."""

    at: float
    """The time of the look, on the monotonic clock in seconds."""
    busy: float
    """Seconds that the processors have worked, all together."""
    waiting: float | None
    """Seconds in which some process waited for a processor (PSI); None if the kernel does not count them."""


def machine_load() -> MachineLoad | None:
    """Return the counts of the system until now; None if it does not say."""
    try:
        fields = [int(field) for field in read_small_file("/proc/stat").split(None, _COUNTED + 1)[1:-1]]
    except (OSError, ValueError):
        return None

    busy = sum(fields) - sum(fields[index] for index in _IDLE)
    waiting = None
    with contextlib.suppress(OSError, ValueError):
        pressure_line = read_small_file("/proc/pressure/cpu").splitlines()[0]
        waiting = int(pressure_line.rpartition(b"total=")[2]) * _MICROSECOND

    return MachineLoad(time.monotonic(), busy / TICKS, waiting)


def pressure(before: MachineLoad | None, after: MachineLoad | None, own: float | None) -> float | None:
    """Return how busy others kept the machine between two looks, from 0 to 1; None if that is not known.

    It is the part of all processor time that others used, and at most the part of the time in which some process waited
    for a processor. own: the processor seconds that do not count as others'.
    """
    if before is None or after is None or own is None or after.at <= before.at:
        return None

    seconds = after.at - before.at
    processor_seconds = seconds * (os.cpu_count() or 1)
    used_elsewhere = max(0.0, after.busy - before.busy - own) / processor_seconds

    waited = 1.0
    if before.waiting is not None and after.waiting is not None:
        waited = (after.waiting - before.waiting) / seconds

    return round(min(1.0, used_elsewhere, waited), 3)


def silence(pid: int) -> str | None:
    """Return whether the process and its descendants wait, compute or sleep; None if the system does not tell.

    They compute if some thread does at most looks. Otherwise they wait for input if some thread was seen to wait.
    """
    looks_that_compute = 0
    states: set[str] = set()
    for _ in range(_LOOKS):
        look: set[str] = set()
        for member in descendants(pid):
            look.update(_states(member.pid))

        states |= look
        if COMPUTES in look:
            looks_that_compute += 1

        time.sleep(_BETWEEN)

    if looks_that_compute > _LOOKS // 2:
        return COMPUTES
    if WAITS in states:
        return WAITS
    return SLEEPS if SLEEPS in states else None


def _states(pid: int) -> list[str]:
    """Return the state of each thread of the process, as far as that can be read."""
    states: list[str] = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            directory = f"/proc/{pid}/task/{thread}"
            if read_small_file(f"{directory}/stat").rpartition(b")")[2].split()[0] == b"R":
                states.append(COMPUTES)
                continue

            within = read_small_file(f"{directory}/wchan")
            if within not in (b"", b"0"):
                states.append(WAITS if _waits_for_input(within, directory) else SLEEPS)

    return states


def _waits_for_input(within: bytes, directory: str) -> bool:
    """Return whether a thread reads a pipe, or waits for events without a time limit.

    within: the function of the kernel in which it waits.
    """
    if b"pipe_read" in within:
        return True
    if b"epoll_wait" not in within:
        return False
    return read_small_file(f"{directory}/syscall").split()[4] in _FOR_EVER
