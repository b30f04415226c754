"""Launching a player: a shell sets limits, waits for a line on standard input, and then becomes the player.

A shell costs under a millisecond. Python code between fork and exec would be slow and, beside threads, unsafe.
"""

import contextlib
import errno
import functools
import math
import os
import shlex
import shutil
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lingo_common.errors import DataError, printable, reason
from referee.contest.limits import Limits
from referee.process.child import Child
from referee.process.launches import LAUNCHES
from referee.process.prctl import new_session_keyring

SHELL = "/bin/sh"
CALLED = "launcher"
"""The name of the shell in its message that the player cannot be executed."""
SCRIPT_AT = 2
"""The place of the script in the shell's command."""
OUTPUT, FILTER = 3, 4
"""The numbers of the player's output and of the filter as a sandbox gets them. It keeps its own output open."""
_GROUPS = 5
"""The numbers from here on are files of control groups. A shell knows numbers up to 9."""

_CANNOT_EXECUTE = frozenset({126, 127})
"""Exit statuses of a shell that could not become the player."""
_EXHAUSTED_MACHINE = frozenset({errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM})
"""Failures to start that are the machine's fault."""
_BLOCK = 512
"""Bytes in the unit of `ulimit -f`, by POSIX."""
_SNIFFED = 4096
"""Bytes of a program that are read: enough for the longest path of an interpreter."""


class NotStarted(Exception):
    """The command could not be started; the message says why."""


class NotLaunched(Exception):
    """The sandbox could not be made, or the launcher did not begin: not the player's fault; the message says why."""


@dataclass(frozen=True)
class Launch:
    """A player that is ready to start."""

    command: tuple[str, ...]
    """The launcher: a shell, or a sandbox that starts the shell."""
    script_at: int
    """The place in the command of the shell's script, which becomes the player."""
    directory: str
    """The game's working directory, as the player sees it."""
    environment: dict[str, str]
    """All its environment variables."""
    sandbox_processes: int = 0
    """The processes of the sandbox itself, from which the player descends; 0 without a sandbox."""
    filter: bytes | None = None
    """The sandbox's seccomp filter, which it reads from the file with the number FILTER."""
    user: int | None = None
    """The user that the player runs as; None for the referee's."""

    @property
    def boxed(self) -> bool:
        """Whether the player is in a sandbox, which reports a signal as an exit status above 128."""
        return self.sandbox_processes > 0

    def start(self, groups: Sequence[str] = ()) -> Child:
        """Start the player in a session of its own, with pipes for its standard streams.

        groups: the files by which the shell enters the player's control group, as far as it may. Raises NotStarted if
        the command is too long or no text, NotLaunched if the launcher cannot be executed, DataError if the machine is
        full.
        """
        # No Python between fork and exec, which is slow and unsafe beside threads.
        try:
            with contextlib.ExitStack() as opened:
                return (
                    LAUNCHES.run(lambda: self._started(opened, groups)) if self.boxed else self._started(opened, groups)
                )
        except OSError as error:
            if error.errno in _EXHAUSTED_MACHINE:
                raise DataError(f"players can no longer be started: {reason(error)}") from None
            failure = NotStarted if error.errno == errno.E2BIG else NotLaunched
            raise failure(f"cannot be started: {reason(error)}") from None
        except ValueError as error:  # a NUL byte in the command
            raise NotStarted(f"cannot be started: {error}") from None

    def hand_over(self, directory: str) -> None:
        """Give the directory and what is in it to the user that the player runs as."""
        if self.user is not None:
            for folder, _, files in os.walk(directory):
                for path in (folder, *(os.path.join(folder, name) for name in files)):
                    os.chown(path, self.user, self.user, follow_symlinks=False)

    def _started(self, opened: contextlib.ExitStack, groups: Sequence[str]) -> Child:
        if self.boxed:
            new_session_keyring()  # namespaces share it, and a player could leave a message for the next game there
        files = dict(enumerate(_opened(groups, opened), _GROUPS))
        command = (*self.command[: self.script_at], self._script(files), *self.command[self.script_at + 1 :])
        if self.filter is not None:
            files[FILTER] = _file_in_memory(self.filter, opened)
        child = Child(command, self.environment, OUTPUT if self.boxed else 1, files)
        for stream in (child.stdin, child.stdout, child.stderr):
            if self.user is not None:
                os.fchown(stream, self.user, self.user)  # a player may open /dev/stderr
        return child

    def _script(self, groups: Iterable[int]) -> str:
        """The shell's script, which first enters the control group by the files with these numbers."""
        entering = "".join(f"echo 0 2>&- >&{number}; " for number in groups)
        return entering + self.command[self.script_at] + "".join(f" {number}>&-" for number in groups)


