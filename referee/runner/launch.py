"""Launching a player: a shell sets limits, says that it is ready, waits for a line, and then becomes the player.

A shell costs under a millisecond. Python code between fork and exec would take longer.
"""

import contextlib
import errno
import math
import os
import shlex
import shutil
import signal
from collections.abc import Mapping, Sequence

from lingo_common.errors import printable
from referee.contest.conditions import Limits
from referee.runner.messages import NotStarted
from referee.runner.prctl import hide_memory, new_session_keyring

SHELL = "/bin/sh"
DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin"
"""The PATH of players if the referee has none."""
READY = b"\n"
"""What the shell writes into the player's output before it waits."""
OUTPUT, FILTER, GROUPS = 3, 4, 5
"""The numbers that the player's output, the sandbox's filter and the files of control groups have in the launcher; a
sandbox keeps its own output open. A shell knows numbers up to 9."""
FREE = 10
"""The open files of the runner have numbers from here on, so that none of a player's overwrites another."""

_CALLED = "launcher"
"""The name of the shell in its message that the player cannot be executed."""
_CANNOT_EXECUTE = frozenset({126, 127})
"""Exit statuses of a shell that could not become the player."""
_BLOCK = 512
"""Bytes in the unit of `ulimit -f`, by POSIX."""
_SNIFFED = 4096
"""Bytes of a program that are read: enough for the longest path of an interpreter."""
_DEFAULT_ACTION = (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals that Python or the runner ignores and a program should not."""


def environment(directory: str) -> dict[str, str]:
    """The player's environment: the referee's PATH, a home, a place for files, a neutral language."""
    path = os.environ.get("PATH") or DEFAULT_PATH
    return {"PATH": path, "HOME": directory, "TMPDIR": directory, "LANG": "C.UTF-8", "TZ": "UTC"}


def launcher_command(
    arguments: Sequence[str], limits: Limits, groups: Sequence[int], directory: str, counted: bool = False
) -> tuple[str, ...]:
    """The command of a shell that enters control groups, sets the kernel's own limits and becomes the player.

    groups: the numbers of the groups' open files. directory: the working directory. counted: whether the kernel counts
    the player's processes alone. Its limit is twice ours then: samples, which end the game, must see one too many.
    """
    steps = [*(f"echo 0 2>&- >&{number}" for number in groups), "umask 022", "ulimit -c 0"]
    steps.append(f"cd {shlex.quote(directory)} && unset PWD OLDPWD || exit")
    if limits.cpu is not None:
        steps.append(f"ulimit -t {math.ceil(limits.cpu) + 1}")
    if limits.disk is not None:
        steps.append(f"ulimit -f {limits.disk // _BLOCK}")
    if limits.processes is not None and counted:
        tasks = 2 * limits.processes + 1  # bubblewrap's first process in the sandbox is one
        steps.append(f"ulimit -u {tasks} 2>/dev/null || ulimit -p {tasks}")  # bash has -u, dash has -p
    closing = "".join(f" {number}>&-" for number in (OUTPUT, *groups))
    script = "; ".join([*steps, f"echo >&{OUTPUT}", "read -r go || exit", f'exec "$@" >&{OUTPUT}{closing}'])
    return (SHELL, "-c", script, _CALLED, *arguments)


def check_executable(program: str) -> None:
    """NotStarted if the system cannot execute the program.

    A shell would run a text file that names no interpreter. A direct start of such a file is an error.
    """
    path, why = shutil.which(program), ""
    start = beginning(path) if path else b""
    if path is None:
        why = os.strerror(errno.EACCES if os.path.exists(program) else errno.ENOENT).lower()
    elif not start.startswith(b"#!"):
        is_text = start and b"\0" not in start
        why = "it is a text whose first line does not name an interpreter, as #!/bin/sh does" if is_text else ""
    elif start.partition(b"\n")[0].endswith(b"\r"):
        why = "its first line ends with a carriage return; save it with Unix line ends"
    elif not os.access(runs_on := interpreter(start)[0], os.X_OK):
        fault = "may not be executed" if os.path.exists(runs_on) else "does not exist"
        why = f"the interpreter that its first line names, {printable(runs_on)}, {fault}"
    if why:
        raise NotStarted(f"cannot be started: {why}")


def never_began(code: int | None, stderr: str) -> bool:
    """Whether the launcher, not the player, exited with that status and that beginning of standard error."""
    return code in _CANNOT_EXECUTE and stderr.startswith(f"{_CALLED}: ")


def interpreter(start: bytes) -> list[str]:
    """The interpreter that a script's first line names, and its argument if it has one."""
    line = start[2:].partition(b"\n")[0].decode(errors="surrogateescape").strip()
    return line.split(None, 1) or [""]


def beginning(path: str) -> bytes:
    """The first bytes of a regular file; empty if it cannot be read, which does not keep it from being executed."""
    with contextlib.suppress(OSError):
        if os.path.isfile(path):
            with open(path, "rb", buffering=0) as file:
                return file.read(_SNIFFED)
    return b""


def spawn(
    command: tuple[str, ...], environment: Mapping[str, str], files: Mapping[int, int], user: int | None = None
) -> int:
    """The pid of the program, started in a session and with a session keyring of its own; OSError if it cannot be.

    files: its open files by their numbers. user: the user and group that it belongs to; None for this process's.
    """
    actions = [(os.POSIX_SPAWN_DUP2, file, number) for number, file in files.items()]
    new_session_keyring()  # namespaces share it, and a player could leave a message for the next game there
    groups = os.getgroups()
    try:
        if user is not None:  # this process is root's then, and has a single thread
            os.setgroups([])
            os.setresgid(user, user, 0)
            os.setresuid(user, user, 0)
        return os.posix_spawn(
            command[0], command, environment, file_actions=actions, setsid=True, setsigdef=_DEFAULT_ACTION
        )
    finally:
        if user is not None:
            os.setresuid(0, 0, 0)
            os.setresgid(0, 0, 0)
            os.setgroups(groups)
            hide_memory()  # a change of user may undo it
