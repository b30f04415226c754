"""A player that the runner has launched, as the referee sees it: its pipes, its pid, and its end."""

import contextlib
import io
import os
import signal
import socket
from collections.abc import Sequence

from referee.runner.messages import EndReport, RunnerLost, receive


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
