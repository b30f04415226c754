"""One player in the runner: started, sampled, ended and measured."""

import contextlib
import os
import signal
import time
from collections.abc import Collection

from lingo_common.errors import printable
from referee.contest.languages import PREPARED
from referee.contest.termination import Termination
from referee.runner.bubblewrap import GAME, OWN_PROCESSES, bwrap_command
from referee.runner.control_group import ControlGroups
from referee.runner.launch import FILTER, GROUPS, OUTPUT, READY, Child, check_executable, environment, launcher_command
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
        self.launch = launch
        self.is_ready = self.is_ending = False
        """Whether the launcher waits for the first line; whether the player's end was asked for."""
        self.exited = False
        """Whether the process ended by itself."""
        self.problem: str | None = None
        """Why the launcher did not become ready."""
        self._exceeded: Termination | None = None
        self._groups, self._group = groups, groups.take(launch.limits, launch.box is not None)
        try:
            self.child = self._start(views)
        except BaseException:
            groups.give_back(self._group)
            raise
        self.remarks, views.remarks = tuple(views.remarks), []
        """Lines that the contest holder should read."""
        self._meter = Meter(self.child.pid, launch.limits, self._directory, OWN_PROCESSES if launch.box else 0)
        self._until = time.monotonic() + _PATIENCE
        itself = process(self.child.pid)
        self.began = itself.started if itself else 0
        """The start of the process in clock ticks since boot."""

    def _start(self, views: Views) -> Child:
        launch, box = self.launch, self.launch.box
        self._directory = launch.directory if box is None else GAME
        variables = {**environment(self._directory), **launch.equipment.environment}
        files = dict(enumerate(self._group.files, GROUPS))
        if box is None:
            if launch.equipment.prepared is not None:
                os.symlink(launch.equipment.prepared, os.path.join(launch.directory, PREPARED))
            command = launcher_command(launch.arguments, launch.limits, files, None, launch.directory)
            return Child(command, variables, 1, files)
        command = bwrap_command(launch, box, views, list(files))
        with contextlib.ExitStack() as opened:
            # A compiler makes its output executable by chmod, and a preparation knows no word of the run.
            if box.filter and not launch.equipment.writable:
                files[FILTER] = os.memfd_create("seccomp")
                opened.callback(os.close, files[FILTER])
                os.write(files[FILTER], box.filter)
                os.lseek(files[FILTER], 0, os.SEEK_SET)
            return Child(command, variables, OUTPUT, files, box.user)

    @property
    def due(self) -> float:
        """When to look at it next, on the monotonic clock."""
        return self._meter.due if self.is_ready else self._until

    def take_ready(self) -> bool:
        """Read what the launcher says before the player begins; whether it is ready."""
        self.is_ready = os.read(self.child.stdout, len(READY)) == READY
        return self.is_ready

    def fail(self) -> None:
        """End a launcher that was not ready; the problem is what it said, in one line."""
        self.problem = f"it does not start within {_PATIENCE:g} s"
        os.set_blocking(self.child.stderr, False)
        with contextlib.suppress(BlockingIOError):
            lines = os.read(self.child.stderr, _MAX_ERROR).decode(errors="replace").strip().splitlines()
            self.problem = printable(lines[-1]) if lines else "it ended without a word"
        self.end()

    def look(self) -> Termination | None:
        """Take a sample; the limit that is exceeded, if any."""
        sample = self._meter.look()
        self._exceeded = self._exceeded or self._group.refused_limit() or sample
        return self._exceeded

    def end(self) -> None:
        """Kill every process of the player; `is_gone` says when nothing of it is left."""
        self.is_ending, self._until = True, time.monotonic() + _PATIENCE
        if self.is_ready and not self.exited:
            self.look()
        self.child.close()
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
        if not self.child.has_ended():
            self._kill_session()
        elif self._group.end() and not orphans:
            return True
        return time.monotonic() > self._until

    def close(self) -> Ended:
        """Give back what the player had; what is known of it."""
        cpu, memory = self._group.cpu_seconds(), self._group.peak_memory()
        self._groups.give_back(self._group)
        self._meter.close()
        return Ended(
            self.child.returncode if self.exited else None,
            self._exceeded,
            self._meter.cpu if cpu is None else cpu,
            memory or self._meter.memory,
        )

    def _kill_session(self) -> None:
        # On some systems a group with a dead leader alone may not be signalled.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.child.pid, signal.SIGKILL)

    def _has_left(self, orphan: Process, running: Collection["RunningPlayer"]) -> bool:
        """Whether this player left the orphan, or a player before all that run now."""
        if orphan.session == self.child.pid:
            return True
        return all(orphan.session != player.child.pid and orphan.started < player.began for player in running)


def _orphans(players: Collection[RunningPlayer]) -> list[Process]:
    """The children of this process that are none of these players."""
    pids = {player.child.pid for player in players}
    return [orphan for pid in children(os.getpid()) if pid not in pids and (orphan := process(pid))]
