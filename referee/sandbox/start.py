"""Starting a player in its sandbox; a launch that fails by no fault of the player is tried again."""

import time
from collections.abc import Callable, Sequence

from lingo_common.errors import DataError
from referee.contest.equipment import NO_EQUIPMENT, Equipment
from referee.contest.limits import Limits
from referee.process.launcher import NotLaunched
from referee.process.player_process import PlayerProcess
from referee.process.stop import Stop
from referee.sandbox.sandbox import Sandbox

_TRIES, _PAUSE, _LONGEST_PAUSE = 30, 0.01, 0.1
"""How often a launch is tried, and the seconds after the first failure; each pause is twice the one before, or longest.

What is covered in a sandbox can disappear between the look for it and the launch.
"""


def started(
    sandbox: Sandbox,
    arguments: Sequence[str],
    directory: str,
    limits: Limits,
    equipment: Equipment = NO_EQUIPMENT,
    stop: Stop | None = None,
    on_stderr: Callable[[bytes], object] = lambda data: None,
    owned: str | None = None,
) -> PlayerProcess:
    """The player, ready to begin in that working directory.

    owned: a directory that is handed over to the user that plays. Raises NotStarted if the command cannot be executed,
    DataError if the sandbox cannot be made in several tries, Stopped if the run is stopped meanwhile.
    """
    for tried in range(_TRIES):
        if tried:
            time.sleep(min(_LONGEST_PAUSE, _PAUSE * 2 ** (tried - 1)))
            sandbox.forget_views()
        launch = sandbox.launch(arguments, directory, limits, equipment)
        if owned is not None:
            launch.hand_over(owned)
        try:
            return PlayerProcess(launch, limits, stop, on_stderr)
        except NotLaunched as error:
            failure = error
    raise DataError(str(failure))
