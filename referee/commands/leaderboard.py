"""`referee leaderboard`, `referee import`, `referee watch`: the leaderboard of a run, of imported games, live."""

import sys

import click

from lingo_common.cli.command import PATH
from lingo_common.cli.terminal import interactive, table_columns
from lingo_common.errors import MissingExtra, UsageError
from referee.commands import options
from referee.results.formats import render
from referee.storage.importer import import_games, read_games
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
        click.echo(render(run.leaderboard(), format, table_columns()), nl=False)


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
        board = recorder.publish()
    click.echo(render(board, format, table_columns()), nl=False)


@click.command()
@options.directory
def watch(directory: str) -> None:
    """Watch the run in DIR while it is played: a live table and the last games.

    The command reads only the record, so the run is not disturbed. Needs the extra [screen].

    \b
    Examples:
      referee watch results
    """
    with open_run(directory):
        pass  # a directory without a run is a more useful error than a missing extra
    try:
        from referee.screens.watch_screen import WatchScreen
    except ImportError:
        raise MissingExtra("referee watch", "screen") from None
    if not interactive(sys.stdin, sys.stdout):
        raise UsageError("referee watch needs a terminal")
    WatchScreen(directory).run()
