"""What a game's record does not keep: the lines as they came, and whether they waited for the reply before."""

import time

from referee.game.protocol import Clock, Transport
from referee.process.ending import Ended

PATIENCE = 0.02
"""Seconds in which a player that does not wait for its reply is caught with the next guess."""


class Witness:
    """A transport that passes everything on to another and remembers what it saw."""

    def __init__(self, player: Transport, clock: Clock = time.monotonic) -> None:
        self._player, self._clock = player, clock
        self._ahead: bytes | Ended | None = None
        self._replied: float | None = None
        self.lines: list[bytes] = []
        """Every line of the player, without its newline."""
        self.early = 0
        """How many lines came before the reply to the line before."""
        self.seconds: list[float] = []
        """The time from each reply to the next line; what came early is left out."""

    def receive(self, until: float) -> bytes:
        """The next line, see Transport."""
        ahead, self._ahead = self._ahead, None
        if isinstance(ahead, Ended):
            raise ahead
        if ahead is None:
            ahead = self._player.receive(until)
            if self._replied is not None:
                self.seconds.append(self._clock() - self._replied)
        self.lines.append(ahead)
        return ahead

    def send(self, line: bytes) -> None:
        """Send a line, once the player has had the time to show that it does not wait for it."""
        try:
            self._ahead = self._player.receive(self._clock() + PATIENCE)
            self.early += 1
        except TimeoutError:
            pass
        except Ended as end:
            self._ahead = end
        self._player.send(line)
        self._replied = self._clock()
