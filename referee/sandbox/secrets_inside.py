"""Finds what players must not see within a directory: runs, and contest files with their words."""

import os

from lingo_common.errors import DataError
from referee.contest import config

RECORD = "run.sqlite"
"""The file by which the directory of a run is known (see storage.schema)."""
_MOST_ENTRIES = 20_000
"""A directory with more entries than these is not searched."""
_NOT_SEARCHED = frozenset({".git", "__pycache__", "node_modules", "site-packages"})
"""Directories of tools, in which nobody keeps runs."""


def secrets_inside(directory: str) -> list[str] | None:
    """The runs, contest files and their files of words in the directory; None if it is too large to be searched."""
    secrets, entries = [], 0
    for folder, subfolders, files in os.walk(directory):
        entries += len(subfolders) + len(files)
        if entries > _MOST_ENTRIES:
            return None
        if RECORD in files:
            secrets.append(folder)
            subfolders.clear()
            continue
        subfolders[:] = [name for name in subfolders if name not in _NOT_SEARCHED]
        for name in files:
            if name.endswith(config.SUFFIX):
                secrets += _of_contest(os.path.join(folder, name))
    return secrets


def _of_contest(path: str) -> list[str]:
    """The file and its file of words if it is a contest's; empty for another TOML file."""
    try:
        settings = config.read(path)
    except DataError:
        return []
    if config.PLAYERS not in settings:
        return []
    words = settings.get("words")
    return [path, os.path.join(os.path.dirname(path), words)] if isinstance(words, str) else [path]
