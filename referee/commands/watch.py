"""`referee watch`: a live table of a run."""

import sys

import click

from lingo_common.errors import MissingExtra, UsageError
from lingo_common.screen.terminal import interactive
from referee.commands.options import common as options
from referee.storage.reader import open_run


@click.command()
@options.directory
def watch(directory: str) -> None:
    """Watch the run in DIR while it is played: a live table and the last games.

    The command reads only the record, so the run is not disturbed. Needs the extra [screen].

    \b
    Examples:
      referee watch results
    """
    with open_run(directory):
        pass  # a directory without a run is a more useful error than a missing extra
    try:
        from referee.screens.watch_screen import WatchScreen
    except ImportError:
        raise MissingExtra("referee watch", "screen") from None
    if not interactive(sys.stdin, sys.stdout):
        raise UsageError("referee watch needs a terminal")
    WatchScreen(directory).run()
