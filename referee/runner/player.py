"""One player in the runner, from its start to the report of its end, and its processes.

The function `play` is a generator: wherever it has to wait, it yields a Wait, and the loop in referee.runner.__main__
goes on with other players until that is over.
"""

import contextlib
import errno
import math
import os
import signal
import socket
import time
from collections.abc import Collection, Generator, Iterable, Sequence
from typing import NamedTuple, TypeVar

from lingo_common.errors import DataError, printable, reason
from referee.runner.bubblewrap import signal_in
from referee.runner.control_group import ControlGroup, give_back_group, take_group
from referee.runner.launcher import READY, start
from referee.runner.messages import EndReport, Launch, Limit, NotPassed, NotStarted, send, send_if_possible
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
"""Errors of a start that are the machine's fault: too many open files or processes, no memory, no space."""

Result = TypeVar("Result")
"""What a generator of Steps returns."""


class Wait(NamedTuple):
    """The event that a player waits for: one of the files can be read, or the time has come."""

    files: frozenset[int]
    """The numbers of open files."""
    until: float
    """The time, on the monotonic clock."""


Steps = Generator[Wait, Collection[int], Result]
"""A generator of what a player waits for. After each wait it is sent the open files that can be read then."""


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


class SharedState(NamedTuple):
    """The state that the players of this process share."""

    stage: Stage
    """Makes the copies and mounts of files that sandboxes show."""
    exits: int
    """An open file that can be read when a child of this process has ended."""
    limits_at_start: OpenFiles
    """The limits on open files with which this process was started."""
    users: UserIds
    free_groups: list[ControlGroup]
    """The control groups that no player has."""
    sessions: list[Session]
    """The sessions of the players that are not gone."""


def play(referee: socket.socket, launch: Launch, shared: SharedState) -> Steps[None]:
    """Start a player, watch it, end it and report.

    referee: the socket for this player, over which the referee hears of it. At the end it is closed, and all else that
    the player took, such as its control group, is given back, whatever happened.
    """
    with referee, contextlib.ExitStack() as cleanup:
        user: int | None = None
        try:
            group = take_group(launch, shared.free_groups)
            cleanup.callback(give_back_group, group, shared.free_groups)

            # A sandbox may give each program a user id of its own; None stands for the id of this process.
            user = shared.users.take(launch.box)

            # A process that began before this time is none of the player's.
            began = ticks_since_boot()
            pid, pipes = start(launch, group.entry_files, shared.stage, shared.limits_at_start, user)
        except (NotStarted, OSError, ValueError) as error:
            shared.users.give_back(user)  # no process has it
            send_if_possible(referee, _failure(error, is_boxed=launch.box is not None))
            return

        session = Session(pid, began)
        shared.sessions.append(session)
        cleanup.callback(shared.sessions.remove, session)

        meter = Meter(pid, launch)
        cleanup.callback(meter.close)

        problem = yield from _make_ready(referee, launch, pid, pipes, meter)
        exceeded: Limit | None = None
        if problem is None:
            exceeded = yield from _watch(referee, session, group, meter, shared.exits)
        else:
            # The stage keeps the arguments by which bubblewrap shows files. A file that they name may have gone since
            # they were made, so the next launch makes them anew.
            shared.stage.arguments.cache_clear()

        # The exit status of a player says nothing if this process has to kill it.
        exited_by_itself = session.has_exited()
        is_gone = yield from _end(session, group, shared)
        if is_gone:
            # The id is given back at no other end: a process that is left could see what the next player with it does.
            shared.users.give_back(user)

        if problem is not None:
            send_if_possible(referee, problem)
            return

        status = session.status if exited_by_itself else None
        send_if_possible(referee, _report(status, exceeded, group, meter, is_boxed=launch.box is not None))


