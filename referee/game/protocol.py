"""The dialogue of a game, apart from how lines travel: a scripted player in memory tests it as it is."""

import time
from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Protocol

from codebreaker.reply import ABSENT, reply_for
from referee.contest.limits import Limits
from referee.contest.termination import Termination
from referee.game.record import ATTEMPTS, Move
from referee.process.ending import Ended

Clock = Callable[[], float]
"""Seconds that only ever grow."""

_SHOWN = 80
"""Characters of a guess that are kept; no word is nearly as long."""


class Transport(Protocol):
    """How lines travel to a player and back."""

    def receive(self, until: float) -> bytes:
        """The next line without its newline; TimeoutError at the time `until`, Ended where none can come."""

    def send(self, line: bytes) -> None:
        """Send a line, the newline included; a player that no longer reads is no error."""


@dataclass(frozen=True)
class Rules:
    """What a game is played for and under which limits."""

    word: str
    """The word to guess."""
    words: Container[str]
    """The words that are legal guesses."""
    limits: Limits
    """The time that the player has."""


def play(
    player: Transport,
    rules: Rules,
    watch: Callable[[Move], None] = lambda move: None,
    started: float | None = None,
    clock: Clock = time.monotonic,
) -> Termination:
    """Hold the dialogue of one game and say how it ended; every move is handed to watch once it is answered.

    started: when the player was launched, by the clock; now, where it is not given.
    """
    since = launched = clock() if started is None else started
    for attempt in range(ATTEMPTS):
        until, lateness = _deadline(attempt, since, launched, rules.limits)
        try:
            line = player.receive(until)
        except TimeoutError:
            return lateness
        except Ended as end:
            return end.termination
        now = clock()
        move = answer(line, rules, now - since)
        player.send(move.reply.encode() + b"\n")
        since = now
        watch(move)
        if move.legal and move.guess == rules.word:
            return Termination.SOLVED
    return Termination.EXHAUSTED


def answer(line: bytes, rules: Rules, seconds: float) -> Move:
    """The move that a line makes: anything but a word of the list is illegal and gets all X."""
    line = line.removesuffix(b"\r")
    guess = line.decode("latin-1")  # every byte is one character, so that no sequence of them is an error
    if guess in rules.words and len(guess) == len(rules.word):
        return Move(guess, reply_for(guess, rules.word), True, seconds)
    return Move(_readable(line), ABSENT * len(rules.word), False, seconds)


def _deadline(attempt: int, since: float, launched: float, limits: Limits) -> tuple[float, Termination]:
    """Until when the next guess must come, and what it is called when it does not."""
    end_of_game = launched + limits.game
    if attempt == 0:
        own, lateness = since + limits.startup, Termination.STARTUP_TIMEOUT
    else:
        own, lateness = since + limits.move, Termination.MOVE_TIMEOUT
    return (own, lateness) if own <= end_of_game else (end_of_game, Termination.GAME_TIMEOUT)


def _readable(line: bytes) -> str:
    """The line in printable ASCII: safe in a terminal, a table and a file, and never a word by accident."""
    shown = "".join(chr(byte) if 32 <= byte < 127 else f"\\x{byte:02x}" for byte in line[:_SHOWN])
    return shown + "..." * (len(line) > _SHOWN)
