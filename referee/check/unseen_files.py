"""Names the files that a player asked for and that its sandbox does not show."""

import os
import shlex
from collections.abc import Callable

from lingo_common.errors import printable
from referee.check.findings import Finding, error_text
from referee.contest.isolation import NEVER_VISIBLE
from referee.contest.player import Player
from referee.contest.termination import PLAYED_OUT
from referee.game.record import GameRecord

Look = Callable[[str, Player], list[str]]
"""Finds what a text names and the player's sandbox does not show (see referee.game.unseen_paths)."""


def unseen_files(record: GameRecord, player: Player, look: Look) -> list[Finding]:
    """A remark on each file that a failed game's error text names, and that is there but not visible in the sandbox."""
    if record.termination in PLAYED_OUT:
        return []
    return [_finding(path) for path in look(error_text(record), player)]


def _finding(path: str) -> Finding:
    folder = os.path.dirname(path)
    exposed = path if folder in NEVER_VISIBLE or os.path.isdir(path) else folder
    advice = (
        "Visible are the system, what the command names and, without --careful, the directory of its script; "
        f"give --expose {printable(shlex.quote(exposed))}."
    )
    return Finding("not-visible", f"{printable(path)} exists, but the sandbox does not show it", advice, breach=False)
