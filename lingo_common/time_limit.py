"""A limit on the time that a block of code takes, kept by the system's alarm."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from lingo_common.errors import UsageError

_SOON = 1e-6
"""Seconds; 0 would switch the alarm off."""


class TimeUp(Exception):
    """The time of the block is over."""


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Raise TimeUp in the block after that many seconds; None is no limit. One limit at a time, in the main thread."""
    if seconds is None:
        yield
        return
    if not hasattr(signal, "setitimer"):
        raise UsageError("a limit of time needs a POSIX system")
    before = signal.signal(signal.SIGALRM, _time_up)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, _SOON))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _time_up(number: int, frame: object) -> NoReturn:
    raise TimeUp
