"""What this process is while players run."""

import contextlib
from collections.abc import Iterator

from referee.process.launches import LAUNCHES
from referee.process.reaper import REAPER


@contextlib.contextmanager
def protected(own_process: bool = False) -> Iterator[None]:
    """A context in which this process may start players.

    Processes that players leave behind are ended. own_process: this program has no other children (see
    Reaper.claimed).
    """
    with LAUNCHES.held(), REAPER.claimed(own_process):
        yield
