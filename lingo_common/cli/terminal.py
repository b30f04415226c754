"""Text for a person at a terminal: colours and width, tiles, marks of letters, wrapped lists of words, tables.

Colour never carries information alone: the marks follow every row of tiles.
"""

import math
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
_NARROWEST = 20
"""Columns below which text is not fitted to a terminal."""
_LOWEST = 10
"""Lines below which text is not fitted to a terminal."""
GAP = "  "
"""Between the columns of a table."""
KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
"""The rows of a keyboard for the letters a-z."""
_LONGEST_ROW = 13
"""The most keys in a row of letters that are not in KEYS."""
SQUARES = {PLACED: "\N{LARGE GREEN SQUARE}", PRESENT: "\N{LARGE YELLOW SQUARE}", ABSENT: "\N{WHITE LARGE SQUARE}"}
"""The square that people share for each mark."""
_RANK = {ABSENT: 0, PRESENT: 1, PLACED: 2}
"""A mark replaces those of lower rank on a keyboard."""


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
    return max(_NARROWEST, shutil.get_terminal_size().columns)


def height() -> int:
    """Return the lines of the terminal: LINES if it is set, else the terminal's own height, else 24; at least 10."""
    return max(_LOWEST, shutil.get_terminal_size().lines)


def tiles(guess: Sequence[str], reply: str, wide: bool = True) -> str:
    """The letters of a guess as coloured tiles, three columns wide or one."""
    pad = " " if wide else ""
    letters = (f"\x1b[{_COLOURS[mark]}m{pad}{letter}{pad}" for letter, mark in zip(guess, reply, strict=True))
    return "".join(letters) + _RESET


def paint(text: str, mark: str) -> str:
    """The text with the background colour of that mark."""
    return f"\x1b[{_COLOURS[mark]}m{text}{_RESET}"


def guess_line(guess: Sequence[str], reply: str, in_colour: bool) -> str:
    """The letters of a guess and its reply on one line: tiles or letters, then the marks."""
    letters = tiles(guess, reply) if in_colour else "".join(guess)
    return f"{letters}  {reply}"


def wrap_text(text: str, columns: int, indent: str = "") -> list[str]:
    """The text as lines of at most that many columns, later lines indented; words are never broken."""
    return textwrap.wrap(text, columns, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def word_lines(words: Iterable[str], total: int, columns: int, lines: int | None, more: str = "") -> list[str]:
    """Words side by side on at most that many lines (None: no limit), then the number of words left out.

    total: the number of words. more: how to see the words left out, which follows their number.
    """
    rows: list[str] = []
    row = ""
    count = 0

    for word in words:
        has_room = not row or len(row) + 1 + len(word) <= columns
        if not has_room:
            rows.append(row)
            row = ""
            if lines is not None and len(rows) == lines:
                break

        row = f"{row} {word}" if row else word
        count += 1

    if row:
        rows.append(row)

    if total > count:
        rows += wrap_text(f"and {total - count:,} more{more}", columns)

    return rows


def table_columns() -> int | None:
    """The columns for a table on standard output; None, which is no limit, where no terminal shows it."""
    return width() if interactive(sys.stdout) else None


def table_lines(rows: Sequence[Sequence[str]], columns: int | None = None) -> list[str]:
    """The lines of a table, its first column to the left and the others to the right; the first row is its header.

    columns: the widest line, None for no limit. The columns that have no room beside the first follow below, in another
    table that begins with the first column again. A cell is never broken.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines: list[str] = []
    start = 1

    while not lines or start < len(widths):
        # The columns from start to end - 1 stand side by side; at least one, though it may be too wide.
        end = start + 1
        while end < len(widths):
            with_next = _width_of([widths[0], *widths[start : end + 1]])
            if columns is not None and with_next > columns:
                break
            end += 1

        if lines:
            lines.append("")

        for row in rows:
            cells = [row[0].ljust(widths[0])]
            for column in range(start, min(end, len(widths))):
                cells.append(row[column].rjust(widths[column]))
            lines.append(GAP.join(cells).rstrip())

        start = end

    return lines


def _width_of(widths: Sequence[int]) -> int:
    """The width of a line with columns of those widths and the gaps between them."""
    return sum(widths) + len(GAP) * (len(widths) - 1)


def join_parts(parts: Iterable[tuple[str, str]], columns: int | None, indent: int) -> str:
    """The parts in one line, each after its separator; a part without room begins another line, with that indent.

    parts: (separator, text). The first separator is not written. Parts `a`, `bb` and `ccc` with the separator `, `, 8
    columns and an indent of 2 are `a, bb` and, on the next line, `  ccc`.
    """
    lines: list[str] = []
    for separator, text in parts:
        if not lines:
            lines.append(text)
            continue

        longer = f"{lines[-1]}{separator}{text}"
        if columns is not None and len(longer.rstrip()) > columns:
            lines.append(" " * indent + text)
        else:
            lines[-1] = longer

    return "\n".join(line.rstrip() for line in lines)


def known_letters(steps: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The best mark that each tried letter has got; a step is (guess, reply).

    A guess without a reply, as an illegal one has none, tells nothing.
    """
    marks: dict[str, str] = {}
    for guess, reply in steps:
        for letter, mark in zip(guess, reply, strict=False):
            best = marks.get(letter, ABSENT)
            if _RANK[mark] >= _RANK[best]:
                marks[letter] = mark

    return marks


def alphabet(words: Iterable[str]) -> str:
    """The letters of the words in alphabetical order, é beside e."""
    return _sort_letters(set().union(*words))


def keys_for(letters: Iterable[str]) -> tuple[str, ...]:
    """The rows of a keyboard for these letters: those of KEYS in their places, then the others in order."""
    wanted_letters = set(letters)
    rows = []
    for keys in KEYS:
        rows.append("".join(letter for letter in keys if letter in wanted_letters))

    other_letters = _sort_letters(wanted_letters.difference(*KEYS))
    if other_letters:
        # 27 letters make three rows of 9, not two of 13 and one of 1.
        count = math.ceil(len(other_letters) / _LONGEST_ROW)
        length = math.ceil(len(other_letters) / count)
        rows += [other_letters[start : start + length] for start in range(0, len(other_letters), length)]

    return tuple(row for row in rows if row)


def _sort_letters(letters: Iterable[str]) -> str:
    """The letters in the order of their base letters: é before f, ё before ж, ĳ before j."""
    return "".join(sorted(letters, key=lambda letter: unicodedata.normalize("NFKD", letter)))


def squares(replies: Sequence[str]) -> list[str]:
    """Each reply as a row of squares, without the words."""
    rows = []
    for reply in replies:
        rows.append("".join(SQUARES[mark] for mark in reply))
    return rows
