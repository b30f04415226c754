"""The referee's command line: a module of referee.commands for each of its commands."""

import click

from lingo_common.cli.command import EXIT_CODES, CommandGroup, settings, version
from lingo_common.errors import UsageError

_HOMES = {
    "run": "referee.commands.run",
    "watch": "referee.commands.leaderboard",
    "game": "referee.commands.game",
    "play": "referee.commands.play",
    "check": "referee.commands.check",
    "shell": "referee.commands.shell",
    "leaderboard": "referee.commands.leaderboard",
    "games": "referee.commands.games",
    "show": "referee.commands.games",
    "compare": "referee.commands.compare",
    "report": "referee.commands.report",
    "verify": "referee.commands.audit",
    "audit": "referee.commands.audit",
    "rerun": "referee.commands.amend",
    "void": "referee.commands.amend",
    "disqualify": "referee.commands.amend",
    "reveal": "referee.commands.reveal",
    "import": "referee.commands.leaderboard",
}
"""The module of each command, in the order in which they are useful."""


@click.group(
    cls=CommandGroup,
    modules=_HOMES,
    invoke_without_command=True,
    context_settings=settings("REFEREE"),
    epilog=EXIT_CODES,
)
@version
@click.pass_context
def referee(context: click.Context) -> None:
    """Let programs guess words, and judge them.

    How a player talks to the referee is described in docs/protocol.md.
    """
    if context.invoked_subcommand is None:
        raise UsageError("no command given: try 'referee run --help' or 'referee game --help'")
