"""The interface of a sandbox, and the launch without one."""

import contextlib
import os
from collections.abc import Sequence
from typing import Protocol

from referee.contest.equipment import NO_EQUIPMENT, Equipment
from referee.contest.isolation import NO_SANDBOX
from referee.contest.languages import PREPARED
from referee.contest.limits import Limits
from referee.process.environment import environment
from referee.process.launcher import SCRIPT_AT, Launch, check_executable, limited


class Sandbox(Protocol):
    """A way to launch players."""

    level: str
    """The level of isolation (see contest.isolation)."""

    def launch(
        self, arguments: Sequence[str], directory: str, limits: Limits, equipment: Equipment = NO_EQUIPMENT
    ) -> Launch:
        """The player, ready to start in that working directory; NotStarted if it cannot be started."""

    def forget_views(self) -> None:
        """Look anew for what is visible before the next launch."""


class Open:
    """No sandbox: the player is an ordinary process of the referee's user."""

    level = NO_SANDBOX

    def launch(
        self, arguments: Sequence[str], directory: str, limits: Limits, equipment: Equipment = NO_EQUIPMENT
    ) -> Launch:
        """The player behind the launcher's limits."""
        check_executable(arguments[0])
        if equipment.prepared is not None:
            with contextlib.suppress(FileExistsError):  # a launch before this one failed
                os.symlink(equipment.prepared, os.path.join(directory, PREPARED))
        # Without a namespace the kernel counts all processes of this user, so that only the samples can count.
        command = limited(arguments, limits, None, directory)
        return Launch(command, SCRIPT_AT, directory, {**environment(directory), **equipment.environment})

    def forget_views(self) -> None:
        """Everything is visible."""


OPEN = Open()
"""No sandbox."""
