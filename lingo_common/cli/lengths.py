"""Word lengths as typed on a command line."""

from typing import Any

import click

from lingo_common.cli.wording import refusing
from wordlists import lengths
from wordlists.reader import LONGEST_WORD, SHORTEST_WORD, no_length

lengths_of = refusing(lengths.lengths_of)
"""The lengths that a text such as `5` or `4,7-9` names; BadParameter if no word has such a length."""


class WordLength(click.IntRange):
    """A number of letters that a word can have."""

    def __init__(self) -> None:
        super().__init__(SHORTEST_WORD, LONGEST_WORD)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; BadParameter if no word has that length."""
        number = int(click.INT.convert(value, param, ctx))
        return number if SHORTEST_WORD <= number <= LONGEST_WORD else self.fail(no_length(number), param, ctx)
