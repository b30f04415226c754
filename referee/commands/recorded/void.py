"""`referee void`: a game that is to count for nothing."""

import click

from lingo_common.errors import UsageError
from referee.commands.options import common as options
from referee.results.leaderboard import leaderboard
from referee.storage.publish import check_publishable, publish
from referee.storage.recorder import Recorder


@click.command()
@options.directory
@click.argument("game", type=click.IntRange(min=1))
@click.option("--why", required=True, metavar="TEXT", help="The reason, which the record keeps.")
def void(directory: str, game: int, why: str) -> None:
    """Make the game with the number GAME of the run in DIR void: it counts for nothing.

    The record keeps the game and the reason. Its word is left out of comparisons and of the stopping rule.

    \b
    Examples:
      referee void results 12 --why "the machine was restarted"
    """
    if not why.strip():
        raise UsageError("--why must not be empty")
    check_publishable(directory)
    with Recorder(directory) as recorder:
        recorder.void(game, why.strip())
        run = recorder.run
        publish(directory, leaderboard(run.contest, run.games(), run.conditions.isolation))
    click.echo(f"game {game} is void: {why.strip()}")
