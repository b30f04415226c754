"""The command line of the theory of guessing games."""

import json
import os
import time
from typing import Any

import click
from tqdm import tqdm

from codebreaker.commands import options
from codebreaker.commands.find import find
from codebreaker.commands.play import guess, play
from codebreaker.criteria import CRITERIA
from codebreaker.draw import DRAWINGS
from codebreaker.games.boards import Board
from codebreaker.measures import longest, measures
from codebreaker.search.fastest import fastest_totals
from codebreaker.search.optimal import optimal
from codebreaker.search.worst_case import least_worst_case
from codebreaker.solution import Greedy, Solution
from codebreaker.tree import Tree
from lingo_common.cli import logs
from lingo_common.cli.command import EXIT_CODES, PATH, Program, settings, version
from lingo_common.files import check_writable, write_whole


@click.group(cls=Program, no_args_is_help=False, context_settings=settings("CODEBREAKER"), epilog=EXIT_CODES)
@version
def codebreaker() -> None:
    """Guessing games: Mastermind, pairs of numbers, Lingo.

    Trees are worked out several times faster where numba is installed (pip install 'lingo-bot[fast]').
    """


def _suffix(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    if value is not None and os.path.splitext(value)[1] not in DRAWINGS:
        raise click.BadParameter(f"{value!r} does not end in {', '.join(DRAWINGS)}", context, parameter)
    if value is not None:
        check_writable(value)
    return value


draw = click.option(
    "--draw", metavar="FILE", type=PATH, callback=_suffix, help="Draw the tree: FILE.svg, FILE.dot or FILE.txt."
)


@codebreaker.command()
@options.of_board
@options.criterion
@draw
@options.as_json
@logs.options
def tree(criterion: str, draw: str | None, as_json: bool, **named: Any) -> None:
    """The whole tree of the greedy strategy: opener, distribution, total, mean, worst case.

    \b
    Examples:
      codebreaker tree --secrets distinct
      codebreaker tree --criterion minimax --draw tree.svg
      codebreaker tree --game two-d --size 5 --json
    """
    board = options.board_of(**named)
    started = time.perf_counter()
    with tqdm(total=len(board.game.secrets), unit="secret", disable=logs.no_bar()) as bar:
        strategy = Greedy(board.game, CRITERIA[criterion], fastest_totals())
        found = Solution(board.game, strategy).tree(bar.update)
    _report(found, board, time.perf_counter() - started, as_json, draw, {})


@codebreaker.command()
@options.of_board
@draw
@options.as_json
@logs.options
def bound(draw: str | None, as_json: bool, **named: Any) -> None:
    """The proved least worst case, with a strategy that reaches it.

    \b
    Examples:
      codebreaker bound --secrets distinct
      codebreaker bound --game two-d --draw tree.txt
    """
    board = options.board_of(**named)
    started = time.perf_counter()
    with tqdm(disable=logs.no_bar(), bar_format="{desc} [{elapsed}]") as bar:
        found = least_worst_case(
            board.game,
            fastest_totals(),
            lambda guesses: bar.set_description_str(f"is there a strategy of at most {guesses} guesses?"),
        )
    _report(found, board, time.perf_counter() - started, as_json, draw, {"proved": "least worst case"})


@codebreaker.command("optimal")
@options.of_board
@draw
@options.as_json
@logs.options
def optimal_command(draw: str | None, as_json: bool, **named: Any) -> None:
    """The least mean number of guesses, proved, with a tree that reaches it.

    \b
    Examples:
      codebreaker optimal --secrets distinct
      codebreaker optimal --colours 4 --holes 3 --json
    """
    board = options.board_of(**named)
    started = time.perf_counter()
    with tqdm(unit="opener", disable=logs.no_bar()) as bar:

        def progress(done: int, count: int) -> None:
            bar.total, bar.n = count, done
            bar.refresh()

        found = optimal(board.game, fastest_totals(), progress)
    _report(found, board, time.perf_counter() - started, as_json, draw, {"proved": "least total"})


codebreaker.add_command(play)
codebreaker.add_command(guess)
codebreaker.add_command(find)


def _report(tree: Tree, board: Board, seconds: float, as_json: bool, draw: str | None, more: dict[str, str]) -> None:
    """Print what a tree amounts to and draw it."""
    found = measures(tree)
    path = [(board.text(step.guess), board.reply_text(step.reply)) for step in longest(tree, board.game)]
    if draw:
        write_whole(draw, DRAWINGS[os.path.splitext(draw)[1]](tree, board))
    if as_json:
        figures = {"opener": board.text(tree.guess), **found._asdict(), "longest": path, "seconds": round(seconds, 3)}
        click.echo(json.dumps(figures | more))
        return
    sizes = (_counted(len(board.game.guesses), "guess", "es"), _counted(len(board.game.secrets), "secret", "s"))
    click.echo(f"{board.game.name}: {', '.join(sizes)}")
    rows = {
        "opener": board.text(tree.guess),
        "distribution": ", ".join(f"{count:,} in {guesses}" for guesses, count in found.distribution.items()),
        "total": f"{found.total:,}",
        "mean": f"{found.mean:.4f}",
        "worst": str(found.worst),
        "longest": " ".join(f"{text} [{reply}]" for text, reply in path),
        **more,
        "seconds": f"{seconds:.1f}",
    }
    for name, figure in rows.items():
        click.echo(f"  {name:13}{figure}")
    if more and draw is None:
        click.echo("  (--draw FILE.txt writes the tree)")


def _counted(count: int, noun: str, plural: str) -> str:
    return f"{count:,} {noun}{plural * (count != 1)}"
