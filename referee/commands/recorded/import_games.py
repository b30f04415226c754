"""`referee import`: games that were played elsewhere, as a run."""

import click

from lingo_common.cli.command import PATH
from lingo_common.screen.terminal import table_columns
from referee.commands.options import common as options
from referee.results.formats import render
from referee.results.leaderboard import leaderboard
from referee.storage.importer import import_games, read_games
from referee.storage.publish import publish


@click.command("import")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=PATH)
@click.option("--out", metavar="DIR", type=PATH, help="The directory of the run; by default a new one in pit/.")
@options.format
def import_command(files: tuple[str, ...], out: str | None, format: str) -> None:
    """Make a run of games that were played elsewhere; print its leaderboard.

    A FILE holds games as `referee games --format jsonl` prints them, or a transcript of the original contest's
    engine, whose player gets the file's name. The run is marked as imported. Commands can read it, but no more
    games can be played in it.

    \b
    Examples:
      referee import games.jsonl --out results
      referee import ann.txt bob.txt --out results
    """
    games = [game for path in files for game in read_games(path)]
    with import_games(games, out, ", ".join(files)) as recorder:
        run = recorder.run
        board = leaderboard(run.contest, run.games(), run.conditions.isolation)
        publish(recorder.directory, board)
    click.echo(render(board, format, table_columns()), nl=False)
