"""A started program: its process, and the referee's ends of its pipes.

posix_spawn gives each open file the number that the program expects, for which subprocess needs a shell, and takes half
the time.
"""

import contextlib
import fcntl
import os
import resource
import signal
from collections.abc import Iterator, Mapping

_FREE = 10
"""The numbers of a program's open files are smaller, so that a copy from here on is not overwritten by another."""
_DEFAULT_ACTION = (signal.SIGPIPE, signal.SIGXFSZ)
"""The signals that Python ignores and a program should not."""


class Child:
    """A program that was started in a session of its own."""

    def __init__(
        self, command: tuple[str, ...], environment: Mapping[str, str], output: int, files: Mapping[int, int]
    ) -> None:
        """Start the program; OSError if it cannot be executed.

        output: the number that the pipe for its output has in the program; if it is not 1, standard output is a second
        standard error. files: further open files by their numbers in the program, which are below _FREE.
        """
        self.returncode = 0
        """The exit status, or minus the number of the signal that ended the program; once it has ended."""
        self._ended = False
        with contextlib.ExitStack() as on_failure:
            reading, self.stdin = _pipe(on_failure)
            self.stdout, writing = _pipe(on_failure)
            self.stderr, complaining = _pipe(on_failure)
            numbers = {0: reading, 1: complaining, 2: complaining, output: writing, **files}
            self.pid = _spawned(command, environment, numbers)
            on_failure.pop_all()
        for end in (reading, writing, complaining):
            os.close(end)

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


def _pipe(on_failure: contextlib.ExitStack) -> tuple[int, int]:
    """The ends of a new pipe for reading and writing."""
    ends = os.pipe()
    for end in ends:
        on_failure.callback(os.close, end)
    return ends


def _spawned(command: tuple[str, ...], environment: Mapping[str, str], files: Mapping[int, int]) -> int:
    """The pid of the program, started with these open files by their numbers."""
    with contextlib.ExitStack() as copies:
        actions: list[tuple[int, int] | tuple[int, int, int]] = [(os.POSIX_SPAWN_CLOSE, file) for file in _inherited()]
        for number, file in files.items():
            copy = fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, _FREE)
            copies.callback(os.close, copy)
            actions.append((os.POSIX_SPAWN_DUP2, copy, number))
        return os.posix_spawn(
            command[0], command, environment, file_actions=actions, setsid=True, setsigdef=_DEFAULT_ACTION
        )


def _inherited() -> Iterator[int]:
    """The open files, apart from the standard streams, that a program would get without being given them."""
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    for number in map(int, os.listdir("/dev/fd")):
        try:
            if number > 2 and os.get_inheritable(number):
                if number < limit:
                    yield number
                else:  # posix_spawn closes none of the numbers that the limit, lowered since, forbids
                    os.set_inheritable(number, False)
        except OSError:  # closed meanwhile
            continue
