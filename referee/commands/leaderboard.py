"""`referee leaderboard`, `import`, `watch` and `report`: the standings of a run, of imported games, live, as a page."""

import functools
import os
import sys
import webbrowser
from pathlib import Path

import click
from tqdm import tqdm

from lingo_common.cli import logs
from lingo_common.cli.command import PATH
from lingo_common.cli.progress import Progress
from lingo_common.cli.terminal import interactive, table_columns
from lingo_common.errors import MissingExtra, UsageError, say
from lingo_common.files import check_own, write_whole
from referee.commands import options
from referee.results.formats import render
from referee.storage.importer import import_games, read_games
from referee.storage.reader import open_run

PAGE = "report.html"
"""The page's file in a run's directory."""


@click.command("leaderboard")
@options.directory
@options.format
def leaderboard_command(directory: str, format: str) -> None:
    """Print who leads and the table of standings of the run in DIR, finished or not.

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
    with open_run(directory):  # a directory without a run is a more useful error than a missing extra
        try:
            from referee.screens.watch_screen import WatchScreen
        except ImportError:
            raise MissingExtra("referee watch", "screen") from None
    if not interactive(sys.stdin, sys.stdout) or os.environ.get("TERM") == "dumb":
        raise UsageError("referee watch needs a terminal that can be drawn on; referee leaderboard prints the table")
    WatchScreen(directory).run()


@click.command("report")
@options.directory
@click.option("--out", metavar="FILE", type=PATH, help=f"Where to write the page; by default {PAGE} in DIR.")
@click.option("--title", metavar="TEXT", help="The title of the page, such as the name of the contest.")
@click.option("--public", is_flag=True, help="Add all that is needed to check the run; every game must be played.")
@click.option("--with-host", is_flag=True, help="Name the machine, and whole paths in the players' commands.")
@click.option("--open", "open_it", is_flag=True, help="Open the page in the browser.")
def report_command(
    directory: str, out: str | None, title: str | None, public: bool, with_host: bool, open_it: bool
) -> None:
    """Write the run in DIR, finished or not, as a page of HTML.

    The page needs no other file. It has the standings with intervals, charts, the players pair by pair, failures, the
    hardest words, and every game to open, filter and search. The command prints the path of the page. Needs the extra
    [report].

    With --public the page is the result of a finished contest together with its proof: it has the seed, the words and
    the commitment too, and says how to check them. `referee verify FILE` checks such a page.

    \b
    Examples:
      referee report results --open
      referee report results --public --out result.html
      referee report results --title "Spring contest" --out result.html
    """
    if public and with_host:
        raise UsageError("--public and --with-host exclude each other: a published page names no machine and no path")
    if out is None:
        check_own(os.path.join(directory, PAGE))
    with open_run(directory) as run:
        bar = functools.partial(tqdm, unit="pair", delay=1, leave=False, disable=logs.disable_bars())
        try:
            from referee.page.build import build_page

            logs.set_up("referee")
            with Progress(has_bar=False):
                html = build_page(run, bar, title, with_host, public)
        except ModuleNotFoundError as error:
            raise MissingExtra("referee report", "report") from error
    path = Path(out if out is not None else os.path.join(directory, PAGE))
    write_whole(path, html)
    click.echo(path)
    if open_it and not webbrowser.open(path.resolve().as_uri()):
        say("referee", "no browser could be started; open the file by hand")
