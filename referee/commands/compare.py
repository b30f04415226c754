"""`referee compare`: two players of a recorded run, word by word."""

import dataclasses
import itertools
import json
from typing import Any

import click

from lingo_common.cli.terminal import table_columns, table_lines
from lingo_common.errors import UsageError
from referee.commands import options
from referee.commands.options import player_names
from referee.results.comparison import Difference, Pair, difference, pairs_of
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
        pairs, rules = pairs_of(run.contest, run.games(), a, b), run.contest.rules
        secret_words = {run.contest.words[length][index] for length, index in run.secrets().words}
    by_length = {str(length): difference([own], rules) for length, own in pairs.items()}
    total = difference(pairs.values(), rules)
    known = (pair for pair in itertools.chain.from_iterable(pairs.values()) if pair.word not in secret_words)
    words = sorted(known, key=lambda pair: -abs(pair.difference))
    largest = [pair for pair in words[:top] if pair.difference]
    if format == "json":
        lengths = {length: _value(compared) for length, compared in by_length.items()}
        value = {"a": a, "b": b, "total": _value(total), "by_length": lengths, "words": [*map(_value, largest)]}
        click.echo(json.dumps(value, indent=2))
        return
    header = ["", "words", a, b, "difference", "95 % interval", "won", "drawn", "lost", f"{a} is better"]
    rows = []
    for name, compared in (by_length | {"Total": total}).items():
        interval = "{:+.0f} to {:+.0f}".format(*compared.interval) if compared.interval else "-"
        better = "-" if compared.a_better is None else f"{100 * compared.a_better:.1f} %"
        points = [compared.words, compared.a, compared.b, f"{compared.difference:+}", interval]
        rows.append([name, *map(str, [*points, compared.won, compared.drawn, compared.lost]), better])
    lines = table_lines([header, *rows], table_columns())
    if total.reason:
        lines += ["", f"no interval: {total.reason}"]
    if largest:
        lines += ["", f"words where they differ most ({a}, {b}):"]
        letters = max(len(pair.word) for pair in largest)
        lines += [f"  {pair.word:{letters}}  {pair.a:3}  {pair.b:3}  {pair.difference:+}" for pair in largest]
    click.echo("\n".join(lines))


def _value(compared: Difference | Pair) -> dict[str, Any]:
    return {**dataclasses.asdict(compared), "difference": compared.difference}
