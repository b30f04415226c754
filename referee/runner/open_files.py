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
from dataclasses import dataclass

_IN_ONE_MESSAGE = 253
"""The most open files in a message (SCM_MAX_FD). The kernel looks at the count before it adds those of a message, so
that each of a player's processes can exceed the limit by one message."""
_ENOUGH = 1024
"""The usual limit on open files, with which every honest program works."""

_USUAL_PROCESSES = 256
"""The default of --processes."""


@dataclass(frozen=True)
class OpenFiles:
    """The limits on open files with which the runner was started."""

    soft: int
    hard: int

    def for_player(self, processes: int | None) -> tuple[int, int] | None:
        """The soft and hard limit of a player with at most that many processes; None if it needs none of its own.

        For example, with a hard limit of 524,288 files and 256 processes players get 524,288 - 253 * 256 = 459,520.
        """
        if not _is_limited():
            return None

        hard = min(self.hard // 2, _ENOUGH)
        if processes is not None:
            hard = max(hard, self.hard - _IN_ONE_MESSAGE * processes)
        return min(self.soft, hard), hard

    def is_too_low(self, processes: int | None) -> bool:
        """Whether a player with at most that many processes could keep the runner from passing open files on."""
        limits = self.for_player(processes)
        if limits is None:
            return False
        return processes is None or self.hard - limits[1] < _IN_ONE_MESSAGE * processes


def open_files() -> OpenFiles:
    """The limits of this process."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return OpenFiles(soft, hard)


def raise_limit(limits: OpenFiles) -> None:
    """Let this process open as many files as it may."""
    if _is_limited():
        resource.setrlimit(resource.RLIMIT_NOFILE, (limits.hard, limits.hard))


def low_limit_remark() -> str:
    """What the line of the level says where programs could exhaust the open files in flight; empty where they cannot.

    It holds for programs with the usual limit on processes.
    """
    files = open_files()
    if not files.is_too_low(_USUAL_PROCESSES):
        return ""
    return f"with a hard limit of {files.hard} open files: a player could keep others of this user from starting"


def _is_limited() -> bool:
    """Whether the kernel refuses to pass this user's open files on when there are too many in flight."""
    return sys.platform == "linux" and os.geteuid() != 0