def _opened(paths: Iterable[str], opened: contextlib.ExitStack) -> Iterator[int]:
    """Those of the files that may be written, open."""
    for path in paths:
        with contextlib.suppress(PermissionError, FileNotFoundError):
            file = os.open(path, os.O_WRONLY)
            opened.callback(os.close, file)
            yield file


def _file_in_memory(data: bytes, opened: contextlib.ExitStack) -> int:
    file = os.memfd_create("seccomp")
    opened.callback(os.close, file)
    os.write(file, data)
    os.lseek(file, 0, os.SEEK_SET)
    return file


def limited(
    arguments: Sequence[str], limits: Limits, slack: int | None, directory: str | None = None, redirections: str = ""
) -> tuple[str, ...]:
    """The command of a shell that sets the kernel's own limits, writes an empty line, reads one and becomes the player.

    slack: how far the kernel's limit on processes exceeds ours; None if the kernel counts the processes of other
    programs too, so that only samples can count. directory: the working directory; None for the shell's.
    """
    steps = ["umask 022", "ulimit -c 0"]
    if directory is not None:
        steps.append(f"cd {shlex.quote(directory)} && unset PWD OLDPWD || exit {min(_CANNOT_EXECUTE)}")
    if limits.cpu is not None:
        steps.append(f"ulimit -t {math.ceil(limits.cpu) + 1}")
    if limits.disk is not None:
        steps.append(f"ulimit -f {limits.disk // _BLOCK}")
    if limits.processes is not None and slack is not None:
        tasks = limits.processes + slack
        steps.append(f"ulimit -u {tasks} 2>/dev/null || ulimit -p {tasks}")  # bash has -u, dash has -p
    ready = f"echo{redirections}"  # a failure before this line is not the player's
    script = "; ".join([*steps, ready, "read -r go || exit", f'exec "$@"{redirections}'])
    return (SHELL, "-c", script, CALLED, *arguments)


def check_executable(program: str) -> None:
    """NotStarted if the system cannot execute the program.

    A shell would run a text file that names no interpreter. A direct start of such a file is an error.
    """
    path = shutil.which(program)
    if path is None:
        raise NotStarted(_cannot(errno.EACCES if os.path.exists(program) else errno.ENOENT))
    start = beginning(path)
    if start.startswith(b"#!"):
        _check_first_line(start)
    elif start and b"\0" not in start:
        raise NotStarted(_cannot(errno.ENOEXEC))


def _check_first_line(start: bytes) -> None:
    """NotStarted if the interpreter that the first line of a script names cannot be executed."""
    if start.partition(b"\n")[0].endswith(b"\r"):
        raise NotStarted("cannot be started: its first line ends with a carriage return; save it with Unix line ends")
    named = interpreter(start)[0]
    if not os.access(named, os.X_OK):
        why = "may not be executed" if os.path.exists(named) else "does not exist"
        raise NotStarted(f"cannot be started: the interpreter that its first line names, {printable(named)}, {why}")


def never_began(code: int, stderr: str) -> bool:
    """Whether the launcher, not the player, exited with that status and that beginning of standard error."""
    return code in _CANNOT_EXECUTE and stderr.startswith(f"{CALLED}: ")


def interpreter(start: bytes) -> list[str]:
    """The interpreter that a script's first line names, and its argument if it has one."""
    line = start[2:].partition(b"\n")[0].decode(errors="surrogateescape").strip()
    return line.split(None, 1) or [""]


def beginning(path: str) -> bytes:
    """The first bytes of a regular file; empty if it cannot be read, which does not keep it from being executed."""
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
