"""Text for a terminal: whether to use colours, the width, coloured tiles, wrapped lists of words.

Colour never carries information alone: the marks follow every row of tiles.
"""

import os
import shutil
import textwrap
from collections.abc import Iterable, Sequence
from typing import IO, Any

from codebreaker.reply import ABSENT, PLACED, PRESENT

_COLOURS = {PLACED: "30;42", PRESENT: "30;43", ABSENT: "97;100"}
"""ANSI colour codes (Select Graphic Rendition): black on green, black on yellow, white on grey."""
_RESET = "\x1b[0m"
_NARROWEST = 20


def interactive(*streams: IO[Any] | None) -> bool:
    """Whether all of these streams are open terminals."""
    return all(stream is not None and not stream.closed and stream.isatty() for stream in streams)


def coloured(stream: IO[Any] | None) -> bool:
    """Whether to write colours there: not with NO_COLOR, always with FORCE_COLOR, else to a terminal that has them."""
    if stream is None or os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return interactive(stream) and os.environ.get("TERM", "dumb") != "dumb"


def width() -> int:
    """Columns of the terminal: COLUMNS if it is set, else the terminal's own width, else 80; at least 20."""
    return max(_NARROWEST, shutil.get_terminal_size().columns)


def tiles(guess: Sequence[str], reply: str, wide: bool = True) -> str:
    """The letters of a guess as coloured tiles, three columns wide or one."""
    pad = " " * wide
    each = (f"\x1b[{_COLOURS[mark]}m{pad}{letter}{pad}" for letter, mark in zip(guess, reply, strict=True))
    return "".join(each) + _RESET


def painted(text: str, mark: str) -> str:
    """The text with the background colour of that mark."""
    return f"\x1b[{_COLOURS[mark]}m{text}{_RESET}"


def answered(guess: Sequence[str], reply: str, in_colour: bool) -> str:
    """The letters of a guess and its reply on one line: tiles or letters, then the marks."""
    return f"{tiles(guess, reply) if in_colour else ''.join(guess)}  {reply}"


def wrapped(text: str, columns: int, indent: str = "") -> list[str]:
    """The text as lines of at most that many columns, later lines indented; words are never broken."""
    return textwrap.wrap(text, columns, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def listed(words: Iterable[str], total: int, columns: int, lines: int | None, more: str = "") -> list[str]:
    """Words side by side on at most that many lines (None: no limit), then the number of words left out."""
    shown: list[str] = []
    rows: list[str] = []
    row = ""
    for word in words:
        if row and len(row) + 1 + len(word) > columns:
            rows.append(row)
            row = ""
            if lines is not None and len(rows) == lines:
                break
        row = f"{row} {word}" if row else word
        shown.append(word)
    if row:
        rows.append(row)
    left = total - len(shown)
    return [*rows, *wrapped(f"and {left:,} more{more}", columns)] if left else rows
