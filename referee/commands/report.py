"""`referee report`: a run as a page for people."""

import functools
import os
import webbrowser
from pathlib import Path

import click
from tqdm import tqdm

from lingo_common.cli import logs
from lingo_common.cli.command import PATH
from lingo_common.errors import DataError, MissingExtra
from lingo_common.files import check_own, write_whole
from referee.commands import options
from referee.storage.reader import open_run

NAME = "report.html"
"""The page's file in a run's directory."""


@click.command("report")
@options.directory
@click.option("--out", metavar="FILE", type=PATH, help=f"Where to write the page; by default {NAME} in DIR.")
@click.option("--title", metavar="TEXT", help="The title of the page, such as the name of the contest.")
@click.option("--with-host", is_flag=True, help="Name the machine, and whole paths in the players' commands.")
@click.option("--open", "open_it", is_flag=True, help="Open the page in the browser.")
def report_command(directory: str, out: str | None, title: str | None, with_host: bool, open_it: bool) -> None:
    """Write the run in DIR, finished or not, as a page of HTML.

    The page needs no other file. It has the leaderboard with intervals, charts, the players pair by pair, failures, the
    hardest words, and every game to open, filter and search. The command prints the path of the page. Needs the extra
    [report].

    \b
    Examples:
      referee report results --open
      referee report results --title "Spring contest" --out result.html
    """
    if out is None:
        check_own(os.path.join(directory, NAME))
    with open_run(directory) as run:
        bar = functools.partial(tqdm, unit="pair", delay=1, leave=False, disable=logs.disable_bars())
        try:
            from referee.page.build import build_page

            html = build_page(run, bar, title, with_host)
        except ModuleNotFoundError as error:
            raise MissingExtra("referee report", "report") from error
    path = Path(out if out is not None else os.path.join(directory, NAME))
    write_whole(path, html)
    click.echo(path)
    if open_it and not webbrowser.open(path.resolve().as_uri()):
        raise DataError(f"{path}: no browser could be started; open the file by hand")
