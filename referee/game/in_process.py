"""A player that is a Python object, as a transport. referee.game.player_process has the one of a program."""

import time
import traceback
from collections.abc import Sequence
from dataclasses import replace

from referee.contest.player import Factory
from referee.game.protocol import GameEnded
from referee.game.record import GameRecord, Termination
from referee.runner.messages import EndReport
from wordlists.guesser import Guesser


class InProcess:
    """A Python object that plays one game, with the methods of a PlayerProcess.

    An exception of the player ends its game as a crash. No limit holds for it, not even on time: nothing can interrupt
    a call of a Python object.
    """

    end_report = EndReport(exit_status=0)
    """What the runner would report: no limit is ever exceeded."""

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
        """Return the next guess, also after the time `until`.

        Raises GameEnded if the player raises an exception, or raised one before.
        """
        if self._complaint:
            raise GameEnded(Termination.CRASHED)

        try:
            if self._guesser is None:
                self._guesser = self._factory(self._length, self._words)

            guess = str(self._guesser.guess())
            return guess.encode(errors="replace").replace(b"\n", b" ")
        except (Exception, SystemExit) as error:
            self._complaint = _traceback_of(error)
            raise GameEnded(Termination.CRASHED) from None

    def send(self, line: bytes) -> None:
        """Give the player a reply. An exception that it raises ends the game at the next call of `receive`."""
        assert self._guesser is not None
        try:
            self._guesser.hear(line.decode().rstrip("\n"))
        except (Exception, SystemExit) as error:
            self._complaint = _traceback_of(error)

    def silence(self) -> None:
        """Return None: whether a player in this process waits or computes is not known."""

    def finish(self) -> None:
        """Do nothing: there is no process to end."""

    def close(self) -> None:
        """Do nothing: there is no process to end."""

    def with_end(self, record: GameRecord) -> GameRecord:
        """Return the record with the traceback of the exception that the player raised, if any, as standard error."""
        return replace(record, exit_status=self.end_report.exit_status, stderr_head=self._complaint)


def _traceback_of(error: Exception | SystemExit) -> str:
    """Return the traceback of what a player raised, without the frame of this module that called it.

    It can be written as UTF-8: a lone surrogate, as in the name of a file that is not UTF-8, becomes an escape.
    """
    frames = error.__traceback__
    frames_of_player = None if frames is None else frames.tb_next
    lines = traceback.format_exception(error.with_traceback(frames_of_player))
    return "".join(lines).encode(errors="backslashreplace").decode()
