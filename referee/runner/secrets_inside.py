"""Finds what players must not see within a directory: runs, contest files with their words, and pipes."""

import os
from collections.abc import Iterable

from lingo_common.errors import DataError
from referee.runner.visible_paths import within

RECORD = "run.sqlite"
"""The file by which the directory of a run is known (see storage.schema)."""
_SUFFIX = ".toml"
"""The ending of contest files."""
_MOST_ENTRIES = 20_000
"""A directory with more entries than these, apart from those in _OF_TOOLS, is not searched."""
_OF_TOOLS = frozenset({".git", "__pycache__", "node_modules", "site-packages"})
"""Directories of tools, in which nobody keeps contest files."""


def secrets_inside(directory: str) -> list[str] | None:
    """The paths in the directory that players must not see; None if it is too large to be searched.

    These are the runs, contest files with their files of words, and what two players could talk through: pipes, sockets
    and devices can be written also where the file system is read-only.
    """
    secrets: list[str] = []
    waiting, entries = [(directory, False)], 0
    while waiting:
        folder, of_a_tool = waiting.pop()
        contents = _entries(folder)
        if any(entry.name == RECORD for entry in contents):
            secrets.append(folder)
            continue
        entries += 0 if of_a_tool else len(contents)
        if entries > _MOST_ENTRIES:
            return None
        for entry in contents:
            if entry.is_dir(follow_symlinks=False):
                waiting.append((entry.path, of_a_tool or entry.name in _OF_TOOLS))
            elif not entry.is_file(follow_symlinks=False):
                secrets += [] if entry.is_symlink() else [entry.path]
            elif not of_a_tool:
                secrets += secrets_of_contest(entry.path)
    return secrets


def is_secret(path: str, hidden: Iterable[str]) -> bool:
    """Whether the path, perhaps through a link, is hidden or a file in the directory of a run."""
    real = os.path.realpath(path)
    of_a_run = os.path.isfile(real) and os.path.exists(os.path.join(os.path.dirname(real), RECORD))
    return of_a_run or any(within(real, os.path.realpath(secret)) for secret in hidden)


def _entries(directory: str) -> list[os.DirEntry[str]]:
    """The entries of the directory, none if it cannot be read."""
    try:
        with os.scandir(directory) as listing:
            return list(listing)
    except OSError:
        return []


def secrets_of_contest(path: str) -> list[str]:
    """The file and its file of words if it is a contest's; empty for another file."""
    if not path.endswith(_SUFFIX) or not os.path.isfile(path):
        return []
    from referee.contest import config  # slow to load, and few directories have such a file

    try:
        settings = config.read_toml(path)
    except DataError:
        return []
    if config.PLAYERS not in settings:
        return []
    words = settings.get("words")
    return [path, os.path.join(os.path.dirname(path), words)] if isinstance(words, str) else [path]
