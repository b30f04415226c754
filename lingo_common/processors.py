"""The processors that this process may use."""

import os

MOST_JOBS = 1024
"""The largest --jobs: all jobs start at once, so a mistyped number could stop the machine."""


def processors() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
