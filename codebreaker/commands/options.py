"""Options that several commands share, and the values that they stand for."""

import logging
import os
from collections.abc import Iterable
from functools import partial

import click
from click.core import ParameterSource

from codebreaker.criteria import CRITERIA
from codebreaker.draw import BEGINNINGS, DRAWINGS
from codebreaker.game import Game
from codebreaker.games.named import OPTIONS_OF, GameDescription, game_of
from codebreaker.loading import criterion_of
from codebreaker.search.fastest import with_fastest_totals
from lingo_common.cli.command import Command
from lingo_common.cli.options import PATH, add_options, name_option, whole_number
from lingo_common.files import check_writable
from wordlists.word_list import read_list

_log = logging.getLogger(__name__)


def _repeats_option(codes: str) -> Command:
    """The option of Mastermind that says whether codes may have a colour twice; codes: `guesses` or `secrets`."""
    return click.option(
        f"--{codes}",
        type=click.Choice(["any", "distinct"]),
        default="any",
        show_default=True,
        help=f"mastermind: {codes} of any colours, or without a colour twice.",
    )


def with_game_options(command: Command) -> Command:
    """The options that describe a game; a command gets them as keywords and hands them to `game_described_by`."""
    number = partial(click.option, type=whole_number(), show_default=True, metavar="N")
    options = (
        name_option(
            "--game",
            names=OPTIONS_OF,
            default="mastermind",
            read=str,
            help="mastermind, two-d, lingo, or a game of your own: FILE.py that defines `game`, or MODULE:NAME.",
        ),
        number("--colours", default=6, help="mastermind: colours."),
        number("--holes", default=4, help="mastermind: holes."),
        _repeats_option("guesses"),
        _repeats_option("secrets"),
        click.option("--symbols", metavar="LETTERS", help="mastermind: a letter for each colour, such as YBGROP."),
        click.option(
            "--goal",
            type=click.Choice(["win", "identify"]),
            default="win",
            show_default=True,
            help="The game ends with a winning reply, or as soon as one secret is left, which need not be guessed.",
        ),
        number("--size", default=5, help="two-d: the largest number."),
        number("--length", default=5, help="lingo: letters of a word."),
        click.option("--wordlist", metavar="PATH", type=PATH, help="lingo: word list, as for lingo-bot."),
    )
    return add_options("The game", *options)(command)


def game_described_by(options: GameDescription) -> Game:
    """The game that the options describe; UsageError if one of them belongs to another game.

    Its bins are counted by the fastest function that is installed. A log line says which entries of a word list are
    left out.
    """
    check_game_options(options)
    game = with_fastest_totals(game_of(options))
    if options["game"] == "lingo" and options["wordlist"]:
        # The list is read once more, because a Game does not know which of its entries are no words.
        words_left_out = read_list(options["length"], options["wordlist"]).left_out
        if words_left_out:
            _log.info("%s", words_left_out)
    return game


def check_game_options(options: GameDescription) -> None:
    """UsageError if an option that was given belongs to another game than the one that --game names."""
    for owner, names in OPTIONS_OF.items():
        for name in given_among(names):
            if owner != options["game"]:
                raise click.UsageError(f"--{name} goes with --game {owner}", click.get_current_context())


def given_among(names: Iterable[str]) -> list[str]:
    """Those of the options, named without dashes in front, that stand on the command line."""
    source_of = click.get_current_context().get_parameter_source
    return [name for name in names if source_of(name.replace("-", "_")) is ParameterSource.COMMANDLINE]


def tell_if_guesses_are_sampled(game: Game) -> None:
    """Say, before the program makes guesses, if it compares a sample of them only."""
    if game.sample is not None:
        _log.info("replies are computed when they are needed, so each guess is the best of a sample of all guesses")


criterion = name_option(
    "--criterion",
    names=sorted(CRITERIA),
    default="entropy",
    read=criterion_of,
    help="What ranks a guess: entropy, expected, minimax, parts, or FILE.py that defines `criterion`.",
)


def _check_drawing(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """The path of a drawing; BadParameter if its suffix names no kind, DataError if it cannot be written."""
    if value is not None:
        suffix = os.path.splitext(value)[1]
        if suffix not in DRAWINGS:
            raise click.BadParameter(f"{value!r} does not end in {', '.join(DRAWINGS)}", context, parameter)
        # A file that is there already is overwritten only if it is such a drawing.
        check_writable(value, BEGINNINGS[suffix])
    return value


draw = click.option(
    "--draw",
    metavar="FILE",
    type=PATH,
    callback=_check_drawing,
    help="Write the tree: FILE.svg (a picture), FILE.dot (for Graphviz), FILE.txt, or FILE.json for check-tree.",
)
