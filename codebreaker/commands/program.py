"""The command line of the theory of guessing games."""

import click

from lingo_common.cli.command import EXIT_CODES, CommandGroup, settings, version

_HOMES = {
    "tree": "codebreaker.commands.tree",
    "bound": "codebreaker.commands.proofs",
    "optimal": "codebreaker.commands.proofs",
    "check-tree": "codebreaker.commands.tree",
    "check-proof": "codebreaker.commands.check_proof",
    "play": "codebreaker.commands.play",
    "guess": "codebreaker.commands.play",
    "find": "codebreaker.commands.find",
}
"""The module of each command. It is imported when the command is given, or its help."""


@click.group(cls=CommandGroup, modules=_HOMES, context_settings=settings("CODEBREAKER"), epilog=EXIT_CODES)
@version
def codebreaker() -> None:
    """Solve guessing games: Mastermind, pairs of numbers, Lingo, and games of your own (--game FILE.py).

    Trees are computed several times faster if numba is installed, which the extra [fast] of lingo-bot has.

    \b
    Examples:
      codebreaker tree --criterion minimax
      codebreaker optimal
      codebreaker play
    """
