"""The command line of the theory of guessing games."""

import click

from codebreaker.commands.find import find
from codebreaker.commands.play import guess, play
from codebreaker.commands.proofs import bound, optimal
from codebreaker.commands.tree import tree
from lingo_common.cli.command import EXIT_CODES, Program, settings, version


@click.group(cls=Program, no_args_is_help=False, context_settings=settings("CODEBREAKER"), epilog=EXIT_CODES)
@version
def codebreaker() -> None:
    """Guessing games: Mastermind, pairs of numbers, Lingo, and games of your own (--game FILE.py).

    Trees are worked out several times faster where numba is installed (pip install 'lingo-bot[fast]').
    """


for command in (tree, bound, optimal, play, guess, find):
    codebreaker.add_command(command)
