"""How a player's process ended, in the terms of a game's record. The runner's report is in those of the system."""

import signal

from referee.contest.termination import Termination
from referee.runner.messages import EndReport, Limit

_SIGNAL_NAMES = {number.value: number.name for number in signal.Signals}
_BY_SIGNAL = {signal.SIGXCPU.value: Termination.CPU_LIMIT, signal.SIGXFSZ.value: Termination.DISK_LIMIT}
"""The signals by which the kernel's own limits end a process."""
_BY_LIMIT: dict[Limit, Termination] = {
    "memory": Termination.MEMORY_LIMIT,
    "cpu": Termination.CPU_LIMIT,
    "processes": Termination.PROCESS_LIMIT,
    "disk": Termination.DISK_LIMIT,
}
"""The terminations of games whose players exceeded a limit that the runner watches."""


def termination_without_guess(report: EndReport, is_boxed: bool) -> Termination:
    """Return how a game ended in which no further guess can come, because the player's output is over.

    is_boxed: whether the player ran in a sandbox.
    """
    exceeded = exceeded_limit(report)
    if exceeded is not None:
        return exceeded
    if report.status is None:  # it still ran, and the referee ended it
        return Termination.CLOSED_OUTPUT
    if report.status == 0:
        return Termination.EXITED

    number = _signal_number(report, is_boxed)
    return Termination.CRASHED if number is None else _BY_SIGNAL.get(number, Termination.CRASHED)


def exceeded_limit(report: EndReport) -> Termination | None:
    """Return the termination for the limit that the player exceeded; None if it exceeded none."""
    return None if report.exceeded is None else _BY_LIMIT[report.exceeded]


def exit_status(report: EndReport) -> int | None:
    """Return the exit status of the process; None if a signal or the referee ended it."""
    has_exit_status = report.status is not None and report.status >= 0
    return report.status if has_exit_status else None


def signal_name(report: EndReport, is_boxed: bool) -> str | None:
    """Return the signal that ended the process, or may have ended it, such as "SIGKILL"; None for no signal."""
    number = _signal_number(report, is_boxed)
    return None if number is None else _SIGNAL_NAMES.get(number, f"signal {number}")


def _signal_number(report: EndReport, is_boxed: bool) -> int | None:
    """Return the number of the signal that ended the process, or may have ended it; None for no signal.

    Bubblewrap reports a signal as 128 and its number, as shells do: 137 is SIGKILL, or an exit with that status.
    """
    status = report.status
    if status is None:
        return None
    if status < 0:
        return -status
    if is_boxed and 128 < status < 128 + signal.NSIG:
        return status - 128
    return None
