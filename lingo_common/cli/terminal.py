"""Text for a person at a terminal: its width and colours, wrapped lists of words, tables."""

import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import IO, Any
from unicodedata import combining, east_asian_width

_NARROWEST = 20
"""Columns below which text is not fitted to a terminal."""
_LOWEST = 10
"""Lines below which text is not fitted to a terminal."""
GAP = "  "
"""Between the columns of a table."""
_FILLER = "\1"
"""Stands for the second column of a wide character; a control character, which is in no text for people."""
_TWO_COLUMNS = ("W", "F")
"""Unicode's classes of wide and of fullwidth characters, as unicodedata names them."""


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


def wrap_text(text: str, columns: int, indent: str = "") -> list[str]:
    """The text as lines of at most that many columns, later lines indented; words are never broken."""
    # textwrap counts characters, so each wide one gets a filler for its second column.
    filled = "".join(character + _FILLER * (screen_width(character) - 1) for character in text)
    lines = textwrap.wrap(filled, columns, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return [line.replace(_FILLER, "") for line in lines]


def word_lines(words: Sequence[str], columns: int, lines: int | None, more: str = "") -> list[str]:
    """Words side by side on at most that many lines (None: no limit), then the number of words left out.

    more: how to see the words left out, which follows their number.
    """
    rows = wrap_text(" ".join(words), columns)[:lines]
    count = sum(len(row.split()) for row in rows)
    if count < len(words):
        rows += wrap_text(f"and {len(words) - count:,} more{more}", columns)
    return rows


def table_columns() -> int | None:
    """The columns for a table on standard output; None, which is no limit, where no terminal shows it."""
    return width() if interactive(sys.stdout) else None


def output_lines(text: str, indent: str = "") -> list[str]:
    """The text as lines for standard output: wrapped to the terminal, later lines indented; one line elsewhere.

    A program that reads the output gets whole sentences.
    """
    columns = table_columns()
    if columns is None:
        return [text]
    # An empty text is an empty line.
    return wrap_text(text, columns, indent) or [""]


def screen_width(text: str) -> int:
    """The columns that a text takes on a terminal: two for a wide letter, none for a combining mark."""
    if text.isascii():
        return len(text)
    columns = 0
    for character in text:
        if combining(character):
            continue
        columns += 2 if east_asian_width(character) in _TWO_COLUMNS else 1
    return columns


def table_lines(rows: Sequence[Sequence[str]], columns: int | None = None) -> list[str]:
    """The lines of a table, its first column to the left and the others to the right; the first row is its header.

    columns: the widest line, None for no limit. The columns that have no room beside the first follow below, in another
    table that begins with the first column again. A cell is never broken.
    """
    widths = [max(map(screen_width, column)) for column in zip(*rows, strict=True)]

    # The indices of the columns that stand beside the first in each table: as many as fit, but at least one, though it
    # may be too wide.
    tables: list[list[int]] = [[]]
    width_of_table = widths[0]
    for column in range(1, len(widths)):
        width_of_table += len(GAP) + widths[column]
        is_too_wide = columns is not None and width_of_table > columns
        if is_too_wide and tables[-1]:
            tables.append([])
            width_of_table = widths[0] + len(GAP) + widths[column]
        tables[-1].append(column)

    lines: list[str] = []
    for table in tables:
        if lines:
            lines.append("")
        for row in rows:
            cells = [row[0] + blanks(row[0], widths[0])]
            for column in table:
                cell = row[column]
                cells.append(blanks(cell, widths[column]) + cell)
            lines.append(GAP.join(cells).rstrip())

    return lines


def blanks(text: str, width: int) -> str:
    """The blanks that make the text as wide as that many columns of a terminal."""
    return " " * (width - screen_width(text))


def join_cells(cells: Iterable[str], columns: int | None) -> str:
    """The cells in one line; a cell without room begins another line.

    Cells begin with the blanks that separate them. `a`, ` bb` and ` ccc` are `a bb` and, with 5 columns, ` ccc` below.
    """
    lines = [""]
    for cell in cells:
        longer = lines[-1] + cell
        has_no_room = columns is not None and screen_width(longer.rstrip()) > columns
        if has_no_room and lines[-1]:
            lines.append(cell)
        else:
            lines[-1] = longer

    return "\n".join(map(str.rstrip, lines))
