"""What a player wrote on standard error: the line that names its error, and quotations safe to print."""

import re

from lingo_common.errors import printable
from referee.game.game_text import error_line
from referee.game.record import GameRecord

_MAX_QUOTATION = 60
"""Characters of a guess that are quoted."""
_MAX_ERROR_LINE = 400
"""Characters of a line of standard error that are quoted: room for a path and what is wrong with it."""
_AFTER_THE_ERROR = re.compile(
    "|".join(
        (
            r"\s+(at |\.\.\. \d+ more)",  # the stack of Java and Node.js
            r"Node\.js v|\}$|  (errno|code|syscall|path|requireStack): |Require stack:|- /",  # Node.js: fields
            r"note: ",  # Rust: how to see the stack
            r"BEGIN failed--|Execution of .* aborted due to compilation errors",  # Perl
            r"\[\.\.\. \d+ bytes left out",  # the referee, in place of the middle of a long stack
        )
    )
)
"""The beginnings of lines that come after the line which names an error."""


def quote(text: str, most: int = _MAX_QUOTATION) -> str:
    """Return the text in quotation marks, in printable characters and cut where it is long: safe in any terminal."""
    if len(text) > most:
        text = f"{text[:most]}..."
    return f"'{printable(text)}'"


def last_words(record: GameRecord) -> str:
    """Return the end of a sentence about the game that quotes standard error; empty if nothing was written there.

    It is `; its standard error ends with 'KeyError: 7'`, with the last line that may name the error.
    """
    lines = [line for line in record.stderr.splitlines() if line.strip()]
    if not lines:
        return ""

    telling_lines = [line for line in lines if not _AFTER_THE_ERROR.match(line)] or lines
    # error_line escapes control characters, and gives files in the game's directory the names that their author knows.
    line = error_line(telling_lines[-1].strip())
    return f"; its standard error ends with {quote(line, _MAX_ERROR_LINE)}"
