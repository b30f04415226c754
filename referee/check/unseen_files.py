"""Names the files that a player asked for and that its sandbox does not show."""

import os
import re
import shlex
from collections.abc import Iterator

from lingo_common.errors import printable
from referee.check.findings import Finding, error_text
from referee.contest.equipment import equipment_of
from referee.contest.isolation import NEVER_VISIBLE
from referee.contest.players import Player
from referee.contest.termination import PLAYED_OUT
from referee.game.record import GameRecord
from referee.sandbox.bubblewrap import Bubblewrap
from referee.sandbox.sandbox import Sandbox
from referee.sandbox.visible_paths import SYSTEM, within

_PATH = re.compile(r"(?<![\w./])/\w")
"""Where an absolute path may begin."""
_END = re.compile(r"[\s'\":,;)\]>]|$")
"""Where it may end; a name can contain such a character as well."""
_SPECIAL = ("/proc", "/dev", "/sys", "/run")
_MOST_STARTS, _MOST_ENDS = 100, 10


def unseen_files(record: GameRecord, player: Player, sandbox: Sandbox) -> list[Finding]:
    """A remark on each file that a failed game's error text names, and that is there but not visible in the sandbox."""
    if record.termination in PLAYED_OUT or not player.arguments or not isinstance(sandbox, Bubblewrap):
        return []  # without arguments the player is an object of this process
    shown, hidden = sandbox.visible(player.arguments, equipment_of(player))
    apart = (*SYSTEM, *_SPECIAL, *shown, *hidden)
    paths = dict.fromkeys(_paths(error_text(record)))
    return [_finding(path) for path in paths if not any(within(path, top) for top in apart)]


def _finding(path: str) -> Finding:
    folder = os.path.dirname(path)
    exposed = path if folder in NEVER_VISIBLE else folder
    advice = (
        "Visible are the system, what the command names and, without --careful, the directory of its script; "
        f"give --expose {printable(shlex.quote(exposed))}."
    )
    return Finding("not-visible", f"{printable(path)} exists, but the sandbox does not show it", advice, breach=False)


def _paths(text: str) -> Iterator[str]:
    """The absolute paths in a text that exist on this machine, each as long as it can be."""
    starts = [(line, match.start()) for line in text.splitlines() for match in _PATH.finditer(line)]
    for line, start in starts[:_MOST_STARTS]:
        ends = [match.start() for match in _END.finditer(line, start)][:_MOST_ENDS]
        if path := next((line[start:end] for end in reversed(ends) if os.path.exists(line[start:end])), None):
            yield os.path.normpath(path)
