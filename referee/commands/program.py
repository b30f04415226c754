"""The referee's command line: a module of referee.commands for each of its commands."""

import click

from lingo_common.cli.command import EXIT_CODES, Program, settings, version
from lingo_common.errors import UsageError
from referee.commands.check import check_command
from referee.commands.game import game_command
from referee.commands.play import play
from referee.commands.recorded.audit import audit_command
from referee.commands.recorded.compare import compare
from referee.commands.recorded.games import games
from referee.commands.recorded.import_games import import_command
from referee.commands.recorded.leaderboard import leaderboard
from referee.commands.recorded.report import report_command
from referee.commands.recorded.rerun import rerun
from referee.commands.recorded.show import show
from referee.commands.recorded.verify import verify
from referee.commands.recorded.void import void
from referee.commands.run import run
from referee.commands.signals import end_in_order
from referee.commands.watch import watch

COMMANDS = (
    run,
    watch,
    game_command,
    play,
    check_command,
    leaderboard,
    games,
    show,
    compare,
    report_command,
    verify,
    audit_command,
    rerun,
    void,
    import_command,
)
"""In the order in which they are useful."""


@click.group(cls=Program, invoke_without_command=True, context_settings=settings("REFEREE"), epilog=EXIT_CODES)
@version
@click.pass_context
def referee(context: click.Context) -> None:
    """Let programs guess words, and judge them.

    How a player talks to the referee is described in docs/protocol.md.
    """
    if context.invoked_subcommand is None:
        raise UsageError("no command given: try 'referee run --help' or 'referee game --help'")
    end_in_order()


for command in COMMANDS:
    referee.add_command(command)
