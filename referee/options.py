"""Options that several commands of the referee share."""

import click

from referee import arguments
from referee.dialogue import Limits

players = click.option(
    "--players",
    multiple=True,
    required=True,
    metavar="P [P ...]",
    help="Quoted commands, NAME=command, or @FILE with one command a line.",
)
"""The players, for a command of the class arguments.ManyPlayers."""
wordlist = click.option(
    "--wordlist",
    metavar="PATH",
    help="A word list, or a directory with wordlistN.txt or wordlist.txt; by default the working directory's, "
    "else the packaged lists.",
)
"""Where the words come from."""


def limits(command: click.Command) -> click.Command:
    """The command with the options for the time limits."""
    for name, default, text in (
        ("--game-timeout", Limits.game, "A whole game may take this long."),
        ("--move-timeout", Limits.move, "Each further guess must come within this time."),
        ("--startup-timeout", Limits.startup, "The first guess must come within this time."),
    ):
        command = click.option(name, type=arguments.seconds, default=default, show_default=True, help=text)(command)
    return command
