"""One player in the runner: started, sampled, ended and measured."""

import contextlib
import os
import signal
import time
from collections.abc import Collection, Sequence

from lingo_common.errors import printable
from referee.contest.languages import PREPARED
from referee.contest.termination import Termination
from referee.runner.bubblewrap import GAME, OWN_PROCESSES, sandboxed
from referee.runner.control_group import ControlGroup
from referee.runner.launch import FILTER, GROUPS, OUTPUT, READY, Child, check_executable, environment, limited
from referee.runner.messages import Ended, Launch
from referee.runner.process_tree import Process, children, process
from referee.runner.sight import Views
from referee.runner.usage import Meter

_PATIENCE = 30.0
"""Seconds for a sandbox to be ready, and for a killed player to be gone."""
_ERROR_SHOWN = 4096


class Player:
    """A player that was launched: it waits for a line, plays, and is ended in one way, whoever wants its end."""

    def __init__(self, launch: Launch, views: Views) -> None:
        """Start the launcher; NotStarted if the command cannot be executed, OSError if the machine is full."""
        check_executable(launch.arguments[0])
        self.launch, box = launch, launch.box
        self.is_ready = False
        self.exited = False
        """Whether the process ended by itself."""
        self.problem: str | None = None
        """Why the launcher did not become ready."""
        self.ended = Ended()
        """What is known of the player once it is gone."""
        self.remarks: tuple[str, ...] = ()
        """Lines that the contest holder should read."""
        self._ended_at: float | None = None
        self._exceeded: Termination | None = None
        self._limits, self._boxed = launch.limits, box is not None
        self._group = ControlGroup(launch.limits, self._boxed)
        try:
            self.child = self._started(views)
        except BaseException:
            self._group.remove()
            raise
        self.remarks, views.remarks = tuple(views.remarks), []
        self.exit = _exit_event(self.child.pid)
        """A file that becomes readable when the process exits; None if the system has none."""
        self.meter = Meter(self.child.pid, launch.limits, self._directory, OWN_PROCESSES if box else 0)
        self._until = time.monotonic() + _PATIENCE
        found = process(self.child.pid)
        self.began = found.started if found else 0
        """The start of the process in clock ticks since boot."""

    def _started(self, views: Views) -> Child:
        launch, box = self.launch, self.launch.box
        self._directory = launch.directory if box is None else GAME
        variables = {**environment(self._directory), **launch.environment}
        with contextlib.ExitStack() as opened:
            files = dict(enumerate(_opened(self._group.paths, opened), GROUPS))
            if box is None:
                if launch.prepared is not None:
                    os.symlink(launch.prepared, os.path.join(launch.directory, PREPARED))
                command = limited(launch.arguments, launch.limits, files, None, launch.directory)
                return Child(command, variables, 1, files)
            if box.filter:
                files[FILTER] = _file_in_memory(box.filter, opened)
            command = sandboxed(launch, box, views, [number for number in files if number != FILTER])
            return Child(command, variables, OUTPUT, files, box.user)

    @property
    def is_ending(self) -> bool:
        """Whether its end was asked for."""
        return self._ended_at is not None

    @property
    def due(self) -> float:
        """When to look at it next, on the monotonic clock."""
        return self.meter.due if self.is_ready else self._until

    def take_ready(self) -> bool:
        """Read what the launcher says before the player begins; whether it is ready."""
        self.is_ready = os.read(self.child.stdout, len(READY)) == READY
        return self.is_ready

    def failure(self) -> str:
        """Why the launcher was not ready: what it said, in one line."""
        os.set_blocking(self.child.stderr, False)
        with contextlib.suppress(BlockingIOError):
            lines = os.read(self.child.stderr, _ERROR_SHOWN).decode(errors="replace").strip().splitlines()
            return printable(lines[-1]) if lines else "it ended without a word"
        return f"it does not start within {_PATIENCE:g} s"

    def look(self) -> Termination | None:
        """Take a sample; the limit that is exceeded, if any."""
        if self._ended_at is None:
            sampled = self.meter.look()
            self._exceeded = self._exceeded or self._group.refused() or sampled
        return self._exceeded

    def end(self) -> None:
        """Kill every process of the player; `gone` says when nothing of it is left."""
        if self._ended_at is None:
            self._ended_at = time.monotonic()
            self.child.close()
            self._kill_session()
            refused = self._group.refused()
            full = Termination.DISK_LIMIT if self.meter.disk_is_full() else None
            self._exceeded = self._exceeded or refused or full

    def gone(self, others: Collection["Player"]) -> bool:
        """Whether nothing is left of a player whose end was asked for; kills what was found. others: running players.

        The session is killed before the process is waited for: until then no other session can get its number.
        """
        assert self._ended_at is not None
        orphans = [orphan for orphan in _orphans([*others, self]) if self._is_left(orphan, others)]
        for orphan in orphans:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(orphan.pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(orphan.pid, os.WNOHANG)
        if not self.child.ended():
            self._kill_session()
        elif not orphans:
            self.ended = self._measured()
            if self._group.remove():
                return True
        return time.monotonic() > self._ended_at + _PATIENCE

    def _measured(self) -> Ended:
        return Ended(
            self.child.returncode if self.exited else None,
            self._exceeded,
            self._group.cpu_seconds(self.meter.cpu),
            self._group.peak_memory(self.meter.memory),
        )

    def close(self) -> None:
        """Close the open files."""
        if self.exit is not None:
            os.close(self.exit)
        self.meter.close()

    def _kill_session(self) -> None:
        # On some systems a group with a dead leader alone may not be signalled.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.child.pid, signal.SIGKILL)

    def _is_left(self, orphan: Process, others: Collection["Player"]) -> bool:
        """Whether this player left the orphan, or a player before all that run now."""
        if orphan.session == self.child.pid:
            return True
        return all(orphan.session != other.child.pid and orphan.started < other.began for other in others)


def _orphans(others: Collection[Player]) -> list[Process]:
    """The children of this process that are no running players."""
    running = {other.child.pid for other in others}
    return [found for pid in children(os.getpid()) if pid not in running and (found := process(pid))]


def _opened(paths: Sequence[str], opened: contextlib.ExitStack) -> list[int]:
    """Those of the files that may be written, open."""
    files = []
    for path in paths:
        with contextlib.suppress(PermissionError, FileNotFoundError):
            files.append(os.open(path, os.O_WRONLY))
            opened.callback(os.close, files[-1])
    return files


def _file_in_memory(data: bytes, opened: contextlib.ExitStack) -> int:
    file = os.memfd_create("seccomp")
    opened.callback(os.close, file)
    os.write(file, data)
    os.lseek(file, 0, os.SEEK_SET)
    return file


def _exit_event(pid: int) -> int | None:
    """A file that becomes readable when the process exits; None if the system has none."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None
