"""numba's `njit` (the `fast` extra), with a message when the first function of a program is compiled.

numba keeps what it compiled: later runs load it, and print no message.
"""

import logging
import multiprocessing

from numba import njit
from numba.core import event

__all__ = ["njit"]

_log = logging.getLogger(__name__)


class Announcement(event.Listener):
    """Logs one line when numba compiles for the first time in this process."""

    def __init__(self) -> None:
        self._said = False

    def on_start(self, event: event.Event) -> None:
        if not self._said:
            self._said = True
            _log.info("the search is compiled for this machine; that takes half a minute and happens once")

    def on_end(self, event: event.Event) -> None:
        pass


if multiprocessing.parent_process() is None:  # else its parent says it
    event.register("numba:compile", Announcement())  # type: ignore[no-untyped-call]
