"""The standings of a run, printed once, or anew while it is played: `referee leaderboard DIR --follow`."""

import os
import sys
import time

import click
from tqdm import tqdm

from lingo_common.cli.terminal import height, interactive, table_columns
from lingo_common.errors import DataError
from referee.results.formats import render
from referee.results.leaderboard import Leaderboard
from referee.storage.run import open_run
from referee.storage.run_directory import is_being_played, resume_command

_PERIOD = 2.0
"""Seconds between two looks at the record at least."""
_SHARE = 10
"""At most this part of the time, 1/_SHARE, is spent on looking: the games need the processors."""
_CLEAR = "\x1b[H\x1b[J"
"""Moves the cursor to the first line and clears everything below it (ECMA-48: CUP, ED)."""

_STATE = "{n:,} of {desc}{total:,} games, {rate_noinv_fmt}, {remaining} left"
"""How far the run is, as tqdm writes it."""


def print_leaderboard(board: Leaderboard, format: str) -> None:
    """Print the leaderboard in that format; its tables are as wide as the terminal."""
    click.echo(render(board, format, table_columns()), nl=False)


def follow(directory: str, format: str) -> None:
    """Print the leaderboard of the run whenever games were added, until the last game is played.

    On a terminal each table takes the place of the one before it, and is cut to the terminal's height until the run is
    finished. Elsewhere the tables follow each other. Raises DataError if there is no run, or if it ends before its last
    game, because it was interrupted or killed.
    """
    can_clear = interactive(sys.stdout) and os.environ.get("TERM", "dumb") != "dumb"
    begun = time.monotonic()
    games_at_start: int | None = None
    games_seen: int | None = None
    while True:
        start = time.monotonic()
        # This look comes before the one at the games: a run that has just ended has recorded all of them.
        is_played = is_being_played(directory)
        with open_run(directory) as run:
            played = len(run.finished_numbers())
            board = None if played == games_seen else run.leaderboard()

        if board is not None:
            games_seen = played
            if games_at_start is None:
                games_at_start = board.games_played
            state = state_of(board, games_at_start, start - begun)
            click.echo(_text(board, format, state, can_clear), nl=False)
            if board.is_finished:
                return

        if not is_played:
            raise DataError(f"{directory}: nobody plays this run any more; to go on: {resume_command(directory)}")

        time.sleep(max(_PERIOD, _SHARE * (time.monotonic() - start)))


def _text(board: Leaderboard, format: str, state: str, can_clear: bool) -> str:
    """Return the leaderboard as it is printed; state: how far the run is; can_clear: whether a terminal shows it."""
    text = render(board, format, table_columns())
    if not can_clear:
        return text if board.is_finished else f"{text}\n"  # an empty line before the next table

    if not board.is_finished:
        text = _cut(f"{state}\n\n{text}", height())

    return _CLEAR + text


def state_of(board: Leaderboard, games_at_start: int, seconds: float) -> str:
    """Return how far the run is, in one line, with the games that were finished a second since the first look.

    games_at_start: those that were finished then; seconds: the time since.
    """
    at_most = "" if board.stopping_rule is None else "at most "
    return tqdm.format_meter(
        board.games_played,
        board.games,
        seconds,
        prefix=at_most,
        unit=" games",
        bar_format=_STATE,
        initial=games_at_start,
    )


def _cut(text: str, lines: int) -> str:
    """Return the first lines of the text, as many as there is room for above the line of the cursor."""
    first_lines = text.splitlines()[: lines - 1]
    return "".join(f"{line}\n" for line in first_lines)
