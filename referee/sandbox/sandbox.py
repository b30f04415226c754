"""What stands between a player and the machine: here, nothing but the launcher's limits."""

from collections.abc import Sequence
from typing import Protocol

from referee.contest.limits import Limits
from referee.process.environment import environment
from referee.process.launcher import Launch, check_executable, limited

NO_SANDBOX = "none"
"""The level of players that are ordinary processes of the referee's user."""


class Sandbox(Protocol):
    """A way to launch players."""

    level: str
    """What it is called in the record."""

    def launch(self, arguments: Sequence[str], directory: str, limits: Limits) -> Launch:
        """The player ready to be started in that working directory; NotStarted where it cannot be."""


class Open:
    """No sandbox: the player is an ordinary process of the referee's user."""

    level = NO_SANDBOX

    def launch(self, arguments: Sequence[str], directory: str, limits: Limits) -> Launch:
        """The player behind the launcher's limits."""
        check_executable(arguments[0])
        # Without a namespace the kernel would count all processes of this user: only the meter counts.
        command = limited(arguments, limits, slack=None)
        return Launch(command, directory, environment(directory))


OPEN = Open()
"""No sandbox."""
