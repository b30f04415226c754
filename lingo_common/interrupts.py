"""Ctrl-C before a program is loaded: it ends at once and says nothing, as a program that needs no loading does.

An interrupt in the midst of an import is a traceback otherwise, from wherever it happens to strike.
"""

import signal
from contextlib import suppress


def end_at_once() -> None:
    """Leave Ctrl-C to the system, which ends the process, until `as_usual`; where it is ignored it stays so."""
    _replace(signal.default_int_handler, signal.SIG_DFL)


def as_usual() -> None:
    """Make Ctrl-C a KeyboardInterrupt again, where `end_at_once` changed that."""
    _replace(signal.SIG_DFL, signal.default_int_handler)


def _replace(old: object, new: "signal._HANDLER") -> None:
    with suppress(ValueError):  # in a thread there is nothing to set
        if signal.getsignal(signal.SIGINT) is old:
            signal.signal(signal.SIGINT, new)
