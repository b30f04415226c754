"""How a player's process ended, and what ends a game before it is played out."""

import os
from dataclasses import dataclass

from referee.contest.termination import Termination


@dataclass(frozen=True)
class Ending:
    """How a player's process ended, and its standard error."""

    exit_status: int | None = None
    """The exit status; None if a signal or the referee ended the process.

    With a signal too, it is one or the other: a sandbox reports both as a status above 128.
    """
    signal: str | None = None
    stderr_head: str = ""
    stderr_tail: str = ""
    """The rest of standard error; if it is long, its end, after a line that says how much is left out."""
    started: float | None = None
    """Unix time of the launch, in seconds; None if the player was not started."""
    cpu_seconds: float | None = None
    """Processor seconds of all processes of the player; None if the system cannot tell."""
    peak_memory: int | None = None
    """The most memory of all processes of the player together, in bytes; None if the system cannot tell."""
    pressure: float | None = None
    """How busy others kept the machine meanwhile, from 0 to 1; None if the system cannot tell."""


class GameEnded(Exception):
    """No further guess can come; says why."""

    def __init__(self, termination: Termination) -> None:
        super().__init__(termination)
        self.termination = termination


class Stopped(Exception):
    """The run was stopped before its end."""


class Stop:
    """A flag that wakes every thread that polls its file descriptor."""

    def __init__(self) -> None:
        self._reader, self._writer = os.pipe()
        self.is_set = False

    def fileno(self) -> int:
        """The file descriptor that becomes readable when the flag is set."""
        return self._reader

    def set(self) -> None:
        """Set the flag; setting it again changes nothing."""
        if not self.is_set:
            self.is_set = True
            os.close(self._writer)

    def close(self) -> None:
        """Set the flag and close its file descriptors; no thread may poll it any more."""
        self.set()
        os.close(self._reader)
