"""How a player's process ended."""

from dataclasses import dataclass

from referee.contest.termination import Termination


@dataclass(frozen=True)
class Ending:
    """How a player's process ended, and its standard error."""

    exit_status: int | None = None
    """The exit status; None if a signal or the referee ended the process."""
    signal: str | None = None
    """The name of the signal that ended the process; None if it exited or the referee ended it."""
    stderr_head: str = ""
    """The beginning of standard error."""
    stderr_tail: str = ""
    """The end of standard error, as far as the beginning does not contain it."""


class GameEnded(Exception):
    """No further guess can come; says why."""

    def __init__(self, termination: Termination) -> None:
        super().__init__(termination)
        self.termination = termination
