"""The standings of a run, printed once, or anew while it is played: `referee leaderboard DIR --follow`."""

import datetime
import os
import sys
import time
from collections import deque

import click

from lingo_common.cli.terminal import height, interactive, table_columns
from lingo_common.errors import DataError, count_text
from referee.results.formats import render
from referee.results.leaderboard import Leaderboard
from referee.storage.run import open_run
from referee.storage.run_directory import is_being_played, resume_command

_PERIOD = 2.0
"""Seconds between two looks at the record at least."""
_SHARE = 10
"""At most this part of the time, 1/_SHARE, is spent on looking: the games need the processors."""
_WINDOW = 30.0
"""Seconds over which the speed is measured."""
_CLEAR = "\x1b[H\x1b[J"
"""Moves the cursor to the first line and clears everything below it (ECMA-48: CUP, ED)."""

Looks = deque[tuple[float, int]]
"""The looks at the record in the last _WINDOW, the first one first: (seconds, finished games)."""


def print_leaderboard(board: Leaderboard, format: str) -> None:
    """Print the leaderboard in that format; its tables are as wide as the terminal."""
    click.echo(render(board, format, table_columns()), nl=False)


def games_a_second(looks: Looks) -> float | None:
    """Return how many games a second were finished lately; None at the first look, or if nothing was played.

    Looks that lie further back than _WINDOW are removed from `looks`, but for the last of them, where the measuring
    begins.
    """
    now, played = looks[-1]
    while len(looks) > 2 and looks[1][0] <= now - _WINDOW:
        looks.popleft()

    start, played_before = looks[0]
    if played == played_before:
        return None

    return (played - played_before) / (now - start)


def follow(directory: str, format: str) -> None:
    """Print the leaderboard of the run whenever games were added, until the last game is played.

    On a terminal each table takes the place of the one before it, and is cut to the terminal's height until the run is
    finished. Elsewhere the tables follow each other. Raises DataError if there is no run, or if it ends before its last
    game, because it was interrupted or killed.
    """
    can_clear = interactive(sys.stdout) and os.environ.get("TERM", "dumb") != "dumb"
    looks: Looks = deque()
    while True:
        start = time.monotonic()
        # This look comes before the one at the games: a run that has just ended has recorded all of them.
        is_played = is_being_played(directory)
        with open_run(directory) as run:
            played = len(run.finished_numbers())
            is_new = not looks or played != looks[-1][1]
            board = run.leaderboard() if is_new else None

        if board is not None:
            looks.append((start, played))
            click.echo(_text(board, format, games_a_second(looks), can_clear), nl=False)
            if board.is_finished:
                return

        if not is_played:
            raise DataError(f"{directory}: nobody plays this run any more; to go on: {resume_command(directory)}")

        time.sleep(max(_PERIOD, _SHARE * (time.monotonic() - start)))


def _text(board: Leaderboard, format: str, speed: float | None, can_clear: bool) -> str:
    """Return the leaderboard as it is printed; speed: games a second; can_clear: whether a terminal shows it."""
    text = render(board, format, table_columns())
    if not can_clear:
        return text if board.is_finished else f"{text}\n"  # an empty line before the next table

    if not board.is_finished:
        text = _cut(f"{_state(board, speed)}\n\n{text}", height())
    return _CLEAR + text


def _state(board: Leaderboard, speed: float | None) -> str:
    """Return how far the run is, in one line; speed: games a second, None if it is not known."""
    most = "at most " if board.stopping_rule is not None else ""
    state = f"{board.games_played:,} of {most}{count_text(board.games, 'game')}"
    if speed is None:
        return state

    seconds = round((board.games - board.games_played) / speed)
    return f"{state}, {speed:,.1f} a second, {datetime.timedelta(seconds=seconds)} left"


def _cut(text: str, lines: int) -> str:
    """Return the first lines of the text, as many as there is room for above the line of the cursor."""
    first_lines = text.splitlines()[: lines - 1]
    return "".join(f"{line}\n" for line in first_lines)
