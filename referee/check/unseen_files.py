"""Remarks on what a sandbox refused to a player: files that it does not show, and places that cannot be written.

The text that names them is the player's. So only what the command names or what is in the directory of its script is
advised to be exposed: else a player could make the contest's holder show it any file.
"""

import errno
import os
import shlex
from collections.abc import Callable

from lingo_common.errors import printable
from referee.check.findings import Finding, error_text
from referee.contest.player import Player
from referee.contest.termination import PLAYED_OUT
from referee.game.record import GameRecord
from referee.runner.visible_paths import is_shared, script_directory, within

_REFUSED = os.strerror(errno.EROFS)
_READ_ONLY = Finding(
    "read-only",
    f"its error text says '{_REFUSED}': in a sandbox a player can write to its working directory alone",
    "Write there, or to the directory that HOME and TMPDIR name, which is the same; nothing stays for the next game.",
    breach=False,
)
Look = Callable[[str, Player], list[str]]
"""Finds what a text names and the player's sandbox does not show (see referee.game.unseen_paths)."""


def unseen_files(record: GameRecord, player: Player, look: Look) -> list[Finding]:
    """Remarks on what a failed game's error text says of the sandbox.

    They are on each file that it names and that is there but not visible, and on writing where nothing may be written.
    """
    if record.termination in PLAYED_OUT:
        return []
    text = error_text(record)
    return [*(_finding(path, player) for path in look(text, player)), *([_READ_ONLY] if _REFUSED in text else [])]


def _finding(path: str, player: Player) -> Finding:
    exposed = _to_expose(path, player)
    where = "Visible are the system, what the command names and, without --careful, the directory of its script"
    own = "its author can have it there, or in the command"
    advice = f"{where}; {own if exposed is None else f'give --expose {printable(shlex.quote(exposed))}'}."
    return Finding("not-visible", f"{printable(path)} exists, but the sandbox does not show it", advice, breach=False)


def _to_expose(path: str, player: Player) -> str | None:
    """What to expose so that the path is seen; None for a path that only the player names."""
    folder, own = os.path.dirname(path), script_directory(player.arguments)
    if own is not None and within(path, own):
        return path
    if not any(path in word for word in player.arguments):
        return None
    return path if os.path.isdir(path) or is_shared(folder) else folder
