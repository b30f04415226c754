"""This process: Ctrl-C while it loads its modules, the threads of numpy, the processors that it may use.

`_signal` is the built-in part of `signal`, which would load enum first: Ctrl-C would end that with a traceback.
"""

import _signal  # type: ignore[import-not-found]
import os

MAX_JOBS = 1024
"""The largest --jobs: all jobs start at once, so a mistyped number could stop the machine."""


def silence_ctrl_c() -> None:
    """Let Ctrl-C end the process without a message until `restore_ctrl_c`, unless Ctrl-C is ignored."""
    _replace(_signal.default_int_handler, _signal.SIG_DFL)


def restore_ctrl_c() -> None:
    """Make Ctrl-C raise KeyboardInterrupt again, if `silence_ctrl_c` changed it."""
    _replace(_signal.SIG_DFL, _signal.default_int_handler)


def _replace(old: object, new: object) -> None:
    """Handle Ctrl-C by `new` where it is handled by `old`; what the user or a program has set otherwise stays."""
    if _signal.getsignal(_signal.SIGINT) == old:
        # Not contextlib.suppress: the module would have to be loaded first.
        try:
            _signal.signal(_signal.SIGINT, new)
        except ValueError:  # only the main thread can set a handler
            return


def one_thread_for_algebra() -> None:
    """Let numpy start no threads for linear algebra, which would double the time of its import. Call it before that."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def processors() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
