"""The dialogue of one game over two streams: write a guess, read the reply, until the game is over."""

from __future__ import annotations

import sys

from lingo_common.errors import DataError, count_text, excerpt, say
from wordlists.reply import MARKS, winning_reply

TYPE_CHECKING = False  # importing typing would double the launch time; type checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

    from wordlists.guesser import Guesser
    from wordlists.word_game import WordGame

_TYPED_MARKS = frozenset("gyb.-x")
"""What people type for marks, but no contest sends."""


def play_over_streams(
    player: Guesser,
    length: int,
    attempts: int,
    source: BinaryIO,
    sink: BinaryIO,
    first_is_written: bool = False,
    explain: Callable[[str], object] | None = None,
) -> None:
    """Play one game over two byte streams until a win, the last attempt, or the end of the input.

    player: a BookPlayer, a LivePlayer or a lingo_bot.Player. first_is_written: whether lingo_bot.__main__ has written
    its first guess already, so that it is not late. explain(guess) is called when a guess has been sent. Raises
    DataError for a line that is not a reply, or a reply that no word fits.
    """
    for attempt in range(1, attempts + 1):
        guess = player.guess()
        if attempt > 1 or not first_is_written:
            sink.write(f"{guess}\n".encode())
            sink.flush()

        if explain:
            explain(guess)

        line = source.readline()
        if not line:
            return

        reply = checked_reply(line, length)
        if reply == winning_reply(length):
            return

        # No guess follows the last reply, so it is not heard.
        if attempt < attempts:
            player.hear(reply)


def checked_reply(line: bytes, length: int) -> str:
    """The reply in a line of input; DataError if the line is not a reply of that length."""
    reply = line.decode("ascii", "replace").strip()
    if len(reply) == length and set(reply) <= set(MARKS):
        return reply

    message = f"not a reply of {count_text(length, 'mark')} O, ? or X: {excerpt(reply)!a}"
    typed = reply.lower()
    is_from_a_person = typed in ("help", "?") or (len(typed) == length and set(typed) <= _TYPED_MARKS)
    if is_from_a_person:
        message += f"; for a person there is lingo-bot {length} --assist"

    raise DataError(message)


def no_word_fits(guess: str, reply: str, is_first: bool) -> DataError:
    """The error for a reply that no candidate gives; is_first: whether it is the first reply of the game."""
    earlier = "" if is_first else " and the replies before it"
    return DataError(f"no word of the list fits the reply {reply} to {guess}{earlier}")


def play_here(
    player: Guesser,
    word_game: WordGame,
    first_is_written: bool = False,
    explain: Callable[[str], object] | None = None,
) -> None:
    """Play over standard input and output; DataError if one of them is closed.

    On a terminal one line on standard error says that this is a contest's protocol.
    """
    check_streams()
    length = word_game.length
    if sys.stdin.isatty() and sys.stdout.isatty():
        protocol = "this is the protocol of a contest (see referee --help)"
        say("lingo-bot", f"{protocol}; for a person: lingo-bot {length} --assist")
    source = sys.stdin.buffer
    sink = sys.stdout.buffer
    play_over_streams(player, length, word_game.attempts, source, sink, first_is_written, explain)


def check_streams() -> None:
    """Raise DataError if standard input or output is closed."""
    if sys.stdin is None or sys.stdout is None:
        raise DataError("standard input and standard output must be open")
