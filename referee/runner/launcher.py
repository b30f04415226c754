"""The launcher: the shell as which a player's process begins.

It enters the player's control groups, sets limits, says that it is ready, waits for a line, and becomes the player. A
shell costs under a millisecond. Python code between fork and exec would take longer.
"""

import functools
import math
import os
import re
import shlex
from collections.abc import Sequence

from referee.runner.bubblewrap import working_directory
from referee.runner.messages import Launch
from referee.runner.open_files import OpenFiles

READY = b"\n"
"""What the launcher writes into the player's output before it waits."""

# The numbers of the open files with which the launcher starts; in a sandbox, bubblewrap around it.
INPUT = 0
BUBBLEWRAPS_OUTPUT = 1
"""The standard output of bubblewrap itself. When the launcher becomes the player, OUTPUT takes this number."""
ERROR = 2
OUTPUT = 3
"""The player's output, until the launcher becomes the player. Bubblewrap holds its files 0 to 2 open until the player
has ended, so the referee would not see that a player closes its output if bubblewrap had it as file 1."""
FILTER = 4
"""The file with the seccomp filter of the sandbox (see referee.runner.system_calls), which bubblewrap reads and closes
before the launcher begins."""
GROUPS = 5
"""The first file of control groups: one in version 2, at most five in version 1. A shell knows numbers up to 9."""
FREE = 10
"""The open files of the runner have numbers from here on, so that none of a launcher's overwrites another."""

_SHELL_NAME = "launcher"
"""What the shell calls itself in its message that the player cannot be executed."""
_CANNOT_EXECUTE = frozenset({126, 127})
"""Exit statuses of a shell that could not become the player."""
_BLOCK = 512
"""Bytes in the unit of `ulimit -f`, by POSIX."""


def launcher_command(launch: Launch, groups: Sequence[int], limits: OpenFiles | None) -> tuple[str, ...]:
    """Return the command of the launcher.

    groups: the numbers of the open files by which it enters its control groups. limits: the soft and the hard limit on
    open files; None for those of this process.
    """
    # A process enters a control group as it writes 0 into the group's file. The shell's message if it may not is no
    # output of the player, so standard error is closed for this command.
    steps = [f"echo 0 2>&- >&{number}" for number in groups]
    steps += ["umask 022", "ulimit -c 0"]

    # `cd` sets two variables, which are no part of the player's environment.
    steps.append(f"cd {shlex.quote(working_directory(launch))} && unset PWD OLDPWD || exit")
    if limits is not None:
        soft, hard = limits
        steps.append(f"ulimit -S -n {soft}; ulimit -H -n {hard}")

    # The kernel keeps this limit for each process, in whole seconds. It is one second above that of the launch: samples
    # see all processes together, and end the game sooner.
    if launch.cpu is not None:
        steps.append(f"ulimit -t {math.ceil(launch.cpu) + 1}")

    # A sandbox has a file system of the size of the limit. This limit would hold for files in memory too, of which a
    # Java machine makes one as large as its heap may grow.
    if launch.disk is not None and launch.box is None:
        steps.append(f"ulimit -f {launch.disk // _BLOCK}")

    # The kernel counts the processes of a user, and only in a sandbox are all of them the player's.
    is_counted_alone = launch.box is not None and _namespaces_count_processes()
    if launch.processes is not None and is_counted_alone:
        # The game ends when a sample sees too many processes, so the kernel must allow more than the launch does. It
        # stops a flood, at twice the number of the launch and bubblewrap's own process in the sandbox.
        tasks = 2 * launch.processes + 1
        steps.append(f"ulimit -u {tasks} 2>/dev/null || ulimit -p {tasks}")  # bash has -u, dash has -p

    # It says that it is ready, waits for a line, and becomes the player, which gets none of the files from OUTPUT on.
    closing = "".join(f" {number}>&-" for number in (OUTPUT, *groups))
    steps += [f"echo >&{OUTPUT}", "read -r go || exit", f'exec "$@" >&{OUTPUT}{closing}']
    return ("/bin/sh", "-c", "; ".join(steps), _SHELL_NAME, *launch.arguments)


def never_began(exit_status: int | None, stderr: str) -> bool:
    """Return whether it was the launcher, not the player, that exited with that status and that standard error."""
    return exit_status in _CANNOT_EXECUTE and stderr.startswith(f"{_SHELL_NAME}: ")


@functools.cache
def _namespaces_count_processes() -> bool:
    """Return whether the kernel counts a user's processes in each user namespace: Linux 5.14 and later."""
    version = re.findall(r"\d+", os.uname().release)
    return tuple(map(int, version[:2])) >= (5, 14)