def _make_ready(
    referee: socket.socket, launch: Launch, pid: int, pipes: Sequence[int], meter: Meter
) -> Steps[DataError | None]:
    """Wait until the launcher is ready, and pass the pipes to the referee; returns why that failed, or None."""
    _, output, error_output = pipes

    # The referee's socket can be read when the referee has left: then nobody waits for this player.
    readable = yield Wait(frozenset([referee.fileno(), output]), time.monotonic() + launch.patience)

    problem: DataError | None = None
    if output in readable and os.read(output, len(READY)) == READY:
        # A sandbox's file system is there now. Held open, it can still be measured after the player's end.
        meter.hold_disk()
        try:
            send(referee, pid, pipes)
        except NotPassed as not_passed:
            problem = not_passed
        except BrokenPipeError:
            pass  # the referee has left, as _watch will see
    else:
        problem = _why_not_ready(error_output, launch.patience, is_over_time=not readable)

    # If they were passed, the referee has these ends now. If this process held them too, the player would not see the
    # end of its input.
    for pipe in pipes:
        os.close(pipe)

    return problem


def _watch(
    referee: socket.socket, session: Session, group: ControlGroup, meter: Meter, exits: int
) -> Steps[Limit | None]:
    """Watch a player until it exits, exceeds a limit, or the referee wants it to end; returns that limit.

    The referee closes its half of the socket when it wants the player to end. A last sample is taken then.
    """
    while not session.has_exited():
        readable = yield Wait(frozenset([referee.fileno(), exits]), meter.due)
        if session.has_exited():
            break

        is_to_end = referee.fileno() in readable
        if is_to_end or time.monotonic() >= meter.due:
            # A limit that the kernel has enforced is reported first: it is the cause of what the sample finds then.
            limit_of_sample = meter.take_sample()
            exceeded = group.enforced_limit() or limit_of_sample
            if is_to_end or exceeded is not None:
                return exceeded

    return None


def _end(session: Session, group: ControlGroup, shared: SharedState) -> Steps[bool]:
    """Kill a player with all its processes; returns whether nothing of it is left."""
    session.kill()

    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until:
        if session.reap():
            remaining_orphans = session.kill_orphans(shared.sessions)
            group_was_empty = group.end()
            if group_was_empty and not remaining_orphans:
                return True

        yield Wait(frozenset([shared.exits]), time.monotonic() + _SOON)

    return False


def _report(status: int | None, exceeded: Limit | None, group: ControlGroup, meter: Meter, is_boxed: bool) -> EndReport:
    """Return the report on a player that has ended or was killed.

    status: its exit status, or minus the number of the signal that ended it; None if this process killed it. exceeded:
    the limit that a sample found, if any. is_boxed: whether it ran in a sandbox.
    """
    exit_status: int | None = None
    signal: int | None = None
    if status is not None and status < 0:
        signal = -status
    elif status is not None:
        # Bubblewrap exits with the same status where a signal ended the player and where the player exits so.
        exit_status = status
        signal = signal_in(status) if is_boxed else None

    if exceeded is None:
        exceeded = group.enforced_limit()
    if exceeded is None and meter.disk_is_full():
        exceeded = "disk-limit"

    cpu, memory = group.figures()
    if cpu is None:
        cpu = meter.cpu
    if memory is None:
        memory = meter.memory

    return EndReport(exit_status, signal, exceeded, cpu, memory)


def _why_not_ready(error_output: int, patience: float, is_over_time: bool) -> DataError:
    """Return why a launcher is not ready: the last line of its standard error, or that it said nothing."""
    text = b""
    os.set_blocking(error_output, False)
    with contextlib.suppress(BlockingIOError):  # it wrote nothing, and something still holds the pipe
        text = os.read(error_output, _MAX_ERROR)

    lines = text.decode(errors="replace").strip().splitlines()
    if lines:
        return DataError(printable(lines[-1]))
    if is_over_time:
        return DataError(f"it does not start within {patience:g} s")
    return DataError("it ended without a word")


def _failure(error: NotStarted | OSError | ValueError, is_boxed: bool) -> NotStarted | DataError:
    """Return the message to the referee about a start that failed: NotStarted if it is the player's fault.

    is_boxed: whether the player was to run in a sandbox.
    """
    if isinstance(error, NotStarted):
        return error
    if isinstance(error, ValueError):  # a NUL byte in the command
        return NotStarted(f"cannot be started: {error}")
    if error.errno in _EXHAUSTED_MACHINE:
        return DataError(f"players can no longer be started: {reason(error)}")

    why = f"cannot be started: {reason(error)}"
    # In a sandbox it was bubblewrap that could not be executed. A command that is too long for the system is the
    # player's fault even then.
    if is_boxed and error.errno != errno.E2BIG:
        return DataError(why)
    return NotStarted(why)
