"""The best sandbox that works on this machine, found by real launches."""

import contextlib
import itertools
import os
import sys
import time

from lingo_common.errors import DataError, install_hint
from referee.runner.bubblewrap import find_bubblewrap
from referee.runner.client import Runner
from referee.runner.control_group import limits_memory
from referee.runner.messages import Box, Launch, NotPassed, NotStarted, RunnerLost
from referee.runner.stage import NOBODY
from referee.runner.system_calls import system_call_filter
from referee.runner.user_ids import DEFAULT_RANGES, exist_here
from referee.runner.view import View

_PATIENCE = 10.0
"""Seconds for a sandbox that is tried to be ready; most take some milliseconds."""
_LAUNCHES = 3
"""How often a sandbox is launched if the helper process is killed each time."""


def best_box(runner: Runner, user_ids: range | None = None, as_root: bool = True) -> tuple[Box | None, str]:
    """Return the best sandbox that works here, or None and why there is none.

    user_ids: the kernel uids that programs get where this process is root's. By default it is a range that is free
    here; with an empty range all programs get nobody's. as_root: whether programs may keep root's uid, without its
    capabilities, where they can have no other. Raises NotPassed or RunnerLost if no sandbox could be tried.
    """
    program = find_bubblewrap()
    if program is None:
        return None, f"bubblewrap is not installed: apt install bubblewrap, or {install_hint('sandbox')}"

    problem = ""
    # The best sandbox comes first. Those after it give up the filter of system calls first, then the seal, by which
    # programs can make no user namespaces, and last the user ids.
    for users, sealed, has_filter in itertools.product(_users(user_ids, as_root), (True, False), (True, False)):
        has_uid_of_root = os.geteuid() == 0 and users is None
        box = Box(program, sealed=sealed, users=users)
        if has_filter:
            # Without control groups only memory that is mapped is counted, so a filter refuses the calls that get
            # other memory.
            has_control_groups = limits_memory()
            box = box._replace(
                filter=system_call_filter(has_uid_of_root, has_control_groups),
                filter_of_preparations=system_call_filter(has_uid_of_root, has_control_groups, is_preparation=True),
            )

        began = time.monotonic()
        problem = _problem(runner, box)
        if not problem:
            return box, ""

        # A launch that failed so late has most likely hung, and would hang as long with any other sandbox.
        if time.monotonic() - began >= _PATIENCE:
            return None, f"{program}: {problem}"

    return None, problem


def _users(user_ids: range | None, as_root: bool) -> list[range | None]:
    """Return the kernel uids that programs can have, the best choice first.

    The choices are a uid for each program, nobody's for all, and that of this process, which None stands for.
    """
    if os.geteuid() != 0:
        return [None]

    choices: list[range | None] = []
    if user_ids is None:
        choices += [ids for ids in DEFAULT_RANGES if exist_here(ids)][:1]
    elif user_ids:
        choices.append(user_ids)

    choices.append(range(NOBODY, NOBODY + 1))
    if as_root:
        choices.append(None)

    return choices


def _problem(runner: Runner, box: Box) -> str:
    """Return why the sandbox does not work, found by a real launch; empty if it works.

    Raises NotPassed or RunnerLost if the sandbox is not to blame.
    """
    # Root's Python may be in root's home, which other users cannot enter. A sandbox that cannot show it to them is of
    # no use to players in Python. `live`: the file is shown as it is, not as a copy.
    live = (os.path.realpath(sys.executable),) if os.geteuid() == 0 else ()
    with runner.temporary_directory() as directory:
        launch = Launch(("/bin/sh",), directory, view=View(live=live), box=box, patience=_PATIENCE)

        # A helper process that is killed meanwhile says nothing about the sandbox. The next launch starts another one.
        launches = 0
        while True:
            launches += 1
            try:
                with contextlib.closing(runner.launch(launch, tries=1)) as player:
                    player.end()
                return ""
            except RunnerLost:
                if launches == _LAUNCHES:
                    raise
            except NotPassed:
                raise  # or a weaker sandbox would be tried next
            except (NotStarted, DataError) as failure:
                return str(failure)
