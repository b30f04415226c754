"""`referee leaderboard`: the result of a recorded run."""

import click

from referee import leaderboard as result
from referee import options
from referee.report import rendered
from referee.store import open_run


@click.command()
@options.directory
@options.format
def leaderboard(directory: str, format: str) -> None:
    """Print the table and the ranking of the run in DIR, finished or not.

    \b
    Examples:
      referee leaderboard results
      referee leaderboard results --format csv
    """
    with open_run(directory) as run:
        click.echo(rendered(result.leaderboard(run.contest, run.results(), run.conditions.isolation), format), nl=False)
