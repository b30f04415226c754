"""Ends the processes that players leave behind, also those that have left their session.

While this process is the sub-reaper of its descendants, an orphan among them becomes its child.
"""

import contextlib
import os
import threading
import time
from collections.abc import Iterator

from referee.process.environment import runs_in
from referee.process.prctl import SET_CHILD_SUBREAPER, is_subreaper, prctl
from referee.process.process_tree import Process, children, end, process
from referee.process.working_directory import PREFIX

_ROUNDS = 100
"""The most searches in a row; ending a process makes orphans of its children."""
_SHARE = 20
"""While games are played, at most 1/20 of the time is spent on searches."""
_EXEC_LOOKS, _EXEC_PAUSE = 10, 0.001
"""How often to read an environment that seems empty, and the seconds between."""


class Reaper:
    """Knows the players that run now, and ends what others left behind."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._players: dict[int, int] = {}
        """The running players: the start of each in clock ticks, by pid."""
        self._claims = 0
        self._own_process = self._was_subreaper = False
        self._due = 0.0

    @contextlib.contextmanager
    def claimed(self, own_process: bool = False) -> Iterator[None]:
        """Be the sub-reaper for a while; where that cannot be done, nothing here does anything.

        own_process: all children of this process in other sessions are players or left by players. Otherwise only
        those count whose environment is a player's, so that the program's other children live on.
        """
        with self._lock:
            if not self._claims:
                self._was_subreaper = is_subreaper()
            works = prctl(SET_CHILD_SUBREAPER, 1)
            self._claims += works
            self._own_process = self._own_process or own_process
        try:
            yield
        finally:
            with self._lock:
                self._claims -= works
                if works and not self._claims:
                    self._own_process = False
                    prctl(SET_CHILD_SUBREAPER, int(self._was_subreaper))

    @contextlib.contextmanager
    def starting(self) -> Iterator[None]:
        """A context without searches, in which a player is started and entered."""
        with self._lock:
            yield

    def enter(self, pid: int) -> None:
        """Add a running player; call it within `starting`."""
        known = process(pid) if self._claims else None
        self._players[pid] = known.started if known else 0

    def leave(self, pid: int) -> None:
        """Remove a player that has ended, and end what it left, now or after a later game."""
        with self._lock:
            self._players.pop(pid, None)
            if self._claims and (not self._players or time.monotonic() >= self._due):
                start = time.monotonic()
                self._search(pid)
                self._due = time.monotonic() + _SHARE * (time.monotonic() - start)

    def _search(self, ended: int) -> None:
        for _ in range(_ROUNDS):
            left = [orphan for orphan in self._orphans() if self._is_left(orphan, ended)]
            if not left:
                return
            for orphan in left:
                end(orphan)

    def _orphans(self) -> Iterator[Process]:
        """The children in other sessions that are no running players."""
        own = os.getsid(0)
        for pid in children(os.getpid()):
            if pid not in self._players and (found := process(pid)) and found.session != own:
                yield found

    def _is_left(self, orphan: Process, ended: int) -> bool:
        """Whether the game that ended left the orphan, or a game before all that run now."""
        if orphan.session == ended:
            return True
        if not self._own_process and not _has_environment_of_a_player(orphan.pid):
            return False
        if orphan.state == "Z":
            return True
        return orphan.session not in self._players and all(orphan.started < at for at in self._players.values())


REAPER = Reaper()
"""The reaper of this process; the system knows a sub-reaper only as a whole process."""


def _has_environment_of_a_player(pid: int) -> bool:
    with contextlib.suppress(OSError):
        for _ in range(_EXEC_LOOKS):
            with open(f"/proc/{pid}/environ", "rb") as file:
                if variables := file.read():
                    return runs_in(PREFIX, variables)
            time.sleep(_EXEC_PAUSE)  # for a moment within execve the system shows no environment
    return False
