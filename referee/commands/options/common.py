"""Options that several commands of the referee share."""

import click

from lingo_common.cli.command import PATH
from referee.commands.options import values as arguments
from referee.commands.options.completion import RunDirectory
from referee.results.formats import FORMATS

LIMITS, ISOLATION = "Limits of a game", "Isolation"
"""Titles of sections of options."""
players = click.option(
    "--players",
    type=arguments.PlayerText(),
    multiple=True,
    metavar="P [P ...]",
    help="Quoted commands, NAME=command, or @FILE with one command a line.",
)
"""The players, for a command of the class arguments.ManyPlayers."""
wordlist = click.option(
    "--wordlist",
    metavar="PATH",
    type=PATH,
    help="Word list file, or directory with wordlistN.txt or wordlist.txt.  [default: where the run had it]",
)
"""The word list of a recorded run."""
format = click.option(
    "--format", type=click.Choice(FORMATS), default="text", show_default=True, help="The form of the leaderboard."
)
"""The form of a leaderboard."""
directory = click.argument("directory", metavar="DIR", type=RunDirectory(readable=False))
"""The directory of a run."""
