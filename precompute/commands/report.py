"""`precompute report`: evaluated strategies as a page for people."""

import webbrowser
from pathlib import Path

import click

from lingo_common.cli.command import PATH
from lingo_common.errors import DataError, MissingExtra
from lingo_common.files import write_whole


@click.command("report")
@click.argument("evaluations", metavar="FILE...", type=PATH, nargs=-1, required=True)
@click.option("--wordlist", metavar="PATH", type=PATH, help="The list that was evaluated, as for lingo-bot.")
@click.option(
    "--out", metavar="FILE", type=PATH, default="strategies.html", show_default=True, help="Where to write the page."
)
@click.option("--open", "open_it", is_flag=True, help="Show it in the browser.")
def report_command(evaluations: tuple[str, ...], wordlist: str | None, out: str, open_it: bool) -> None:
    """Write what `precompute evaluate --json` printed into each FILE as one page of HTML that needs nothing else.

    It has the mean points by length beside the contest's winner (on the contest's list) and the proved bound, the
    distribution of attempts, and the first guesses with their bins. Prints the page's path.

    \b
    Examples:
      precompute evaluate --json > score.json
      precompute report score.json --open
    """
    try:
        from precompute.report import check_alike, lists_of, read_evaluation, report
    except ModuleNotFoundError as error:
        raise MissingExtra("precompute report", "report") from error
    evaluated = [read_evaluation(path) for path in evaluations]
    check_alike(evaluated)
    write_whole(out, report(evaluated, lists_of(evaluated, wordlist)))
    click.echo(out)
    if open_it and not webbrowser.open(Path(out).resolve().as_uri()):
        raise DataError(f"{out}: no browser could be started; open the file by hand")
