"""Word lengths as people write them: one number, or several as in `4-13`, `5` and `4, 7-9`."""

import re
from collections.abc import Sequence

from wordlists.reader import LONGEST_WORD, SHORTEST_WORD, no_length

_RANGE = re.compile(r"([0-9]{1,3})(?:\s*-\s*([0-9]{1,3}))?")


def lengths_of(lengths: str | int | Sequence[int]) -> tuple[int, ...]:
    """The lengths in ascending order, each once; ValueError if no word has such a length."""
    chosen: set[int] = set()
    if isinstance(lengths, str):
        for part in lengths.split(","):
            ends = _RANGE.fullmatch(part.strip())
            several = range(int(ends[1]), int(ends[2] or ends[1]) + 1) if ends else ()
            if not several:
                raise ValueError(f"{lengths!r} is not a list of lengths such as 4-13 or 5,7")
            chosen.update(several)
    else:
        values = [lengths] if isinstance(lengths, int) else lengths
        if not isinstance(values, Sequence) or not values or any(type(length) is not int for length in values):
            raise ValueError(f"{lengths!r} is not a list of lengths such as [5, 6], range(4, 14) or '4-13'")
        chosen.update(values)
    if min(chosen) < SHORTEST_WORD or max(chosen) > LONGEST_WORD:
        raise ValueError(no_length(repr(lengths)))
    return tuple(sorted(chosen))
