"""Finding the best sandbox that works on this machine."""

import itertools
import logging
import os
import sys

from lingo_common.errors import DataError, install_hint
from referee.contest.isolation import NO_SANDBOX, OFF, REQUIRE, IsolationRequest
from referee.process.prctl import is_dumpable
from referee.sandbox.bubblewrap import Bubblewrap, find_bubblewrap, probe
from referee.sandbox.ordinary_user import user_for
from referee.sandbox.sandbox import OPEN, Sandbox
from referee.sandbox.system_calls import system_call_filter

_log = logging.getLogger(__name__)
_NOT_LINUX = (
    "not on Linux: no namespaces, no limits on memory, processor time, processes and disk of a process tree, "
    "no search for processes that left their group"
)


def find_sandbox(request: IsolationRequest) -> tuple[Sandbox, str]:
    """The best sandbox that works here, and one line that names it or says why there is none.

    Raises DataError if the request requires a sandbox and none works.
    """
    if request.mode == OFF:
        return OPEN, no_sandbox_line("--sandbox off", is_dumpable())
    sandbox, problem = try_sandbox(request)
    if problem is None:
        return sandbox, f"isolation: {sandbox.level}{_left_open(sandbox)}"
    if request.mode == REQUIRE:
        raise DataError(refusal(problem))
    line = no_sandbox_line(problem, is_dumpable())
    if is_dumpable():
        _log.warning("%s", line)
    return sandbox, line


def try_sandbox(request: IsolationRequest) -> tuple[Sandbox, str | None]:
    """The best sandbox that works here, and if there is none, why; without a problem if none is requested."""
    if request.mode == OFF:
        return OPEN, None
    if sys.platform != "linux":
        return OPEN, _NOT_LINUX
    if (program := find_bubblewrap()) is None:
        return OPEN, f"bubblewrap is not installed: apt install bubblewrap, or {install_hint('sandbox')}"
    own_devices = os.geteuid() == 0 and user_for(request) is None
    filters = dict.fromkeys((system_call_filter(own_devices), None))
    for sealed, filter in itertools.product((True, False), filters):
        sandbox = Bubblewrap(program, request, filter, sealed)
        if (problem := probe(sandbox)) is None:
            return sandbox, None
    return OPEN, problem


def _left_open(sandbox: Sandbox) -> str:
    """What the sandbox leaves open, for the end of a line; empty if it leaves nothing open."""
    if not isinstance(sandbox, Bubblewrap):
        return ""
    unsealed = " (without --disable-userns, which it refuses: limits on disk and memory could be evaded)"
    unfiltered = " (without a seccomp filter: players could pass words on through files that they share)"
    return unsealed * (not sandbox.sealed) + unfiltered * (sandbox.filter is None)


def no_sandbox_line(why: str, readable: bool = False) -> str:
    """The line that says that there is no sandbox. readable: players can read this process too."""
    memory = ", also in the memory of this process" if readable else ""
    return f"isolation: {NO_SANDBOX} ({why}): players run as the referee's user, and words could be read{memory}"


def refusal(problem: str) -> str:
    """The line that says that a sandbox is required and there is none."""
    return f"--sandbox require or --careful: no sandbox is in force: {problem}"
