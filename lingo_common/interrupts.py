"""Ctrl-C while a program loads its modules: end without a message instead of a traceback from some import."""

import signal
from contextlib import suppress


def end_at_once() -> None:
    """Let Ctrl-C end the process without a message until `as_usual`; where Ctrl-C is ignored, leave it ignored."""
    _replace(signal.default_int_handler, signal.SIG_DFL)


def as_usual() -> None:
    """Make Ctrl-C raise KeyboardInterrupt again, if `end_at_once` changed it."""
    _replace(signal.SIG_DFL, signal.default_int_handler)


def _replace(old: object, new: "signal._HANDLER") -> None:
    with suppress(ValueError):  # only the main thread can set a handler
        if signal.getsignal(signal.SIGINT) is old:
            signal.signal(signal.SIGINT, new)
