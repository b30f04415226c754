"""`precompute check-tree`: verifies a tree file."""

from collections.abc import Iterator

import click

from lingo_common.cli.command import PATH
from lingo_common.errors import DataError, reason
from precompute import tree_text


@click.command("check-tree")
@click.argument("file", metavar="FILE", type=PATH)
def check_tree_command(file: str) -> None:
    """Verify a tree file with the slow oracle, and recompute its mean points.

    Every reply, every guess and the list itself are checked. Nothing but the file is read.

    \b
    Examples:
      precompute check-tree games.txt           # written by precompute evaluate --tree games.txt
    """
    for checked in tree_text.check(_lines(file), file):
        mean = checked.points / checked.words
        click.echo(f"{checked.length} letters: {checked.words} words, {checked.first_guess}, mean points {mean:.4f}")


def _lines(path: str) -> Iterator[str]:
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            yield from file
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {reason(error)}") from None
