"""`referee game`: one game, shown live."""

import contextlib
import os
import sys

import click

from lingo_common.errors import DATA, UsageError
from lingo_common.screen.terminal import coloured
from referee.commands.options import common as options
from referee.commands.options import values as arguments
from referee.commands.options.isolation import with_isolation
from referee.commands.options.limits import with_limits
from referee.contest.draw import in_drawing_order, new_seed
from referee.contest.isolation import IsolationRequest
from referee.contest.limits import Limits
from referee.contest.lists import list_with, read_lists
from referee.contest.players import check_present, player_of
from referee.contest.termination import PLAYED_OUT
from referee.game import live_text
from referee.game.play_game import play_game
from referee.game.record import Move


@click.command()
@click.argument("player")
@click.option("--word", help="The word to guess.")
@click.option("--length", type=click.IntRange(1, arguments.LONGEST_WORD), help="Draw a word of this length instead.")
@options.wordlist
@click.option("--seed", type=int, help="The seed of the draw; by default a random one.")
@with_limits
@with_isolation
def game(
    player: str,
    word: str | None,
    length: int | None,
    wordlist: str | None,
    seed: int | None,
    limits: Limits,
    isolation: IsolationRequest,
) -> None:
    """Play one game and show it live, with the player's standard error.

    \b
    Examples:
      referee game lingo-bot --word dents
      referee game "python3 my-player.py" --length 7 --seed 1
    """
    if (word is None) == (length is None):
        raise UsageError("give either --word WORD or --length N")
    contestant = player_of(player)
    check_present([contestant])
    secret = _drawn(length, wordlist, seed) if word is None else word.lower()
    list_with(secret, wordlist)
    click.echo(f"{contestant.name}: {len(secret)} letters, the word is {secret}")
    record = play_game(
        contestant,
        secret,
        limits=limits,
        wordlist=wordlist,
        sandbox=isolation.mode,
        expose=isolation.exposed,
        on_move=_Screen().show,
        on_stderr=_pass_on,
    )
    click.echo(live_text.end_line(record))
    if record.termination not in PLAYED_OUT:
        sys.exit(DATA)


def _drawn(length: int | None, wordlist: str | None, seed: int | None) -> str:
    """The first word of the draw."""
    [words] = read_lists([length or 0], wordlist).values()
    return in_drawing_order(words.words, new_seed() if seed is None else seed)[0]


class _Screen:
    """Prints moves as they come, numbered."""

    def __init__(self) -> None:
        self._coloured = coloured(sys.stdout)
        self._moves = 0

    def show(self, move: Move) -> None:
        """Print one line for the move."""
        self._moves += 1
        click.echo(live_text.move_line(move, self._moves, self._coloured))


def _pass_on(data: bytes) -> None:
    """Write the player's standard error to ours; if that is closed or full, it is lost and the game goes on."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            os.write(sys.stderr.fileno(), data)  # not through a buffer, which would be written again at the end
