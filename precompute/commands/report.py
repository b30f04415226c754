"""`precompute report`: an HTML page on evaluated strategies."""

import webbrowser
from pathlib import Path

import click

from lingo_common.cli.command import PATH
from lingo_common.cli.rules_options import GameOptions, rules_options
from lingo_common.cli.sections import Sectioned
from lingo_common.errors import DataError, MissingExtra
from lingo_common.files import write_whole


@click.command("report", cls=Sectioned)
@click.argument("evaluations", metavar="FILE...", type=PATH, nargs=-1, required=True)
@rules_options("preset", "attempts", "hard", "objective", "first_letter")
@click.option(
    "--out", metavar="FILE", type=PATH, default="strategies.html", show_default=True, help="Where to write the page."
)
@click.option("--open", "open_it", is_flag=True, help="Open the page in the browser.")
def report_command(evaluations: tuple[str, ...], game: GameOptions, out: str, open_it: bool) -> None:
    """Write a page of HTML on strategies. Each FILE holds what precompute evaluate --json printed.

    The page needs no other file. For each length it shows the points (or guesses, or the worst case) beside the proved
    bound and, on the contest's list, beside the contest's winner; the distribution of attempts; and the first guess
    with its bins. The rules are those of the evaluations; give the lists that were evaluated. The command prints the
    path of the page. Needs the extra [report].

    \b
    Examples:
      precompute evaluate --json > score.json
      precompute report score.json --open
      precompute report mine.json other.json --wordlist allowed.txt --answers answers.txt
    """
    try:
        from precompute.report import check_alike, lists_of, read_evaluations, report
    except ModuleNotFoundError as error:
        raise MissingExtra("precompute report", "report") from error
    evaluated = [one for path in evaluations for one in read_evaluations(path)]
    check_alike(evaluated)
    write_whole(out, report(evaluated, lists_of(evaluated, game)))
    click.echo(out)
    if open_it and not webbrowser.open(Path(out).resolve().as_uri()):
        raise DataError(f"{out}: no browser can be started; open the file yourself")
