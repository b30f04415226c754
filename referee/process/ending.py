"""How a player's process ended."""

from dataclasses import dataclass

from referee.contest.termination import Termination


@dataclass(frozen=True)
class Ending:
    """How a player's process ended, and what it complained of."""

    exit_status: int | None = None
    """Its exit status; None where a signal or the referee ended it."""
    signal: str | None = None
    """The name of the signal that ended it, unless the referee sent it."""
    stderr_head: str = ""
    """The beginning of its standard error."""
    stderr_tail: str = ""
    """The end of its standard error where that is not in the beginning already."""


class Ended(Exception):
    """No further guess can come, and why."""

    def __init__(self, termination: Termination) -> None:
        super().__init__(termination)
        self.termination = termination
