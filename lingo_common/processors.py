"""The processors that this process may use."""

import os

MAX_JOBS = 1024
"""The largest --jobs: all jobs start at once, so a mistyped number could stop the machine."""


def one_thread_for_algebra() -> None:
    """Let numpy start no threads for linear algebra, which no program here uses; starting them doubles its loading.

    Call it before numpy is imported. A value that the user gave stays.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def processors() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
