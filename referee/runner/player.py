"""One player in the runner: started, sampled, ended and measured."""

import contextlib
import os
import signal
import time
from collections.abc import Collection

from lingo_common.errors import printable
from referee.contest.player import PREPARED
from referee.contest.termination import Termination
from referee.runner.bubblewrap import GAME, OWN_PROCESSES, bwrap_command
from referee.runner.control_group import ControlGroups
from referee.runner.launch import FILTER, GROUPS, OUTPUT, READY, check_executable, environment, launcher_command, spawn
from referee.runner.messages import Ended, Launch
from referee.runner.process_tree import Process, children, process
from referee.runner.sight import Views
from referee.runner.usage import Meter

_PATIENCE = 30.0
"""Seconds for a sandbox to be ready, and for a killed player to be gone."""
_MAX_ERROR = 4096
"""Bytes of the launcher's standard error that are read."""


class RunningPlayer:
    """A player that was launched: it waits for a line, plays, and is ended in one way, whoever wants its end."""

    def __init__(self, launch: Launch, views: Views, groups: ControlGroups) -> None:
        """Start the launcher; NotStarted if the command cannot be executed, OSError if the machine is full."""
        check_executable(launch.arguments[0])
        self.is_ready = self.is_ending = False
        """Whether the launcher waits for the first line; whether the player's end was asked for."""
        self.problem: str | None = None
        """Why the launcher did not become ready."""
        self._exited = self._is_reaped = False
        self._status: int | None = None
        self._exceeded: Termination | None = None
        self._ends: list[int] = []
        self._groups, self._group = groups, groups.take(launch.limits, launch.box is not None)
        directory = launch.directory if launch.box is None else GAME
        try:
            self.pid = self._start(launch, views, directory)
        except BaseException:
            self.close_pipes()
            groups.give_back(self._group)
            raise
        self.stdin, self.stdout, self.stderr = self._ends
        self._meter = Meter(self.pid, launch.limits, directory, OWN_PROCESSES if launch.box else 0)
        self._until = time.monotonic() + _PATIENCE
        itself = process(self.pid)
        self.began = itself.started if itself else 0
        """The start of the process in clock ticks since boot."""

    def _start(self, launch: Launch, views: Views, directory: str) -> int:
        """The pid of the launcher, perhaps behind a sandbox, with pipes to it."""
        equipment, box, limits, theirs = launch.equipment, launch.box, launch.limits, []
        variables = {**environment(directory), **equipment.environment}
        files = dict(enumerate(self._group.files, GROUPS))
        groups = list(files)
        try:
            for own in (1, 0, 0):  # this process writes to the first pipe and reads from the others
                ends = os.pipe()
                self._ends.append(ends[own])
                theirs.append(ends[1 - own])
            reading, writing, complaining = theirs
            files.update({0: reading, 1: writing if box is None else complaining, 2: complaining})
            if box is None:
                if equipment.prepared is not None:
                    os.symlink(equipment.prepared, os.path.join(directory, PREPARED))
                command = launcher_command(launch.arguments, limits, groups, None, directory)
                return spawn(command, variables, files)
            command = bwrap_command(launch, box, views, groups)
            files[OUTPUT] = writing
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
    def due(self) -> float:
        """When to look at it next, on the monotonic clock."""
        return self._meter.due if self.is_ready else self._until

    def take_ready(self) -> bool:
        """Read what the launcher says before the player begins; whether it is ready."""
        self.is_ready = os.read(self.stdout, len(READY)) == READY
        return self.is_ready

    def fail(self) -> None:
        """End a launcher that was not ready; the problem is what it said, in one line."""
        self.problem = f"it does not start within {_PATIENCE:g} s"
        os.set_blocking(self.stderr, False)
        with contextlib.suppress(BlockingIOError):
            lines = os.read(self.stderr, _MAX_ERROR).decode(errors="replace").strip().splitlines()
            self.problem = printable(lines[-1]) if lines else "it ended without a word"
        self.end()

    def look(self) -> Termination | None:
        """Take a sample; the limit that is exceeded, if any."""
        sample = self._meter.look()
        self._exceeded = self._exceeded or self._group.refused_limit() or sample
        return self._exceeded

    def has_exited(self) -> bool:
        """Whether the process has ended; its number stays taken until `is_gone` was asked."""
        if not hasattr(os, "waitid"):
            return self._is_over()
        return self._is_reaped or os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def end(self) -> None:
        """Kill every process of the player; `is_gone` says when nothing of it is left."""
        self.is_ending, self._until = True, time.monotonic() + _PATIENCE
        self._exited = self.is_ready and self.has_exited()
        if self.is_ready and not self._exited:
            self.look()
        self.close_pipes()
        self._kill_session()
        full = Termination.DISK_LIMIT if self._meter.disk_is_full() else None
        self._exceeded = self._exceeded or self._group.refused_limit() or full

    def is_gone(self, running: Collection["RunningPlayer"]) -> bool:
        """Whether nothing is left of a player whose end was asked for; kills the rest. running: players that run now.

        The session is killed before the process is waited for: until then no other session can get its number.
        """
        orphans = [orphan for orphan in _orphans([*running, self]) if self._has_left(orphan, running)]
        for orphan in orphans:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(orphan.pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(orphan.pid, os.WNOHANG)
        if not self._is_over():
            self._kill_session()
        elif self._group.end() and not orphans:
            return True
        return time.monotonic() > self._until

    def close(self) -> Ended:
        """Give back what the player had; what is known of it."""
        cpu, memory = self._group.cpu_seconds(), self._group.peak_memory()
        self._groups.give_back(self._group)
        self._meter.close()
        status = self._status if self._exited else None
        cpu = self._meter.cpu if cpu is None else cpu
        return Ended(status, self._exceeded, cpu, memory or self._meter.memory)

    def close_pipes(self) -> None:
        """Close this process's ends of the pipes."""
        while self._ends:
            os.close(self._ends.pop())

    def _is_over(self) -> bool:
        """Whether the process has ended and was waited for."""
        if not self._is_reaped:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self._is_reaped, self._status = True, os.waitstatus_to_exitcode(status)
        return self._is_reaped

    def _kill_session(self) -> None:
        # On some systems a group with a dead leader alone may not be signalled.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)

    def _has_left(self, orphan: Process, running: Collection["RunningPlayer"]) -> bool:
        """Whether this player left the orphan, or a player before all that run now."""
        if orphan.session == self.pid:
            return True
        return all(orphan.session != player.pid and orphan.started < player.began for player in running)


def _orphans(players: Collection[RunningPlayer]) -> list[Process]:
    """The children of this process that are none of these players."""
    pids = {player.pid for player in players}
    return [orphan for pid in children(os.getpid()) if pid not in pids and (orphan := process(pid))]
