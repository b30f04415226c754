"""What a person types of a game elsewhere: guesses with their replies, in the ways that people write replies."""

from collections.abc import Sequence
from typing import NamedTuple

from codebreaker.reply import ABSENT, PLACED, PRESENT, winning_reply
from lingo_common.errors import DataError

_MARKS = {PLACED: "oO0", PRESENT: "?", ABSENT: "xX.-_"}
_COLOURS = {PLACED: "gG🟩🟧", PRESENT: "yY🟨🟦", ABSENT: "bBxX.-_⬛⬜"}
"""Wordle's letters and squares, and those of its colour-blind mode."""
_ALPHABETS = tuple(
    {said: mark for mark, all_said in kinds.items() for said in all_said} for kinds in (_MARKS, _COLOURS)
)


class Step(NamedTuple):
    """A guess and the reply to it."""

    guess: str
    reply: str

    def __str__(self) -> str:
        return f"{self.guess}={self.reply}"


def won(reply: str) -> bool:
    """Whether the reply ends the game."""
    return reply == winning_reply(len(reply))


def marks_of(text: str, length: int) -> str | None:
    """The reply that the text is, in marks `O ? X`, or None where it is no reply to a guess of that length.

    Two alphabets, never mixed in one reply, so that words like booby are none: `O ?` and g(reen) y(ellow), or coloured
    squares as people share them. Absent is X, `.`, `-` or `_` in both, and b(lack) in the second. Small or capital.
    """
    said = text.replace("\N{VARIATION SELECTOR-16}", "")
    if len(said) == length:
        for alphabet in _ALPHABETS:
            if all(sign in alphabet for sign in said):
                return "".join(alphabet[sign] for sign in said)
    return None


def checked_marks(text: str, length: int) -> str:
    """The reply that the text is, in marks; DataError where it is none."""
    reply = marks_of(text, length)
    if reply is None:
        shown = ascii(text if len(text) <= 40 else text[:40] + "...")
        raise DataError(f"not a reply of {length} marks (O ? X, or g y . for green, yellow, grey): {shown}")
    return reply


def checked_word(text: str, length: int) -> str:
    """The text in small letters; DataError where it is no word of that length."""
    word = text.lower()
    if not (len(word) == length and word.isascii() and word.isalpha()):
        raise DataError(f"not a word of {length} letters a-z: {text[:40]!a}")
    return word


def step_of(text: str, length: int) -> Step:
    """The step written as WORD=REPLY or WORD REPLY; DataError where it is none."""
    parts = text.replace("=", " ", 1).split()
    if len(parts) != 2:
        raise DataError(f"not a guess with its reply, as in WORD=REPLY: {text[:40]!a}")
    return Step(checked_word(parts[0], length), checked_marks(parts[1], length))


def steps_of(texts: Sequence[str], length: int) -> list[Step]:
    """A step for each text."""
    return [step_of(text, length) for text in texts]
