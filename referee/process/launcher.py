"""What stands between the referee and a player: a shell that sets limits and then becomes the player.

A shell costs under a millisecond, and lets no Python run between fork and exec, where it would be slow and, beside
threads, unsafe.
"""

import dataclasses
import errno
import functools
import math
import os
import shlex
import shutil
import stat
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

from lingo_common.errors import DataError, reason
from referee.contest.limits import Limits
from referee.process.prctl import new_session_keyring

SHELL = "/bin/sh"
CALLED = "launcher"
"""What the shell calls itself when it complains that the player cannot be executed."""

_CANNOT_EXECUTE = frozenset({126, 127})
"""The exit statuses of a shell that could not become the player."""
_EXHAUSTED_MACHINE = frozenset({errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM})
"""Failures to start that are no fault of the player's."""
_BLOCK = 512
"""Bytes in the unit of `ulimit -f`, by POSIX."""
_SNIFFED = 256


class NotStarted(Exception):
    """The command could not be started; the message says why."""


@dataclass(frozen=True)
class Launch:
    """A player, ready to be started."""

    command: tuple[str, ...]
    """The launcher, a shell with its script, and all that follows it."""
    directory: str
    """The game's working directory, as the player sees it."""
    environment: dict[str, str]
    """All its environment variables."""
    boxed: bool = False
    """Whether a sandbox stands between: it reports a signal as an exit status of 128 and more."""

    def through(self, doors: Sequence[str]) -> "Launch":
        """The same, entering a control group by these files first, where that can be done."""
        shell, option, script, *words = self.command
        steps = "".join(f"{{ echo 0 > {shlex.quote(door)}; }} 2>/dev/null; " for door in doors)
        return dataclasses.replace(self, command=(shell, option, steps + script, *words))

    def start(self) -> "subprocess.Popen[bytes]":
        """The player, started in a session of its own with pipes for its standard streams.

        Raises NotStarted where the command cannot be executed, DataError where the machine is full.
        """
        if self.boxed:
            new_session_keyring()  # namespaces do not part it: a key left there would be a note for the next game
        # No preexec_fn: it would run Python between fork and exec, which is slow and unsafe beside threads.
        try:
            return subprocess.Popen(
                self.command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd="/" if self.boxed else self.directory,
                env=self.environment,
                start_new_session=True,
            )
        except OSError as error:
            if error.errno in _EXHAUSTED_MACHINE:
                raise DataError(f"players can no longer be started: {reason(error)}") from None
            raise NotStarted(f"cannot be started: {reason(error)}") from None
        except ValueError as error:  # a NUL byte in the command
            raise NotStarted(f"cannot be started: {error}") from None


def limited(arguments: Sequence[str], limits: Limits, slack: int | None, redirections: str = "") -> tuple[str, ...]:
    """The command that lowers the kernel's own limits and becomes the player.

    slack: by how many processes the kernel's limit exceeds ours; None where the kernel would count the
    processes of other programs too, so that only the meter can count.
    """
    steps = ["umask 022", "ulimit -c 0"]
    if limits.cpu is not None:
        steps.append(f"ulimit -t {math.ceil(limits.cpu) + 1}")
    if limits.disk is not None:
        steps.append(f"ulimit -f {limits.disk // _BLOCK}")
    if limits.processes is not None and slack is not None:
        tasks = limits.processes + slack
        steps.append(f"ulimit -u {tasks} 2>/dev/null || ulimit -p {tasks}")  # bash has -u, dash has -p
    script = "; ".join([*steps, f'exec "$@"{redirections}'])
    return (SHELL, "-c", script, CALLED, *arguments)


def check_executable(program: str) -> None:
    """NotStarted where the program is none that the system could execute.

    A shell would run a text file that names no interpreter; who started it directly would get this error.
    """
    path = shutil.which(program)
    if path is None:
        raise NotStarted(_cannot(errno.EACCES if os.path.exists(program) else errno.ENOENT))
    start = beginning(path)
    if start.startswith(b"#!"):
        if not os.access(interpreter(start)[0], os.X_OK):
            raise NotStarted(_cannot(errno.ENOENT))
    elif start and b"\0" not in start:
        raise NotStarted(_cannot(errno.ENOEXEC))


def never_began(code: int, complaint: str, boxed: bool) -> bool:
    """Whether an exit with that status and beginning of standard error was the launcher's, not the player's."""
    if boxed and complaint.startswith("bwrap: "):
        return code == 1
    return code in _CANNOT_EXECUTE and complaint.startswith(f"{CALLED}: ")


def interpreter(start: bytes) -> list[str]:
    """The interpreter that a script's first line names, and its argument where there is one."""
    line = start[2:].partition(b"\n")[0].decode(errors="surrogateescape").strip()
    return line.split(None, 1) or [""]


def beginning(path: str) -> bytes:
    """The first bytes of a file; none where it cannot be read (it may be executed all the same) or is no file.

    A pipe would hold up who opens it until somebody writes there.
    """
    try:
        state = os.stat(path)
        return _beginning(path, state.st_mtime_ns) if stat.S_ISREG(state.st_mode) else b""
    except OSError:
        return b""


@functools.lru_cache(maxsize=256)
def _beginning(path: str, changed: int) -> bytes:
    with open(path, "rb") as file:
        return file.read(_SNIFFED)


def _cannot(number: int) -> str:
    return f"cannot be started: {os.strerror(number).lower()}"
