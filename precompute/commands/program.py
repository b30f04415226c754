"""The command group of `precompute`."""

import click

from lingo_common.cli.command import EXIT_CODES, Program, settings, version
from precompute.commands.book import book_command
from precompute.commands.bound import bound_command
from precompute.commands.check_tree import check_tree_command
from precompute.commands.evaluate import evaluate_command
from precompute.commands.first_guesses import first_guesses_command
from precompute.commands.optimal import optimal_command
from precompute.commands.report import report_command


@click.group(cls=Program, no_args_is_help=False, context_settings=settings("PRECOMPUTE"), epilog=EXIT_CODES)
@version
def precompute() -> None:
    """Compute in advance what the player looks up, and measure exactly how good it is."""


for command in (
    first_guesses_command,
    evaluate_command,
    check_tree_command,
    bound_command,
    optimal_command,
    book_command,
    report_command,
):
    precompute.add_command(command)
