"""Protection of the referee itself while players run."""

import contextlib
from collections.abc import Iterator

from referee.process.hide_process import hide_process
from referee.process.reaper import REAPER


@contextlib.contextmanager
def protected(own_process: bool = False) -> Iterator[None]:
    """A context in which this process may start players.

    Its command line, environment and memory are hidden from other programs of the same user, and processes that
    players leave behind are ended. own_process: this program has no other children (see Reaper.claimed).
    """
    hide_process()
    with REAPER.claimed(own_process):
        yield
