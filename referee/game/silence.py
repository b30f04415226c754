"""What a player that has printed nothing does: it waits for input, computes or sleeps. Linux only."""

import contextlib
import os
import time

from lingo_common.files import read_small_file
from referee.contest.termination import Silence
from referee.runner.process_tree import descendants

_LOOKS, _BETWEEN = 5, 0.01
"""How often the threads are looked at, and the seconds between."""
_FOR_EVER = (b"0xffffffff", b"0xffffffffffffffff")
"""The time limit -1 of epoll_wait, as /proc shows it."""


def silence(pid: int) -> Silence | None:
    """What the process and its descendants do; None if the system does not tell."""
    looks = []
    for _ in range(_LOOKS):
        looks.append([state for process in descendants(pid) for state in _states(process.pid)])
        time.sleep(_BETWEEN)
    if sum(Silence.COMPUTES in look for look in looks) > _LOOKS // 2:
        return Silence.COMPUTES
    known = set().union(*looks)
    return next((state for state in (Silence.WAITS, Silence.SLEEPS) if state in known), None)


def _states(pid: int) -> list[Silence]:
    """What each thread of the process does, as far as that can be read."""
    found = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            place = f"/proc/{pid}/task/{thread}"
            if read_small_file(f"{place}/stat").rpartition(b")")[2].split()[0] == b"R":
                found.append(Silence.COMPUTES)
            elif (within := read_small_file(f"{place}/wchan")) not in (b"", b"0"):
                found.append(Silence.WAITS if _waits(within, place) else Silence.SLEEPS)
    return found


def _waits(within: bytes, place: str) -> bool:
    """Whether a thread in that function of the kernel reads a pipe, or waits for events without a time limit."""
    if b"pipe_read" in within:
        return True
    return b"epoll_wait" in within and read_small_file(f"{place}/syscall").split()[4] in _FOR_EVER
