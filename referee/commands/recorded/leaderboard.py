"""`referee leaderboard`: the result of a recorded run."""

import click

from lingo_common.screen.terminal import table_columns
from referee.commands.options import common as options
from referee.results.formats import render
from referee.results.leaderboard import leaderboard
from referee.storage.reader import open_run


@click.command("leaderboard")
@options.directory
@options.format
def leaderboard_command(directory: str, format: str) -> None:
    """Print the table and the ranking of the run in DIR, finished or not.

    \b
    Examples:
      referee leaderboard results
      referee leaderboard results --format csv
    """
    with open_run(directory) as run:
        click.echo(
            render(leaderboard(run.contest, run.games(), run.conditions.isolation), format, table_columns()), nl=False
        )
