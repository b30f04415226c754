"""The lengths of words that a user asks for, such as `4-13`."""

import re
from collections.abc import Sequence

from wordlists.reader import LONGEST_WORD, SHORTEST_WORD

_PART = re.compile(r"([0-9]{1,3})(?:\s*-\s*([0-9]{1,3}))?")
"""A number or a range. Longer numbers are no lengths, and int() refuses those of thousands of digits."""


def message_for_length(length: object) -> str:
    """The message about a length that cannot be played."""
    return f"words have {SHORTEST_WORD} to {LONGEST_WORD} letters, not {length}"


def lengths_of(lengths: str | int | Sequence[int]) -> tuple[int, ...]:
    """The lengths, ascending, each once.

    They are written as one number, as text such as `4-13` or `4, 7-9`, or as a list, tuple or range of numbers. Raises
    ValueError for anything else, and where no word has such a length.
    """
    if isinstance(lengths, str):
        chosen = _lengths_in_text(lengths)
    else:
        values = [lengths] if isinstance(lengths, int) else lengths
        is_list = isinstance(values, list | tuple | range) and all(type(length) is int for length in values)
        if not is_list or not values:
            raise ValueError(f"{lengths!r} is not a list of lengths such as [5, 6], range(4, 14) or '4-13'")
        chosen = set(values)

    if min(chosen) < SHORTEST_WORD or max(chosen) > LONGEST_WORD:
        raise ValueError(message_for_length(repr(lengths)))
    return tuple(sorted(chosen))


def _lengths_in_text(text: str) -> set[int]:
    """The lengths in a text such as `4, 7-9`; ValueError if it is none."""
    chosen: set[int] = set()
    for part in text.split(","):
        ends = _PART.fullmatch(part.strip())
        lengths = range(0)
        if ends:
            first = int(ends[1])
            last = int(ends[2] or first)
            lengths = range(first, last + 1)

        # A part such as `9-7` has no lengths, and so has one that is neither a number nor a range.
        if not lengths:
            raise ValueError(f"{text!r} is not a list of lengths such as 4-13 or 5,7")
        chosen.update(lengths)

    return chosen
