"""One player in the runner, from its start to the report of its end."""

import contextlib
import errno
import math
import os
import signal
import socket
import time
from collections.abc import Collection, Generator, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from lingo_common.errors import DataError, printable, reason
from referee.runner.control_group import ControlGroups
from referee.runner.launch import READY, start
from referee.runner.messages import Ended, Launch, Limit, NotPassed, NotReady, NotStarted, Started, send, tell
from referee.runner.open_files import OpenFiles
from referee.runner.proc import children, process, ticks_since_boot
from referee.runner.stage import Stage
from referee.runner.usage import Meter
from referee.runner.user_ids import UserIds

_PATIENCE = 30.0
"""Seconds for a killed player to be gone."""
_SOON = 0.005
"""Seconds until the next look whether a killed player is gone. Exits of this process's children are seen at once."""
_MAX_ERROR = 4096
"""Bytes of the launcher's standard error that are read."""
_EXHAUSTED_MACHINE = frozenset({errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM, errno.ENOSPC})
"""Failures to start that are the machine's fault."""


class Wait(NamedTuple):
    """The event that a player waits for: one of the files can be read, or the time has come on the monotonic clock."""

    files: Collection[int]
    until: float


@dataclass
class Session:
    """The processes that descend from a launcher; its pid is the number of the session that it leads."""

    pid: int
    began: int
    """A time before its start, in clock ticks since boot."""
    status: int | None = None
    """The exit status of the launcher once it was waited for, or minus the number of the signal that ended it."""

    def has_exited(self) -> bool:
        """Whether the launcher has ended; its number stays taken until it is waited for."""
        if not hasattr(os, "waitid"):
            return self.is_over()
        return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def is_over(self) -> bool:
        """Whether the launcher has ended and was waited for; until then no other session can get its number."""
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.status = os.waitstatus_to_exitcode(status) if pid else None
        return self.status is not None

    def kill(self) -> None:
        """Kill the launcher and its process group; the rest of the session become orphans."""
        # On some systems a group with a dead leader alone may not be signalled.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)

    def kill_orphans(self, sessions: Iterable["Session"]) -> list[int]:
        """The pids of the orphans of this session, and of players before all these sessions, which are killed."""
        running = {session.pid: session.began for session in sessions if session is not self}
        oldest = min(running.values(), default=math.inf)
        remaining = []
        for orphan in filter(None, map(process, set(children(os.getpid())).difference(running))):
            if orphan.session == self.pid or (orphan.session not in running and orphan.started < oldest):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(orphan.pid, signal.SIGKILL)
                if os.waitpid(orphan.pid, os.WNOHANG) == (0, 0):
                    remaining.append(orphan.pid)
        return remaining


@dataclass(frozen=True)
class Common:
    """The things that the players of this process share."""

    stage: Stage
    exits: int
    """A file that can be read when a child of this process has ended."""
    open_files: OpenFiles
    """The limits with which this process was started."""
    users: UserIds = field(default_factory=UserIds)
    groups: ControlGroups = field(default_factory=ControlGroups)
    sessions: list[Session] = field(default_factory=list)
    """The sessions of the players that are not gone."""


def play(end: socket.socket, launch: Launch, common: Common) -> Generator[Wait, Collection[int], None]:
    """Start a player, watch it, end it and report; yields what to wait for, and is sent the files that can be read.

    end: the socket for this player, over which the referee hears of it; it is closed at the end.
    """
    with end, contextlib.ExitStack() as cleanup:
        try:
            group = common.groups.take(launch.limits, launch.box is not None)
            cleanup.callback(common.groups.give_back, group)
            user = common.users.take(launch.box)
            began = ticks_since_boot()
            pid, pipes = start(launch, group.files, common.stage, common.open_files, user)
        except (NotStarted, OSError, ValueError) as error:
            tell(end, _failure(error, launch.box is not None))
            return
        session = Session(pid, began)
        common.sessions.append(session)
        cleanup.callback(common.sessions.remove, session)
        meter = Meter(pid, launch)
        cleanup.callback(meter.close)

        referee = end.fileno()
        _, output, error_output = pipes
        readable = yield Wait((referee, output), time.monotonic() + launch.patience)
        problem: DataError | None = None
        if output in readable and os.read(output, len(READY)) == READY:
            try:
                send(end, Started(pid), pipes)
            except BrokenPipeError:
                pass  # the referee has left, which the next look at the socket shows
            except NotPassed as not_passed:
                problem = not_passed
        else:
            problem = _why_not_ready(error_output, launch.patience)
            common.stage.forget()
        for pipe in pipes:
            os.close(pipe)

        exceeded = None
        is_wanted = problem is None
        while not (exited := session.has_exited()) and is_wanted and exceeded is None:
            readable = yield Wait((referee, common.exits), meter.due)
            is_wanted = referee not in readable
            if (not is_wanted or time.monotonic() >= meter.due) and not session.has_exited():
                sample = meter.look()
                exceeded = group.refused_limit() or sample

        session.kill()
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until:
            if session.is_over():
                orphans = session.kill_orphans(common.sessions)
                if group.end() and not orphans:
                    if user is not None:
                        common.users.give_back(user)
                    break
            yield Wait([common.exits], time.monotonic() + _SOON)
        full = Limit.DISK if meter.disk_is_full() else None
        exceeded = exceeded or group.refused_limit() or full
        cpu, memory = group.figures()
        status = session.status if exited else None
        ended = Ended(status, exceeded, meter.cpu if cpu is None else cpu, memory or meter.memory)
        tell(end, ended if problem is None else problem)


def _why_not_ready(error_output: int, patience: float) -> DataError:
    """The last line of a launcher that is not ready; that it was silent, if it said nothing."""
    os.set_blocking(error_output, False)
    try:
        lines = os.read(error_output, _MAX_ERROR).decode(errors="replace").strip().splitlines()
    except BlockingIOError:
        return NotReady(f"it does not start within {patience:g} s")
    return DataError(printable(lines[-1]) if lines else "it ended without a word")


def _failure(error: NotStarted | OSError | ValueError, boxed: bool) -> NotStarted | DataError:
    """The message to the referee about a start that failed: a DataError if it is not the player's fault."""
    if isinstance(error, NotStarted):
        return error
    if isinstance(error, ValueError):  # a NUL byte in the command
        return NotStarted(f"cannot be started: {error}")
    full = error.errno in _EXHAUSTED_MACHINE
    why = f"{'players can no longer be started' if full else 'cannot be started'}: {reason(error)}"
    return DataError(why) if full or (boxed and error.errno != errno.E2BIG) else NotStarted(why)
