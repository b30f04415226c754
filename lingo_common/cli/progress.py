"""Progress: how far a command is, as one bar on a terminal and otherwise as a line now and then."""

import logging
import time
from typing import Any

from tqdm import tqdm

from lingo_common.cli import logs

LINE_SECONDS = 60.0
"""Seconds between lines where standard error is no terminal."""
_log = logging.getLogger(__name__)


class Progress:
    """Counts the finished pieces of a command over all its games."""

    def __init__(self, total: int = 0, unit: str = "pieces") -> None:
        """total: how many pieces are expected; 0 where that is not known. unit: what is counted, in the plural."""
        self._total, self._unit, self._done, self._name = total, unit, 0, ""
        self._bar: tqdm[Any] = tqdm(total=total or None, unit=f" {unit}", disable=logs.no_bar(), leave=False)
        self._next_line = time.monotonic() + LINE_SECONDS

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *error: object) -> None:
        self._bar.close()

    def begin(self, name: str) -> None:
        """Name what is worked on now."""
        self._name = name
        self._bar.set_description(name)

    def expect(self, change: int) -> None:
        """Expect `change` more pieces, or fewer if it is negative."""
        self._total += change
        if not self._bar.disable:
            self._bar.total = self._total
            self._bar.refresh()

    def step(self, best: str = "") -> None:
        """Count one more finished piece; best: the best result so far."""
        self.reach(self._done + 1, best)

    def reach(self, done: int, best: str = "") -> None:
        """Show that `done` pieces are finished; best: the best result so far."""
        if not self._bar.disable:
            self._bar.set_postfix_str(best, refresh=False)
            self._bar.update(done - self._done)
        elif time.monotonic() >= self._next_line:
            self._next_line = time.monotonic() + LINE_SECONDS
            of_all = f" of {self._total:,}" if self._total else ""
            _log.info("%s: %s%s %s done%s", self._name, f"{done:,}", of_all, self._unit, best and f", {best}")
        self._done = done
