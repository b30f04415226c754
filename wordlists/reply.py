"""The codemaker's reply: the oracle that every faster form is tested against. Standard library only.

A reply is a string over three marks, one for each letter of the guess. As a number it is read in base 3,
X = 0, ? = 1, O = 2, the first letter the most significant digit; here alone is that order decided.
"""

ABSENT, PRESENT, PLACED = "X", "?", "O"
"""Marks: no (further) such letter; in the word, elsewhere; in its right place."""
MARKS = ABSENT + PRESENT + PLACED
"""A mark's position in this string is its base-3 digit."""


def reply_for(guess: str, secret: str) -> str:
    """The reply to the guess: 'O' and '?' together never mark a letter more often than the secret holds it.

    Right places are marked first, then '?' from left to right while the letter lasts, as the contest's
    pit does it. Raises ValueError if the lengths differ.
    """
    pairs = list(zip(guess, secret, strict=True))
    unplaced = [theirs for ours, theirs in pairs if ours != theirs]
    reply = ""
    for ours, theirs in pairs:
        if ours == theirs:
            reply += PLACED
        elif ours in unplaced:
            unplaced.remove(ours)
            reply += PRESENT
        else:
            reply += ABSENT
    return reply


def winning_reply(length: int) -> str:
    """The reply to the secret itself."""
    return PLACED * length


def code_of(reply: str) -> int:
    """The reply as a base-3 number; ValueError for a character that is no mark."""
    return sum(MARKS.index(mark) * 3**power for power, mark in enumerate(reversed(reply)))


def reply_of(code: int, length: int) -> str:
    """The reply of that length whose base-3 number is code."""
    return "".join(MARKS[code // 3**power % 3] for power in reversed(range(length)))
