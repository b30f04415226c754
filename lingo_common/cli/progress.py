"""Progress: how far a command is, as one bar on a terminal and otherwise as a line now and then."""

import logging
import time
from typing import Any

from tqdm import tqdm

from lingo_common.cli import logs

LINE_SECONDS = 60.0
"""Seconds between lines where standard error is no terminal."""
_log = logging.getLogger(__name__)
_BY_WORK = "{desc}: {percentage:3.0f}%|{bar}| {elapsed}<{remaining}{postfix}"


class Progress:
    """Counts the finished pieces of a command over all its games."""

    def __init__(self, total: int = 0, unit: str = "pieces", work: float = 0) -> None:
        """total: how many pieces are expected; 0 where that is not known. unit: what is counted, in the plural.

        work: the expected work of all pieces together, in any unit, where pieces differ in size. The time that is left
        is then computed from the work that is left, and expect() and step() are given the work of their pieces.
        """
        self._total, self._unit, self._done, self._name = total, unit, 0, ""
        self._work, self._worked, self._start = work, 0.0, time.monotonic()
        self._bar: tqdm[Any] = tqdm(
            total=work or total or None,
            unit=f" {unit}",
            disable=logs.disable_bars(),
            leave=False,
            bar_format=_BY_WORK if work else None,
        )
        self._next_line = time.monotonic() + LINE_SECONDS

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *error: object) -> None:
        self._bar.close()

    def begin(self, name: str) -> None:
        """Name what is worked on now."""
        self._name = name
        self._bar.set_description(name)

    def announce(self, name: str) -> None:
        """Name what is worked on now, and print the name where there is no bar."""
        self.begin(name)
        if self._bar.disable:
            _log.info("%s", name)

    def expect(self, change: int, work: float = 0) -> None:
        """Expect `change` more pieces and so much more work; fewer and less if they are negative."""
        self._total += change
        self._work += work
        if not self._bar.disable:
            self._bar.total = self._work or self._total
            self._bar.refresh()

    def step(self, best: str = "", work: float = 0) -> None:
        """Count one more finished piece and its work; best: the best result so far."""
        self._worked += work
        self.reach(self._done + 1, best)

    def reach(self, done: int, best: str = "") -> None:
        """Show that `done` pieces are finished; best: the best result so far."""
        if not self._bar.disable:
            self._bar.set_postfix_str(best, refresh=False)
            self._bar.update(self._worked - self._bar.n if self._work else done - self._done)
        elif time.monotonic() >= self._next_line:
            self._next_line = time.monotonic() + LINE_SECONDS
            line = f"{self._name}: {done:,}{f' of {self._total:,}' if self._total else ''} {self._unit} done"
            if self._worked:
                rate = self._worked / (time.monotonic() - self._start)
                line += f", about {tqdm.format_interval(max(0.0, self._work - self._worked) / rate)} left"
            _log.info("%s", f"{line}, {best}" if best else line)
        self._done = done
