"""Writes the leaderboard of a run into its directory."""

import os

from lingo_common.files import write_whole
from referee.results.formats import FILES, rendered
from referee.results.leaderboard import Leaderboard


def publish(directory: str, board: Leaderboard) -> None:
    """Write the leaderboard into the directory, in every format."""
    for format, name in FILES.items():
        write_whole(os.path.join(directory, name), rendered(board, format))
