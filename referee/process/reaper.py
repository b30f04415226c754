"""Finding and ending what players leave behind, even what was forked twice into a session of its own.

While this process is the sub-reaper of all that its players start, an orphan becomes its child instead of init's.
"""

import contextlib
import os
import select
import signal
import threading
import time
from collections.abc import Iterator

from referee.process.prctl import SET_CHILD_SUBREAPER, prctl
from referee.process.process_tree import Process, children, process

_ROUNDS = 100
"""How often to look again: ending a process makes orphans of its children."""
_SHARE = 20
"""While games go on, looking takes at most this part of the time."""
_PATIENCE = 2000
"""Milliseconds that an ended process has to vanish."""


class Reaper:
    """The players that run now, and what their predecessors left."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._players: dict[int, int] = {}
        """When each running player was started, in clock ticks."""
        self._works = False
        self._due = 0.0

    @contextlib.contextmanager
    def claimed(self) -> Iterator[None]:
        """Become the sub-reaper for a while; without that, or off Linux, nothing here does anything.

        Only for a process whose children in other sessions than its own are all players or theirs.
        """
        self._works = prctl(SET_CHILD_SUBREAPER, 1)
        try:
            yield
        finally:
            if self._works:
                self._works = False
                prctl(SET_CHILD_SUBREAPER, 0)

    @contextlib.contextmanager
    def starting(self) -> Iterator[None]:
        """Hold off any search while a player is started and entered."""
        with self._lock:
            yield

    def enter(self, pid: int) -> None:
        """A player runs; to be called while it is being started."""
        known = process(pid) if self._works else None
        self._players[pid] = known.started if known else 0

    def leave(self, pid: int) -> None:
        """A player was ended and waited for: end what it left, now or after one of the next games."""
        with self._lock:
            self._players.pop(pid, None)
            if self._works and (not self._players or time.monotonic() >= self._due):
                start = time.monotonic()
                self._search(pid)
                self._due = time.monotonic() + _SHARE * (time.monotonic() - start)

    def _search(self, ended: int) -> None:
        for _ in range(_ROUNDS):
            left = [found for found in self._orphans() if found.state == "Z" or self._is_left(found, ended)]
            if not left:
                return
            for orphan in left:
                _end(orphan)

    def _orphans(self) -> Iterator[Process]:
        """The children that are no running players; our own helpers share our session."""
        own = os.getsid(0)
        for pid in children(os.getpid()):
            if pid not in self._players and (found := process(pid)) and found.session != own:
                yield found

    def _is_left(self, orphan: Process, ended: int) -> bool:
        """Whether the orphan is of the game that has ended, or older than all running players, so of none of theirs."""
        if orphan.session == ended:
            return True
        return orphan.session not in self._players and all(orphan.started < at for at in self._players.values())


REAPER = Reaper()
"""The one of this process: the system knows a sub-reaper as a whole process only."""


def _end(orphan: Process) -> None:
    """End the process and wait for it; it is checked to be the same before it is signalled."""
    try:
        alarm = os.pidfd_open(orphan.pid)
    except OSError:
        return
    try:
        same = process(orphan.pid)
        if same and same.started == orphan.started:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                signal.pidfd_send_signal(alarm, signal.SIGKILL)
            gone = select.poll()
            gone.register(alarm, select.POLLIN)
            if gone.poll(_PATIENCE):
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(orphan.pid, os.WNOHANG)
    finally:
        os.close(alarm)
