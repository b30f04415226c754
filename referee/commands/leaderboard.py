"""`referee leaderboard`, `watch` and `import`: the standings of a run, of one that is played, of imported games."""

import itertools

import click

from lingo_common.cli.options import PATH
from lingo_common.errors import printable
from referee.commands import options
from referee.commands.follow import follow, print_leaderboard
from referee.storage.importer import import_games, read_games
from referee.storage.run import open_run


@click.command("leaderboard")
@options.directory
@options.format
@click.option("--follow", "follows", is_flag=True, help="Print it anew while the run is played, until its last game.")
def leaderboard_command(directory: str, format: str, follows: bool) -> None:
    """Print who leads and the table of standings of the run in DIR, finished or not.

    \b
    Examples:
      referee leaderboard results
      referee leaderboard results --format csv
      referee leaderboard results --follow
    """
    if follows:
        follow(directory, format)
        return

    with open_run(directory) as run:
        print_leaderboard(run.leaderboard(), format)


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
    games = list(itertools.chain.from_iterable(map(read_games, files)))
    # The record keeps names of files as text, in which bytes that are not UTF-8 are escaped.
    source = printable(", ".join(files))
    with import_games(games, out, source) as recorder:
        board = recorder.write_leaderboards()

    print_leaderboard(board, format)


@click.command()
@options.directory
@options.format
def watch(directory: str, format: str) -> None:
    """Print the standings of the run in DIR anew while it is played: `referee leaderboard DIR --follow`.

    \b
    Examples:
      referee watch results
    """
    follow(directory, format)
