"""`referee watch`: a live table of a run, and the run itself where the same command plays it."""

import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence

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


def watch_while(command: Sequence[str], directory: str) -> int:
    """The exit code of a command of this program that plays the run in the directory, watched until it has ended.

    The command's output is shown afterwards. To leave before the end interrupts the run, as Ctrl-C does.
    """
    from referee.screens.watch_screen import WatchScreen

    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        playing = subprocess.Popen(
            [sys.executable, "-m", "referee", *command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=errors,
            start_new_session=True,  # its end is asked for below, not by the terminal
        )
        try:
            WatchScreen(directory, lambda: playing.poll() is not None).run()
        finally:
            if playing.poll() is None:
                playing.send_signal(signal.SIGINT)
            code = playing.wait()
            for text, on_errors in ((errors, True), (output, False)):
                text.seek(0)
                click.echo(text.read(), nl=False, err=on_errors)
    return code
