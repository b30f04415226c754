"""A game shown live, move by move: coloured tiles in a terminal, marks elsewhere."""

from codebreaker.reply import ABSENT, PLACED, PRESENT
from referee.record import GameRecord, Move, Termination

_COLOURS = {PLACED: "30;42", PRESENT: "30;43", ABSENT: "97;100"}
"""Select Graphic Rendition codes: black on green, black on yellow, white on grey."""
_RESET = "\x1b[0m"


def shown(move: Move, attempt: int, coloured: bool) -> str:
    """One line for a move: attempt, guess, reply, time."""
    guess = _tiles(move.guess, move.reply) if coloured and move.legal else move.guess
    remark = "" if move.legal else "  not in the word list"
    return f"{attempt}  {guess}  {move.reply}  {move.seconds:.3f} s{remark}"


def summed_up(record: GameRecord) -> str:
    """One line for the end of a game: how it ended and what it won."""
    ended = record.termination.value
    if record.termination is Termination.SOLVED:
        ended = f"solved at attempt {record.attempts}"
    elif record.signal:
        ended += f" by {record.signal}"
    elif record.exit_status:
        ended += f" with exit status {record.exit_status}"
    return f"{ended}: {record.points} points, {record.seconds:.3f} s"


def _tiles(guess: str, reply: str) -> str:
    tiles = (f"\x1b[{_COLOURS[mark]}m {letter} " for letter, mark in zip(guess, reply, strict=True))
    return "".join(tiles) + _RESET
