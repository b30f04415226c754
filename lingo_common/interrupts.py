"""Ctrl-C while a program loads its modules: end without a message instead of a traceback from some import.

`_signal` is the built-in part of `signal`, which would load enum first: Ctrl-C would end that with a traceback.
"""

import _signal  # type: ignore[import-not-found]


def end_at_once() -> None:
    """Let Ctrl-C end the process without a message until `restore`, unless Ctrl-C is ignored."""
    _replace(_signal.default_int_handler, _signal.SIG_DFL)


def restore() -> None:
    """Make Ctrl-C raise KeyboardInterrupt again, if `end_at_once` changed it."""
    _replace(_signal.SIG_DFL, _signal.default_int_handler)


def _replace(old: object, new: object) -> None:
    if _signal.getsignal(_signal.SIGINT) == old:
        try:  # contextlib is not loaded yet
            _signal.signal(_signal.SIGINT, new)
        except ValueError:  # only the main thread can set a handler
            return
