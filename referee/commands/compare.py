"""`referee compare`: two players of a recorded run, word by word."""

import dataclasses
import json
from typing import Any

import click

from lingo_common.errors import UsageError
from lingo_common.screen.terminal import table_columns, table_lines
from referee.commands import options
from referee.commands.options import player_names
from referee.results.comparison import Difference, Pair, comparison_of
from referee.storage.reader import open_run


@click.command()
@options.directory
@click.argument("a", shell_complete=player_names)
@click.argument("b", shell_complete=player_names)
@click.option(
    "--top",
    type=click.IntRange(min=0),
    default=10,
    show_default=True,
    metavar="N",
    help="Show the N words where they differ most.",
)
@options.text_or_json
def compare(directory: str, a: str, b: str, top: int, format: str) -> None:
    """Compare the players A and B of the run in DIR over the words that both have played.

    \b
    Examples:
      referee compare results lingo-bot perl
      referee compare results lingo-bot perl --format json
    """
    with open_run(directory) as run:
        run.check_player(a)
        run.check_player(b)
        if a == b:
            raise UsageError("give two different players")
        comparison = comparison_of(run.contest, run.games(), a, b)
    shown = [pair for pair in comparison.words[:top] if pair.difference]
    if format == "json":
        lengths = {str(length): _value(difference) for length, difference in comparison.by_length.items()}
        value = {"a": a, "b": b, "total": _value(comparison.total), "by_length": lengths}
        click.echo(json.dumps(value | {"words": [_value(pair) for pair in shown]}, indent=2))
        return
    header = ["", "words", a, b, "difference", "95 % interval", "won", "drawn", "lost", f"{a} is better"]
    rows = [_row(str(length), difference) for length, difference in comparison.by_length.items()]
    lines = table_lines([header, *rows, _row("Total", comparison.total)], table_columns())
    if comparison.total.reason:
        lines += ["", f"no interval: {comparison.total.reason}"]
    if shown:
        lines += ["", f"words where they differ most ({a}, {b}):"]
        letters = max(len(pair.word) for pair in shown)
        lines += [f"  {pair.word:{letters}}  {pair.a:3}  {pair.b:3}  {pair.difference:+}" for pair in shown]
    click.echo("\n".join(lines))


def _row(name: str, difference: Difference) -> list[str]:
    interval = "{:+.0f} to {:+.0f}".format(*difference.interval) if difference.interval else "-"
    better = "-" if difference.a_better is None else f"{100 * difference.a_better:.1f} %"
    numbers = [str(difference.words), str(difference.a), str(difference.b), f"{difference.difference:+}", interval]
    return [name, *numbers, str(difference.won), str(difference.drawn), str(difference.lost), better]


def _value(compared: Difference | Pair) -> dict[str, Any]:
    return {**dataclasses.asdict(compared), "difference": compared.difference}
