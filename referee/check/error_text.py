"""What a player wrote on standard error: the line that names its error, an excerpt, and quotations safe to print."""

import re
from collections.abc import Iterable

from lingo_common.errors import printable
from referee.contest.termination import PLAYED_OUT
from referee.game.game_text import error_line
from referee.game.record import GameRecord

_MAX_QUOTATION = 60
"""Characters of a guess that are quoted."""
_MAX_ERROR_LINE = 400
"""Characters of a line of standard error that are quoted: room for a path and what is wrong with it."""
_FIRST_LINES = 8
_LAST_LINES = 4
"""The lines of an excerpt of standard error: an interpreter names the cause in the first or in the last ones."""
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


def quote(text: str | bytes, most: int = _MAX_QUOTATION) -> str:
    """Return the text in quotation marks, in printable characters and cut where it is long: safe in any terminal."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "backslashreplace")

    if len(text) > most:
        text = f"{text[:most]}..."
    return f"'{printable(text)}'"


def _lines_of(record: GameRecord) -> list[str]:
    """Return the lines of standard error that are not blank."""
    return [line for line in record.stderr.splitlines() if line.strip()]


def last_words(record: GameRecord) -> str:
    """Return the end of a sentence about the game that quotes standard error; empty if nothing was written there.

    It is `; its standard error ends with 'KeyError: 7'`, with the last line that may name the error.
    """
    lines = _lines_of(record)
    if not lines:
        return ""

    telling_lines = [line for line in lines if not _AFTER_THE_ERROR.match(line)] or lines
    return _quoted_end(telling_lines[-1])


def error_excerpt(record: GameRecord, sentences: Iterable[str] = ()) -> list[str]:
    """Return the first and the last lines of a failed game's standard error; nothing for a game that was played out.

    It is empty for a single line, which last_words quotes. sentences: what is said of the game beside the excerpt; if
    one of them quotes the last line, the excerpt ends before that line.
    """
    lines = _lines_of(record)
    if record.termination in PLAYED_OUT or len(lines) < 2:
        return []

    excerpt = lines
    if len(lines) > _FIRST_LINES + _LAST_LINES:
        excerpt = [*lines[:_FIRST_LINES], "…", *lines[-_LAST_LINES:]]

    last = _quoted_end(lines[-1])
    is_quoted = any(last in sentence for sentence in sentences)
    return excerpt[:-1] if is_quoted else excerpt


def _quoted_end(line: str) -> str:
    """Return the end of a sentence that quotes that line.

    error_line escapes control characters, and gives files in the game's directory the names that their author knows.
    """
    return f"; its standard error ends with {quote(error_line(line.strip()), _MAX_ERROR_LINE)}"
