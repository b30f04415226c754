"""The processes of a player, as the runner ends them."""

import contextlib
import math
import os
import signal
from collections.abc import Iterable

from referee.runner.proc import children, process


class Session:
    """The processes that descend from a launcher; its pid is the number of the session that it leads."""

    def __init__(self, pid: int, began: int) -> None:
        """began: a time before the start of the launcher, in clock ticks since boot."""
        self.pid = pid
        self.began = began
        self.status: int | None = None
        """The exit status of the launcher once it is reaped, or minus the number of the signal that ended it."""

    def has_exited(self) -> bool:
        """Return whether the launcher has ended. No other process gets its pid until it is reaped."""
        # The runner works on macOS too. There Python 3.11 has no waitid, and the launcher can only be reaped.
        if not hasattr(os, "waitid"):
            return self.reap()
        return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def reap(self) -> bool:
        """Take the exit status of the launcher if it has ended; return whether it has."""
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.status = os.waitstatus_to_exitcode(status) if pid else None
        return self.status is not None

    def kill(self) -> None:
        """Kill the launcher and its process group. The other processes of the session become orphans."""
        # On some systems a group with a dead leader alone may not be signalled.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)

    def kill_orphans(self, sessions: Iterable["Session"]) -> list[int]:
        """Kill what is left of this session, whose launcher has ended; return the pids of what still runs.

        Processes that an earlier player left running in a session of their own are killed too. sessions: those of all
        players that are not gone.
        """
        began_at = {session.pid: session.began for session in sessions if session is not self}
        first_began = min(began_at.values(), default=math.inf)

        remaining: list[int] = []
        # This process adopts orphans, so they are its children, as the launchers of other players are.
        for pid in set(children(os.getpid())).difference(began_at):
            orphan = process(pid)
            if orphan is None:
                continue

            # The session of a process that has started one of its own does not tell whose it is. If it began before
            # every other player that runs, it belongs to none of them: this player or an earlier one has left it.
            is_left_over = orphan.session not in began_at and orphan.started < first_began
            if orphan.session != self.pid and not is_left_over:
                continue

            # Without a sandbox a player can start a set-user-ID program, which this user may not kill.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)

            ended_pid, _ = os.waitpid(pid, os.WNOHANG)
            if ended_pid == 0:  # it still runs
                remaining.append(pid)

        return remaining
