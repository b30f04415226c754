"""The referee's side of its runner: it starts the helper process, asks that for players, and hears how they end."""

import contextlib
import io
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence

from lingo_common.errors import DataError
from referee.runner.held_directory import PASSABLE, HeldDirectory, kill_players_below, temporary_directory
from referee.runner.messages import PIPES, EndReport, Launch, NotPassed, RunnerLost, receive, send

MOST_TRIES = 30
"""How often a start is tried that failed for a passing reason.

A file that a sandbox shows, or hides by mounting over it, can disappear while the sandbox is set up, and the kernel may
refuse to pass open files on.
"""
_PAUSE = 0.01
"""Seconds before the second try. Each pause is twice the one before, up to _MAX_PAUSE."""
_MAX_PAUSE = 0.1
"""Seconds of the longest pause between two tries."""
_STARTS = 5
"""How often the helper process is started if it ends at once: it may be killed by accident, but hardly so often."""
_PATIENCE = 60.0
"""Seconds for the helper process to end its players and to remove its directory."""


class LaunchedPlayer:
    """A player that the runner launched and that waits for a line on its input."""

    def __init__(self, player_socket: socket.socket, pid: int, pipes: Sequence[int]) -> None:
        """pipes: the open files to write its input, and to read its output and its standard error."""
        self._socket = player_socket
        """The runner reports the end over it. If this end is closed, the runner ends the player."""
        self.pid = pid
        """The process that was started."""
        to_input, from_output, from_error = pipes
        self.input = io.FileIO(to_input, "w")
        self.output = io.FileIO(from_output)
        self.error = io.FileIO(from_error)

    def fileno(self) -> int:
        """Return the number of the socket, for polling: it can be read when the player has ended."""
        return self._socket.fileno()

    def wait(self) -> EndReport:
        """Return how the player ended, once nothing of it is left. Raises RunnerLost if the runner was ended."""
        try:
            message, _ = receive(self._socket)
        except EOFError:
            # The runner, which would have killed what the player started, is gone.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
            raise RunnerLost from None

        report: EndReport = message
        return report

    def end(self) -> EndReport:
        """End the player; return how it ended, once nothing of it is left."""
        with contextlib.suppress(OSError):  # macOS refuses once the runner has closed its end
            self._socket.shutdown(socket.SHUT_WR)
        return self.wait()

    def close(self) -> None:
        """Close the connection and the pipes; the runner ends the player."""
        self._socket.close()
        for pipe in (self.input, self.output, self.error):
            pipe.close()


