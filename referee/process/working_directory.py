"""The directory that players run in: the word lists of the run, read-only, in one canonical form.

Every job has its own, made once. After each game it is looked at and put in order, so that no game finds what
another left there.
"""

import contextlib
import fcntl
import glob
import os
import stat
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lingo_common.errors import DataError, reason
from wordlists.reader import WordList

_READ_ONLY = 0o444
_OWNER_WRITES = 0o755
_PREFIX = "lingo-job-"
"""Directories of that name that nobody holds any more are those of a referee that was killed."""
_PATIENCE = 1.0
"""Seconds that the removal of what a game left may take before the next game begins."""


@dataclass(frozen=True)
class _Signature:
    """What changes when a file is touched; the time of the last change of its state cannot be set by anyone."""

    inode: int
    mode: int
    size: int
    changed: int
    links: int


class WorkingDirectory:
    """One job's directory and what belongs into it."""

    def __init__(self, path: str, lists: Mapping[int, WordList]) -> None:
        """Make the directory and write the lists."""
        self.path = path
        self.files = {f"wordlist{length}.txt": words.words for length, words in lists.items()}
        self.files["wordlist.txt"] = sorted(word for words in lists.values() for word in words.words)
        self._signatures: dict[str, _Signature] = {}
        self._furnish()

    def tidy(self) -> None:
        """Put the directory in order after a game; costs next to nothing where nothing was touched."""
        if not self._untouched():
            _set_aside(self.path)
            self._furnish()

    def _furnish(self) -> None:
        os.mkdir(self.path)
        os.chmod(self.path, _OWNER_WRITES)
        for name, words in self.files.items():
            path = os.path.join(self.path, name)
            with open(path, "w", encoding="ascii", newline="\n") as file:
                file.writelines(f"{word}\n" for word in words)
            os.chmod(path, _READ_ONLY)
            self._signatures[name] = _signature(path)
        self._own = self._own_signature()

    def _untouched(self) -> bool:
        """Whether the directory holds the lists as they were written, and nothing else."""
        try:
            with os.scandir(self.path) as entries:
                names = {entry.name for entry in entries}
            return (
                names == set(self.files)
                and self._own == self._own_signature()
                and all(_signature(os.path.join(self.path, name)) == self._signatures[name] for name in names)
            )
        except OSError:
            return False

    def _own_signature(self) -> tuple[int, int]:
        state = os.lstat(self.path)
        return state.st_ino, state.st_mode


@contextlib.contextmanager
def working_directory(lists: Mapping[int, WordList]) -> Iterator[WorkingDirectory]:
    """A new working directory with wordlist.txt and every wordlistN.txt; it is removed afterwards."""
    with temporary_directory() as parent:
        yield WorkingDirectory(os.path.join(parent, "game"), lists)


@contextlib.contextmanager
def temporary_directory() -> Iterator[str]:
    """A new directory that is removed afterwards, by the next referee where this one is killed."""
    _forget_dead()
    path, held = _held_directory()
    try:
        yield path
    finally:
        _remove(path)
        os.close(held)


def _held_directory() -> tuple[str, int]:
    """A new directory and the open file whose lock, which the system lets go with us, says that it is in use."""
    while True:
        path = tempfile.mkdtemp(prefix=_PREFIX)
        with contextlib.suppress(FileNotFoundError):  # another referee found it before it was locked, and removed it
            held = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
            with contextlib.suppress(OSError):  # a file system without locks: nobody will take it for dead there
                fcntl.flock(held, fcntl.LOCK_EX)
            if os.path.exists(path):
                return path, held
            os.close(held)


def _forget_dead() -> None:
    """Remove the directories of referees that were killed."""
    for path in glob.glob(os.path.join(glob.escape(tempfile.gettempdir()), f"{_PREFIX}*")):
        with contextlib.suppress(OSError):  # in use, gone meanwhile, or somebody else's
            held = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if os.fstat(held).st_uid == os.geteuid():
                    _remove(path, _PATIENCE)
            finally:
                os.close(held)


def _signature(path: str) -> _Signature:
    state = os.lstat(path)
    return _Signature(state.st_ino, state.st_mode, state.st_size, state.st_ctime_ns, state.st_nlink)


def _remove(path: str, seconds: float | None = None) -> None:
    """Remove a directory with all in it, in that time: permissions taken away and any depth are no obstacle."""
    # Not shutil.rmtree: it recurses, and a player can nest directories more deeply than Python can.
    script = 'rm -rf -- "$1" || { chmod -R u+rwx -- "$1"; rm -rf -- "$1"; }'
    with contextlib.suppress(subprocess.TimeoutExpired):
        command = ["/bin/sh", "-c", script, "remove", path]
        subprocess.run(command, stderr=subprocess.DEVNULL, check=False, timeout=seconds)


def _open_up(path: str) -> None:
    """Make a directory of ours ours to write again: a player of the same user can take the permission, or remove it."""
    os.makedirs(path, exist_ok=True)
    os.chmod(path, stat.S_IRWXU)


def _set_aside(path: str) -> None:
    """Free the name at once, and remove what had it; what takes long, or cannot be removed, stays until the end."""
    try:
        _open_up(os.path.dirname(path))
        aside = tempfile.mkdtemp(prefix="aside-", dir=os.path.dirname(path))
        if os.path.lexists(path):
            if not os.path.islink(path):
                os.chmod(path, stat.S_IRWXU)  # what cannot be written cannot be moved either
            os.rename(path, os.path.join(aside, "game"))
    except OSError as error:
        raise DataError(f"{path}: a player left it so that it cannot be replaced: {reason(error)}") from None
    _remove(aside, _PATIENCE)
