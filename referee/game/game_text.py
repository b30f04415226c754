"""A recorded game as text for people: a line for each move, one for the end, and lines of standard error."""

import re

from lingo_common.cli.tiles import tiles
from lingo_common.errors import printable
from referee.contest.termination import Termination
from referee.game.record import GameRecord, Move
from referee.game.working_directory import JOB_PREFIX
from referee.runner.view import RUNNER_PREFIX
from wordlists.spelling import Spelling

_CHARACTER = r"[\w.+~@%/-]"
"""A character in the path of a directory for temporary files."""
_IN_WORKING_DIRECTORY = re.compile(
    # A path begins only where there is no character of a path before it. So the time grows with the length of the line
    # and not with its square: a player may write a line of a million slashes. Possessive quantifiers would do that too,
    # but those of Python before 3.11.5 do not go with a lookahead (https://github.com/python/cpython/issues/100061).
    rf"(?<!{_CHARACTER})(?=/){_CHARACTER}*?/{RUNNER_PREFIX}\w+/{JOB_PREFIX}\w+/\w+/"
)
"""The beginning of a path in the working directory of a game, such as /tmp/lingo-job-x1/job-x2/x3/."""


def move_line(move: Move, attempt: int, coloured: bool, spelling: Spelling) -> str:
    """Return one line for a move as it is recorded: attempt, guess, reply, time."""
    # A record that was edited may have characters that steer a terminal. They are escaped, and there are no tiles then.
    guess = printable(spelling.write(move.guess))
    reply = printable(move.reply)
    if coloured and move.legal and guess.isalpha():
        # A reply has one mark for a group. So tiles are made for the letters, and groups are spelled out in the tiles.
        guess = spelling.write(tiles(move.guess, reply))

    remark = "" if move.legal else "  illegal"
    return f"{attempt}  {guess}  {reply}  {move.seconds:.3f} s{remark}"


def end_line(record: GameRecord) -> str:
    """Return one line for the end of a game: termination, points and time."""
    ended = str(record.termination)
    if record.termination is Termination.SOLVED:
        ended = f"solved at attempt {record.attempts}"
    elif record.signal or record.exit_status:
        ended += f" {exit_text(record.exit_status, record.signal)}"
    return f"{ended}: {record.points} points, {record.seconds:.3f} s"


def error_line(line: str) -> str:
    """Return a line of a player's standard error with its tabs; other control characters are written as escapes.

    A file in the working directory of a game has the name that its author knows it by.
    """
    line_of_author = _IN_WORKING_DIRECTORY.sub("", line)
    fields = line_of_author.split("\t")
    return "\t".join(map(printable, fields))


def exit_text(exit_status: int | None, signal: str | None) -> str:
    """Return how a process ended, such as 'by SIGKILL' or 'with exit status 3'; it has ended by one or the other.

    In a sandbox it may be 'with exit status 137 or SIGKILL', because both look alike.
    """
    if exit_status is None:
        return f"by {signal}"
    text = f"with exit status {exit_status}"
    return f"{text} or {signal}" if signal else text
