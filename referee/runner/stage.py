"""The players' own files, copied once a run: what a sandbox shows in their place.

A copy keeps modes and times, or Python would compile in every game. It belongs to the user that plays, so that a file
that only its owner may read stays readable. Pipes, sockets, devices, runs and contest files are not copied.
"""

import contextlib
import hashlib
import itertools
import os
import shutil
import stat
from collections.abc import Collection, Iterable

from referee.contest.limits import MIB
from referee.runner.held_directory import remove
from referee.runner.prctl import own_mounts, show_at, unmount
from referee.runner.secrets_inside import RECORD, secrets_of_contest
from referee.runner.visible_paths import within

MOST_BYTES, MOST_ENTRIES = 256 * MIB, 20_000
"""A folder that has more is shown as it is."""
ENVIRONMENT = "pyvenv.cfg"
"""The file by which a virtual environment is known, which is shown as it is."""
_PASSABLE = 0o711


class TooLarge(Exception):
    """A folder has more bytes or entries than are copied."""


class Stage:
    """The copies that players see instead of their own files, and mounts of what their user cannot reach."""

    def __init__(self, directory: str) -> None:
        """directory: that of the run; the next runner of the same run finds the copies there again."""
        self._directory = os.path.join(directory, "stage")
        self._base: str | None = None
        self._places: dict[str, str] = {}
        self._large: set[str] = set()

    def copy(self, path: str, left_out: Iterable[str], user: int | None) -> str:
        """The copy of the file or directory, made unless it was before; TooLarge if it is not made.

        left_out: absolute paths that are not copied; user: the owner of the copy, None for this process's user.
        """
        apart = sorted(other for other in left_out if within(other, path))
        name = hashlib.sha256("\0".join([path, str(user), *apart]).encode(errors="surrogateescape")).hexdigest()[:32]
        place = os.path.join(self._directory, name)
        if name in self._large:
            raise TooLarge
        if not os.path.lexists(place):
            os.makedirs(self._directory, _PASSABLE, exist_ok=True)
            part = f"{place}.part"
            remove(part)
            try:
                _Copy(frozenset(apart), user).copy(path, part)
            except TooLarge:
                self._large.add(name)
                remove(part)
                raise
            os.rename(part, place)
        return place

    def reachable(self, path: str, user: int | None, writable: bool = False) -> str:
        """A path by which the user reaches this file or directory: the same, or a mount of this process's own.

        OSError if nothing can be mounted here.
        """
        if user is None or is_open(path):
            return path
        if path not in self._places:
            place = os.path.join(self._mounts(), str(len(self._places)))
            if os.path.isdir(path):
                os.mkdir(place)
            else:
                os.close(os.open(place, os.O_CREAT))
            self._places[path] = place
            if not show_at(path, place, writable):
                raise OSError(f"{path}: cannot be shown to players, which are not root")
        return self._places[path]

    def close(self) -> None:
        """Undo the mounts; the directory of the run can be removed then."""
        for place in self._places.values():
            unmount(place)

    def _mounts(self) -> str:
        """The directory for mounts, which all can enter."""
        if self._base is None:
            directory = os.path.join(os.path.dirname(self._directory), f"mounts-{os.getpid()}")
            os.mkdir(directory)
            os.chmod(directory, _PASSABLE)
            if not own_mounts():
                raise OSError("no mount namespace can be made")
            self._base = directory
        return self._base


class _Copy:
    """One copy, as far as it is made."""

    def __init__(self, left_out: Collection[str], user: int | None) -> None:
        self._left_out, self._user = left_out, user
        self._bytes, self._entries = 0, 0

    def copy(self, source: str, target: str) -> None:
        """Copy a file, or a directory and what is in it."""
        waiting, folders = [(os.path.realpath(source), source, target)], []
        while waiting:
            real, named, target = waiting.pop()
            self._entries += 1
            state = os.lstat(real)
            if self._entries > MOST_ENTRIES:
                raise TooLarge
            if stat.S_ISDIR(state.st_mode):
                folders.append((target, state))
                os.mkdir(target)
                waiting += self._inside(real, named, target)
            elif stat.S_ISLNK(state.st_mode):
                os.symlink(os.readlink(real), target)
                self._give(target)
            elif stat.S_ISREG(state.st_mode):
                with contextlib.suppress(PermissionError, FileNotFoundError):
                    self._copy_file(real, target)
        for folder, state in reversed(folders):
            self._give(folder)
            _keep(folder, state)

    def _inside(self, real: str, named: str, target: str) -> list[tuple[str, str, str]]:
        """(real path, path as named, copy's path) of what is in a directory and is copied."""
        try:
            names = os.listdir(real)
        except OSError:
            return []
        if RECORD in names or (ENVIRONMENT in names and self._entries > 1):
            return []
        secrets = set(itertools.chain.from_iterable(secrets_of_contest(os.path.join(real, name)) for name in names))
        join = os.path.join
        return [
            (join(real, name), join(named, name), join(target, name))
            for name in names
            if not {join(real, name), join(named, name)} & (secrets | set(self._left_out))
        ]

    def _copy_file(self, source: str, target: str) -> None:
        """Copy a regular file; a link or a pipe that took its place meanwhile is not opened."""
        with os.fdopen(os.open(source, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
            state = os.fstat(file.fileno())
            self._bytes += state.st_size
            if self._bytes > MOST_BYTES:
                raise TooLarge
            if stat.S_ISREG(state.st_mode):
                with open(target, "xb") as copy:
                    shutil.copyfileobj(file, copy)
                self._give(target)
                _keep(target, state)

    def _give(self, path: str) -> None:
        """Let the copy belong to the user that plays."""
        if self._user is not None:
            os.chown(path, self._user, self._user, follow_symlinks=False)


def give(directory: str, user: int | None) -> None:
    """Let the directory and what is in it belong to that user; None for this process's user."""
    if user is not None:
        for folder, _, files in os.walk(directory):
            for path in (folder, *(os.path.join(folder, name) for name in files)):
                os.chown(path, user, user, follow_symlinks=False)


def _keep(copy: str, state: os.stat_result) -> None:
    """Give the copy the mode and the times of its original."""
    os.chmod(copy, stat.S_IMODE(state.st_mode))
    os.utime(copy, ns=(state.st_atime_ns, state.st_mtime_ns))


def environments_in(copy: str, path: str) -> list[str]:
    """The virtual environments in a directory of which there is this copy, where they are empty directories."""
    found = []
    for folder, names, _ in os.walk(copy):
        real = os.path.join(path, os.path.relpath(folder, copy))
        for name in names:
            if os.path.isfile(os.path.join(real, name, ENVIRONMENT)):
                found.append(os.path.normpath(os.path.join(real, name)))
    return found


def is_open(path: str, top: str = "/") -> bool:
    """Whether everybody may enter all directories above the path, from top on."""
    above = os.path.dirname(os.path.realpath(path))
    while within(above, top) and above != "/":
        if not os.stat(above).st_mode & stat.S_IXOTH:
            return False
        above = os.path.dirname(above)
    return True


def is_readable(path: str) -> bool:
    """Whether everybody may read the file, or look into the directory; True if it is gone."""
    if not os.path.exists(path):
        return True
    needed = stat.S_IROTH | (stat.S_IXOTH if os.path.isdir(path) else 0)
    return os.stat(path).st_mode & needed == needed
