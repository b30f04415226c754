"""`referee show`: one recorded game."""

import sys
from collections.abc import Iterator

import click

from lingo_common.errors import printable
from lingo_common.screen.terminal import use_colours
from referee.commands.options import common as options
from referee.contest.limits import MIB
from referee.game import live_text
from referee.game.record import GameRecord
from referee.game.replay import moves
from referee.storage.reader import open_run


@click.command()
@options.directory
@click.argument("game", type=click.IntRange(min=1))
def show(directory: str, game: int) -> None:
    """Show the game with the number GAME (see `referee games`) of the run in DIR.

    \b
    Examples:
      referee show results 12
    """
    with open_run(directory) as run:
        record, spelling = run.game(game), run.contest.spelling
    click.echo(f"{record.player}: {record.length} letters, the word is {spelling.write(record.word)}")
    in_colour = use_colours(sys.stdout)
    for attempt, move in enumerate(moves(record), 1):
        click.echo(live_text.move_line(move, attempt, in_colour, spelling))
    click.echo(live_text.end_line(record))
    if record.void is not None:
        click.echo(f"void, it counts for nothing: {printable(record.void)}")
    for line in _measurements(record):
        click.echo(line)
    _show_error_text(record)


def _measurements(record: GameRecord) -> Iterator[str]:
    """A line for each figure that was measured."""
    if record.cpu_seconds is not None:
        yield f"processor time: {record.cpu_seconds:g} s"
    if record.peak_memory is not None:
        yield f"most memory: {record.peak_memory / MIB:.1f} MiB"
    if record.pressure is not None:
        yield f"pressure by other programs: {record.pressure:g} (0 to 1)"


def _show_error_text(record: GameRecord) -> None:
    """The player's standard error as far as it was kept, what would disturb a terminal escaped."""
    if record.stderr_head:
        click.echo("standard error:")
        for line in (record.stderr_head + "\n…\n" * bool(record.stderr_tail) + record.stderr_tail).splitlines():
            click.echo(f"  {live_text.error_line(line)}")
