"""The content of players' folders: secrets, which no player may see, and the player's own files with their digests.

A player in a sandbox sees copies of its own folders (see referee.contest.view). A secret is a path here, not a word.
"""

import contextlib
import hashlib
import os
import stat
from collections.abc import Collection, Iterable

from lingo_common.errors import DataError
from lingo_common.paths import within
from referee.contest.limits import MIB
from referee.runner.view import RUNNER_PREFIX

RECORD = "run.sqlite"
"""The file that holds a run (see storage.schema). The directory of a run is known by it."""
ENVIRONMENT_FILE = "pyvenv.cfg"
"""The file by which a virtual environment is known. Players see environments themselves, not copies."""
MAX_BYTES = 256 * MIB
"""A folder with more bytes is too large to be copied."""
MAX_ENTRIES = 20_000
"""A folder with more files and directories is too large to be copied."""
LONGEST_PATH = 1024
"""A folder with a longer path in it, in bytes, is not copied: the system takes paths of up to 4,095 bytes, and the time
to copy a file grows with its depth."""
_LISTED_DIGITS = 16
"""The hexadecimal digits of a file's digest in digests_by_file: 64 bits tell the versions of a file apart."""
LIVE = "live"
"""What stands for a player's digest if one of its folders is too large to be copied, and is shown live: as it is."""
_TOOL_DIRECTORIES = frozenset({".git", "__pycache__", "node_modules", "site-packages"})
"""Directories of tools, which hold no files of a player's own."""


def secrets_inside(directory: str) -> list[str]:
    """Return the paths in the directory that players must not see.

    These are runs, the directories in which runners play games, and contest files with their files of words. So are
    pipes, sockets and devices, through which two players could talk: they can be written even where the file system is
    read-only.
    """
    secrets: list[str] = []
    waiting = [directory]
    while waiting:
        visible, hidden = _look_into(waiting.pop())
        secrets += hidden
        waiting += [entry.path for entry in visible if entry.is_dir(follow_symlinks=False)]

    return secrets


def is_secret(path: str, hidden: Iterable[str]) -> bool:
    """Return whether the path, perhaps through a link, is a file in the directory of a run, or lies in a hidden path.

    hidden: paths that a player must not see.
    """
    real = os.path.realpath(path)
    record_beside_it = os.path.join(os.path.dirname(real), RECORD)
    is_file_of_a_run = os.path.isfile(real) and os.path.exists(record_beside_it)
    return is_file_of_a_run or within(real, *map(os.path.realpath, hidden))


def files_in(source: str, hidden: Collection[str] = ()) -> list[tuple[str, str, os.stat_result]] | None:
    """Return what a copy of a file or directory has: (path, path relative to `source`, state), directories come first.

    The relative path of `source` itself is empty. In the copy the directories of runs are empty, and so are virtual
    environments that lie in `source`. hidden: paths without links that are left out. None if there is too much to be
    copied (see MAX_BYTES, MAX_ENTRIES and LONGEST_PATH).
    """
    top = os.path.realpath(source)
    files: list[tuple[str, str, os.stat_result]] = []
    size = 0
    waiting = [top]
    while waiting:
        path = waiting.pop()
        # A file may be deleted while the folder is read, and a directory may be listed that may not be entered.
        with contextlib.suppress(FileNotFoundError, PermissionError):
            state = os.lstat(path)
            relative = path[len(top) + 1 :]
            path_in_source = os.path.join(source, relative) if relative else source
            files.append((path_in_source, relative, state))
            if stat.S_ISREG(state.st_mode):
                size += state.st_size
            is_too_deep = len(os.fsencode(relative)) > LONGEST_PATH
            if is_too_deep or len(files) > MAX_ENTRIES or size > MAX_BYTES:
                return None

            is_inner_environment = path != top and os.path.exists(f"{path}/{ENVIRONMENT_FILE}")
            if stat.S_ISDIR(state.st_mode) and not is_inner_environment:
                visible, _ = _look_into(path)
                waiting += sorted(entry.path for entry in visible if entry.path not in hidden)

    return files


def digests_by_file(paths: Iterable[str], hidden: Collection[str]) -> dict[str, str] | None:
    """Return the beginning of the SHA-256 of mode and content of each file and link, by its absolute path.

    paths: files, and directories with all that is in them but for tools' directories such as .git. None if a directory
    is too large to be copied.
    """
    digests: dict[str, str] = {}
    for top in paths:
        files = files_in(top, hidden)
        if files is None:
            return None

        for path, relative, state in files:
            is_of_a_tool = not _TOOL_DIRECTORIES.isdisjoint(relative.split("/"))
            if not stat.S_ISDIR(state.st_mode) and not is_of_a_tool:
                content = f"{state.st_mode:o}\0".encode() + digest_of_file(path)
                digests[path] = hashlib.sha256(content).hexdigest()[:_LISTED_DIGITS]

    return digests


def digest_of_file(path: str) -> bytes:
    """Return the SHA-256 of a file or of the target of a link; empty for a directory and for what may not be read."""
    with contextlib.suppress(OSError):
        if os.path.islink(path):
            return hashlib.sha256(os.fsencode(os.readlink(path))).digest()
        if os.path.isfile(path):
            with open(path, "rb") as file:
                return hashlib.file_digest(file, "sha256").digest()
    return b""


def _look_into(directory: str) -> tuple[list[os.DirEntry[str]], list[str]]:
    """Return the entries of a directory that players may see, and the paths that they may not.

    Of the directory of a run they may see nothing: the only path is its own. Both lists are empty if the directory
    cannot be read.
    """
    try:
        with os.scandir(directory) as listing:
            entries = list(listing)
    except OSError:
        return [], []

    if any(entry.name == RECORD for entry in entries):
        return [], [directory]

    secrets: set[str] = set()
    for entry in entries:
        if entry.name.startswith(RUNNER_PREFIX) or not _is_plain(entry):
            secrets.add(entry.path)
        elif entry.name.endswith(".toml"):
            secrets.update(_secrets_of_contest(entry.path))

    return [entry for entry in entries if entry.path not in secrets], list(secrets)


def _is_plain(entry: os.DirEntry[str]) -> bool:
    """Return whether the entry is a link, a file or a directory: players could talk through anything else."""
    return entry.is_symlink() or entry.is_file() or entry.is_dir()


def _secrets_of_contest(path: str) -> list[str]:
    """Return the file and its file of words if it is a contest's; empty for another file."""
    from referee.contest import players  # slow to load, and few directories have such a file

    try:
        settings = players.read_toml(path) if os.path.isfile(path) else {}
    except DataError:
        return []

    if players.PLAYERS not in settings:
        return []

    words = settings.get("words")
    if not isinstance(words, str):
        return [path]

    # Without dots, as the folder names its entries, and without links, which lead to another file.
    words_path = os.path.join(os.path.dirname(path), words)
    return [path, os.path.normpath(words_path), os.path.realpath(words_path)]
