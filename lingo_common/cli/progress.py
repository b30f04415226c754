"""Progress: how far a command is, as one bar on a terminal and otherwise as a line now and then."""

import io
import logging
import math
import os
import sys
import threading
import time
from functools import cache
from typing import TYPE_CHECKING, Any

import click

from lingo_common.cli import logs
from lingo_common.cli.terminal import interactive
from lingo_common.errors import count_text
from lingo_common.signals import hold_signals

if TYPE_CHECKING:
    from tqdm import tqdm

LINE_SECONDS = 10.0
"""Seconds before the first line where standard error is no terminal. Each pause is twice the one before."""
LONGEST_PAUSE = 60.0
"""The most seconds between two lines."""
REDRAWN_SECONDS = 1.0
"""Seconds after which a bar is drawn again in any case, so that its clock goes on while no piece is finished."""
COUNTING_SECONDS = 0.1
"""Seconds between two counts of a caller that counts all finished pieces anew, which may take longer than a piece."""

_log = logging.getLogger(__name__)

_BAR_OF_WORK = "{desc}: {percentage:3.0f}%|{bar}| {elapsed}<{remaining}{postfix}"
"""A bar that counts work shows no numbers: its unit means nothing to the user."""
_CLOCK = "at work for {elapsed}"
"""What is shown of work without pieces."""


@cache
def _bar_class() -> "type[tqdm[Any]]":
    """The class tqdm with a lock of this process. It is imported for the first bar, because that takes 15 ms."""
    from tqdm import tqdm

    # By default tqdm makes a lock for several processes. For it Python 3.14 starts a process that has the environment
    # of this one, where players of the referee could read it.
    tqdm.set_lock(threading.RLock())
    # A process that is forked while a bar is drawn would wait for ever for the lock that its parent holds.
    os.register_at_fork(after_in_child=lambda: tqdm.set_lock(threading.RLock()))
    return tqdm


class Progress:
    """Shows how many pieces of a command's work are finished. It lasts as long as the command, whatever it works on."""

    def __init__(
        self,
        total: int = 0,
        unit: str = "piece",
        work: float = 0,
        done: int = 0,
        leave: bool = False,
        has_pieces: bool = True,
    ) -> None:
        """total: how many pieces are expected; 0 where that is not known. unit: what is counted, in the singular.

        work: where pieces differ in size, the expected work of all of them together, in any unit. The time that is left
        is then computed from the work that is left, and expect() and step() are given the work of their pieces. done:
        pieces that were finished before; 0 if there is `work`, because the bar then counts work and not pieces.

        leave: whether a bar stays on the screen when it ends. has_pieces: False for work without pieces. It has no bar:
        on a terminal, too, lines say now and then how long it has lasted.
        """
        self._counts_work = work > 0
        self._unit = unit
        self._has_bar = has_pieces and interactive(sys.stderr)
        """Whether progress is shown as a bar; otherwise its text is logged now and then."""
        self._counted_at = -COUNTING_SECONDS
        """When `reach` was last called (time.monotonic). At first a count is due, even if the clock has begun at 0."""
        self._ended = threading.Event()

        form = None
        if work:
            form = _BAR_OF_WORK
        elif not has_pieces:
            form = _CLOCK

        # Without a bar tqdm only makes the text: it draws nothing by itself (delay), whatever is redrawn goes nowhere
        # (file), and another bar that is shown meanwhile keeps the first line of the terminal (position).
        place: dict[str, Any] = {"file": io.StringIO(), "delay": math.inf, "position": 1}
        if self._has_bar:
            # The bar follows the terminal's width. The text of a log would be cut where COLUMNS is set.
            place = {"dynamic_ncols": True}

        self._bar = _bar_class()(
            total=work or total,
            initial=done,
            unit=self._unit_of(done),
            disable=logs.is_quiet(),
            leave=leave,
            bar_format=form,
            **place,
        )

    def __enter__(self) -> "Progress":
        show = self._redraw_bar if self._has_bar else self._log_lines
        if not logs.is_quiet():
            with hold_signals():  # the thread leaves signals to the main one
                threading.Thread(target=show, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._ended.set()
        self._bar.close()

    def begin(self, name: str) -> None:
        """Name what is worked on now."""
        self._bar.set_description_str(name)

    def announce(self, name: str) -> None:
        """Name what is worked on now, and print the name where there is no bar."""
        self.begin(name)
        if not self._has_bar:
            _log.info("%s", name)

    def expect(self, change: int, work: float = 0) -> None:
        """Expect `change` more pieces and so much more work; fewer and less if they are negative."""
        more = work if self._counts_work else change
        self._bar.total = (self._bar.total or 0) + more
        self._bar.refresh()

    def print_result(self, line: str) -> None:
        """Print a line on standard output. On a terminal the bar is taken away and drawn again below the line."""
        with _bar_class().external_write_mode():
            click.echo(line)

    @property
    def is_due(self) -> bool:
        """Whether COUNTING_SECONDS have passed since `reach` was called last.

        A caller that would count all finished pieces anew for `reach` asks here first.
        """
        return time.monotonic() >= self._counted_at + COUNTING_SECONDS

    def step(self, best: str = "", work: float = 0, count: int = 1) -> None:
        """Count one more finished piece, or `count` of them, and their work; best: the best result so far."""
        change = work if self._counts_work else count
        self._bar.unit = self._unit_of(self._bar.n + change)
        self._bar.set_postfix_str(best, refresh=False)
        self._bar.update(change)

    def reach(self, done: int, best: str = "") -> None:
        """Show that `done` pieces are finished; best: the best result so far."""
        self._counted_at = time.monotonic()
        self.step(best, count=done - int(self._bar.n))

    def _unit_of(self, count: float) -> str:
        """The text that tqdm writes behind that number: ` piece` behind 1, ` pieces` behind others."""
        return count_text(int(count), self._unit).lstrip("0123456789,")

    def _redraw_bar(self) -> None:
        """Draw the bar again and again until the work ends."""
        while not self._ended.wait(REDRAWN_SECONDS):
            self._bar.refresh()

    def _log_lines(self) -> None:
        """Log the bar's text now and then, also while no piece is finished, until the work ends."""
        pause = LINE_SECONDS
        while not self._ended.wait(pause):
            _log.info("%s", self._bar)
            pause = min(2 * pause, LONGEST_PAUSE)
