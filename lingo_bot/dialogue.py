"""The dialogue of one game: a guess out, a reply in, until the word is found or the attempts are used up."""

from __future__ import annotations

import sys

from codebreaker.reply import MARKS, winning_reply
from lingo_common.errors import DataError

TYPE_CHECKING = False  # typing itself takes as long to load as the whole interpreter; type checkers know the name
if TYPE_CHECKING:
    from typing import Protocol

    class Source(Protocol):
        """Where replies come from: a binary stream, or what stands for one."""

        def readline(self) -> bytes:
            """The next line with its end; nothing at the end of the input."""
            ...

    class Sink(Protocol):
        """Where guesses go."""

        def write(self, line: bytes, /) -> object:
            """Take a line."""
            ...

        def flush(self) -> object:
            """Send it off."""
            ...

    class Player(Protocol):
        """Somebody who guesses and is told the reply to each guess."""

        def guess(self) -> str:
            """The next guess."""
            ...

        def hear(self, reply: str) -> None:
            """Take in the reply to the last guess; DataError where no word can have given it."""
            ...


def play(player: Player, length: int, attempts: int, source: Source, sink: Sink) -> None:
    """Play one game over two byte streams; returns after a win, the last attempt, or the end of input.

    Raises DataError for a reply that cannot be.
    """
    for attempt in range(1, attempts + 1):
        sink.write(f"{player.guess()}\n".encode())
        sink.flush()
        line = source.readline()
        if not line:
            return
        reply = checked_reply(line, length)
        if reply == winning_reply(length):
            return
        if attempt < attempts:
            player.hear(reply)


def checked_reply(line: bytes, length: int) -> str:
    """The reply in a line of input; DataError where it is no reply to a guess of that length."""
    reply = line.decode("ascii", "replace").strip()
    if len(reply) != length or set(reply) - set(MARKS):
        shown = ascii(reply if len(reply) <= 40 else reply[:40] + "...")
        raise DataError(f"not a reply of {length} marks O, ? or X: {shown}")
    return reply


def contradiction(guess: str, reply: str) -> DataError:
    """The error for a reply that no remaining word gives."""
    return DataError(f"no word of the list fits the reply {reply} to {guess} and the replies before it")


def play_here(player: Player, length: int, attempts: int) -> None:
    """Play over this process's standard input and output; DataError where one of them is closed."""
    check_streams()
    play(player, length, attempts, sys.stdin.buffer, sys.stdout.buffer)


def check_streams() -> None:
    """DataError where this process's standard input or output is closed."""
    if sys.stdin is None or sys.stdout is None:
        raise DataError("standard input and standard output must be open")
