"""The options for the rules of a word game, the same in all programs: lists, attempts, hard mode, objective, letters.

They come to a command as one value, GameOptions. It needs click.
"""

from collections.abc import Callable

from lingo_common.cli.command import Command
from lingo_common.cli.option_types import click_reader
from lingo_common.cli.options import dataclass_options
from wordlists import lengths
from wordlists.lengths import message_for_length
from wordlists.reader import LONGEST_WORD, SHORTEST_WORD
from wordlists.rules import GameOptions

RULES = "Rules and word lists"
"""The title of their section in the help."""


def rules_options(*without: str, **defaults: str) -> Callable[[Command], Command]:
    """Add the options to a command, which takes one GameOptions as `game_options` in their place.

    without: names of fields whose options the command does not have, or declares itself. defaults: other defaults of
    fields.
    """
    return dataclass_options(GameOptions, "game_options", RULES, without, defaults)


lengths_of = click_reader(lengths.lengths_of)
"""The lengths that a text such as `5` or `4,7-9` names; BadParameter if no word has such a length."""


@click_reader
def word_length(text: str) -> int:
    """The number of letters of words that a text names; BadParameter if no word has so many."""
    try:
        length = int(text)
    except ValueError:
        raise ValueError(f"must be a whole number from {SHORTEST_WORD} to {LONGEST_WORD}, not {text!r}") from None

    if not SHORTEST_WORD <= length <= LONGEST_WORD:
        raise ValueError(message_for_length(length))
    return length
