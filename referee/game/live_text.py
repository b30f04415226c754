"""The text of a game that is shown live: one line for each move and one for the end."""

from lingo_common.errors import printable
from lingo_common.screen.terminal import tiles
from referee.contest.termination import Termination
from referee.game.record import GameRecord, Move
from referee.runner.bubblewrap import GAME
from wordlists.spelling import PLAIN, Spelling


def move_line(move: Move, attempt: int, coloured: bool, spelling: Spelling = PLAIN) -> str:
    """One line for a move as it is recorded: attempt, guess, reply, time."""
    guess = tiles(move.guess, move.reply) if coloured and move.legal else move.guess
    remark = "" if move.legal else "  illegal"
    return spelling.write(f"{attempt}  {guess}  {move.reply}  {move.seconds:.3f} s{remark}")


def end_line(record: GameRecord) -> str:
    """One line for the end of a game: termination, points and time."""
    ended = record.termination.value
    if record.termination is Termination.SOLVED:
        ended = f"solved at attempt {record.attempts}"
    elif record.signal or record.exit_status:
        ended += f" {exit_text(record)}"
    return f"{ended}: {record.points} points, {record.seconds:.3f} s"


def error_line(line: str) -> str:
    """A line of a player's standard error with its tabs; other control characters are written as escapes.

    A file in the game's directory of a sandbox has the name that its author knows it by.
    """
    return "\t".join(map(printable, line.replace(f"{GAME}/", "").split("\t")))


def exit_text(record: GameRecord) -> str:
    """How the process ended: 'by SIGKILL', 'with exit status 3', or 'with exit status 137 or SIGKILL' in a sandbox."""
    if record.exit_status is None:
        return f"by {record.signal}"
    return f"with exit status {record.exit_status}" + (f" or {record.signal}" if record.signal else "")
