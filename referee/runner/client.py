"""The referee's side of its runner: starting the helper process, and the players in it."""

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
from collections.abc import Sequence

from lingo_common.errors import DataError
from referee.runner.held_directory import HeldDirectory, end_players
from referee.runner.messages import Ended, Launch, NotPassed, receive, send

ATTEMPTS = 30
"""How often a sandbox is tried: what is covered in it can disappear between the look for it and the launch.

A launch whose open files cannot be passed on is tried as often.
"""
_PAUSE = 0.01
"""Seconds before the second attempt. Each pause is twice the one before, up to _MAX_PAUSE."""
_MAX_PAUSE = 0.1
"""Seconds of the longest pause between two attempts."""
_STARTS = 5
"""How often a runner that ends at once is started."""
_PIPES = 3
"""To the player's input, and from its output and error."""
_PATIENCE = 60.0
"""Seconds for the runner to end its players and to remove its directory."""


class RunnerLost(DataError):
    """The runner was ended from outside, and its players with it: their games are to be played again."""

    def __init__(self) -> None:
        super().__init__("the helper process that runs players was ended")


class LaunchedPlayer:
    """A player that the runner launched and that waits for a line on its input."""

    def __init__(self, end: socket.socket, pid: int, pipes: Sequence[int]) -> None:
        """end: the socket over which the runner tells how it ended; pipes: to its input, from its output and error."""
        self._socket = end
        self.pid = pid
        """The process that was started."""
        self.input, self.output, self.error = map(io.FileIO, pipes, ("w", "r", "r"))
        """This process's ends of the pipes to its input and from its output and standard error."""

    def fileno(self) -> int:
        """Return the number of the socket, for polling: it can be read when the player has ended."""
        return self._socket.fileno()

    def wait(self) -> Ended:
        """Return how the player ended, once nothing of it is left. Raises RunnerLost if the runner was ended."""
        try:
            ended, _ = receive(self._socket)
        except EOFError:
            # The runner cannot end the player's session any more.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
            raise RunnerLost from None
        return ended  # type: ignore[no-any-return]

    def end(self) -> Ended:
        """End the player; return how it ended, once nothing of it is left."""
        with contextlib.suppress(OSError):  # some systems refuse when the runner has closed its end
            self._socket.shutdown(socket.SHUT_WR)
        return self.wait()

    def close(self) -> None:
        """Close the connection and the pipes; the runner ends the player."""
        self._socket.close()
        for pipe in (self.input, self.output, self.error):
            pipe.close()


class Runner(contextlib.AbstractContextManager["Runner"]):
    """The helper process that runs the players of this referee; a context manager that ends it and them.

    It is started when it is first needed, and anew for the next player if it was killed.
    """

    def __init__(self) -> None:
        self._held: HeldDirectory | None = None
        """The directory of the run, which the next process uses too if one is killed; None before the first."""
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_closed = False

    @property
    def directory(self) -> str:
        """Return the directory of the run on this machine.

        The helper process makes it, so that it removes it if this process is killed. Raises RunnerLost after `close`.
        """
        with self._lock:
            if self._is_closed:
                raise RunnerLost

            held = self._held or self._start()
            return held.path

    @property
    def pid(self) -> int | None:
        """Return the number of the helper process; None before it is needed."""
        return None if self._process is None else self._process.pid

    def __exit__(self, *_: object) -> None:
        self.close()

    def launch(self, launch: Launch, attempts: int = ATTEMPTS) -> LaunchedPlayer:
        """Start a player, and return it once it is ready.

        attempts: how often a sandbox is tried. Every start for which an open file could not be passed on is tried again
        too. Raises NotStarted if the player's command cannot be executed, NotPassed if open files cannot be passed on
        for long, another DataError if this machine cannot start players.
        """
        refused = 0
        """Attempts in which an open file was not passed on."""
        failed = 0
        """Attempts in which the sandbox could not be made."""
        pause = _PAUSE

        while True:
            try:
                return self._launch_once(launch)
            except RunnerLost:
                raise
            except NotPassed as problem:
                refused += 1
                if refused == ATTEMPTS:
                    raise NotPassed(f"players cannot be started: {problem}") from None
            except DataError as problem:
                failed += 1
                if launch.box is None or failed == attempts:
                    raise type(problem)(f"cannot be launched: {problem}") from None

            time.sleep(pause)
            pause = min(_MAX_PAUSE, 2 * pause)

    def _launch_once(self, launch: Launch) -> LaunchedPlayer:
        """Start a player in one attempt; raises what the runner answers instead."""
        player_socket = self._hand_over(launch)
        with contextlib.ExitStack() as on_failure:
            # At the end of the connection the runner ends the player.
            on_failure.callback(player_socket.close)
            try:
                pid_or_failure, pipes = receive(player_socket, _PIPES)
            except EOFError:
                raise RunnerLost from None

            if isinstance(pid_or_failure, Exception):
                raise pid_or_failure

            on_failure.pop_all()
            return LaunchedPlayer(player_socket, pid_or_failure, pipes)

    def _hand_over(self, launch: Launch) -> socket.socket:
        """Give the launch to the runner; return the socket over which it answers.

        Raises NotPassed if the socket could not be passed on, RunnerLost if the runner is closed or ends at once each
        time.
        """
        with self._lock:
            for _ in range(_STARTS):
                if self._is_closed:
                    break
                if self._process is None:
                    self._start()

                try:
                    send(self._control, launch)
                    answer, files = receive(self._control, 1)
                except (BrokenPipeError, EOFError):
                    self._stop()  # it was killed: the next one gets this launch
                    continue
                except NotPassed:
                    raise
                except BaseException:
                    self._stop()  # its answer would be taken for that to the next launch
                    raise

                if isinstance(answer, Exception):
                    raise answer
                return socket.socket(fileno=files[0])

        raise RunnerLost

    def close(self) -> None:
        """End all players and the helper process, and remove the directory."""
        with self._lock:
            self._is_closed = True
            was_killed = self._stop()
            if was_killed:
                # The next process removes the control groups of the one that was killed.
                self._start()
                self._stop()

            if self._held is not None:
                self._held.close()

    def _start(self) -> HeldDirectory:
        """Start the process, and return the directory that it made or found; OSError if that cannot be made."""
        for _ in range(_STARTS):
            self._launch_runner()
            with contextlib.suppress(EOFError):
                answer, _ = receive(self._control)
                if isinstance(answer, OSError):
                    raise answer

                self._held = self._held or HeldDirectory(answer)
                return self._held

            self._stop()

        raise DataError("the helper process that runs players does not start: python -m referee.runner")

    def _launch_runner(self) -> None:
        """Launch the process in a session of its own, with the modules of this one; its input is the socket."""
        self._control, theirs = socket.socketpair()
        paths = [path or os.getcwd() for path in sys.path]
        arguments = [] if self._held is None else [self._held.path]

        # A program that root started as another user may not be allowed to look up its own interpreter.
        interpreter = sys.executable if os.access(sys.executable, os.X_OK) else "/proc/self/exe"
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "referee.runner", *arguments],
                executable=interpreter,
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL if sys.stderr is None else None,
                start_new_session=True,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "TMPDIR": tempfile.gettempdir()},
            )

    def _stop(self) -> bool:
        """End the process if there is one, and players that it left; return whether it had to be killed or was."""
        if self._process is None:
            return False

        # It ends its players and itself at the end of the connection.
        self._control.close()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

        was_killed = self._process.returncode != 0
        self._process = None
        if was_killed and self._held is not None:
            end_players(self._held.path)

        return was_killed
