"""`referee report`: a run as a page of HTML."""

import webbrowser
from pathlib import Path

import click

from lingo_common.cli.options import PATH
from lingo_common.cli.progress import Progress
from lingo_common.errors import UsageError, missing_extra, say
from lingo_common.files import check_regular_or_absent, check_writable, write_whole
from lingo_common.html.page import BEGINNING
from referee.commands import options
from referee.storage.run import open_run

PAGE = "report.html"
"""The page's file in a run's directory."""


@click.command("report")
@options.directory
@click.option("--out", metavar="FILE", type=PATH, help=f"The page; by default {PAGE} in DIR; - is standard output.")
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
    is_file = out != "-"
    if open_it and not is_file:
        raise UsageError("--open opens a file, and --out - writes to standard output")

    path = Path(directory, PAGE) if out is None else Path(out)
    with open_run(directory) as run:
        # A path that the user names may be a link. A link in the directory of a run may have been made by somebody
        # else, to let this command overwrite a file.
        if out is None:
            check_regular_or_absent(str(path))
        if is_file:
            check_writable(path, BEGINNING)

        try:
            # It needs the packages of an extra, which may not be installed.
            from referee.page.build import build_page

            # A line now and then says that the command is at work. build_page itself has a bar for pairs of players.
            with Progress(has_pieces=False):
                html = build_page(run, title, with_host, public)
        except ModuleNotFoundError as error:
            raise missing_extra("a report", "report") from error

    if not is_file:
        # As in a file, what UTF-8 cannot encode becomes question marks.
        click.echo(html.encode(errors="replace"), nl=False)
        return

    write_whole(path, html)
    click.echo(path)

    if open_it and not webbrowser.open(path.resolve().as_uri()):
        say("referee", "no browser could be started; open the file by hand")
