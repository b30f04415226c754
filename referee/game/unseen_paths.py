"""Finds the files that a text names and that a player's sandbox does not show."""

import contextlib
import os
import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from lingo_common.paths import outermost, within
from referee.contest.folders import secrets_inside
from referee.contest.player import Player, PythonPlayer
from referee.contest.view import hidden_from, seen_paths
from referee.contest.visible_paths import is_shared, script_directory
from referee.game.sandbox import Sandbox
from referee.runner.view import SYSTEM

_PATH = re.compile(r"(?<![\w./])/\w")
"""Where an absolute path may begin."""
_END = re.compile(r"[\s'\":,;)\]>]|$")
"""Where it may end; a name can contain such a character as well."""
_PLACE = re.compile(r":\d")
"""What follows a path that names a place in a source, as in `/home/ann/mine.c:3`: no program looks for that file."""
_WORD = re.compile(r"\w[\w.-]*\w|\w")
"""A word or the name of a file."""
_SPECIAL = ("/proc", "/dev", "/sys", "/run")
"""Directories of the kernel and of running services: a sandbox has its own, or none."""
_MOST_STARTS = 100
"""How many places of a text are tried where a path may begin: an error text can be long."""
_MOST_ENDS = 10
"""How many ends are tried for each of them."""


def unseen_paths(text: str, player: Player, sandbox: Sandbox) -> list[str]:
    """Return the paths in the text that exist on this machine and that the player's sandbox does not show, sorted.

    Links are followed. A home, the root directory and one for temporary files are left out, because nobody should show
    them. So are the files that no player may see, such as the words of the run.

    A file beside the player's script counts where the text has its name, with or without its ending: an interpreter
    that misses a module may say no more.
    """
    if isinstance(player, PythonPlayer) or sandbox.box is None:
        return []

    # The player sees copies of its own paths, and the live ones as they are. A hidden path is shown in neither.
    hidden = hidden_from(sandbox.isolation, player.arguments)
    own, live = seen_paths(sandbox.isolation, player.arguments, player.expose, hidden)
    secrets_of_run = list(map(os.path.realpath, sandbox.isolation.hidden))
    visible = list(map(os.path.realpath, (*SYSTEM, *_SPECIAL, *own, *live)))
    may_be_shown = _may_be_shown(own, hidden, secrets_of_run)

    unseen: list[str] = []
    for path in {*_paths(text), *_beside_the_script(text, player.arguments)}:
        real = os.path.realpath(path)
        if within(real, *secrets_of_run) or is_shared(path):
            continue

        # Either the player's copies leave it out, or it lies outside of everything that the player sees.
        is_hidden = within(real, *may_be_shown) and not within(real, *live)
        is_elsewhere = not within(real, *visible, *hidden)
        if is_hidden or is_elsewhere:
            unseen.append(path)

    return outermost(unseen)


def _may_be_shown(own: Iterable[str], hidden: Iterable[str], secrets_of_run: Collection[str]) -> list[str]:
    """Return what is hidden from a player and no secret of the run: programs of other players, and contest files.

    Whoever holds the contest may show it. own, hidden: what seen_paths and hidden_from return for the player.
    secrets_of_run: paths without links, as the returned ones are.
    """
    paths = [path for path in hidden if path not in secrets_of_run]
    for top in own:
        paths += [secret for secret in secrets_inside(os.path.realpath(top)) if secret.endswith(".toml")]
    return paths


def _beside_the_script(text: str, arguments: Sequence[str]) -> Iterator[str]:
    """Yield the files beside the command's script whose names, with or without their endings, are words of the text."""
    folder = script_directory(arguments)
    if folder is None:
        return

    words = set(_WORD.findall(text))
    with contextlib.suppress(OSError):
        for entry in os.scandir(folder):
            stem, _ = os.path.splitext(entry.name)
            if entry.name in words or stem in words:
                yield entry.path


def _paths(text: str) -> Iterator[str]:
    """Yield the absolute paths in a text that exist on this machine, each as long as it can be.

    Places in sources are left out: a compiled player that crashes may name its source, which it does not need.
    """
    starts: list[tuple[str, int]] = []
    for line in text.splitlines():
        starts += [(line, match.start()) for match in _PATH.finditer(line)]

    for line, start in starts[:_MOST_STARTS]:
        ends = [match.start() for match in _END.finditer(line, start)]
        for end in reversed(ends[:_MOST_ENDS]):
            path = line[start:end]
            if os.path.exists(path):
                if not _PLACE.match(line, end):
                    yield os.path.normpath(path)
                break
