"""Two transports: one to a player that is a Python object, and one that records what another transport passes on.

referee.game.player_process has the transport to a program.
"""

import time
import traceback
from collections.abc import Sequence
from typing import Self

from referee.contest.player import Factory
from referee.contest.termination import Termination
from referee.game.protocol import Clock, GameEnded, Transport
from referee.game.record import Ending
from wordlists.guesser import Guesser


class InProcess:
    """The transport to a player that is a Python object. An exception of the player ends its game as a crash."""

    exceeded_limit = None
    """None, because no limit holds for such a player."""

    def __init__(self, factory: Factory, length: int, words: Sequence[str]) -> None:
        """factory: makes the player of this game, from the length and the words that may be guessed."""
        self.started = time.monotonic()
        self._factory = factory
        self._length = length
        self._words = words
        self._guesser: Guesser | None = None
        """The player; None until the first guess."""
        self._complaint = ""
        """The traceback of the exception that ended the player; empty until then."""

    def begin(self) -> None:
        """Note that the player's time begins now."""
        self.started = time.monotonic()

    def receive(self, until: float) -> bytes:
        """Return the next guess; GameEnded if the player raises an exception, or raised one before."""
        if self._complaint:
            raise GameEnded(Termination.CRASHED)

        try:
            if self._guesser is None:
                self._guesser = self._factory(self._length, self._words)

            guess = str(self._guesser.guess())
            return guess.encode(errors="replace").replace(b"\n", b" ")
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
        """Return None: whether a player in this process waits or computes is not known."""

    def finish(self) -> None:
        """Do nothing: there is no process to end."""

    close = finish

    def ending(self) -> Ending:
        """Return an ending without a process, with the traceback of the exception that the player raised, if any."""
        return Ending(exit_status=0, stderr_head=self._complaint)


def _traceback_of(error: Exception) -> str:
    """Return the traceback of what a player raised, without the frame of this module that called it."""
    frames = error.__traceback__
    frames_of_player = None if frames is None else frames.tb_next
    lines = traceback.format_exception(error.with_traceback(frames_of_player))
    return "".join(lines)


PATIENCE = 0.02
"""Seconds that a RecordingTransport waits before each reply. A guess that comes then was sent without the reply."""


class RecordingTransport:
    """A transport that passes lines on between the referee and another transport, and records them.

    It waits a little before it sends a reply, and so finds players that guess without reading the replies.
    """

    def __init__(self, clock: Clock = time.monotonic) -> None:
        """clock: measures the times between replies and lines; a test may give its own."""
        self._clock = clock
        self._early_line: bytes | GameEnded | None = None
        """What came before the last reply and is yet to be received: a line, or the end of the game."""
        self._time_of_reply: float | None = None
        self.lines: list[bytes] = []
        """The lines of the player, without their newlines."""
        self.early = 0
        """The number of lines that came before the reply to the line before."""
        self.seconds: list[float] = []
        """Seconds from each reply to the next line, early lines left out."""

    def pass_on(self, player: Transport) -> Self:
        """Pass on the lines of this player from now on; returns this transport."""
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
                self.seconds.append(self._clock() - self._time_of_reply)

        self.lines.append(line)
        return line

    def send(self, line: bytes) -> None:
        """Send a reply, after a wait of PATIENCE in which the player may guess again without it."""
        try:
            self._early_line = self._player.receive(self._clock() + PATIENCE)
            self.early += 1
        except TimeoutError:
            pass
        except GameEnded as end:
            self._early_line = end

        self._player.send(line)
        self._time_of_reply = self._clock()
