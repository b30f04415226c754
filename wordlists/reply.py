"""The codemaker's reply: the oracle that every faster form is tested against. Standard library only.

A reply is a string over three marks, one for each letter of the guess. As a number it is read in base 3,
X = 0, ? = 1, O = 2, the first letter the most significant digit; here alone is that order decided.
"""

ABSENT = "X"
"""The mark for a letter that the secret does not hold, or not once more."""
PRESENT = "?"
"""The mark for a letter that stands elsewhere in the secret."""
PLACED = "O"
"""The mark for a letter in its right place."""
MARKS = ABSENT + PRESENT + PLACED
"""A mark's position in this string is its base-3 digit."""


def reply_for(guess: str, secret: str) -> str:
    """The reply to the guess: 'O' and '?' together never mark a letter more often than the secret holds it.

    Right places are marked first, then '?' from left to right while the letter lasts, as the contest's
    pit does it: for the guess `geese` and the secret `eerie` it is `XO?XO`. Raises ValueError if the lengths differ.
    """
    pairs = list(zip(guess, secret, strict=True))
    unplaced = [hidden for guessed, hidden in pairs if guessed != hidden]
    reply = ""

    for guessed, hidden in pairs:
        if guessed == hidden:
            reply += PLACED
        elif guessed in unplaced:
            # Each letter of the secret is marked once.
            unplaced.remove(guessed)
            reply += PRESENT
        else:
            reply += ABSENT

    return reply


def winning_reply(length: int) -> str:
    """The reply to the secret itself."""
    return PLACED * length


def code_of(reply: str) -> int:
    """The reply as a base-3 number: 0 for `XX`, 5 for `?O`, 8 for `OO`; ValueError for a character that is no mark."""
    return sum(MARKS.index(mark) * 3**power for power, mark in enumerate(reversed(reply)))


def reply_of(code: int, length: int) -> str:
    """The reply of that length whose base-3 number is code."""
    return "".join(MARKS[code // 3**power % 3] for power in reversed(range(length)))
