"""Looks into /proc: how busy the machine is while a game is played, and what a silent player does. Linux only."""

import contextlib
import os
import time
from dataclasses import dataclass

from lingo_common.files import read_small_file
from referee.contest.termination import Silence
from referee.runner.process_tree import TICKS, descendants

_IDLE = (3, 4)
"""The fields of /proc/stat's first line that count idle time: idle and iowait."""
_COUNTED = 8
"""The fields of that line that are counted; the later ones are part of the first."""
_MICROSECOND = 1e-6
_LOOKS, _BETWEEN = 5, 0.01
"""How often the threads are looked at, and the seconds between."""
_FOR_EVER = (b"0xffffffff", b"0xffffffffffffffff")
"""The time limit -1 of epoll_wait, as /proc shows it."""


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
    """The counts of the system until now; None if it does not say."""
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
    """The pressure between two looks (see GameRecord.pressure); own: the processor seconds of the game itself."""
    if before is None or after is None or own is None or after.at <= before.at:
        return None
    seconds = after.at - before.at
    used_elsewhere = max(0.0, after.busy - before.busy - own) / (seconds * (os.cpu_count() or 1))
    waited = 1.0 if before.waiting is None or after.waiting is None else (after.waiting - before.waiting) / seconds
    return round(min(1.0, used_elsewhere, waited), 3)


def silence(pid: int) -> Silence | None:
    """Whether the process and its descendants wait, compute or sleep; None if the system does not tell."""
    looks = []
    for _ in range(_LOOKS):
        looks.append([state for process in descendants(pid) for state in _states(process.pid)])
        time.sleep(_BETWEEN)
    if sum(Silence.COMPUTES in look for look in looks) > _LOOKS // 2:
        return Silence.COMPUTES
    states = set().union(*looks)
    return next((state for state in (Silence.WAITS, Silence.SLEEPS) if state in states), None)


def _states(pid: int) -> list[Silence]:
    """The state of each thread of the process, as far as that can be read."""
    states = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            directory = f"/proc/{pid}/task/{thread}"
            if read_small_file(f"{directory}/stat").rpartition(b")")[2].split()[0] == b"R":
                states.append(Silence.COMPUTES)
            elif (within := read_small_file(f"{directory}/wchan")) not in (b"", b"0"):
                # It reads a pipe, or waits for events without a time limit.
                waits = b"pipe_read" in within or (
                    b"epoll_wait" in within and read_small_file(f"{directory}/syscall").split()[4] in _FOR_EVER
                )
                states.append(Silence.WAITS if waits else Silence.SLEEPS)
    return states
