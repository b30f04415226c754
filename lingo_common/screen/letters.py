"""What replies tell of single letters, and replies as squares: shared by every view of a game."""

from collections.abc import Iterable, Sequence

from codebreaker.reply import ABSENT, PLACED, PRESENT

KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
"""The rows of a keyboard for the letters a-z."""
SQUARES = {PLACED: "\N{LARGE GREEN SQUARE}", PRESENT: "\N{LARGE YELLOW SQUARE}", ABSENT: "\N{WHITE LARGE SQUARE}"}
"""The square that people share for each mark."""
_RANK = {ABSENT: 0, PRESENT: 1, PLACED: 2}


def known_letters(steps: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The best mark that each tried letter has got; a step is (guess, reply)."""
    known: dict[str, str] = {}
    for guess, reply in steps:
        for letter, mark in zip(guess, reply, strict=False):
            if _RANK[mark] >= _RANK[known.get(letter, ABSENT)]:
                known[letter] = mark
    return known


def keys_for(alphabet: Iterable[str]) -> tuple[str, ...]:
    """The rows of a keyboard for these letters: those of KEYS in their places, then the others in order."""
    letters = set(alphabet)
    others = "".join(sorted(letters.difference(*KEYS)))
    rows = ["".join(letter for letter in row if letter in letters) for row in KEYS]
    rows += [others[start : start + len(KEYS[0])] for start in range(0, len(others), len(KEYS[0]))]
    return tuple(filter(None, rows))


def squares(replies: Sequence[str]) -> list[str]:
    """Each reply as a row of squares, without the words."""
    return ["".join(SQUARES[mark] for mark in reply) for reply in replies]
