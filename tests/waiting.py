"""Waiting in tests for what another process does."""

import time

PATIENCE = 30
"""Seconds after which something that should happen counts as failed."""
SHORTEST_PAUSE = 0.01
LONGEST_PAUSE = 0.1
"""Seconds between two looks at whether it has happened; each pause is half as long again as the one before.

A look into a browser takes up to 10 ms of processor time, which the browser lacks for what is waited for.
"""


def wait_until(happened) -> None:
    """Return once happened() is true; an AssertionError where that takes too long."""
    deadline = time.monotonic() + PATIENCE
    pause = SHORTEST_PAUSE
    while not happened():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(pause)
        pause = min(pause * 1.5, LONGEST_PAUSE)
