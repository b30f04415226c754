"""`referee watch`: a live table of a run."""

import click

from lingo_common.screen.screens import check_screen
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
    check_screen("referee watch")
    from referee.screens.watch_screen import WatchScreen

    WatchScreen(directory).run()
