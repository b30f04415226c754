"""The dialogue of a game over any transport: a process, a person, or a script in a test."""

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from lingo_common.errors import printable
from referee.contest.conditions import Limits
from referee.contest.termination import Termination
from referee.game.record import Move
from wordlists.reply import ABSENT, reply_for
from wordlists.rules import why_illegal
from wordlists.spelling import Spelling
from wordlists.step import Step
from wordlists.word_game import WordGame

Clock = Callable[[], float]
"""A monotonic clock, in seconds."""

_MAX_GUESS = 80
"""Characters of a guess that the record keeps; every word is much shorter."""


class GameEnded(Exception):
    """No further guess can come; says why."""

    def __init__(self, termination: Termination) -> None:
        super().__init__(termination)
        self.termination = termination


class Stopped(Exception):
    """The run was stopped before its end."""


class Stop:
    """A flag that wakes every thread that polls its file descriptor."""

    def __init__(self) -> None:
        self._reader, self._writer = os.pipe()
        self.is_set = False

    def fileno(self) -> int:
        """The file descriptor that becomes readable when the flag is set."""
        return self._reader

    def set(self) -> None:
        """Set the flag; setting it again changes nothing."""
        if not self.is_set:
            self.is_set = True
            os.close(self._writer)

    def close(self) -> None:
        """Set the flag and close its file descriptors; no thread may poll it any more."""
        self.set()
        os.close(self._reader)


class Transport(Protocol):
    """How lines travel to a player and back."""

    def receive(self, until: float) -> bytes:
        """The next line without its newline; TimeoutError at the time `until`, GameEnded if none can come."""

    def send(self, line: bytes) -> None:
        """Send a line with its newline; it is no error if the player no longer reads."""


@dataclass(frozen=True)
class Task:
    """The task of one game: its word, the lists and rules, and the limits."""

    word: str
    game: WordGame
    limits: Limits


def hold_dialogue(
    player: Transport,
    task: Task,
    on_move: Callable[[Move], None] = lambda move: None,
    started: float | None = None,
    clock: Clock = time.monotonic,
) -> Termination:
    """How the game ended. on_move is called with every move once the reply is sent.

    started: when the player was launched, by the clock; None for now.
    """
    since = launched = clock() if started is None else started
    steps: list[Step[str, str]] = []
    limits = task.limits
    for attempt in range(task.game.attempts):
        until = since + limits.startup
        timeout = Termination.STARTUP_TIMEOUT
        if attempt:
            until = since + limits.move
            timeout = Termination.MOVE_TIMEOUT
        if until > launched + limits.game:
            until = launched + limits.game
            timeout = Termination.GAME_TIMEOUT
        try:
            line = player.receive(until)
        except TimeoutError:
            return timeout
        except GameEnded as end:
            return end.termination
        now = clock()
        move = answer(line, task, now - since, steps)
        if move.legal:
            steps.append(Step(move.guess, move.reply))
        player.send(move.reply.encode() + b"\n")
        since = now
        on_move(move)
        if move.legal and move.guess == task.word:
            return Termination.SOLVED
    return Termination.EXHAUSTED


def answer(line: bytes, task: Task, seconds: float, steps: Sequence[Step[str, str]] = ()) -> Move:
    """The move for a line after these steps. The reply to an illegal guess is all X.

    Such a guess is kept in printable characters, cut if it is long: safe in a terminal, a table and a file.
    """
    line = line.removesuffix(b"\r")
    guess = word_in_line(line, task.game.spelling)
    listed = len(guess) == len(task.word) and guess in task.game.words
    if listed and not why_illegal(task.game, guess, steps, task.game.letter_of(task.word)):
        return Move(guess, reply_for(guess, task.word), True, seconds)
    text = line[: 4 * _MAX_GUESS].decode("utf-8", "backslashreplace")
    readable = printable(text[:_MAX_GUESS])
    if len(text) > _MAX_GUESS:
        readable += "..."
    return Move(readable, ABSENT * len(task.word), False, seconds)


def word_in_line(line: bytes, spelling: Spelling) -> str:
    """The word that a line writes, empty if it is not UTF-8 or not written as in the list."""
    text = line.decode("utf-8", "replace")
    if text.isascii() and not spelling.groups:
        return text
    word = Spelling(False, spelling.groups).read(text)
    return word if spelling.write(word) == text else ""
