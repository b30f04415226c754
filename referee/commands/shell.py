"""`referee shell`: look at a player's sandbox from inside."""

import logging
import os
import re
import shlex
import sys
from collections.abc import Sequence

import click

from lingo_common.cli import logs
from lingo_common.cli.rules_options import rules_options, word_length
from lingo_common.errors import DATA, SIGNALLED, DataError, UsageError
from referee.commands import options
from referee.contest.isolation import IsolationRequest
from referee.contest.languages import LANGUAGES, ending_of
from referee.contest.limits import Limits
from referee.contest.lists import read_word_games
from referee.contest.needs import check_present
from referee.contest.player import Program, command_for_game
from referee.contest.player_files import players_of
from referee.game.preparation import failed_command, prepare_player
from referee.game.sandbox import find_sandbox
from referee.game.shell import SHELL, run_in_place
from referee.game.working_directory import WorkingDirectory
from referee.runner.client import Runner
from referee.runner.messages import EndReport
from referee.runner.prctl import hide_process
from referee.runner.view import PREPARED
from wordlists.rules import GameOptions

_log = logging.getLogger(__name__)

_READS_NO_FILE_AFTER = re.compile(r"-[A-Za-z]*[cem]")
"""An option after which an interpreter takes no file: code follows after -c and -e, a module after -m. Other letters
may stand before, as in `perl -we CODE`."""


@click.command("shell", cls=options.ManyPlayers)
@options.players
@click.argument("command", metavar="[-- COMMAND]...", nargs=-1, type=click.UNPROCESSED)
@rules_options()
@click.option(
    "--length", type=word_length, metavar="N", default=5, show_default=True, help="The length of the words, 1 to 20."
)
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
    # The shell sees as little of this process as a player sees of its referee.
    hide_process()

    program = _only_player(players)
    word_games = read_word_games([length], game_options)

    with Runner() as runner:
        sandbox, isolation_line = find_sandbox(isolation, runner)
        _log.info("%s", isolation_line)

        player = prepare_player(program, word_games, sandbox, keep_going=True)
        assert isinstance(player, Program)  # other players are objects of Python, which --players cannot name
        if player.is_prepared:
            players_command = command_for_game(player, length)
        else:
            _log.warning("%s", player.problem)
            players_command = failed_command(player, length)

        if not command:
            click.echo(shlex.join(players_command))

        with WorkingDirectory(word_games, runner) as directory:
            # The file rules.json may give the first letter of a game's word. No word is guessed here: any will do.
            directory.write_rules(word_games[length].words.words[0])
            end_report = run_in_place(player, length, players_command, command or SHELL, sandbox, limits, directory)

    sys.exit(_exit_status(end_report))


def _only_player(arguments: Sequence[str]) -> Program:
    """Return the player that the values of --players name, if its program can be started.

    Raises UsageError if they name several, DataError if its program or its source does not exist.
    """
    programs = players_of(arguments)
    if len(programs) != 1:
        raise UsageError(f"--players: a shell is opened for one player, not {len(programs)}")

    check_present(programs)

    # An interpreter would say in a game that its source does not exist; a shell would open and say nothing. A source
    # in the directory PREPARED is yet to be made.
    [player] = programs
    source = _first_source(player.arguments)
    if source is not None and not source.startswith(f"{PREPARED}/") and not os.path.exists(source):
        raise DataError(f"player '{player.name}': {source}: there is no such file")

    return player


def _first_source(arguments: Sequence[str]) -> str | None:
    """Return the source that a command runs, such as `mine.py` in `python3 -u mine.py`; None if it names none.

    That is the first word after the program and its options if it has the ending of a language. `bash -c 'mine.py'`
    and `python3 -m tool mine.py` name none: the program reads no file.
    """
    for word in arguments[1:]:
        if _READS_NO_FILE_AFTER.fullmatch(word):
            return None
        if word.startswith("-"):
            continue

        # The value of a variable, as in `env NAME=mine.py`, is no source. Nothing is looked for behind it.
        is_source = ending_of(word) in LANGUAGES and "=" not in word
        return word if is_source else None

    return None


def _exit_status(end_report: EndReport) -> int:
    """Return the exit status of a command that ended, as a shell reports it: 137 after signal 9.

    A command that was ended at Ctrl-C has none; then it is DATA, as after other failures. Raises DataError if it
    exceeded a limit.
    """
    if end_report.exceeded is not None:
        raise DataError(f"ended by the limit on {end_report.exceeded}")
    if end_report.exit_status is not None:
        return end_report.exit_status
    return DATA if end_report.signal is None else SIGNALLED + end_report.signal
