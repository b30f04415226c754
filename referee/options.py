"""Options that several commands of the referee share."""

import click

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
