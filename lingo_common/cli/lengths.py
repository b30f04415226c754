"""Word lengths as typed on a command line: one number, or several as in `4-13`, `5` and `4, 7-9`."""

import re
from typing import Any

import click

from wordlists.reader import LONGEST_WORD, SHORTEST_WORD, no_length

_RANGE = re.compile(r"([0-9]{1,3})(?:\s*-\s*([0-9]{1,3}))?")


class WordLength(click.IntRange):
    """A number of letters that a word can have."""

    def __init__(self) -> None:
        super().__init__(SHORTEST_WORD, LONGEST_WORD)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; BadParameter if no word has that length."""
        number = int(click.INT.convert(value, param, ctx))
        return number if SHORTEST_WORD <= number <= LONGEST_WORD else self.fail(no_length(number), param, ctx)


def lengths_of(text: str) -> tuple[int, ...]:
    """The lengths in ascending order, each once; BadParameter if no word has such a length."""
    chosen: set[int] = set()
    for part in text.split(","):
        ends = _RANGE.fullmatch(part.strip())
        several = range(int(ends[1]), int(ends[2] or ends[1]) + 1) if ends else ()
        if not several:
            raise click.BadParameter(f"'{text}' is not a list of lengths such as 4-13 or 5,7")
        chosen.update(several)
    if min(chosen) < SHORTEST_WORD or max(chosen) > LONGEST_WORD:
        raise click.BadParameter(no_length(f"'{text}'"))
    return tuple(sorted(chosen))
