"""How busy others than a game keep the machine, from the counts of the kernel. Linux only."""

import contextlib
import os
import time
from typing import NamedTuple

from lingo_common.files import read_small_file
from referee.runner.proc import TICKS

_FIELDS = ("user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal")
"""What the first line of /proc/stat counts, in clock ticks. The fields that follow these are parts of the first two."""
_IDLE = ("idle", "iowait")
_MICROSECOND = 1e-6
"""Seconds."""


class MachineLoad(NamedTuple):
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
        first_line = read_small_file("/proc/stat").splitlines()[0]
        ticks = dict(zip(_FIELDS, map(int, first_line.split()[1:]), strict=False))
    except (OSError, ValueError, IndexError):
        return None

    busy_ticks = sum(ticks.values()) - sum(ticks.get(field, 0) for field in _IDLE)

    waiting = None
    with contextlib.suppress(OSError, ValueError, IndexError):
        pressure_line = read_small_file("/proc/pressure/cpu").splitlines()[0]
        waiting = int(pressure_line.rpartition(b"total=")[2]) * _MICROSECOND

    return MachineLoad(time.monotonic(), busy_ticks / TICKS, waiting)


def pressure(before: MachineLoad | None, after: MachineLoad | None, own: float | None) -> float | None:
    """Return how busy others kept the machine between two looks, from 0 to 1; None if that is not known.

    It is the smaller of two shares: of all processor time, the part that others used; and of the time between the
    looks, the part in which some process waited for a processor. own: the processor seconds of the game, which are not
    others'.
    """
    if before is None or after is None or own is None or after.at <= before.at:
        return None

    seconds = after.at - before.at
    processor_seconds = seconds * (os.cpu_count() or 1)
    used_elsewhere = max(0.0, after.busy - before.busy - own) / processor_seconds

    # Without the kernel's count the share that others used decides alone.
    waited = 1.0
    if before.waiting is not None and after.waiting is not None:
        waited = (after.waiting - before.waiting) / seconds

    return round(min(1.0, used_elsewhere, waited), 3)
