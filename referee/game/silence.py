"""Whether a player that has printed nothing waits for input, computes or sleeps. Linux only."""

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
                states.append(Silence.WAITS if _waits(within, directory) else Silence.SLEEPS)
    return states


def _waits(within: bytes, directory: str) -> bool:
    """Whether a thread in that function of the kernel reads a pipe, or waits for events without a time limit."""
    if b"pipe_read" in within:
        return True
    return b"epoll_wait" in within and read_small_file(f"{directory}/syscall").split()[4] in _FOR_EVER
