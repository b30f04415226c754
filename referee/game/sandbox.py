"""The sandbox in which players of a run are launched: the best one that works on this machine, or none."""

import logging
import os
import sys
import threading
import time

from lingo_common.errors import DataError
from referee.contest.limits import BUBBLEWRAP, NO_ISOLATION, NO_SANDBOX, OFF, REQUIRE, IsolationRequest, Limits
from referee.contest.player import Program
from referee.contest.view import covered_in, hidden_from, view_of
from referee.runner.boxes import best_box
from referee.runner.client import Runner
from referee.runner.control_group import limits_memory
from referee.runner.messages import Box, Launch
from referee.runner.open_files import low_limit_remark
from referee.runner.prctl import is_dumpable
from referee.runner.view import NOTHING, Command, View

_log = logging.getLogger(__name__)
_NOT_LINUX = (
    "not on Linux: no namespaces, no limits on memory, processor time, processes and disk of a process tree, "
    "no search for processes that left their group"
)
_LEAST_PAUSE = 5.0
"""Seconds at least between two looks for what must be covered in the live directories of a view.

A run that begins there meanwhile is not covered until the next look (docs/threat-model.md).
"""
_PAUSE_FOR_LOOK = 50
"""The pause after a look is at least this many times as long as the look, so looks take at most 2 % of the time."""


class Sandbox:
    """A way to launch players. What each of them sees is decided once and used for all its games."""

    def __init__(self, runner: Runner, box: Box | None = None, isolation: IsolationRequest = NO_ISOLATION) -> None:
        """runner: the helper process that starts players. isolation: what players may and may not see.

        box: how bubblewrap makes namespaces for each player; None where players run as ordinary processes.
        """
        self.runner = runner
        self.box = box
        self.isolation = isolation
        self.line = ""
        """A line for people that names the sandbox or says why there is none; empty unless find_sandbox returned it."""
        self._views: dict[tuple[Command, tuple[str, ...]], tuple[float, View]] = {}
        """The views of players by command and the paths that a player alone sees.

        Each has the time of the next look at its live directories, on the monotonic clock.
        """
        self._lock = threading.Lock()

    @property
    def level(self) -> str:
        """Return the level of isolation (see contest.limits)."""
        return NO_SANDBOX if self.box is None else BUBBLEWRAP

    def launch(
        self,
        player: Program,
        command: Command,
        directory: str,
        limits: Limits,
        prepared: str | None,
        is_preparation: bool = False,
    ) -> Launch:
        """Return the launch of a command of the player in this sandbox.

        command: in a sandbox it sees the files that it names. directory: the one with the word lists. prepared: the
        directory that is seen as `prepared/`, None for none. is_preparation: whether the command may write into that
        directory.
        """
        # The command of a game ends with the length, which names no file. Without it games of all lengths share a view.
        command_with_files = command if is_preparation else command[:-1]
        return Launch(
            arguments=command,
            directory=directory,
            memory=limits.memory,
            cpu=limits.cpu,
            processes=limits.processes,
            disk=limits.disk,
            environment=player.environment,
            prepared=prepared,
            is_preparation=is_preparation,
            view=NOTHING if self.box is None else self._view(command_with_files, player.expose),
            box=self.box,
        )

    def _view(self, command: Command, exposed: tuple[str, ...]) -> View:
        """Return what a player with this command sees; exposed: the paths that it alone sees.

        The view is decided once. Only its live directories, which players see as they are now, are looked through again
        after some time: another run can begin in one of them meanwhile, and its words must be covered.
        """
        key = command, exposed
        with self._lock:
            next_look, view = self._views.get(key, (0.0, None))
            start = time.monotonic()
            if view is not None and start < next_look:
                return view

            if view is None:
                view = view_of(self.isolation, command, exposed)
                self._log_remarks(view)
            else:
                hidden = hidden_from(self.isolation, command)
                view = view._replace(covered=covered_in(view.live, hidden, command))

            now = time.monotonic()
            pause = max(_LEAST_PAUSE, _PAUSE_FOR_LOOK * (now - start))
            self._views[key] = now + pause, view
            return view

    def _log_remarks(self, view: View) -> None:
        """Log the remarks of a new view, but for those of earlier views: players in one folder share them."""
        for remark in view.remarks:
            if not any(remark in earlier_view.remarks for _, earlier_view in self._views.values()):
                _log.warning("%s", remark)


def find_sandbox(request: IsolationRequest, runner: Runner) -> Sandbox:
    """Return the best sandbox that works here, with its line for people.

    Raises DataError if the request requires a sandbox and none works.
    """
    sandbox, problem = try_sandbox(request, runner)
    if sandbox.box is not None:
        sandbox.line = f"isolation: {sandbox.level}{_left_open(sandbox.box)}"
        return sandbox

    if request.mode == REQUIRE:
        raise DataError(refusal(problem))

    # The commands of the referee make their process unreadable to others. A program that calls the referee as a library
    # may not have done that, so players could read the words from its memory.
    is_readable = is_dumpable()
    sandbox.line = no_sandbox_line(problem, is_readable)
    if is_readable and request.mode != OFF:
        _log.warning("%s", sandbox.line)

    return sandbox


def try_sandbox(request: IsolationRequest, runner: Runner) -> tuple[Sandbox, str]:
    """Return the best sandbox that works here, and why there is none; empty if there is one."""
    box = None
    if request.mode == OFF:
        problem = "--sandbox off"
    elif sys.platform != "linux":
        problem = _NOT_LINUX
    else:
        # Where this process is root's and players can have no other user id, they run with root's id and without its
        # capabilities. That is too weak for a careful contest: best_box finds no sandbox then, and the run is refused.
        box, problem = best_box(runner, request.user_ids, as_root=not request.careful)

    return Sandbox(runner, box, request), problem


def _left_open(box: Box) -> str:
    """Return remarks on what the sandbox leaves open, for the end of a line; empty if it leaves nothing open."""
    remarks: list[str] = []
    # In a sealed sandbox programs can make no user namespaces. Bubblewrap before version 0.8 has no option for that.
    if not box.sealed:
        remarks.append("without --disable-userns, which it refuses: limits on disk and memory could be evaded")
    if not box.filter:
        remarks.append("without a seccomp filter: players could pass words on through files that they share")
    # The users of a box are None if players have the user id of this process, and a single id if all share that one.
    if box.users is None and os.geteuid() == 0:
        remarks.append("as root: players cannot run as the user nobody here")
    if box.users is not None and len(box.users) == 1:
        remarks.append("all players are nobody: they share what the kernel counts for a user")

    # With few open files allowed, one player could keep others from being started.
    remarks.append(low_limit_remark())
    return "".join(f" ({remark})" for remark in remarks if remark)


def no_sandbox_line(why: str, is_readable: bool = False) -> str:
    """Return the line that says that there is no sandbox. is_readable: whether players can read this process too."""
    line = f"isolation: {NO_SANDBOX} ({why}): players run as the referee's user, and words could be read"
    if is_readable:
        line += ", also in the memory of this process"
    if not limits_memory():
        line += "; the limit on memory counts only what is mapped"
    return line


def refusal(problem: str) -> str:
    """Return the line that says that a sandbox is required and there is none."""
    return f"--sandbox require or --careful: no sandbox is in force: {problem}"
