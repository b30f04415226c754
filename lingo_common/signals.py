"""SIGTERM and SIGHUP end a program as Ctrl-C does, with a message and an exit code of their own."""

import signal
import threading
from types import FrameType

from lingo_common.errors import INTERRUPTED, SIGNALLED

_SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Windows has no SIGHUP."""
_received: list[signal.Signals] = []
"""The signals that have come."""


def raise_interrupts() -> None:
    """Let SIGTERM and SIGHUP raise KeyboardInterrupt; the second one ends the program at once."""
    if threading.current_thread() is threading.main_thread():
        for number in _SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:  # it is ignored under nohup
                signal.signal(number, _interrupt)


def restore_defaults() -> None:
    """Let SIGTERM and SIGHUP end this process again: it is a worker that was forked."""
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_DFL)


def interruption() -> tuple[str, int]:
    """The message for a KeyboardInterrupt, and the exit code that shells report."""
    return (f"ended by {_received[0].name}", SIGNALLED + _received[0]) if _received else ("interrupted", INTERRUPTED)


def _interrupt(number: int, frame: FrameType | None) -> None:
    _received.append(signal.Signals(number))
    signal.signal(number, signal.SIG_DFL)
    raise KeyboardInterrupt
