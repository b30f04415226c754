"""The options for the rules of a word game, the same in all programs: lists, attempts, hard mode, objective, letters.

They come to a command as one value, GameOptions. It needs click.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

import click
from click.core import ParameterSource

from codebreaker.rules import MAX_ATTEMPTS, PRESETS, GameRules
from codebreaker.rules import GameOptions as GameOptions  # the commands import it from here
from lingo_common.cli.command import PATH, Command, click_reader
from lingo_common.cli.options import add_options
from wordlists import reader
from wordlists.reader import LONGEST_WORD, SHORTEST_WORD, no_length
from wordlists.spelling import LANGUAGES, spelling_of
from wordlists.word_game import OBJECTIVES


def _preset_option(default: str | None = None) -> Callable[[Command], Command]:
    return click.option(
        "--rules",
        "preset",
        type=click.Choice(list(PRESETS)),
        default=default,
        show_default=default is not None,
        help="The rules of a known game; other options change them.",
    )


_OPTIONS: dict[str, Callable[[Command], Command]] = {
    "wordlist": click.option(
        "--wordlist",
        metavar="PATH",
        type=PATH,
        help="Word list file, or directory with wordlistN.txt or wordlist.txt.  [default: those in the working "
        "directory, else the packaged lists]",
    ),
    "answers": click.option(
        "--answers",
        metavar="FILE",
        type=PATH,
        help="The words that can be the secret. Those that the word list lacks are added to it.",
    ),
    "preset": _preset_option(),
    "attempts": click.option(
        "--attempts",
        type=click.IntRange(1, MAX_ATTEMPTS),
        default=GameRules.attempts,
        metavar="N",
        help=f"Guesses in a game; by default as --rules says, else {GameRules.attempts}.",
    ),
    "hard": click.option("--hard", is_flag=True, help="Every guess must use the letters that are known."),
    "objective": click.option(
        "--objective",
        type=click.Choice(OBJECTIVES),
        default=GameRules.objective,
        help="Play for the most points; for the fewest misses, then the fewest guesses; or for the fewest misses, then "
        f"the best worst case. By default as --rules says, else {GameRules.objective}.",
    ),
    "first_letter": click.option(
        "--show-first-letter",
        "first_letter",
        is_flag=True,
        help="The player is told the first letter; every guess begins with it.",
    ),
    "fold": click.option("--fold", is_flag=True, help="Read é as e, ñ as n, ß as ss, and so on."),
    "language": click.option(
        "--language",
        type=click.Choice(list(LANGUAGES)),
        default=None,
        help="Read letters as this language does: I and İ in Turkish (tr), ü as ue in German (de).",
    ),
    "letters": click.option(
        "--letters", default="", metavar="GROUP,…", help="Groups that count as one letter, such as ij,ch."
    ),
}
RULES = "Rules and word lists"
_OF_RULES = ("attempts", "hard", "objective", "first_letter")


def rules_options(*without: str, preset: str | None = None) -> Callable[[Command], Command]:
    """Add the options to a command, which takes one GameOptions as `game` in their place.

    without: names of parameters whose options the command does not have, or declares itself. preset: the default of
    --rules.
    """
    names = [name for name in _OPTIONS if name not in without]

    def decorate(command: Command) -> Command:
        @wraps(command)
        def with_game(*args: Any, **values: Any) -> Any:
            source_of = click.get_current_context().get_parameter_source
            chosen = {name: values.pop(name) for name in names}
            preset_name = chosen.get("preset")  # it gives the values that the user did not
            typed = [name for name in _OF_RULES if source_of(name) is not ParameterSource.DEFAULT]
            changes = {
                name: chosen[name] for name in _OF_RULES if name in chosen and (name in typed or not preset_name)
            }
            spelling = spelling_of(chosen.get("fold", False), chosen.get("letters", ""), chosen.get("language") or "")
            changes |= {"letters": spelling.groups, "language": spelling.language}
            rules = replace(PRESETS.get(preset_name or "", GameRules()), **changes)
            game = GameOptions(rules, chosen.get("wordlist"), chosen.get("answers"), spelling, preset_name)
            return command(*args, game=game, **values)

        declared = (_preset_option(preset) if name == "preset" else _OPTIONS[name] for name in names)
        return add_options(RULES, *declared)(with_game)

    return decorate


lengths_of = click_reader(reader.lengths_of)
"""The lengths that a text such as `5` or `4,7-9` names; BadParameter if no word has such a length."""


class WordLength(click.IntRange):
    """A number of letters that a word can have."""

    def __init__(self) -> None:
        super().__init__(SHORTEST_WORD, LONGEST_WORD)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; BadParameter if no word has that length."""
        number = int(click.INT.convert(value, param, ctx))
        return number if SHORTEST_WORD <= number <= LONGEST_WORD else self.fail(no_length(number), param, ctx)
