"""A transport that records what another transport passes on, to find players that do not wait for replies."""

import time
from typing import Self

from referee.game.protocol import GameEnded, Transport

PATIENCE = 0.02
"""Seconds that a RecordingTransport waits before each reply. A guess that comes then was sent without the reply."""


class RecordingTransport:
    """Stands between the referee and the transport of a player, and records the player's lines.

    It waits a little before it sends a reply, and so finds players that guess without reading the replies.
    """

    def __init__(self) -> None:
        """Nothing is recorded yet, and pass_on is called before the first line is received."""
        self._early_line: bytes | GameEnded | None = None
        """What came before the last reply was sent: a line, or the end of the game. The next receive returns it."""
        self._time_of_reply: float | None = None
        self.lines: list[bytes] = []
        """The lines of the player, without their newlines."""
        self.early_lines = 0
        """The number of lines that came before the reply to the line before."""
        self.seconds: list[float] = []
        """Seconds from each reply to the next line, early lines left out."""

    def pass_on(self, player: Transport) -> Self:
        """Take the transport of the player, which exists once the game begins; returns this transport."""
        self._player = player
        return self

    def receive(self, until: float) -> bytes:
        """Return the next line and record it; TimeoutError at the time `until`, GameEnded if none can come."""
        line = self._early_line
        self._early_line = None
        if isinstance(line, GameEnded):
            raise line
        if line is None:
            line = self._player.receive(until)
            if self._time_of_reply is not None:
                self.seconds.append(time.monotonic() - self._time_of_reply)

        self.lines.append(line)
        return line

    def send(self, line: bytes) -> None:
        """Send a reply, after a wait of PATIENCE in which the player may guess again without it."""
        try:
            self._early_line = self._player.receive(time.monotonic() + PATIENCE)
            self.early_lines += 1
        except TimeoutError:
            pass
        except GameEnded as end:
            self._early_line = end

        self._player.send(line)
        # The game's record has no such moment: there a guess takes the time since the guess before, in which the
        # referee finds and holds back the reply.
        self._time_of_reply = time.monotonic()
