"""Finds the files that a text names and that a player's sandbox does not show."""

import contextlib
import os
import re
from collections.abc import Iterator, Sequence
from os.path import splitext

from lingo_common.paths import outermost, within
from referee.contest.player import Player, PythonPlayer
from referee.contest.secrets import secrets_inside
from referee.contest.view import sight
from referee.contest.visible_paths import is_shared, script_directory
from referee.game.levels import Sandbox
from referee.runner.view import SYSTEM

_PATH = re.compile(r"(?<![\w./])/\w")
"""Where an absolute path may begin."""
_END = re.compile(r"[\s'\":,;)\]>]|$")
"""Where it may end; a name can contain such a character as well."""
_WORD = re.compile(r"\w[\w.-]*\w|\w")
"""A word or the name of a file."""
_SPECIAL = ("/proc", "/dev", "/sys", "/run")
_MOST_STARTS, _MOST_ENDS = 100, 10


def unseen_paths(text: str, player: Player, sandbox: Sandbox) -> list[str]:
    """The paths in the text that exist on this machine and that the player's sandbox does not show, sorted.

    Links are followed. A home, the root directory and one for temporary files are left out.

    A file beside the player's script counts where the text has its name, with or without its ending: an interpreter
    that misses a module may say no more.
    """
    if isinstance(player, PythonPlayer) or sandbox.box is None:
        return []
    seen = sight(sandbox.request, player.arguments, player.expose)
    shown = [os.path.realpath(top) for top in (*SYSTEM, *_SPECIAL, *seen.own, *seen.live)]
    never = [os.path.realpath(path) for path in sandbox.request.hidden]
    # Beside the player's own files these are hidden, and whoever holds the contest may show them.
    others = [path for path in seen.hidden if path not in never]
    for top in seen.own:
        others += [secret for secret in secrets_inside(os.path.realpath(top)) if secret.endswith(".toml")]

    unseen: list[str] = []
    for path in {*_paths(text), *_beside_the_script(text, player.arguments)}:
        real = os.path.realpath(path)
        is_hidden = within(real, *others) and not within(real, *seen.live)
        is_unknown = not within(real, *shown, *seen.hidden)
        if (is_hidden or is_unknown) and not within(real, *never) and not is_shared(path):
            unseen.append(path)
    return outermost(unseen)


def _beside_the_script(text: str, arguments: Sequence[str]) -> Iterator[str]:
    """The files in the directory of the command's script whose names are words of the text."""
    folder = script_directory(arguments)
    words = set(_WORD.findall(text))
    if folder is not None:
        with contextlib.suppress(OSError):
            yield from (entry.path for entry in os.scandir(folder) if {entry.name, splitext(entry.name)[0]} & words)


def _paths(text: str) -> Iterator[str]:
    """The absolute paths in a text that exist on this machine, each as long as it can be."""
    starts = [(line, match.start()) for line in text.splitlines() for match in _PATH.finditer(line)]
    for line, start in starts[:_MOST_STARTS]:
        ends = [match.start() for match in _END.finditer(line, start)][:_MOST_ENDS]
        if path := next((line[start:end] for end in reversed(ends) if os.path.exists(line[start:end])), None):
            yield os.path.normpath(path)
