"""The letters of a game on a terminal: guesses as coloured tiles, replies as squares, a keyboard.

Colour never carries information alone: the marks follow every row of tiles.
"""

import math
import unicodedata
from collections.abc import Iterable, Sequence

from wordlists.reply import ABSENT, MARKS, PLACED, PRESENT

_COLOURS = {PLACED: "30;42", PRESENT: "30;43", ABSENT: "97;100"}
"""ANSI colour codes (Select Graphic Rendition): black on green, black on yellow, white on grey."""
_RESET = "\x1b[0m"
KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
"""The rows of the usual keyboard for the letters a-z."""
_LONGEST_ROW = 13
"""The most keys in a row of letters that the layout lacks, on a terminal: 39 columns, at three for a key."""
SQUARES = {PLACED: "\N{LARGE GREEN SQUARE}", PRESENT: "\N{LARGE YELLOW SQUARE}", ABSENT: "\N{WHITE LARGE SQUARE}"}
"""The square that people share for each mark."""


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


def known_letters(steps: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The best mark that each tried letter has got; a step is (guess, reply).

    For ("eerie", "?XXXX") and ("dozes", "XXXOX") the mark of e is `O`.
    """
    marks: dict[str, str] = {}
    for guess, reply in steps:
        # An illegal guess may have more letters than its reply has marks, or fewer.
        for letter, mark in zip(guess, reply, strict=False):
            # MARKS begins with the worst.
            marks[letter] = max(marks.get(letter, ABSENT), mark, key=MARKS.index)

    return marks


def alphabet(words: Iterable[str]) -> str:
    """The letters of the words in alphabetical order, é beside e."""
    return _sort_letters(set().union(*words))


def keys_for(letters: Iterable[str], layout: Sequence[str] = KEYS, longest_row: int = _LONGEST_ROW) -> tuple[str, ...]:
    """The rows of a keyboard for these letters: those of the layout in their places, then the others by the alphabet.

    longest_row: the most keys in a row of the others. keys_for("aezñ", ("azertyuiop",)) is ("aze", "ñ").
    """
    wanted_letters = set(letters)
    rows = []
    for keys in layout:
        rows.append("".join(letter for letter in keys if letter in wanted_letters))

    other_letters = _sort_letters(wanted_letters.difference(*layout))
    if other_letters:
        # 27 letters make three rows of 9, not two of 13 and one of 1.
        count = math.ceil(len(other_letters) / longest_row)
        length = math.ceil(len(other_letters) / count)
        rows += [other_letters[start : start + length] for start in range(0, len(other_letters), length)]

    return tuple(row for row in rows if row)


def _sort_letters(letters: Iterable[str]) -> str:
    """The letters in the order of their base letters: é before f, ё before ж, ĳ before j."""
    return "".join(sorted(letters, key=lambda letter: (unicodedata.normalize("NFKD", letter), letter)))


def squares(replies: Sequence[str]) -> list[str]:
    """Each reply as a row of squares, without the words."""
    square_of_mark = str.maketrans(SQUARES)
    return [reply.translate(square_of_mark) for reply in replies]
