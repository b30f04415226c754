"""`referee games`: the games of a recorded run, listed."""

import json

import click

from referee.commands.options import common as options
from referee.commands.options.values import LONGEST_WORD
from referee.contest.termination import Termination
from referee.game.record import GameRecord, fields_of
from referee.storage.reader import Run, open_run

FORMATS = ("text", "jsonl")
"""For people; for programs, as docs/protocol.md describes it."""


@click.command()
@options.directory
@click.option("--player", metavar="P", help="Only this player's games.")
@click.option("--length", type=click.IntRange(1, LONGEST_WORD), metavar="N", help="Only games for words of N letters.")
@click.option(
    "--termination",
    type=click.Choice([ending.value for ending in Termination]),
    metavar="T",
    help="Only games that ended so.",
)
@click.option("--word", metavar="W", help="Only games for this word.")
@click.option("--format", type=click.Choice(FORMATS), default="text", show_default=True)
def games(
    directory: str, player: str | None, length: int | None, termination: str | None, word: str | None, format: str
) -> None:
    """List the games of the run in DIR: by player, length and place in the draw.

    \b
    Examples:
      referee games results --player perl --length 5
      referee games results --termination crashed
      referee games results --format jsonl
    """
    with open_run(directory) as run:
        if player is not None:
            run.check_player(player)
        ended = Termination(termination) if termination else None
        shown = _as_json if format == "jsonl" else _Table(run).line
        for record in run.games(player, length, ended, word.lower() if word else None):
            click.echo(shown(run.number(record), record))


class _Table:
    """Lines of aligned columns; the widths are known before the first game is read."""

    def __init__(self, run: Run) -> None:
        self._digits = len(str(run.contest.games))
        self._names = max(map(len, run.contest.names))
        self._letters = max(run.contest.lengths)

    def line(self, number: int, record: GameRecord) -> str:
        """Number, player, word, points, termination, seconds, guesses."""
        cells = [
            f"{number:>{self._digits}}",
            f"{record.player:{self._names}}",
            f"{record.word:{self._letters}}",
            f"{record.points:3}",
            f"{record.termination.value:{max(map(len, Termination))}}",
            f"{record.seconds:7.3f} s",
            " ".join(record.guesses),
        ]
        return "  ".join(cells).rstrip()


def _as_json(number: int, record: GameRecord) -> str:
    return json.dumps({"game": number, **fields_of(record)})
