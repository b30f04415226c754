"""Progress: how far a command is, as one bar on a terminal and otherwise as a line now and then."""

import logging
import threading
import time
from typing import Any

import click
from tqdm import tqdm

from lingo_common.cli import logs
from lingo_common.signals import hold_signals

LINE_SECONDS = 10.0
"""Seconds between the first lines where standard error is no terminal; later lines are farther apart."""
LINES_OF_EQUAL_DISTANCE = 6
"""After this many lines the time between lines grows by LINE_SECONDS: 10 s, then 20 s, then 30 s, …"""
LONGEST_DISTANCE = 6
"""The longest time between two lines, in LINE_SECONDS: a line a minute."""
SHOWN_SECONDS = 0.1
"""Seconds between two counts of what is done, where counting takes long; see Progress.is_due."""
_LOOK_SECONDS = 2.0
"""Seconds between looks whether a line is due while no piece is finished."""

# By default tqdm makes a lock for several processes. For it Python 3.14 starts a process that has the environment of
# this one, where players of the referee could read it.
tqdm.set_lock(threading.RLock())

_log = logging.getLogger(__name__)

_BAR_OF_WORK = "{desc}: {percentage:3.0f}%|{bar}| {elapsed}<{remaining}{postfix}"
"""A bar that counts work shows no numbers: its unit means nothing to the user."""


class Progress:
    """Shows how many pieces of a command's work are finished. It lasts as long as the command, whatever it works on."""

    def __init__(
        self,
        total: int = 0,
        unit: str = "pieces",
        work: float = 0,
        done: int = 0,
        leave: bool = False,
        has_bar: bool = True,
    ) -> None:
        """total: how many pieces are expected; 0 where that is not known. unit: what is counted, in the plural.

        work: where pieces differ in size, the expected work of all of them together, in any unit. The time that is left
        is then computed from the work that is left, and expect() and step() are given the work of their pieces. done:
        pieces that were finished before; 0 if there is `work`.

        leave: whether a bar stays on the screen when it ends. has_bar: False for work without pieces, which prints
        lines on a terminal too.
        """
        self._total = total
        self._unit = unit
        self._done = done
        self._name = ""
        self._best = ""

        self._work = work
        self._worked = 0.0
        """The work of the pieces finished in this run."""
        self._start = time.monotonic()

        self._bar: tqdm[Any] = tqdm(
            total=work or total or None,
            initial=done,
            unit=f" {unit}",
            # None lets tqdm find out whether standard error is a terminal.
            disable=logs.disable_bars() if has_bar else True,
            leave=leave,
            dynamic_ncols=True,
            bar_format=_BAR_OF_WORK if work else None,
        )
        self._has_bar = not self._bar.disable
        """Whether progress is shown as a bar; otherwise as lines now and then."""
        self._lines = 0
        """Lines printed."""
        self._next_line = self._start + LINE_SECONDS
        """When the next line is due (time.monotonic)."""
        self._shown_at = -SHOWN_SECONDS
        """When it was last shown what is done (time.monotonic); at first long enough ago, whatever the clock says."""
        self._ended = threading.Event()
        self._line_lock = threading.Lock()

    def __enter__(self) -> "Progress":
        if not self._has_bar and not logs.is_quiet():
            with hold_signals():  # the thread leaves signals to the main one
                threading.Thread(target=self._print_lines, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._ended.set()
        self._bar.close()

    def begin(self, name: str) -> None:
        """Name what is worked on now."""
        self._name = name
        self._bar.set_description_str(name)

    def announce(self, name: str) -> None:
        """Name what is worked on now, and print the name where there is no bar."""
        self.begin(name)
        if not self._has_bar:
            _log.info("%s", name)

    def expect(self, change: int, work: float = 0) -> None:
        """Expect `change` more pieces and so much more work; fewer and less if they are negative."""
        self._total += change
        self._work += work
        if self._has_bar:
            self._bar.total = self._work or self._total
            self._bar.refresh()

    def print_result(self, line: str) -> None:
        """Print a line on standard output. On a terminal the bar is taken away and drawn again below the line."""
        with tqdm.external_write_mode():
            click.echo(line)

    @property
    def is_due(self) -> bool:
        """Whether SHOWN_SECONDS have passed since `reach` was called last.

        Counting what is done can take longer than a piece, so a caller asks here before it counts.
        """
        return time.monotonic() >= self._shown_at + SHOWN_SECONDS

    def step(self, best: str = "", work: float = 0, count: int = 1) -> None:
        """Count one more finished piece, or `count` of them, and their work; best: the best result so far."""
        self._worked += work
        self.reach(self._done + count, best)

    def reach(self, done: int, best: str = "") -> None:
        """Show that `done` pieces are finished; best: the best result so far."""
        if self._has_bar:
            # The bar counts work where pieces differ in size, else pieces.
            change: float = done - self._done
            if self._work:
                change = self._worked - self._bar.n
            self._bar.set_postfix_str(best, refresh=False)
            self._bar.update(change)

        self._done = done
        self._best = best
        self._shown_at = time.monotonic()
        self._print_line()

    def _print_lines(self) -> None:
        """Print a line whenever one is due, also while no piece is finished, until the work ends."""
        while not self._ended.wait(_LOOK_SECONDS):
            self._print_line()

    def _print_line(self) -> None:
        """Print what is done, where there is no bar and a line is due."""
        now = time.monotonic()
        # The main thread comes here after each piece, and the thread of _print_lines in between.
        with self._line_lock:
            if self._has_bar or now < self._next_line:
                return
            self._lines += 1
            distance = min(LONGEST_DISTANCE, 1 + self._lines // LINES_OF_EQUAL_DISTANCE)
            self._next_line = now + LINE_SECONDS * distance

        line = self._line(now)
        if self._best:
            line = f"{line}, {self._best}"
        if self._name:
            line = f"{self._name}: {line}"

        _log.info("%s", line)

    def _line(self, now: float) -> str:
        """What is done, as in `12 of 30 pieces done, about 01:10 left`."""
        passed = now - self._start
        if not self._done and not self._total:
            return f"at work for {tqdm.format_interval(passed)}"

        of_total = f" of {self._total:,}" if self._total else ""
        line = f"{self._done:,}{of_total} {self._unit} done"
        if self._worked:
            work_left = max(0.0, self._work - self._worked)
            seconds_left = work_left * passed / self._worked
            return f"{line}, about {tqdm.format_interval(seconds_left)} left"

        if not self._done:
            return f"{line} after {tqdm.format_interval(passed)}"
        return line
