"""The standings of a run, printed anew while it is played: `referee leaderboard DIR --follow`."""

import datetime
import os
import sys
import time
from collections import deque

import click

from lingo_common.cli.terminal import height, interactive, table_columns
from referee.results.formats import render
from referee.results.leaderboard import Leaderboard
from referee.storage.reader import open_run

_PERIOD = 2.0
"""Seconds between two looks at the record at least."""
_SHARE = 10
"""At most this part of the time, 1/_SHARE, is spent on looking: the games need the processors."""
_WINDOW = 30.0
"""Seconds over which the speed is measured."""
_CLEAR = "\x1b[H\x1b[J"
"""Moves the cursor to the first line and clears everything below it (ECMA-48: CUP, ED)."""


class Speed:
    """How many games a second were finished lately."""

    def __init__(self) -> None:
        self._counts: deque[tuple[float, int]] = deque()

    def note(self, now: float, played: int) -> float | None:
        """Return the games a second over the last half minute; None at the first look, or if nothing was played.

        now: the time in seconds; played: how many games are finished now.
        """
        self._counts.append((now, played))
        while len(self._counts) > 2 and self._counts[1][0] <= now - _WINDOW:
            self._counts.popleft()
        begun, before = self._counts[0]
        return (played - before) / (now - begun) if played > before else None


def follow(directory: str, format: str) -> None:
    """Print the leaderboard of the run whenever games were added, until the last game is played.

    On a terminal each table takes the place of the one before it, and is cut to the terminal's height until the run is
    finished. Elsewhere the tables follow each other. Raises DataError if there is no run.
    """
    replaces = interactive(sys.stdout) and os.environ.get("TERM", "dumb") != "dumb"
    speed = Speed()
    shown = -1
    while True:
        begun = time.monotonic()
        with open_run(directory) as run:
            played = len(run.finished_numbers())
            board = run.leaderboard() if played != shown else None

        if board is not None:
            shown = played
            text = render(board, format, table_columns())
            if replaces:
                state = _state(board, speed.note(begun, played))
                text = _CLEAR + text if board.is_finished else _CLEAR + _cut(f"{state}\n\n{text}", height())
            click.echo(text, nl=False)
            if board.is_finished:
                return
            if not replaces:
                click.echo()
        time.sleep(max(_PERIOD, _SHARE * (time.monotonic() - begun)))


def _state(board: Leaderboard, speed: float | None) -> str:
    """Return how far the run is, in one line; speed: games a second, None if it is not known."""
    most = "at most " if board.decision is not None else ""
    state = f"{board.games_played:,} of {most}{board.games:,} games"
    if speed is None:
        return state
    left = datetime.timedelta(seconds=round((board.games - board.games_played) / speed))
    return f"{state}, {speed:,.1f} a second, {left} left"


def _cut(text: str, lines: int) -> str:
    """Return the first lines of the text, as many as there is room for above the line of the cursor."""
    kept = text.splitlines()[: lines - 1]
    return "".join(f"{line}\n" for line in kept)
