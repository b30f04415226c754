"""Looks at the threads of a player whose time ran out: whether it waits for input, computes or sleeps."""

import contextlib
import os
import time
from collections import Counter

from lingo_common.files import read_small_file
from referee.game.record import Silence
from referee.runner.proc import process_and_descendants

_LOOKS = 5
"""How often the threads are looked at."""
_BETWEEN = 0.01
"""Seconds between two looks."""
_FOR_EVER = (b"0xffffffff", b"0xffffffffffffffff")
"""The time limit -1 of epoll_wait, as /proc shows it."""


def silence_of(pid: int) -> Silence | None:
    """Return what the process and its descendants do now; None if the system does not tell.

    They compute if more than half of the looks find a thread that runs. Otherwise they wait for input if some look
    found a thread that does, and else they sleep.
    """
    # For each state, the number of looks that found it.
    looks: Counter[Silence] = Counter()
    for _ in range(_LOOKS):
        states: set[Silence] = set()
        for process in process_and_descendants(pid):
            states.update(_states(process.pid))

        looks.update(states)
        time.sleep(_BETWEEN)

    if looks[Silence.COMPUTES] > _LOOKS // 2:
        return Silence.COMPUTES
    if looks[Silence.WAITS]:
        return Silence.WAITS
    return Silence.SLEEPS if looks[Silence.SLEEPS] else None


def _states(pid: int) -> list[Silence]:
    """Return the state of each thread of the process, as far as that can be read."""
    states: list[Silence] = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            directory = f"/proc/{pid}/task/{thread}"

            # After the program's name in parentheses comes the state; R is for one that runs or is ready to.
            _, _, fields = read_small_file(f"{directory}/stat").rpartition(b")")
            if fields.split()[0] == b"R":
                states.append(Silence.COMPUTES)
                continue

            kernel_function = read_small_file(f"{directory}/wchan")
            if kernel_function not in (b"", b"0"):
                waits = _waits_for_input(kernel_function, directory)
                states.append(Silence.WAITS if waits else Silence.SLEEPS)

    return states


def _waits_for_input(kernel_function: bytes, directory: str) -> bool:
    """Return whether a thread that sleeps in this function of the kernel reads a pipe, or waits for any event.

    A program that waits for events with a time limit waits for a timer too, so it does not count.
    """
    if b"pipe_read" in kernel_function:
        return True
    if b"epoll_wait" not in kernel_function:
        return False

    # The number of the system call comes first; the time limit of epoll_wait is its fourth argument.
    return read_small_file(f"{directory}/syscall").split()[4] in _FOR_EVER
