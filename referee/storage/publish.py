"""Writes the leaderboard of a run into its directory."""

import os

from lingo_common.files import check_own, write_whole
from referee.results.formats import FILES, render
from referee.results.leaderboard import Leaderboard


def check_publishable(directory: str) -> None:
    """DataError if a file of the leaderboard is a link, a pipe or a directory, which would be written elsewhere."""
    for name in FILES.values():
        check_own(os.path.join(directory, name))


def publish(directory: str, board: Leaderboard) -> None:
    """Write the leaderboard into the directory, in every format; DataError as check_publishable."""
    check_publishable(directory)
    for format, name in FILES.items():
        write_whole(os.path.join(directory, name), render(board, format))
