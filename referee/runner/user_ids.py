"""User ids for programs in sandboxes: where the runner is root's, each program that runs has an id of its own.

The kernel counts for each user what its programs have in flight over sockets, in pipes, in message queues and in
pending signals. Two programs with one id could read these counts, and use them up for each other.

A lock on one byte of a file, whose number is the id, leases an id to a runner. The system gives it back when the runner
ends, however it ends.
"""

import contextlib
import fcntl
import os
import pwd
import re
from collections import deque

from lingo_common.files import read_small_file
from referee.runner.messages import Box

LOCKS = "/run/lingo-bot-user-ids"
"""The file whose bytes are locked. Only root can write in its directory."""
DEFAULT_RANGES = (range(2_000_000_000, 2_000_004_000), range(65_000, 65_500))
"""The ids that are tried where none are named. Nothing else is known to use the first. In a container ids may end at
65,535; Debian's policy reserves the second."""
_AT_A_TIME = 64
"""Ids that are leased together, and used in turn: what the kernel counts may outlive a program for a moment."""
_SUBORDINATE = "/etc/subuid"
"""The ids that users may give to containers: lines of NAME:FIRST:COUNT."""
_UID = re.compile(rb"\nUid:\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)")


class UserIds:
    """The ids of a runner. It leases some at a time, and each program has one of them until it is gone."""

    def __init__(self) -> None:
        """Begin without ids: those of the first sandbox tell which range they are from."""
        self._locks: int | None = None
        """The file LOCKS, opened; None until the first lease."""
        self._free: deque[int] = deque()
        """The ids that this runner has leased and no program has."""
        self._next: dict[range, int] = {}
        """For each range, the first id that was not tried yet."""
        self._shared: set[int] = set()
        """The ids that all programs of a sandbox share; they are not leased."""

    def take(self, box: Box | None) -> int | None:
        """Return an id for a program in this sandbox; None for that of this process.

        Raises OSError if all are in use, or if none can be leased on this machine.
        """
        if box is None or box.users is None:
            return None

        if len(box.users) == 1:
            self._shared.add(box.users[0])
            return box.users[0]

        if not self._free:
            self._free.extend(self._lease(box.users))
        if not self._free:
            raise OSError(f"all user ids from {box.users[0]} to {box.users[-1]} are in use: name more by --user-ids")
        return self._free.popleft()

    def give_back(self, user: int) -> None:
        """Let another program have the id, which no process has any more.

        An id that is not given back stays leased until this process ends.
        """
        if user not in self._shared:
            self._free.append(user)

    def _lease(self, ids: range) -> list[int]:
        """Lease the next ids of the range that no other runner and no process has."""
        if self._locks is None:
            self._locks = os.open(LOCKS, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)

        taken = _ids_of_processes()
        leased: list[int] = []
        for user in range(self._next.get(ids, ids.start), ids.stop):
            if len(leased) == _AT_A_TIME:
                break

            self._next[ids] = user + 1
            if user not in taken and _try_to_lock(self._locks, user):
                leased.append(user)

        return leased


def _try_to_lock(locks: int, user: int) -> bool:
    """Try to lock the id in the open file LOCKS; return whether this process has the lock now."""
    with contextlib.suppress(BlockingIOError, PermissionError):
        fcntl.lockf(locks, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, user)
        return True
    return False


def are_free(ids: range) -> bool:
    """Return whether these ids exist in this container or on this machine, and belong to no user or its containers."""
    exist = any(existing.start <= ids.start and ids.stop <= existing.stop for existing in _existing_ids())
    if not exist:
        return False

    of_users = [range(user.pw_uid, user.pw_uid + 1) for user in pwd.getpwall()]
    taken = [*of_users, *_subordinate_ids()]
    return not any(ids.start < owned.stop and owned.start < ids.stop for owned in taken)


def _existing_ids() -> list[range]:
    """Return the ids that exist in the user namespace of this process (user_namespaces(7))."""
    existing: list[range] = []
    with contextlib.suppress(OSError):
        for line in read_small_file("/proc/self/uid_map").splitlines():
            first, _, count = map(int, line.split())
            existing.append(range(first, first + count))
    return existing


def _subordinate_ids() -> list[range]:
    """Return the ids that users of this machine may give to containers."""
    ids: list[range] = []
    with contextlib.suppress(OSError, ValueError):
        for line in read_small_file(_SUBORDINATE).decode().splitlines():
            _, first, count = line.split(":")
            ids.append(range(int(first), int(first) + int(count)))
    return ids


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
