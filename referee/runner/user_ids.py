"""User ids for programs in sandboxes: where the runner is root's, each program that runs has an id of its own.

The kernel counts for each user what its programs have in flight over sockets, in pipes, in message queues and in
pending signals. Two programs with one id could read these counts, and use them up for each other.

A runner leases an id by a lock on the byte with that number in the file LOCKS. The system releases the lock when the
runner ends, however it ends.
"""

import contextlib
import fcntl
import functools
import os
import re
from collections import deque

from lingo_common.files import read_small_file
from referee.runner.messages import Box

LOCKS = "/run/lingo-bot-user-ids"
"""The file whose bytes are locked, which is empty. Only root can write in its directory."""
DEFAULT_RANGES = (range(2_000_000_000, 2_000_004_000), range(65_000, 65_500))
"""The ids that are tried where none are named: the first range whose ids exist.

Nothing else is known to use the first range. A container may have no ids above 65,535, and for it there is the second:
Debian's policy reserves its ids.
"""
_AT_A_TIME = 64
"""Ids that are leased together, and used in turn: what the kernel counts may outlive a program for a moment.

To lease more of them takes a look at all processes of the machine, so it is done seldom.
"""
_UID = re.compile(rb"\nUid:\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)")
"""The line of /proc/PID/status with the real, effective, saved and file system uid."""


class UserIds:
    """The ids of a runner. It leases some at a time, and each program has one of them until it is gone."""

    def __init__(self) -> None:
        """Begin without ids; the sandboxes name the range that they are from."""
        self._leased: set[int] = set()
        """All ids that this runner has leased."""
        self._free: deque[int] = deque()
        """Those of them that no program has."""
        self._tried = 0
        """How many ids of the range this runner has tried to lease. All its sandboxes name the same range."""

    def take(self, box: Box | None) -> int | None:
        """Return an id for a program in this sandbox; None if it is to have the id of this process.

        Raises OSError if all are in use, or if none can be leased on this machine.
        """
        ids = None if box is None else box.users
        if ids is None:
            return None

        # A single id is shared by all programs, of other runners too, so nobody leases it.
        if len(ids) == 1:
            return ids[0]

        if not self._free:
            self._lease(ids)
        if not self._free:
            raise OSError(f"all user ids from {ids[0]} to {ids[-1]} are in use: name more by --user-ids")
        return self._free.popleft()

    def give_back(self, user: int | None) -> None:
        """Let another program have an id that `take` returned, which no process has any more.

        An id that is not given back stays leased until this process ends.
        """
        if user in self._leased:
            self._free.append(user)

    @functools.cached_property
    def _locks(self) -> int:
        """The file LOCKS, which is opened at the first lease."""
        return os.open(LOCKS, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)

    def _lease(self, ids: range) -> None:
        """Lease the next ids of the range that no other runner and no process has; none if all are in use."""
        ids_in_use = _ids_of_processes()
        for user in ids[self._tried :]:
            if len(self._free) == _AT_A_TIME:
                break

            self._tried += 1
            if user in ids_in_use:
                continue

            with contextlib.suppress(BlockingIOError, PermissionError):  # another runner has the lock
                fcntl.lockf(self._locks, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, user)
                self._leased.add(user)
                self._free.append(user)


def exist_here(ids: range) -> bool:
    """Return whether all these ids exist here; in a container some do not."""
    return any(existing.start <= ids.start and ids.stop <= existing.stop for existing in _existing_ids())


def _existing_ids() -> list[range]:
    """Return the ids that exist in the user namespace of this process: in a container not all (user_namespaces(7))."""
    existing: list[range] = []
    with contextlib.suppress(OSError):
        for line in read_small_file("/proc/self/uid_map").splitlines():
            first, _, count = map(int, line.split())
            existing.append(range(first, first + count))
    return existing


def _ids_of_processes() -> set[int]:
    """Return the user ids that processes of this machine have."""
    ids: set[int] = set()
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with contextlib.suppress(OSError):  # it has ended
                match = _UID.search(read_small_file(f"/proc/{name}/status"))
                if match is not None:
                    ids.update(map(int, match.groups()))
    return ids
