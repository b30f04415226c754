"""`referee shell`: a shell with what a player has and sees."""

import logging
import shlex
import sys
from collections.abc import Sequence

import click

from lingo_common.cli.rules_options import rules_options, word_length
from lingo_common.errors import EXIT_DATA, EXIT_SIGNALLED, DataError, UsageError
from referee.commands import options
from referee.contest.limits import IsolationRequest, Limits
from referee.contest.lists import read_word_games
from referee.contest.needs import check_present
from referee.contest.player import Program, command_for_game
from referee.contest.players import players_of
from referee.game.game_pool import opened_pool
from referee.game.preparation import failed_command, prepare_player
from referee.game.shell import SHELL, run_in_place
from referee.runner.messages import EndReport
from referee.runner.prctl import hide_process
from wordlists.rules import GameOptions

_log = logging.getLogger(__name__)


@click.command("shell", cls=options.ManyPlayers)
@options.players
@click.argument("command", metavar="[-- COMMAND]...", nargs=-1, type=click.UNPROCESSED)
@rules_options()
@click.option(
    "--length", type=word_length, metavar="N", default=5, show_default=True, help="The length of the words, 1 to 20."
)
@options.limits
@options.isolation
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
    shell, and its exit status is that of this command. A source is compiled first. If a preparation fails, the shell
    opens in the directory and the sandbox of that preparation, and prints its command. Only the time limits do not
    hold.

    \b
    Examples:
      referee shell --players "python3 mine.py"
      referee shell --players "python3 mine.py" -- ls -l
    """
    # As in a run: what runs in place of the player must not read the memory and the environment of this process.
    hide_process()

    program = _only_player(players)
    word_games = read_word_games([length], game_options)

    with opened_pool(word_games, limits, isolation) as pool:
        _log.info("%s", pool.sandbox.line)
        # keep_going: a failed preparation is no error here; the shell shows where it failed.
        player = prepare_player(program, word_games, pool.sandbox, keep_going=True)
        assert isinstance(player, Program)  # other players are objects of Python, which --players cannot name
        if player.is_prepared:
            players_command = command_for_game(player, length)
        else:
            _log.warning("%s", player.problem)
            players_command = failed_command(player, length)

        if not command:
            click.echo(shlex.join(players_command))

        with pool.working_directory() as directory:
            # In a game rules.json may give the first letter of the secret. Here no word is guessed, so any one will do.
            directory.write_rules(word_games[length].words.words[0])
            end_report = run_in_place(player, length, players_command, command or SHELL, pool, directory.path)

    sys.exit(_exit_status(end_report))


def _only_player(arguments: Sequence[str]) -> Program:
    """Return the player that the values of --players name, if its program can be started.

    Raises UsageError if they name several, DataError if its program does not exist.
    """
    programs = players_of(arguments)
    if len(programs) != 1:
        raise UsageError(f"--players: a shell is opened for one player, not {len(programs)}")

    check_present(programs)
    return programs[0]


def _exit_status(end_report: EndReport) -> int:
    """Return the exit status of a command that ended, as a shell reports it: 137 after signal 9.

    After Ctrl-C neither status nor signal is known, and EXIT_DATA is returned. Raises DataError if the command exceeded
    a limit.
    """
    if end_report.exceeded is not None:
        raise DataError(f"ended by its {end_report.exceeded}")
    if end_report.exit_status is not None:
        return end_report.exit_status
    return EXIT_DATA if end_report.signal is None else EXIT_SIGNALLED + end_report.signal
