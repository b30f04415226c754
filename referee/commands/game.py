"""`referee game`: one game, shown live."""

import contextlib
import itertools
import os
import sys
from functools import partial

import click

from lingo_common.cli import logs
from lingo_common.cli.options import Sectioned
from lingo_common.cli.rules_options import rules_options, word_length
from lingo_common.cli.terminal import use_colours
from lingo_common.errors import DATA, UsageError, count_text
from referee.check.trial_games import serious_findings
from referee.commands import options
from referee.contest.draw import in_drawing_order
from referee.contest.isolation import IsolationRequest
from referee.contest.limits import Limits
from referee.contest.lists import read_word, read_word_games
from referee.contest.needs import check_present
from referee.contest.players import player_of
from referee.contest.termination import PLAYED_OUT
from referee.game import game_text
from referee.game.play_game import play_word
from referee.game.record import Move
from referee.runner.prctl import hide_process
from referee.schedule.worker import unseen_paths_here
from wordlists.rules import GameOptions


@click.command("game", cls=Sectioned)
@click.argument("player")
@click.option("--word", metavar="WORD", help="The word to guess.")
@click.option("--length", type=word_length, metavar="N", help="Draw a word of N letters, 1 to 20, instead.")
@rules_options()
@options.seed
@options.limits
@options.isolation_without_careful
@logs.options
def game_command(
    player: str,
    word: str | None,
    length: int | None,
    game_options: GameOptions,
    seed: int,
    limits: Limits,
    isolation: IsolationRequest,
) -> None:
    """Play one game and show it live, with the player's standard error.

    PLAYER is a command, or a source file with its arguments; sources end in .awk, .c, .cc, .cpp, .go, .java, .js, .pl,
    .py, .rb or .rs.

    \b
    Examples:
      referee game lingo-bot --word dents
      referee game "python3 my-player.py" --length 7 --seed 1
      referee game "my-player.py --level 3" --word dents
    """
    hide_process()
    if (word is None) == (length is None):
        raise UsageError("give either --word WORD or --length N")

    program = player_of(player)
    check_present([program])

    spelling = game_options.spelling
    letters = length if length is not None else len(spelling.read(word or ""))
    word_games = read_word_games([letters], game_options)
    word_game = word_games[letters]

    secret = in_drawing_order(word_game.secrets.words, seed)[0] if word is None else read_word(word, word_game)

    click.echo(f"{program.name}: {count_text(len(secret), 'letter')}, the word is {spelling.write(secret)}")

    is_coloured = use_colours(sys.stdout)
    attempts = itertools.count(1)

    def show(move: Move) -> None:
        click.echo(game_text.move_line(move, next(attempts), is_coloured, spelling))

    record = play_word(program, secret, word_games, limits, isolation, show, _pass_on)
    click.echo(game_text.end_line(record))

    # If the game failed, its standard error may name files that the sandbox did not show.
    find_unseen_paths = partial(unseen_paths_here, isolation)
    for finding in serious_findings(record, program, word_games, limits, find_unseen_paths):
        click.echo(f"{finding.kind}: {finding.says}. {finding.advice}", err=True)

    if record.termination not in PLAYED_OUT:
        sys.exit(DATA)


def _pass_on(data: bytes) -> None:
    """Write the player's standard error to this process's, with escapes for control characters.

    It is lost if that fails. It is not written through the buffer of sys.stderr, which would keep it and fail once more
    when the program ends.
    """
    lines = data.decode(errors="replace").split("\n")
    safe = "\n".join(map(game_text.error_line, lines))
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            os.write(sys.stderr.fileno(), safe.encode(errors="replace"))
