"""Options that several commands of the referee share."""

import click

from referee.report import FORMATS

players = click.option(
    "--players",
    multiple=True,
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
format = click.option("--format", type=click.Choice(FORMATS), default="text", show_default=True)
"""The form of a leaderboard."""
directory = click.argument("directory", metavar="DIR")
"""The directory of a run."""
