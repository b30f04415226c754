"""A player that is a Python object in the referee's own process: no isolation, no limits."""

import time
import traceback
from collections.abc import Sequence
from typing import Self

from referee.contest.player import Factory, Guesser
from referee.contest.termination import Termination
from referee.game.ending import Ending, GameEnded


class InProcess:
    """A transport to such a player; what it raises ends the game as a crash."""

    exceeded = None
    """No limit is known to be exceeded."""

    def __init__(self, factory: Factory, length: int, words: Sequence[str]) -> None:
        self.started = time.monotonic()
        self._factory, self._length, self._words = factory, length, words
        self._guesser: Guesser | None = None
        self._complaint = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return

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
        except Exception:
            self._complaint = traceback.format_exc()
            raise GameEnded(Termination.CRASHED) from None

    def send(self, line: bytes) -> None:
        """Give the player a reply; what it raises then ends the game when a guess is asked for."""
        assert self._guesser is not None
        try:
            self._guesser.hear(line.decode().rstrip("\n"))
        except Exception:
            self._complaint = traceback.format_exc()

    def silence(self) -> None:
        """Not known of a player in this process."""

    def finish(self) -> None:
        """Nothing is left to end."""

    def close(self) -> None:
        """Nothing is left to end."""

    def age(self) -> float:
        """Seconds since the game began."""
        return time.monotonic() - self.started

    def ending(self) -> Ending:
        """No process ended; the traceback of what the player raised, if anything."""
        return Ending(exit_status=0, stderr_head=self._complaint)
