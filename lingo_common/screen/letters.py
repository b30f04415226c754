"""The best mark of each letter, and replies as squares: shared by every view of a game."""

import unicodedata
from collections.abc import Iterable, Sequence

from codebreaker.reply import ABSENT, PLACED, PRESENT

KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
"""The rows of a keyboard for the letters a-z."""
_LONGEST_ROW = 13
"""Keys of a row beside those of KEYS."""
SQUARES = {PLACED: "\N{LARGE GREEN SQUARE}", PRESENT: "\N{LARGE YELLOW SQUARE}", ABSENT: "\N{WHITE LARGE SQUARE}"}
"""The square that people share for each mark."""
_RANK = {ABSENT: 0, PRESENT: 1, PLACED: 2}


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
