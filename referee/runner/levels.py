"""The levels of isolation: the best sandbox that works on this machine, found by real launches."""

import contextlib
import itertools
import logging
import os
import sys
import tempfile
from dataclasses import dataclass

from lingo_common.errors import DataError, install_hint
from referee.contest.conditions import BUBBLEWRAP, NO_SANDBOX, OFF, REQUIRE, IsolationRequest, Limits
from referee.contest.player import Equipment
from referee.runner.client import Runner
from referee.runner.control_group import limits_memory
from referee.runner.held_directory import PASSABLE
from referee.runner.launch import NOBODY, find_bubblewrap
from referee.runner.messages import Box, Launch, NotPassed, NotStarted
from referee.runner.open_files import low_limit_remark
from referee.runner.prctl import is_dumpable
from referee.runner.system_calls import system_call_filter

_log = logging.getLogger(__name__)
_NOT_LINUX = (
    "not on Linux: no namespaces, no limits on memory, processor time, processes and disk of a process tree, "
    "no search for processes that left their group"
)


@dataclass(frozen=True)
class Sandbox:
    """A way to launch players."""

    runner: Runner
    """What starts them."""
    box: Box | None = None
    """The sandbox of each; None for none."""

    @property
    def level(self) -> str:
        """The level of isolation (see contest.conditions)."""
        return NO_SANDBOX if self.box is None else BUBBLEWRAP


def find_sandbox(request: IsolationRequest, runner: Runner) -> tuple[Sandbox, str]:
    """The best sandbox that works here, and one line that names it or says why there is none.

    Raises DataError if the request requires a sandbox and none works.
    """
    sandbox, problem = try_sandbox(request, runner)
    if sandbox.box is not None:
        return sandbox, f"isolation: {sandbox.level}{_left_open(sandbox.box)}"
    if request.mode == REQUIRE:
        raise DataError(refusal(problem))
    line = no_sandbox_line(problem, is_dumpable())
    if is_dumpable() and request.mode != OFF:
        _log.warning("%s", line)
    return sandbox, line


def try_sandbox(request: IsolationRequest, runner: Runner) -> tuple[Sandbox, str]:
    """The best sandbox that works here, and if there is none, why."""
    if request.mode == OFF:
        return Sandbox(runner), "--sandbox off"
    if sys.platform != "linux":
        return Sandbox(runner), _NOT_LINUX
    if (program := find_bubblewrap()) is None:
        return Sandbox(runner), f"bubblewrap is not installed: apt install bubblewrap, or {install_hint('sandbox')}"
    problem = ""
    users = (None,) if os.geteuid() else (NOBODY,) if request.careful else (NOBODY, None)
    for user, sealed, filtered in itertools.product(users, (True, False), (True, False)):
        filter = system_call_filter(os.geteuid() == 0 and user is None, limits_memory()) if filtered else b""
        sandbox = Sandbox(runner, Box(program, request, filter, sealed, user))
        if not (problem := _problem(sandbox)):
            return sandbox, ""
    return Sandbox(runner), problem


def _problem(sandbox: Sandbox) -> str:
    """Why the sandbox does not work, found by a real launch; empty if it works."""
    in_home = () if os.geteuid() else (os.path.realpath(sys.executable),)  # an interpreter may be in root's home
    with tempfile.TemporaryDirectory(dir=sandbox.runner.directory) as directory:
        os.chmod(directory, PASSABLE)
        launch = Launch(("/bin/sh",), directory, Limits(), Equipment(exposed=in_home), sandbox.box)
        try:
            player = sandbox.runner.launch(launch, attempts=1)
        except NotPassed:
            raise  # that is no fault of the sandbox
        except (NotStarted, DataError) as failure:
            return str(failure)
        with contextlib.closing(player):
            player.end()
    for pipe in player.pipes:
        os.close(pipe)
    return ""


def _left_open(box: Box) -> str:
    """Remarks on what the sandbox leaves open, for the end of a line; empty if it leaves nothing open."""
    remarks = {
        "without --disable-userns, which it refuses: limits on disk and memory could be evaded": not box.sealed,
        "without a seccomp filter: players could pass words on through files that they share": not box.filter,
        "as root: players cannot be made nobody's here": os.geteuid() == 0 and box.user is None,
        "without control groups: the limit on memory counts only what is mapped": not (box.filter or limits_memory()),
        low_limit_remark(): low_limit_remark() != "",
    }
    return "".join(f" ({remark})" for remark, holds in remarks.items() if holds)


def no_sandbox_line(why: str, readable: bool = False) -> str:
    """The line that says that there is no sandbox. readable: players can read this process too."""
    memory = ", also in the memory of this process" if readable else ""
    uncounted = "" if limits_memory() else "; the limit on memory counts only what is mapped"
    says = f"isolation: {NO_SANDBOX} ({why}): players run as the referee's user, and words could be read"
    return f"{says}{memory}{uncounted}"


def refusal(problem: str) -> str:
    """The line that says that a sandbox is required and there is none."""
    return f"--sandbox require or --careful: no sandbox is in force: {problem}"
