"""Text for a person at a terminal: colours and width, tiles, marks of letters, wrapped lists of words, tables.

Colour never carries information alone: the marks follow every row of tiles.
"""

import os
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from typing import IO, Any

from wordlists.reply import ABSENT, PLACED, PRESENT

_COLOURS = {PLACED: "30;42", PRESENT: "30;43", ABSENT: "97;100"}
"""ANSI colour codes (Select Graphic Rendition): black on green, black on yellow, white on grey."""
_RESET = "\x1b[0m"
GAP = "  "
KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
"""The rows of a keyboard for the letters a-z."""
_LONGEST_ROW = 13
"""Keys of a row beside those of KEYS."""
SQUARES = {PLACED: "\N{LARGE GREEN SQUARE}", PRESENT: "\N{LARGE YELLOW SQUARE}", ABSENT: "\N{WHITE LARGE SQUARE}"}
"""The square that people share for each mark."""
_RANK = {ABSENT: 0, PRESENT: 1, PLACED: 2}


def interactive(*streams: IO[Any] | None) -> bool:
    """Whether all of these streams are open terminals."""
    return all(stream is not None and not stream.closed and stream.isatty() for stream in streams)


def use_colours(stream: IO[Any] | None) -> bool:
    """Whether to write colours there: not with NO_COLOR, always with FORCE_COLOR, else to a terminal that has them."""
    if stream is None or os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return interactive(stream) and os.environ.get("TERM", "dumb") != "dumb"


def width() -> int:
    """Columns of the terminal: COLUMNS if it is set, else the terminal's own width, else 80; at least 20."""
    return max(20, shutil.get_terminal_size().columns)


def tiles(guess: Sequence[str], reply: str, wide: bool = True) -> str:
    """The letters of a guess as coloured tiles, three columns wide or one."""
    pad = " " * wide
    letters = (f"\x1b[{_COLOURS[mark]}m{pad}{letter}{pad}" for letter, mark in zip(guess, reply, strict=True))
    return "".join(letters) + _RESET


def paint(text: str, mark: str) -> str:
    """The text with the background colour of that mark."""
    return f"\x1b[{_COLOURS[mark]}m{text}{_RESET}"


def guess_line(guess: Sequence[str], reply: str, in_colour: bool) -> str:
    """The letters of a guess and its reply on one line: tiles or letters, then the marks."""
    return f"{tiles(guess, reply) if in_colour else ''.join(guess)}  {reply}"


def wrap_text(text: str, columns: int, indent: str = "") -> list[str]:
    """The text as lines of at most that many columns, later lines indented; words are never broken."""
    return textwrap.wrap(text, columns, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def word_lines(words: Iterable[str], total: int, columns: int, lines: int | None, more: str = "") -> list[str]:
    """Words side by side on at most that many lines (None: no limit), then the number of words left out."""
    rows: list[str] = []
    count, row = 0, ""
    for word in words:
        if row and len(row) + 1 + len(word) > columns:
            rows.append(row)
            row = ""
            if lines is not None and len(rows) == lines:
                break
        row = f"{row} {word}" if row else word
        count += 1
    rows += [row] if row else []
    return [*rows, *wrap_text(f"and {total - count:,} more{more}", columns)] if total > count else rows


def table_columns() -> int | None:
    """The columns for a table on standard output; None, which is no limit, where no terminal shows it."""
    return width() if interactive(sys.stdout) else None


def table_lines(rows: Sequence[Sequence[str]], columns: int | None = None) -> list[str]:
    """The lines of a table, its first column to the left and the others to the right; the first row is its header.

    columns: the widest line. What has no room beside the first column follows below, with that column again; a cell is
    never broken.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines: list[str] = []
    start = 1
    while not lines or start < len(widths):
        end = start + 1
        while end < len(widths) and (
            columns is None or widths[0] + sum(len(GAP) + width for width in widths[start : end + 1]) <= columns
        ):
            end += 1
        lines += [""] if lines else []
        for first, *cells in rows:
            figures = (cells[at - 1].rjust(widths[at]) for at in range(start, min(end, len(widths))))
            lines.append(GAP.join([first.ljust(widths[0]), *figures]).rstrip())
        start = end
    return lines


def join_parts(parts: Iterable[tuple[str, str]], columns: int | None, indent: int) -> str:
    """The parts in one line, each after its separator; a part without room begins another line, with that indent.

    parts: (separator, text). The first separator is not written.
    """
    lines: list[str] = []
    for separator, text in parts:
        longer = f"{lines[-1]}{separator}{text}" if lines else text
        if not lines or (columns is not None and len(longer.rstrip()) > columns):
            lines.append(" " * indent * bool(lines) + text)
        else:
            lines[-1] = longer
    return "\n".join(line.rstrip() for line in lines)


def known_letters(steps: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The best mark that each tried letter has got; a step is (guess, reply)."""
    marks: dict[str, str] = {}
    for guess, reply in steps:
        for letter, mark in zip(guess, reply, strict=False):
            if _RANK[mark] >= _RANK[marks.get(letter, ABSENT)]:
                marks[letter] = mark
    return marks


def alphabet(words: Iterable[str]) -> str:
    """The letters of the words in alphabetical order, é beside e."""
    return _sort_letters(set().union(*words))


def keys_for(letters: Iterable[str]) -> tuple[str, ...]:
    """The rows of a keyboard for these letters: those of KEYS in their places, then the others in order."""
    wanted_letters = set(letters)
    other_letters = _sort_letters(wanted_letters.difference(*KEYS))
    rows = ["".join(letter for letter in row if letter in wanted_letters) for row in KEYS]
    width = -(-len(other_letters) // max(1, -(-len(other_letters) // _LONGEST_ROW)))  # rows of equal lengths
    rows += [other_letters[start : start + width] for start in range(0, len(other_letters), max(1, width))]
    return tuple(filter(None, rows))


def _sort_letters(letters: Iterable[str]) -> str:
    """The letters in the order of their base letters: é before f, ё before ж, ĳ before j."""
    return "".join(sorted(letters, key=lambda letter: unicodedata.normalize("NFKD", letter)))


def squares(replies: Sequence[str]) -> list[str]:
    """Each reply as a row of squares, without the words."""
    return ["".join(SQUARES[mark] for mark in reply) for reply in replies]
