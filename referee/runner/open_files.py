"""The limits on open files of the runner and of players, so that players cannot keep it from passing files on.

The runner passes the ends of pipes to the referee over a socket. While they travel they are *in flight*, and the kernel
counts the open files in flight of all programs of a user together. It refuses a message with files to every program
whose own limit on open files is below that count (`too_many_unix_fds` in the kernel, error ETOOMANYREFS), except to
root's. A player can hold files in flight by sending them over a socket that nobody reads. It can do so up to its own
hard limit, so this must lie below the runner's.
"""

import os
import resource
import sys

OpenFiles = tuple[int, int]
"""The soft and the hard limit on the open files of a process."""

_IN_ONE_MESSAGE = 253
"""The most open files in a message (SCM_MAX_FD). The kernel looks at the count before it adds those of a message, so
that each of a player's processes can exceed the limit by one message."""
_ENOUGH = 1024
"""The usual limit on open files, with which every honest program works."""
_USUAL_PROCESSES = 256
"""The default of --processes."""


def raise_limit() -> OpenFiles:
    """Let this process open as many files as it may; return the limits with which it was started."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if _is_limited():
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return soft, hard


def limits_of_player(runner: OpenFiles, processes: int | None) -> OpenFiles | None:
    """Return the limits of a player with at most that many processes; None if it keeps those of the runner.

    runner: the limits with which the runner was started. For example, with a hard limit of 524,288 files and 256
    processes players get 524,288 - 253 * 256 = 459,520. If that is fewer than 1,024 files, or if their processes have
    no limit, they get 1,024, but at most half of what the runner may open.
    """
    if not _is_limited():
        return None

    soft, hard = runner
    hard_of_player = min(hard // 2, _ENOUGH)
    if processes is not None:
        hard_of_player = max(hard_of_player, hard - _IN_ONE_MESSAGE * processes)
    return min(soft, hard_of_player), hard_of_player


def low_limit_remark() -> str:
    """Return a remark on the isolation of players who could keep the runner from passing open files on.

    It is empty where players with the usual number of processes could not.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limits = limits_of_player((soft, hard), _USUAL_PROCESSES)
    # Each process of a player can exceed the player's limit by one message, and must stay below the runner's even so.
    if limits is None or hard - limits[1] >= _IN_ONE_MESSAGE * _USUAL_PROCESSES:
        return ""

    return f"with a hard limit of {hard} open files: a player could keep others of this user from starting"


def _is_limited() -> bool:
    """Return whether the kernel refuses to pass this user's open files on when there are too many in flight."""
    return sys.platform == "linux" and os.geteuid() != 0
