"""How a player ended, in the terms of a game's record. The runner's report is in those of the system."""

import signal

from referee.game.record import Termination
from referee.runner.messages import EndReport

_SIGNAL_NAMES = {number.value: number.name for number in signal.Signals}
_BY_SIGNAL = {signal.SIGXCPU.value: Termination.CPU_LIMIT, signal.SIGXFSZ.value: Termination.DISK_LIMIT}
"""The signals by which the kernel's own limits end a process."""


def termination_without_guess(report: EndReport) -> Termination:
    """Return how a game ended in which no further guess can come, because the player's output is over."""
    exceeded = exceeded_limit(report)
    if exceeded is not None:
        return exceeded
    if report.exit_status == 0:
        return Termination.EXITED
    if report.signal is not None:
        return _BY_SIGNAL.get(report.signal, Termination.CRASHED)

    # Without an exit status or a signal, it still ran, and the referee ended it.
    return Termination.CLOSED_OUTPUT if report.exit_status is None else Termination.CRASHED


def exceeded_limit(report: EndReport) -> Termination | None:
    """Return the termination of a game whose player exceeded a limit; None if it exceeded none."""
    return None if report.exceeded is None else Termination(report.exceeded)


def signal_name(report: EndReport) -> str | None:
    """Return the name of the signal that ended the process, such as "SIGKILL"; None for none.

    In a sandbox an exit status from 129 on is taken for a signal, which it may stand for (bubblewrap.signal_in).
    """
    return None if report.signal is None else _SIGNAL_NAMES.get(report.signal, f"signal {report.signal}")
