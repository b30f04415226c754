"""Options that the commands share, and what they stand for."""

from typing import Any

import click
from click.core import ParameterSource

from codebreaker.criteria import CRITERIA
from codebreaker.games.boards import Board, lingo_board, mastermind_board, two_d_board
from lingo_common.cli.command import PATH, Command
from lingo_common.errors import UsageError
from wordlists.reader import LONGEST, SHORTEST

REPEATS = click.Choice(["any", "distinct"])


def of_board(command: Command) -> Command:
    """The options that name a game; a command gets them as keywords and hands them to board_of."""
    options = (
        click.option(
            "--game", type=click.Choice(["mastermind", "two-d", "lingo"]), default="mastermind", show_default=True
        ),
        click.option("--colours", type=int, default=6, show_default=True, help="Mastermind."),
        click.option("--holes", type=int, default=4, show_default=True, help="Mastermind."),
        click.option("--guesses", type=REPEATS, default="any", show_default=True, help="Mastermind: repeated colours."),
        click.option("--secrets", type=REPEATS, default="any", show_default=True, help="Mastermind: repeated colours."),
        click.option("--size", type=int, default=5, show_default=True, help="two-d: the largest number."),
        click.option("--length", type=int, default=5, show_default=True, help="lingo: letters."),
        click.option("--wordlist", metavar="PATH", type=PATH, help="lingo: word list, as for lingo-bot."),
    )
    for option in reversed(options):
        command = option(command)
    return command


_OPTIONS_OF = {
    "mastermind": ("colours", "holes", "guesses", "secrets"),
    "two-d": ("size",),
    "lingo": ("length", "wordlist"),
}
"""The options of each game by the names of their parameters."""


def board_of(
    game: str, colours: int, holes: int, guesses: Any, secrets: Any, size: int, length: int, wordlist: str | None
) -> Board:
    """The board that the options name; UsageError where one that was typed is another game's."""
    _check_game(game)
    if game == "two-d":
        return two_d_board(size)
    if game == "lingo":
        if not SHORTEST <= length <= LONGEST:
            raise UsageError(f"words have {SHORTEST} to {LONGEST} letters, not {length}")
        return lingo_board(length, wordlist)
    return mastermind_board(colours, holes, guesses, secrets)


def _check_game(game: str) -> None:
    context = click.get_current_context()
    for owner, names in _OPTIONS_OF.items():
        for name in names if owner != game else ():
            if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
                raise click.UsageError(f"--{name} goes with --game {owner}", context)


criterion = click.option(
    "--criterion", type=click.Choice(sorted(CRITERIA)), default="entropy", show_default=True, help="What ranks a guess."
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")
