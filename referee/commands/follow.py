"""The standings of a run, printed once, or anew while it is played: `referee leaderboard DIR --follow`."""

import os
import sys
import time

import click

from lingo_common.cli.terminal import height, interactive, table_columns
from lingo_common.errors import DataError
from referee.results.formats import render
from referee.results.leaderboard import Leaderboard
from referee.storage.run import open_run
from referee.storage.run_directory import is_being_played, resume_command

_PERIOD = 2.0
"""The least seconds from one look at the record to the next."""
_PAUSE_FOR_LOOK = 10
"""The pause after a look is at least this many times as long as the look: the games need the processors."""
_CLEAR = "\x1b[H\x1b[J"
"""Moves the cursor to the first line and clears everything below it (ECMA-48: CUP, ED)."""

_STATE = "{n:,} of {desc}{total:,} games, {rate_noinv_fmt}, {remaining} left"
"""The template of tqdm for how far a run is: `120 of at most 5,000 games, 12.3 games/s, 06:40 left`.

{desc} is "at most " for a run that can end earlier, else empty.
"""


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
    first_look = time.monotonic()
    games_at_first_look: int | None = None
    games_shown: int | None = None
    while True:
        look = time.monotonic()
        # This comes before the games are read. If the run is over now, they are all recorded when they are read.
        is_played = is_being_played(directory)
        with open_run(directory) as run:
            games_recorded = len(run.finished_numbers())
            # To make the leaderboard takes long, so it is made only if there are new games.
            board = None if games_recorded == games_shown else run.leaderboard()

        if board is not None:
            games_shown = games_recorded
            if games_at_first_look is None:
                games_at_first_look = board.games_played
            state = state_of(board, games_at_first_look, look - first_look)
            click.echo(_text(board, format, state, can_clear), nl=False)
            if board.is_finished:
                return

        if not is_played:
            raise DataError(f"{directory}: nobody plays this run any more; to go on: {resume_command(directory)}")

        time.sleep(max(_PERIOD, _PAUSE_FOR_LOOK * (time.monotonic() - look)))


def _text(board: Leaderboard, format: str, state: str, can_clear: bool) -> str:
    """Return the leaderboard as it is printed; state: how far the run is; can_clear: whether a terminal shows it."""
    text = render(board, format, table_columns())
    if not can_clear:
        return text if board.is_finished else f"{text}\n"  # an empty line before the next table

    if not board.is_finished:
        # The last line of the terminal is left to the cursor.
        first_lines = f"{state}\n\n{text}".splitlines()[: height() - 1]
        text = "".join(f"{line}\n" for line in first_lines)

    return _CLEAR + text


def state_of(board: Leaderboard, games_at_first_look: int, seconds: float) -> str:
    """Return one line that says how far the run is, with the number of games a second since the first look.

    games_at_first_look: how many games were finished then; seconds: how long ago it was.
    """
    # The standings are printed sooner without it: only --follow needs it.
    from tqdm import tqdm

    at_most = "" if board.stopping_rule is None else "at most "
    return tqdm.format_meter(
        board.games_played,
        board.games,
        seconds,
        prefix=at_most,
        unit=" games",
        bar_format=_STATE,
        initial=games_at_first_look,
    )
