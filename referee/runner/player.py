"""One player in the runner: started, sampled, ended and measured."""

import contextlib
import os
import signal
import socket
import time
from collections.abc import Collection, Sequence

from lingo_common.errors import DataError, printable
from referee.contest.player import PREPARED
from referee.contest.termination import Termination
from referee.runner.bubblewrap import GAME, OWN_PROCESSES, bwrap_command
from referee.runner.control_group import ControlGroups
from referee.runner.launch import FILTER, GROUPS, OUTPUT, READY, check_executable, environment, launcher_command, spawn
from referee.runner.messages import Ended, Launch, Started, send
from referee.runner.process_tree import Process, children, process, ticks_since_boot
from referee.runner.sight import Views
from referee.runner.usage import Meter

_PATIENCE = 30.0
"""Seconds for a sandbox to be ready, and for a killed player to be gone."""
_MAX_ERROR = 4096
"""Bytes of the launcher's standard error that are read."""


class RunningPlayer:
    """A player that was launched: it waits for a line, plays, and is ended in one way, whoever wants its end."""

    def __init__(self, end: socket.socket, launch: Launch, views: Views, groups: ControlGroups) -> None:
        """Start the launcher; NotStarted if the command cannot be executed, OSError if the machine is full.

        end: the socket for this player; what the referee wants to know is sent there.
        """
        check_executable(launch.arguments[0])
        self._socket, self._views = end, views
        self._is_ready = self._is_ending = self._exited = False
        """Whether the launcher waits for the first line; whether the player's end was asked for, or it ended before."""
        self._problem: str | None = None
        """Why the launcher did not become ready."""
        self._status: int | None = None
        self._exceeded: Termination | None = None
        self._pipes: list[int] = []
        """This process's ends of the pipes to its input and from its output and error."""
        self._groups, self._group = groups, groups.take(launch.limits, launch.box is not None)
        self._began = ticks_since_boot()
        directory = launch.directory if launch.box is None else GAME
        try:
            self._pid = self._start(launch, directory)
        except BaseException:
            self._close_pipes()
            groups.give_back(self._group)
            raise
        self._meter = Meter(self._pid, launch.limits, directory, OWN_PROCESSES if launch.box else 0)
        self._until = time.monotonic() + _PATIENCE

    def _start(self, launch: Launch, directory: str) -> int:
        """The pid of the launcher, perhaps behind a sandbox, with pipes to it."""
        equipment, box, theirs = launch.equipment, launch.box, []
        variables = {**environment(directory), **equipment.environment}
        files = dict(enumerate(self._group.files, GROUPS))
        groups = list(files)
        try:
            for own in (1, 0, 0):  # this process writes to the first pipe and reads from the players
                ends = os.pipe()
                self._pipes.append(ends[own])
                theirs.append(ends[1 - own])
            reading, writing, complaining = theirs
            files.update({0: reading, 1: complaining, 2: complaining, OUTPUT: writing})
            if box is None:
                if equipment.prepared is not None:
                    os.symlink(equipment.prepared, os.path.join(directory, PREPARED))
                return spawn(launcher_command(launch.arguments, launch.limits, groups, directory), variables, files)
            command = bwrap_command(launch, box, self._views, groups)
            # A compiler makes its output executable by chmod, and a preparation knows no word of the run.
            if box.filter and not equipment.writable:
                files[FILTER] = os.memfd_create("seccomp")
                theirs.append(files[FILTER])
                os.write(files[FILTER], box.filter)
                os.lseek(files[FILTER], 0, os.SEEK_SET)
            if box.user is not None:
                for end in theirs:
                    os.fchown(end, box.user, box.user)  # a player may open /dev/stderr
            return spawn(command, variables, files, box.user)
        finally:
            for file in theirs:
                os.close(file)

    @property
    def files_to_watch(self) -> list[int]:
        """The files that become readable when the referee wants the end, or the launcher is ready."""
        return [] if self._is_ending else [self._socket.fileno(), *([] if self._is_ready else self._pipes[1:2])]

    @property
    def due(self) -> float:
        """When to look at it next, on the monotonic clock."""
        return 0.0 if self._is_ending else self._meter.due if self._is_ready else self._until

    def advance(self, readable: Collection[int], running: Collection["RunningPlayer"]) -> bool:
        """Whether nothing is left of it and the referee knows; until then hand out its pipes, take a sample or end it.

        readable: the files that can be read. running: all players that are not gone.
        """
        if not self._is_ending:
            exited = self._is_ready and self._has_exited()
            if exited or self._socket.fileno() in readable:
                self._end(exited)
            elif not self._is_ready and self._pipes[1] in readable:
                self._take_ready()
            elif time.monotonic() >= self.due and not self._is_ready:
                self._fail()
            elif time.monotonic() >= self.due and self._look():
                self._end()
        return self._is_ending and self._is_gone([player for player in running if player is not self]) and self._close()

    def _take_ready(self) -> None:
        """The launcher is ready: hand out the player's pipes. Or it ended without a word of readiness."""
        self._is_ready = os.read(self._pipes[1], len(READY)) == READY
        if not self._is_ready:
            self._fail()
            return
        remarks, self._views.remarks = tuple(self._views.remarks), []
        tell_referee(self._socket, Started(self._pid, remarks), self._pipes)
        self._close_pipes()

    def _fail(self) -> None:
        """End a launcher that was not ready; the problem is what it said, in one line."""
        self._problem = f"it does not start within {_PATIENCE:g} s"
        os.set_blocking(self._pipes[2], False)
        with contextlib.suppress(BlockingIOError):
            lines = os.read(self._pipes[2], _MAX_ERROR).decode(errors="replace").strip().splitlines()
            self._problem = printable(lines[-1]) if lines else "it ended without a word"
        self._views.forget()
        self._end()

    def _look(self) -> Termination | None:
        """Take a sample; the limit that is exceeded, if any."""
        sample = self._meter.look()
        self._exceeded = self._exceeded or self._group.refused_limit() or sample
        return self._exceeded

    def _has_exited(self) -> bool:
        """Whether the process has ended; its number stays taken until it is waited for."""
        if not hasattr(os, "waitid"):
            return self._is_over()
        return os.waitid(os.P_PID, self._pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def _end(self, exited: bool = False) -> None:
        """Kill every process of the player, which may have exited; `_is_gone` says when nothing of it is left."""
        self._is_ending, self._exited, self._until = True, exited, time.monotonic() + _PATIENCE
        if self._is_ready and not exited and self._exceeded is None:
            self._look()
        self._close_pipes()
        self._kill_session()
        full = Termination.DISK_LIMIT if self._meter.disk_is_full() else None
        self._exceeded = self._exceeded or self._group.refused_limit() or full

    def _is_gone(self, players: Collection["RunningPlayer"]) -> bool:
        """Whether nothing is left of a player whose end was asked for; kills the rest.

        The session is killed before the process is waited for: until then no other session can get its number.
        """
        if not self._is_over():
            self._kill_session()
            return time.monotonic() > self._until
        pids = {player._pid for player in players}
        orphans = [orphan for pid in children(os.getpid()) if pid not in pids and (orphan := process(pid))]
        remaining = [orphan for orphan in orphans if self._has_left(orphan, players) and not _is_ended(orphan.pid)]
        return (self._group.end() and not remaining) or time.monotonic() > self._until

    def _close(self) -> bool:
        """Give back what the player had, and tell the referee what is known of it; True."""
        cpu, memory = self._group.figures()
        self._groups.give_back(self._group)
        self._meter.close()
        status = self._status if self._exited else None
        ended = Ended(status, self._exceeded, self._meter.cpu if cpu is None else cpu, memory or self._meter.memory)
        tell_referee(self._socket, ended if self._problem is None else DataError(self._problem))
        self._socket.close()
        return True

    def _close_pipes(self) -> None:
        """Close this process's ends of the pipes."""
        while self._pipes:
            os.close(self._pipes.pop())

    def _is_over(self) -> bool:
        """Whether the process has ended and was waited for."""
        if self._status is None:
            pid, status = os.waitpid(self._pid, os.WNOHANG)
            self._status = os.waitstatus_to_exitcode(status) if pid else None
        return self._status is not None

    def _kill_session(self) -> None:
        # On some systems a group with a dead leader alone may not be signalled.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._pid, signal.SIGKILL)

    def _has_left(self, orphan: Process, players: Collection["RunningPlayer"]) -> bool:
        """Whether this player left the orphan, or a player before all that run now."""
        if orphan.session == self._pid:
            return True
        return all(orphan.session != player._pid and orphan.started < player._began for player in players)


def _is_ended(orphan: int) -> bool:
    """Whether that child of this process, which is killed, has ended and was waited for."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(orphan, signal.SIGKILL)
    return os.waitpid(orphan, os.WNOHANG) != (0, 0)


def tell_referee(end: socket.socket, message: object, files: Sequence[int] = ()) -> None:
    """Send the message; nothing if the referee has gone."""
    with contextlib.suppress(OSError):
        send(end, message, files)
