"""The command group of `precompute`."""

import click

from lingo_common.cli.command import EXIT_CODES, CommandGroup, settings, version

_HOMES = {
    "first-guesses": "precompute.commands.first_guesses",
    "evaluate": "precompute.commands.evaluate",
    "check-tree": "precompute.commands.check_tree",
    "bound": "precompute.commands.bound",
    "optimal": "precompute.commands.optimal",
    "book": "precompute.commands.book",
}
"""The module of each command, in the order in which they are useful."""


@click.group(
    cls=CommandGroup,
    modules=_HOMES,
    context_settings=settings("PRECOMPUTE"),
    epilog=EXIT_CODES,
)
@version
def precompute() -> None:
    """Compute in advance what the player looks up, and measure exactly how good it is.

    \b
    Examples:
      precompute evaluate --lengths 5
      precompute first-guesses --wordlist words.txt --lengths 5 --top 3
      precompute book --wordlist words.txt --lengths 5
    """
