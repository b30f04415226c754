"""The options for the rules of a word game, the same in all programs: lists, attempts, hard mode, objective, letters.

They come to a command as one value, GameOptions.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

import click

from lingo_common.cli.command import Command
from lingo_common.cli.options import PATH, click_reader, dataclass_options, whole_number
from wordlists import lengths
from wordlists.reader import LONGEST_WORD, SHORTEST_WORD
from wordlists.rules import GameOptions

RULES = "Rules and word lists"
"""The title of their section in the help."""


def rules_options(*without: str) -> Callable[[Command], Command]:
    """Add the options to a command, which takes one GameOptions as `game_options` in their place.

    without: names of fields whose options the command does not have, or declares itself.
    """
    return dataclass_options(GameOptions, "game_options", RULES, without)


def frequencies(command: Command) -> Command:
    """Add --frequencies, which comes to the command in its GameOptions.

    It is apart from rules_options, because most commands do not have it: a run, for example, weights no secret.
    """

    @wraps(command)
    def with_frequencies(*args: Any, game_options: GameOptions, frequencies: str | None, **values: Any) -> Any:
        """Run the command with the file among its GameOptions."""
        game_options = replace(game_options, frequencies=frequencies)
        return command(*args, game_options=game_options, **values)

    option = click.option(
        "--frequencies",
        metavar="FILE",
        type=PATH,
        help="Weigh the secrets: each line of the file is a word and how often it occurs, as a number such as 12 or "
        "0.5; a word with 0 can be guessed and is never the secret.",
    )
    return option(with_frequencies)


lengths_of = click_reader(lengths.lengths_of)
"""The lengths that a text such as `5` or `4,7-9` names; BadParameter if no word has such a length."""


word_length = whole_number(SHORTEST_WORD, LONGEST_WORD)
"""The number of letters of words that a text names; BadParameter if no word has so many."""
