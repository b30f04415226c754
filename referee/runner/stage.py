"""The players' own files, copied once a run: what a sandbox shows in their place.

A copy keeps modes and times, or Python would compile in every game. It belongs to the user that plays, so that a file
that only its owner may read stays readable. Pipes, sockets, devices, runs and contest files are not copied.
"""

import contextlib
import hashlib
import os
import shutil
import stat
from collections.abc import Collection, Iterable

from referee.runner.contents import ENVIRONMENT, TooLarge, files_in
from referee.runner.held_directory import PASSABLE, remove
from referee.runner.prctl import own_mounts, show_at, unmount
from referee.runner.visible_paths import within


class Stage:
    """The copies that players see instead of their own files, and mounts of what their user cannot reach."""

    def __init__(self, directory: str) -> None:
        """directory: that of the run; the next runner of the same run finds the copies there again."""
        self._directory = os.path.join(directory, "stage")
        self._mounts = os.path.join(directory, f"mounts-{os.getpid()}")
        self._places: dict[str, str] = {}
        self._large: set[str] = set()

    def copy(self, path: str, left_out: Iterable[str], user: int | None) -> str:
        """The copy of the file or directory, made unless it was before; TooLarge if it is not made.

        left_out: absolute paths that are not copied; user: the owner of the copy, None for this process's user.
        """
        apart = sorted(secret for secret in left_out if within(secret, path))
        name = hashlib.sha256("\0".join([path, str(user), *apart]).encode(errors="surrogateescape")).hexdigest()[:32]
        target = os.path.join(self._directory, name)
        if name in self._large:
            raise TooLarge
        if not os.path.lexists(target):
            os.makedirs(self._directory, PASSABLE, exist_ok=True)
            part = f"{target}.part"
            remove(part)
            try:
                _copy(path, part, apart, user)
            except TooLarge:
                self._large.add(name)
                remove(part)
                raise
            os.rename(part, target)
        return target

    def reachable(self, path: str, user: int | None) -> str:
        """A path by which the user reaches this file or directory: itself, or a read-only mount of this process's own.

        OSError if nothing can be mounted here.
        """
        if user is None or is_open(path):
            return path
        if path not in self._places:
            if not self._places:
                if not own_mounts():
                    raise OSError("no mount namespace can be made")
                os.makedirs(self._mounts, exist_ok=True)
                os.chmod(self._mounts, PASSABLE)
            target = os.path.join(self._mounts, str(len(self._places)))
            if os.path.isdir(path):
                os.mkdir(target)
            else:
                os.close(os.open(target, os.O_CREAT))
            self._places[path] = target
            if not show_at(path, target):
                raise OSError(f"{path}: cannot be shown to players, which are not root")
        return self._places[path]

    def close(self) -> None:
        """Undo the mounts; the directory of the run can be removed then."""
        for target in self._places.values():
            unmount(target)


def _copy(source: str, target: str, left_out: Collection[str], user: int | None) -> None:
    """Copy a file, or a directory with what is in it, for this user; what may not be read is left out."""
    top, folders = os.path.realpath(source), []
    for relative, state in files_in(source, left_out):
        path, copy = (os.path.join(root, relative) if relative else root for root in (top, target))
        with contextlib.suppress(PermissionError, FileNotFoundError):
            if stat.S_ISDIR(state.st_mode):
                os.mkdir(copy)
                folders.append((copy, state))
            elif stat.S_ISLNK(state.st_mode):
                os.symlink(os.readlink(path), copy)
            else:
                _copy_file(path, copy)
                _keep(copy, state)
            if user is not None:
                os.chown(copy, user, user, follow_symlinks=False)
    for folder, state in reversed(folders):
        _keep(folder, state)


def _copy_file(source: str, target: str) -> None:
    """Copy a regular file; a link or a pipe that took its place meanwhile is not opened."""
    with os.fdopen(os.open(source, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
        if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            with open(target, "xb") as copy:
                shutil.copyfileobj(file, copy)


def _keep(copy: str, state: os.stat_result) -> None:
    """Give the copy the mode and the times of its original."""
    os.chmod(copy, stat.S_IMODE(state.st_mode))
    os.utime(copy, ns=(state.st_atime_ns, state.st_mtime_ns))


def give(directory: str, user: int | None) -> None:
    """Let the directory and what is in it belong to that user; None for this process's user."""
    if user is not None:
        for folder, _, files in os.walk(directory):
            for path in (folder, *(os.path.join(folder, name) for name in files)):
                os.chown(path, user, user, follow_symlinks=False)


def environments_in(copy: str, path: str) -> list[str]:
    """The virtual environments in a directory of which there is this copy, where they are empty directories."""
    folders = (path + os.path.join(folder, name)[len(copy) :] for folder, names, _ in os.walk(copy) for name in names)
    return [folder for folder in folders if os.path.isfile(os.path.join(folder, ENVIRONMENT))]


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
