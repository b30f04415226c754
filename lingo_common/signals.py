"""Signals that end work: SIGTERM and SIGHUP end a program as Ctrl-C does, and the system's alarm keeps a time limit."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from lingo_common.errors import EXIT_INTERRUPTED, EXIT_SIGNALLED, UsageError

_SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Windows has no SIGHUP."""
_ALARM = (signal.SIGALRM,) if hasattr(signal, "SIGALRM") else ()
"""Windows has no alarm either."""
_HELD = (signal.SIGINT, *_SIGNALS, *_ALARM)
"""The signals whose handlers here raise an exception."""
_SHORTEST = 1e-6
"""Seconds of the shortest alarm: 0 would switch it off."""
_REPEATED_AFTER = 0.01
"""Seconds after which a signal is sent again whose KeyboardInterrupt Python has dropped."""
_received: list[signal.Signals] = []
"""The signals that have raised KeyboardInterrupt, Ctrl-C not among them."""


def raise_interrupts() -> None:
    """Let SIGTERM and SIGHUP raise KeyboardInterrupt; the second one ends the program at once.

    Python prints and drops a KeyboardInterrupt that is raised in a `__del__` or in the callback of a weak reference.
    From here on the signal is sent again then, without a message.
    """
    if threading.current_thread() is threading.main_thread():
        if hasattr(signal, "pthread_kill"):  # Windows has none
            sys.unraisablehook = _repeat_dropped
        for number in _SIGNALS:
            # nohup lets a program ignore SIGHUP.
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, _interrupt)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt, and leave the next such signal to the system, which ends the program."""
    _received.append(signal.Signals(number))
    signal.signal(number, signal.SIG_DFL)
    raise KeyboardInterrupt


def _repeat_dropped(unraisable: "sys.UnraisableHookArgs") -> None:
    """Send a signal again whose KeyboardInterrupt Python drops; print every other exception that it drops."""
    if not issubclass(unraisable.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(unraisable)
        return

    number = signal.SIGINT
    if _received:
        number = _received.pop()
        signal.signal(number, _interrupt)

    # An exception that is raised before this function has returned would be dropped too.
    timer = threading.Timer(_REPEATED_AFTER, signal.pthread_kill, (threading.get_ident(), number))
    timer.daemon = True
    with hold_signals():  # the thread leaves signals to the main one
        timer.start()


def leave_to_system() -> None:
    """Let Ctrl-C, SIGTERM and SIGHUP end the program without a message from here on, unless they are ignored.

    While the interpreter ends, nothing would catch a KeyboardInterrupt.
    """
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, *_SIGNALS):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, signal.SIG_DFL)


def leave_to_parent() -> None:
    """Ignore Ctrl-C and SIGHUP, which the parent of this worker handles or ignores, and let SIGTERM end it again.

    A terminal sends both to all processes that it has started. A parent under nohup ignores SIGHUP and goes on, so its
    workers must go on too.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)

    # It may have been forked within hold_signals.
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _HELD)


@contextmanager
def hold_signals() -> Iterator[None]:
    """Deliver signals only after the block.

    For blocks that start processes or threads: Python loses an exception that a signal raises while it forks.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return

    before = signal.pthread_sigmask(signal.SIG_BLOCK, _HELD)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def interruption() -> tuple[str, int]:
    """The message for a KeyboardInterrupt, and the exit code that shells report."""
    if _received:
        return f"ended by {_received[0].name}", EXIT_SIGNALLED + _received[0]
    return "interrupted", EXIT_INTERRUPTED


class TimeUp(Exception):
    """The time of the block is over. It is no TimeoutError, because that is an OSError, which the block may handle."""


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Raise TimeUp in the block after that many seconds; None is no limit. One limit at a time, in the main thread."""

    def end(number: int, frame: object) -> NoReturn:
        raise TimeUp

    if seconds is None:
        yield
        return
    if not hasattr(signal, "setitimer"):
        raise UsageError("a limit of time needs a POSIX system")

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, _SHORTEST))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
