"""Finds the files that a text names and that a player's sandbox does not show."""

import os
import re
from collections.abc import Iterator

from referee.contest.equipment import equipment_of
from referee.contest.players import Player
from referee.sandbox.bubblewrap import Bubblewrap
from referee.sandbox.sandbox import Sandbox
from referee.sandbox.visible_paths import SYSTEM, within

_PATH = re.compile(r"(?<![\w./])/\w")
"""Where an absolute path may begin."""
_END = re.compile(r"[\s'\":,;)\]>]|$")
"""Where it may end; a name can contain such a character as well."""
_SPECIAL = ("/proc", "/dev", "/sys", "/run")
_MOST_STARTS, _MOST_ENDS = 100, 10


def unseen_paths(text: str, player: Player, sandbox: Sandbox) -> list[str]:
    """The paths in the text that exist on this machine and that the player's sandbox does not show, each once."""
    if not player.arguments or not isinstance(sandbox, Bubblewrap):  # without arguments: an object of this process
        return []
    shown, hidden = sandbox.visible(player.arguments, equipment_of(player))
    apart = (*SYSTEM, *_SPECIAL, *shown, *hidden)
    return [path for path in dict.fromkeys(_paths(text)) if not any(within(path, top) for top in apart)]


def _paths(text: str) -> Iterator[str]:
    """The absolute paths in a text that exist on this machine, each as long as it can be."""
    starts = [(line, match.start()) for line in text.splitlines() for match in _PATH.finditer(line)]
    for line, start in starts[:_MOST_STARTS]:
        ends = [match.start() for match in _END.finditer(line, start)][:_MOST_ENDS]
        if path := next((line[start:end] for end in reversed(ends) if os.path.exists(line[start:end])), None):
            yield os.path.normpath(path)
