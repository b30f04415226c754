"""The user of a careful run's players where the referee is root, and a view of the files that this user can reach.

Root mounts what players see, and only that, where nobody may look it up, also below root's home. Within this view the
user nobody makes the sandbox as any ordinary user does.
"""

import os
import shutil
import stat
from collections.abc import Iterable, Iterator
from pathlib import PurePath

from lingo_common.errors import DataError
from referee.contest.isolation import IsolationRequest
from referee.contest.player import Player
from referee.sandbox.visible_paths import SYSTEM, named_files, outermost, within

NOBODY = 65534
"""The number of the user and of its group."""


def user_for(request: IsolationRequest) -> int | None:
    """The user that plays instead of the referee's; None if the referee's does."""
    return NOBODY if request.careful and os.geteuid() == 0 else None


def reachable_view(program: str, system: Iterable[str], paths: Iterable[str], writable: str | None) -> Iterator[str]:
    """The beginning of a command: what follows it is run as nobody, with the system and these paths in view.

    program: bubblewrap; system: its options that mount the system; writable: the path that may be written, if any.
    """
    shown = outermost(paths)
    yield from (program, *system, "--dev-bind", "/dev", "/dev", "--bind", "/proc", "/proc")
    above = ["/tmp", *(parent for path in shown for parent in _above(path))]  # bubblewrap itself needs /tmp
    yield from (part for parent in dict.fromkeys(above) for part in ("--perms", "0755", "--dir", parent))
    for path in shown:
        yield from ("--bind" if path == writable else "--ro-bind", path, path)
    setpriv = shutil.which("setpriv") or "/usr/bin/setpriv"
    yield from ("--die-with-parent", "--", setpriv, f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--")


def check_readable(players: Iterable[Player]) -> None:
    """DataError for a file of a player's command that nobody may not read."""
    for player in players:
        for path in named_files(player.arguments) if player.arguments else ():
            if not os.stat(path).st_mode & stat.S_IROTH:
                raise DataError(
                    f"player '{player.name}': {path}: may not be read by everybody (chmod o+r makes it so): "
                    "players of a careful run are not root"
                )


def _above(path: str) -> list[str]:
    """The directories above the path, from the top, without the root and the system's."""
    above = [str(parent) for parent in PurePath(path).parents][-2::-1]
    return [parent for parent in above if not any(within(parent, top) for top in SYSTEM)]
