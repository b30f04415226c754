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
        """pipes: the numbers of this process's ends of those to its input, from its output and from its error."""
        self._socket = player_socket
        """Over it the runner tells how the player ended."""
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
            # The runner would have killed what the player started.
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
