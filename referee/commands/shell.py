"""`referee shell`: look at a player's sandbox from inside."""

import logging
import os
import re
import shlex
import sys
from collections.abc import Sequence

import click

from lingo_common.cli import logs
from lingo_common.cli.rules_options import WordLength, rules_options
from lingo_common.errors import DATA, SIGNALLED, DataError, UsageError
from referee.commands import options
from referee.contest.conditions import IsolationRequest, Limits
from referee.contest.languages import LANGUAGES, ending_of
from referee.contest.lists import read_word_games
from referee.contest.needs import check_present
from referee.contest.player import PREPARED, Player, Program, UnpreparedProgram, command_for_game
from referee.contest.player_files import players_of
from referee.game.levels import find_sandbox
from referee.game.preparation import failed_command, prepare_player
from referee.game.shell import SHELL, run_beside
from referee.game.working_directory import WorkingDirectory
from referee.runner.client import Runner
from referee.runner.prctl import hide_process
from wordlists.rules import GameOptions

_log = logging.getLogger(__name__)

_TAKES_CODE = re.compile(r"-[A-Za-z]*[cem]")
"""An option such as -c, -we or -m, after which an interpreter takes code or the name of a module, and no file."""


@click.command("shell", cls=options.ManyPlayers)
@options.players
@click.argument("command", metavar="[-- COMMAND]...", nargs=-1, type=click.UNPROCESSED)
@rules_options()
@click.option("--length", type=WordLength(), metavar="N", default=5, show_default=True, help="The length of the words.")
@options.limits
@options.isolation
@logs.options
def shell_command(
    players: tuple[str, ...],
    command: tuple[str, ...],
    game_options: GameOptions,
    length: int,
    limits: Limits,
    isolation: IsolationRequest,
) -> None:
    """Open a shell where a player runs: with its files, its user, its limits and its directory.

    It begins by printing the player's command, which can be typed there. What follows -- is run there instead of a
    shell, and its exit status is that of this command. A source is compiled first. If that or another preparation
    fails, the shell is where it ran, and begins with its command. Only the time limits do not hold.

    \b
    Examples:
      referee shell --players "python3 mine.py"
      referee shell --players "python3 mine.py" -- ls -l
    """
    hide_process()
    contestants = players_of(players)
    if len(contestants) != 1:
        raise UsageError(f"--players: a shell is opened for one player, not {len(contestants)}")

    check_present(contestants)
    _check_source(contestants[0])
    word_games = read_word_games([length], game_options)

    with Runner() as runner:
        sandbox, line = find_sandbox(isolation, runner)
        _log.info("%s", line)
        player = prepare_player(contestants[0], word_games, sandbox, keep_going=True)
        assert isinstance(player, Program)

        words = command_for_game(player, length)
        if isinstance(player, UnpreparedProgram):
            _log.warning("%s", player.problem)
            words = failed_command(player, length)

        if not command:
            click.echo(shlex.join(words))

        with WorkingDirectory(word_games, lambda: runner.directory) as directory:
            directory.describe(word_games[length].words.words[0])
            ended = run_beside(player, length, words, command or SHELL, sandbox, limits, directory)

    if ended.exceeded is not None:
        raise DataError(f"ended by the limit on {ended.exceeded}")
    if ended.status is None:
        sys.exit(DATA)
    sys.exit(ended.status if ended.status >= 0 else SIGNALLED - ended.status)


def _check_source(player: Player) -> None:
    """Raise DataError if the command begins with the name of a source, such as `mine.py`, that does not exist.

    Its interpreter would say so in a game; in a shell nothing would. What a preparation makes does not exist yet.
    """
    source = _first_source(player.arguments)
    if source is not None and not source.startswith(f"{PREPARED}/") and not os.path.exists(source):
        raise DataError(f"player '{player.name}': {source}: there is no such file")


def _first_source(arguments: Sequence[str]) -> str | None:
    """Return the first word after the program and its options if it is the name of a source; else None.

    In `bash -c 'python3 mine.py'` and `python3 -m tool mine.py` it is none: the program does not read that file.
    """
    for word in arguments[1:]:
        if _TAKES_CODE.fullmatch(word):
            return None
        if not word.startswith("-"):
            is_variable = "=" in word
            return word if ending_of(word) in LANGUAGES and not is_variable else None
    return None