class Runner(contextlib.AbstractContextManager["Runner"]):
    """The helper process that runs the players of this referee; a context manager that ends it and them.

    It is started when it is first needed. If it was killed, another process is started for the next player.
    """

    def __init__(self) -> None:
        """Start no process yet."""
        self._process: subprocess.Popen[bytes] | None = None
        """The helper process; None before it is needed, and after it was stopped."""
        self._control: socket.socket
        """The socket to the helper process; it is set while there is one."""
        self._held_directory: HeldDirectory | None = None
        """The directory for temporary files of all games, which this process keeps from being removed; None before the
        first helper process has made it. A helper process that follows a killed one uses it too."""
        self._lock = threading.Lock()
        """Held while a thread uses the control socket, or starts or ends the helper process."""
        self._is_closed = False

    @property
    def directory(self) -> str:
        """Return the directory for temporary files of all games; RunnerLost after `close`.

        The helper process makes it, and removes it even if this process is killed.
        """
        with self._lock:
            if self._is_closed:
                raise RunnerLost

            held_directory = self._held_directory or self._start()
            return held_directory.path

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextlib.contextmanager
    def temporary_directory(self) -> Iterator[str]:
        """Yield a new directory, which the users of players can pass through, and remove it afterwards."""
        with temporary_directory(self.directory) as path:
            os.chmod(path, PASSABLE)
            yield path

    def launch(self, launch: Launch, tries: int = MOST_TRIES) -> LaunchedPlayer:
        """Start a player, and return it once it is ready.

        tries: how often to try if the sandbox cannot be made; 1 for a launch that finds out whether it can be made. A
        start may also fail because open files are not passed on. This says nothing about the sandbox, so such a start
        is tried MOST_TRIES times in any case.

        Raises NotStarted at the first try if the player's command cannot be executed, NotPassed if open files are not
        passed on, RunnerLost if the runner was ended, another DataError if this machine cannot start players.
        """
        pause = _PAUSE
        try_number = 0
        while True:
            try_number += 1
            try:
                return self._launch_once(launch)
            except RunnerLost:
                raise  # other players of the runner are lost too, so the callers decide what is played again
            except NotPassed as problem:
                if try_number >= MOST_TRIES:
                    raise NotPassed(f"players cannot be started: {problem}") from None
            except DataError as problem:
                # Without a sandbox nothing can disappear that the start needs.
                if launch.box is None or try_number >= tries:
                    raise DataError(f"cannot be launched: {problem}") from None

            time.sleep(pause)
            pause = min(_MAX_PAUSE, 2 * pause)

    def _launch_once(self, launch: Launch) -> LaunchedPlayer:
        """Start a player in one try; raises the exception that the runner answers instead."""
        player_socket = self._request(launch)
        try:
            pid, pipes = receive(player_socket, expected_files=PIPES)
        except EOFError:
            player_socket.close()
            raise RunnerLost from None
        except BaseException:
            player_socket.close()  # the runner ends the player then, if it was started
            raise

        return LaunchedPlayer(player_socket, pid, pipes)

    def _request(self, launch: Launch) -> socket.socket:
        """Ask the helper process for a player; return the socket over which it tells of this player from now on.

        The process answers with that socket or with NotPassed, which is raised. Raises RunnerLost if this runner is
        closed, or if the process ends at once _STARTS times.
        """
        with self._lock:
            # A helper process that has started can still be killed before it answers.
            for _ in range(_STARTS):
                if self._is_closed:
                    break
                if self._process is None:
                    self._start()

                try:
                    send(self._control, launch)
                    _, [socket_number] = receive(self._control, expected_files=1)
                except (BrokenPipeError, EOFError):
                    self._stop()  # it was killed: the next process is asked
                    continue
                except NotPassed:
                    raise  # the whole answer was received, but no file: the process can be asked again
                except BaseException:
                    # An answer that arrives after Ctrl-C would be taken for the answer to the next launch.
                    self._stop()
                    raise

                return socket.socket(fileno=socket_number)

        raise RunnerLost

    def close(self) -> None:
        """End all players and the helper process, and remove the directory."""
        with self._lock:
            self._is_closed = True
            was_killed = not self._stop()
            if was_killed:
                # Its control groups are still there, and every helper process removes such groups when it starts.
                self._start()
                self._stop()

            if self._held_directory is not None:
                self._held_directory.close()

    def _start(self) -> HeldDirectory:
        """Start the helper process, and return the directory for temporary files, which the first one makes.

        Raises OSError if the directory cannot be made, DataError if the process ends at once _STARTS times.
        """
        for _ in range(_STARTS):
            self._start_process()
            try:
                path, _ = receive(self._control)
            except EOFError:
                self._stop()
                continue

            if self._held_directory is None:
                self._held_directory = HeldDirectory(path)
            return self._held_directory

        raise DataError("the helper process that runs players does not start: python -m referee.runner")

    def _start_process(self) -> None:
        """Start a helper process in a session of its own, with the modules of this one; its input is the socket."""
        self._control, runners_end = socket.socketpair()
        paths = [path or os.getcwd() for path in sys.path]
        arguments = [] if self._held_directory is None else [self._held_directory.path]

        # If root has started this program as another user, that user may not be allowed to open the interpreter by its
        # path. The new process begins as a copy of this one, so for it /proc/self/exe is the interpreter.
        interpreter = sys.executable if os.access(sys.executable, os.X_OK) else "/proc/self/exe"

        # Temporary files of both processes lie in one directory, also where a program has set tempfile.tempdir.
        variables = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "TMPDIR": tempfile.gettempdir()}
        with runners_end:
            self._process = subprocess.Popen(
                # With -P Python looks for modules in these paths alone, not in the working directory before them.
                [sys.executable, "-P", "-m", "referee.runner", *arguments],
                executable=interpreter,
                stdin=runners_end.fileno(),
                stdout=subprocess.DEVNULL,
                # If this process was started without standard error, that number may be another open file.
                stderr=subprocess.DEVNULL if sys.stderr is None else None,
                start_new_session=True,
                env=variables,
            )

    def _stop(self) -> bool:
        """End the helper process if there is one; return False if it was killed, here or by somebody else.

        Players that a killed process left are ended too.
        """
        if self._process is None:
            return True

        # At the end of the connection the process ends its players, and then itself.
        self._control.close()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

        ended_by_itself = self._process.returncode == 0
        self._process = None
        if not ended_by_itself and self._held_directory is not None:
            # A player without a sandbox has its home in this directory. Bubblewrap ends the others with the process.
            kill_players_below(self._held_directory.path)

        return ended_by_itself
