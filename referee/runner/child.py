"""A started program: its process, and the ends of its pipes.

posix_spawn gives each open file the number that the program expects, for which subprocess needs a shell, and takes half
the time.
"""

import contextlib
import fcntl
import os
import signal
from collections.abc import Iterator, Mapping

from referee.runner.prctl import hide_memory, new_session_keyring

_FREE = 10
"""The numbers of a program's open files are smaller, so that a copy from here on is not overwritten by another."""
_DEFAULT_ACTION = (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT)
"""The signals that Python or the runner ignores and a program should not."""


class Child:
    """A program that was started in a session and with a session keyring of its own."""

    def __init__(
        self,
        command: tuple[str, ...],
        environment: Mapping[str, str],
        output: int = 1,
        files: Mapping[int, int] | None = None,
        user: int | None = None,
    ) -> None:
        """Start the program; OSError if it cannot be executed.

        output: the number that the pipe for its output has in the program; if it is not 1, standard output is a second
        standard error. files: further open files by their numbers in the program, which are below _FREE. user: the
        user and group that the program belongs to; None for those of this process.
        """
        self.returncode = 0
        """The exit status, or minus the number of the signal that ended the program; once it has ended."""
        self._ended = False
        with contextlib.ExitStack() as on_failure:
            reading, self.stdin = _pipe(on_failure)
            self.stdout, writing = _pipe(on_failure)
            self.stderr, complaining = _pipe(on_failure)
            numbers = {0: reading, 1: complaining, 2: complaining, output: writing, **(files or {})}
            if user is not None:
                for end in (reading, writing, complaining):
                    os.fchown(end, user, user)  # a player may open /dev/stderr
            with _acting_as(user):
                self.pid = _spawned(command, environment, numbers)
            on_failure.pop_all()
        for end in (reading, writing, complaining):
            os.close(end)
        self._ends = [self.stdin, self.stdout, self.stderr]

    def ended(self, options: int = os.WNOHANG) -> bool:
        """Whether the program has ended."""
        if not self._ended:
            pid, status = os.waitpid(self.pid, options)
            if pid:
                self._ended, self.returncode = True, os.waitstatus_to_exitcode(status)
        return self._ended

    def wait(self) -> None:
        """Wait for the end of the program."""
        self.ended(options=0)

    def close(self) -> None:
        """Close this process's ends of the pipes."""
        while self._ends:
            os.close(self._ends.pop())


@contextlib.contextmanager
def _acting_as(user: int | None) -> Iterator[None]:
    """Let what this process starts belong to that user; only for a process of root's with a single thread."""
    new_session_keyring()  # namespaces share it, and a player could leave a message for the next game there
    if user is None:
        yield
        return
    groups = os.getgroups()
    os.setgroups([])
    os.setresgid(user, user, 0)
    os.setresuid(user, user, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)
        os.setresgid(0, 0, 0)
        os.setgroups(groups)
        hide_memory()  # a change of user may undo it


def _pipe(on_failure: contextlib.ExitStack) -> tuple[int, int]:
    """The ends of a new pipe for reading and writing."""
    ends = os.pipe()
    for end in ends:
        on_failure.callback(os.close, end)
    return ends


def _spawned(command: tuple[str, ...], environment: Mapping[str, str], files: Mapping[int, int]) -> int:
    """The pid of the program, started with these open files by their numbers."""
    with contextlib.ExitStack() as copies:
        actions = []
        for number, file in files.items():
            copy = fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, _FREE)
            copies.callback(os.close, copy)
            actions.append((os.POSIX_SPAWN_DUP2, copy, number))
        return os.posix_spawn(
            command[0], command, environment, file_actions=actions, setsid=True, setsigdef=_DEFAULT_ACTION
        )
