"""`referee game`: one game, shown live."""

import contextlib
import os
import sys

import click

from lingo_common.errors import DATA, DataError, UsageError
from lingo_common.screen.terminal import coloured
from referee.commands.options import common as options
from referee.commands.options import values as arguments
from referee.commands.options.isolation import in_force, with_isolation
from referee.commands.options.limits import with_limits
from referee.contest.draw import in_drawing_order, new_seed
from referee.contest.fixture import Fixture
from referee.contest.limits import Limits
from referee.contest.lists import read_lists
from referee.contest.players import check_present, player_of
from referee.contest.termination import PLAYED_OUT
from referee.game import tiles
from referee.game.play_game import Table, play_game
from referee.game.record import Move
from referee.process.working_directory import working_directory
from referee.sandbox.isolation import Wanted
from wordlists.reader import WordList


@click.command()
@click.argument("player")
@click.option("--word", help="The word to guess.")
@click.option("--length", type=click.IntRange(1, arguments.LONGEST_WORD), help="Draw a word of this length instead.")
@options.wordlist
@click.option("--seed", type=int, help="What the draw of the word depends on; by default a new one.")
@with_limits
@with_isolation
def game(
    player: str,
    word: str | None,
    length: int | None,
    wordlist: str | None,
    seed: int | None,
    limits: Limits,
    wanted: Wanted,
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
    word = word.lower() if word is not None else None
    lists = read_lists([length if length is not None else len(word or "")], wordlist)
    secret = _secret(word, lists, seed)
    click.echo(f"{contestant.name}: {len(secret)} letters, the word is {secret}")
    with in_force(wanted) as (sandbox, _), working_directory(lists) as directory:
        table = Table(directory, {len(secret): frozenset(lists[len(secret)].words)}, limits, sandbox=sandbox)
        record = play_game(Fixture(contestant, 0, secret), table, _Screen().show, _pass_on)
    click.echo(tiles.summed_up(record))
    if record.termination not in PLAYED_OUT:
        sys.exit(DATA)


def _secret(word: str | None, lists: dict[int, WordList], seed: int | None) -> str:
    [words] = lists.values()
    if word is None:
        return in_drawing_order(words.words, new_seed() if seed is None else seed)[0]
    if word not in words.words:
        raise DataError(f"'{word}' is not in the word list {words.path}")
    return word


class _Screen:
    """Shows moves as they come, numbered."""

    def __init__(self) -> None:
        self._coloured = coloured(sys.stdout)
        self._moves = 0

    def show(self, move: Move) -> None:
        """Print one line for the move."""
        self._moves += 1
        click.echo(tiles.shown(move, self._moves, self._coloured))


def _pass_on(complaint: bytes) -> None:
    """Show the player's standard error on ours; where that is closed or full it is lost, and no game with it."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            os.write(sys.stderr.fileno(), complaint)  # past its buffer, which would be written at the end once more
