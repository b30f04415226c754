"""Transports beside that of a process: to a Python object, and one that records what another passes on."""

import time
import traceback
from collections.abc import Sequence
from typing import Self

from referee.contest.player import Factory, Guesser
from referee.contest.termination import Termination
from referee.game.protocol import Clock, GameEnded, Transport
from referee.game.record import Ending


class InProcess:
    """A transport to such a player; what it raises ends the game as a crash."""

    exceeded_limit = None
    """No limit is known to be exceeded."""

    def __init__(self, factory: Factory, length: int, words: Sequence[str]) -> None:
        self.started = time.monotonic()
        self._factory, self._length, self._words = factory, length, words
        self._guesser: Guesser | None = None
        self._complaint = ""

    def begin(self) -> None:
        """The player's time begins."""
        self.started = time.monotonic()

    def receive(self, until: float) -> bytes:
        """The next guess."""
        if self._complaint:
            raise GameEnded(Termination.CRASHED)
        try:
            if self._guesser is None:
                self._guesser = self._factory(self._length, self._words)
            return str(self._guesser.guess()).encode(errors="replace").replace(b"\n", b" ")
        except Exception as error:
            self._complaint = _traceback_of(error)
            raise GameEnded(Termination.CRASHED) from None

    def send(self, line: bytes) -> None:
        """Give the player a reply; what it raises then ends the game when a guess is asked for."""
        assert self._guesser is not None
        try:
            self._guesser.hear(line.decode().rstrip("\n"))
        except Exception as error:
            self._complaint = _traceback_of(error)

    def silence(self) -> None:
        """Not known of a player in this process."""

    def finish(self) -> None:
        """Nothing is left to end."""

    close = finish

    def ending(self) -> Ending:
        """No process ended; the traceback of what the player raised, if anything."""
        return Ending(exit_status=0, stderr_head=self._complaint)


def _traceback_of(error: Exception) -> str:
    """Return the traceback of what a player raised, without the frame of this module that called it."""
    frames = error.__traceback__
    own = frames.tb_next if frames is not None else None
    return "".join(traceback.format_exception(error.with_traceback(own)))


PATIENCE = 0.02
"""Seconds before each reply in which a next guess counts as sent without waiting for the reply."""


class RecordingTransport:
    """A transport that passes everything on to another and records it."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._ahead: bytes | GameEnded | None = None
        self._replied: float | None = None
        self.lines: list[bytes] = []
        """The lines of the player, without their newlines."""
        self.early = 0
        """The number of lines that came before the reply to the line before."""
        self.seconds: list[float] = []
        """Seconds from each reply to the next line, early lines left out."""

    def pass_on(self, player: Transport) -> Self:
        """Pass on the lines of this player from now on."""
        self._player = player
        return self

    def receive(self, until: float) -> bytes:
        """Return the next line and record it (see Transport)."""
        ahead = self._ahead
        self._ahead = None
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
