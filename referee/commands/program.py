"""The referee's command line: a module of referee.commands for each of its commands."""

import click

from lingo_common.cli.command import EXIT_CODES, CommandGroup, settings, version

_HOMES = {
    "run": "referee.commands.run",
    "watch": "referee.commands.leaderboard",
    "game": "referee.commands.game",
    "play": "referee.commands.game",
    "check": "referee.commands.check",
    "shell": "referee.commands.shell",
    "leaderboard": "referee.commands.leaderboard",
    "games": "referee.commands.games",
    "show": "referee.commands.games",
    "compare": "referee.commands.compare",
    "report": "referee.commands.report",
    "verify": "referee.commands.verify",
    "audit": "referee.commands.audit",
    "rerun": "referee.commands.run",
    "void": "referee.commands.amend",
    "disqualify": "referee.commands.amend",
    "reveal": "referee.commands.verify",
    "import": "referee.commands.leaderboard",
}
"""The module of each command, in the order of the help: play a run, read it, check it, change it."""


@click.group(
    cls=CommandGroup,
    modules=_HOMES,
    context_settings=settings("REFEREE"),
    epilog=EXIT_CODES,
)
@version
def referee() -> None:
    """Let programs guess words, and judge them.

    A player is any program. Its last argument is the length N of the word, and the words are in wordlistN.txt in its
    working directory. It prints a guess as a line and flushes it, reads the reply from standard input, and goes on
    until the reply has only O or the attempts are used up. A reply has a mark for each letter: O right place, ?
    elsewhere in the word, X not in the word (or not once more). The documentation has the rest on its page "The
    protocol", and a starter player in each of ten languages.

    \b
    Examples:
      referee check --players "mine=python3 mine.py"
      referee game "python3 mine.py" --length 5
      referee run --players lingo-bot "mine=python3 mine.py" --rounds 10 --out results
    """
