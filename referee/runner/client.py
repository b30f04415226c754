"""The referee's side of its runner: starting the helper process, and a connection for each job."""

import contextlib
import fcntl
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
from typing import Self

from lingo_common.errors import DataError
from referee.runner.launch import NotStarted
from referee.runner.messages import (
    Connection,
    End,
    Ended,
    Launch,
    Look,
    Looked,
    Message,
    Refused,
    Started,
    pair,
    pass_on,
)
from referee.runner.working_directory import HeldDirectory

_ATTEMPTS = 5
"""How often a runner that ends at once is started."""
_PATIENCE = 60.0
"""Seconds for the runner to end its players and to remove its directory."""
_log = logging.getLogger(__name__)


class RunnerLost(DataError):
    """The runner was ended from outside, and its players with it: their games are to be played again."""

    def __init__(self) -> None:
        super().__init__("the helper process that runs players was ended")


class Job:
    """A connection to the runner; it has one player at a time."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def fileno(self) -> int:
        """The number of the socket, for polling: a message of the player's is there."""
        return self._connection.fileno()

    def launch(self, launch: Launch) -> tuple[int, tuple[int, int, int]]:
        """Start a player; the pid, and the ends of the pipes to its input and from its output and error.

        Raises NotStarted if the player's command cannot be executed, DataError if this machine cannot start players.
        """
        self._send(launch)
        answer, files = self._receive()
        if isinstance(answer, Refused):
            raise DataError(f"cannot be launched: {answer.why}") if answer.ours else NotStarted(answer.why)
        assert isinstance(answer, Started)
        for remark in answer.remarks:
            _log.warning("%s", remark)
        reading, output, error = files
        return answer.pid, (reading, output, error)

    def take(self) -> Looked | Ended:
        """The next message of the player's."""
        message, _ = self._receive()
        assert isinstance(message, Looked | Ended)
        return message

    def look(self) -> Looked | Ended:
        """Ask for a sample of the player; if it has ended, that is the answer."""
        self._send(Look())
        return self.take()

    def end(self) -> Ended:
        """End the player, and wait until nothing of it is left."""
        self._send(End())
        while True:
            if isinstance(message := self.take(), Ended):
                return message

    def close(self) -> None:
        """Close the connection; the runner ends the player."""
        self._connection.close()

    def _send(self, message: Message) -> None:
        try:
            self._connection.send(message)
        except OSError:
            raise RunnerLost from None

    def _receive(self) -> tuple[Message, list[int]]:
        try:
            return self._connection.receive()
        except EOFError:
            raise RunnerLost from None


class Runner:
    """The helper process that runs the players of this referee; a context manager that ends it and them.

    If it is killed, the next job has another one.
    """

    def __init__(self) -> None:
        self._held = HeldDirectory()
        self._lock = threading.Lock()
        self._closed = False
        self._start()

    @property
    def directory(self) -> str:
        """The directory of the run on this machine."""
        return self._held.path

    @property
    def pid(self) -> int:
        """The helper process."""
        return self._process.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def job(self) -> Job:
        """A new connection; DataError if the runner cannot be started, RunnerLost if it is closed."""
        with self._lock:
            if self._closed:
                raise RunnerLost
            for _ in range(_ATTEMPTS):
                own, other = pair()
                try:
                    pass_on(self._control, other)
                    return Job(own)
                except OSError:
                    own.close()
                    self._stop()
                    self._start()
        raise DataError("the helper process that runs players does not start: python -m referee.runner")

    def close(self) -> None:
        """End all players and the helper process, and remove the directory."""
        with self._lock:
            self._closed = True
            self._stop()
            if self._process.returncode:  # it was killed: the next one removes its control groups
                self._start()
                self._stop()
            self._held.__exit__()

    def _start(self) -> None:
        """Start the process in a session of its own, with the modules of this one."""
        self._control, other = socket.socketpair()
        paths = [path or os.getcwd() for path in sys.path]
        # Where a standard stream is closed, the socket may have its number.
        files = [fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, 3) for file in (other.fileno(), self._held.lock)]
        # A program that root started as another user may not be allowed to look up its own interpreter.
        interpreter = sys.executable if os.access(sys.executable, os.X_OK) else "/proc/self/exe"
        with contextlib.ExitStack() as opened:
            opened.enter_context(contextlib.closing(other))
            for file in files:
                opened.callback(os.close, file)
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "referee.runner", self._held.path, *map(str, files)],
                executable=interpreter,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL if sys.stderr is None else None,
                pass_fds=files,
                start_new_session=True,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            )

    def _stop(self) -> None:
        self._control.close()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
