"""The dialogue of a game over any transport: a process, a person, or a script in a test."""

import time
from collections.abc import Callable, Sequence
from typing import Protocol

from lingo_common.errors import printable
from referee.contest.limits import Limits
from referee.contest.termination import Termination
from referee.game.record import Move
from wordlists.reply import ABSENT, reply_for
from wordlists.rules import why_illegal
from wordlists.spelling import Spelling
from wordlists.step import WordStep
from wordlists.word_game import WordGame

_MAX_GUESS = 80
"""Characters of a guess that the record keeps; every word is much shorter."""


class GameEnded(Exception):
    """Raised by a transport when no further guess can come; says how the game ended."""

    def __init__(self, termination: Termination) -> None:
        super().__init__(termination)
        self.termination = termination


class Transport(Protocol):
    """How lines travel to a player and back."""

    def receive(self, until: float) -> bytes:
        """Return the next line without its newline; TimeoutError at the time `until`, GameEnded if none can come."""

    def send(self, line: bytes) -> None:
        """Send a line with its newline; it is no error if the player no longer reads."""


def hold_dialogue(
    player: Transport,
    word: str,
    word_game: WordGame,
    limits: Limits,
    on_move: Callable[[Move], None],
    started: float,
) -> tuple[Termination, list[Move]]:
    """Play the game of a word with the player; return how it ended, and its moves.

    on_move: called with every move once the reply is sent. started: when the player was launched, on the monotonic
    clock.
    """
    moves: list[Move] = []
    end_of_game = started + limits.game
    # When the player was launched, or was sent its last reply: the time of a move begins there.
    waiting_since = started
    legal_steps: list[WordStep] = []
    for attempt in range(word_game.attempts):
        if attempt == 0:
            until = waiting_since + limits.startup
            timeout = Termination.STARTUP_TIMEOUT
        else:
            until = waiting_since + limits.move
            timeout = Termination.MOVE_TIMEOUT

        if until > end_of_game:
            until = end_of_game
            timeout = Termination.GAME_TIMEOUT

        try:
            line = player.receive(until)
        except TimeoutError:
            return timeout, moves
        except GameEnded as end:
            return end.termination, moves

        seconds = time.monotonic() - waiting_since
        move = answer(line, word, word_game, seconds, legal_steps)
        moves.append(move)
        if move.legal:
            legal_steps.append(WordStep(move.guess, move.reply))

        # The time of the next move begins after the referee's own work, and before the reply is sent: a player that is
        # a Python object thinks while `send` gives it the reply.
        waiting_since = time.monotonic()
        player.send(move.reply.encode() + b"\n")
        on_move(move)
        if move.legal and move.guess == word:
            return Termination.SOLVED, moves

    return Termination.EXHAUSTED, moves


def answer(line: bytes, word: str, word_game: WordGame, seconds: float, legal_steps: Sequence[WordStep] = ()) -> Move:
    """Return the move that a player's line makes after these steps, with the reply to it.

    seconds: the time that the move took. The reply to an illegal guess is all X. Such a guess is kept in printable
    characters, cut if it is long, so that it is safe in a terminal, a table and a file.
    """
    line = line.removesuffix(b"\r")
    guess = word_in_line(line, word_game.spelling)
    is_listed = guess in word_game.words
    # why_illegal knows the rules of the game, and not its words. The letter is the first one, if the game shows it.
    if is_listed and not why_illegal(word_game, guess, legal_steps, word_game.letter_of(word)):
        return Move(guess, reply_for(guess, word), True, seconds)

    # A character takes four bytes at most in UTF-8. One character more than is kept tells that the guess is cut.
    text = line[: 4 * (_MAX_GUESS + 1)].decode("utf-8", "backslashreplace")
    readable = printable(text[:_MAX_GUESS])
    if len(text) > _MAX_GUESS:
        readable += "..."

    return Move(readable, ABSENT * len(word), False, seconds)


def word_in_line(line: bytes, spelling: Spelling) -> str:
    """Return the word that a line writes. A line that is not written as the list is gives a text that no list has.

    With `ij` as one letter, the line `kijk` writes the word `kĳk`. The result is empty for `KIJK`, and for a line that
    is not UTF-8. A player must use the letters of the list: if it is folded and has `ete`, the line `été` stays `été`.
    """
    try:
        text = line.decode()
    except UnicodeDecodeError:
        return ""

    if text.isascii() and not spelling.groups:
        return text

    # Groups alone are read: the spelling of a folded list would read `été` as `ete`, and that of a German one `ä` as
    # `ae`.
    groups_alone = Spelling(groups=spelling.groups)
    word = groups_alone.read(text)
    # Capitals and other forms of a character are read too. The list has only the form that `write` returns.
    return word if spelling.write(word) == text else ""
