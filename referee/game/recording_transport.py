"""A transport that records the exact lines of a player and whether each waited for the reply before."""

import time

from referee.game.ending import GameEnded
from referee.game.protocol import Clock, Transport

PATIENCE = 0.02
"""Seconds before each reply in which a next guess counts as sent without waiting for the reply."""


class RecordingTransport:
    """A transport that passes everything on to another and records it."""

    def __init__(self, player: Transport, clock: Clock = time.monotonic) -> None:
        self._player, self._clock = player, clock
        self._ahead: bytes | GameEnded | None = None
        self._replied: float | None = None
        self.lines: list[bytes] = []
        """The lines of the player, without their newlines."""
        self.early = 0
        """The number of lines that came before the reply to the line before."""
        self.seconds: list[float] = []
        """Seconds from each reply to the next line, early lines left out."""

    def receive(self, until: float) -> bytes:
        """See Transport."""
        ahead, self._ahead = self._ahead, None
        if isinstance(ahead, GameEnded):
            raise ahead
        if ahead is None:
            ahead = self._player.receive(until)
            if self._replied is not None:
                self.seconds.append(self._clock() - self._replied)
        self.lines.append(ahead)
        return ahead

    def send(self, line: bytes) -> None:
        """Wait for PATIENCE whether the player guesses again without its reply; then send the reply."""
        try:
            self._ahead = self._player.receive(self._clock() + PATIENCE)
            self.early += 1
        except TimeoutError:
            pass
        except GameEnded as end:
            self._ahead = end
        self._player.send(line)
        self._replied = self._clock()
