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
from collections.abc import Collection, Iterable, Iterator

from referee.contest.limits import MIB
from referee.runner.held_directory import PASSABLE, remove
from referee.runner.prctl import own_mounts, show_at, unmount
from referee.runner.secrets_inside import RECORD, secrets_of_contest
from referee.runner.visible_paths import within

MAX_BYTES, MAX_ENTRIES = 256 * MIB, 20_000
"""A folder that has more is shown as it is."""
LIVE = "live"
"""The digest of a player with such a folder."""
ENVIRONMENT = "pyvenv.cfg"
"""The file by which a virtual environment is known, which is shown as it is."""


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
            target = os.path.join(self._mounts(), str(len(self._places)))
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

    def _mounts(self) -> str:
        """The directory for mounts, which all can enter."""
        if self._base is None:
            directory = os.path.join(os.path.dirname(self._directory), f"mounts-{os.getpid()}")
            os.mkdir(directory)
            os.chmod(directory, PASSABLE)
            if not own_mounts():
                raise OSError("no mount namespace can be made")
            self._base = directory
        return self._base


def files_in(source: str, left_out: Collection[str] = ()) -> Iterator[tuple[str, os.stat_result]]:
    """Yield what is copied of a file or directory: (path relative to it, state), each directory before what is in it.

    Raises TooLarge as soon as that is too much. left_out: absolute paths that are not copied.
    """
    top, entries, size, waiting = os.path.realpath(source), 0, 0, [""]
    apart = {os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path)) for path in left_out}
    while waiting:
        path = os.path.join(top, relative) if (relative := waiting.pop()) else top
        with contextlib.suppress(FileNotFoundError):
            state = os.lstat(path)
            entries += 1
            size += state.st_size if stat.S_ISREG(state.st_mode) else 0
            if entries > MAX_ENTRIES or size > MAX_BYTES:
                raise TooLarge
            if stat.S_ISDIR(state.st_mode):
                names = _names_in(path, relative == "")
                waiting += [os.path.join(relative, name) for name in names if os.path.join(path, name) not in apart]
            if any(kind(state.st_mode) for kind in (stat.S_ISDIR, stat.S_ISREG, stat.S_ISLNK)):
                yield relative, state


def _names_in(folder: str, is_top: bool) -> list[str]:
    """The names in a directory without contest files; none of a run, and none of an environment below the top."""
    try:
        names = sorted(os.listdir(folder), reverse=True)
    except OSError:
        return []
    if RECORD in names or (ENVIRONMENT in names and not is_top):
        return []
    secrets = {*itertools.chain.from_iterable(secrets_of_contest(os.path.join(folder, name)) for name in names)}
    return [name for name in names if os.path.join(folder, name) not in secrets]


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


def digest_of_files(paths: Iterable[str], left_out: Collection[str] = ()) -> str:
    """Hex SHA-256 of the names, modes and contents of files and directories, without __pycache__; LIVE if too large."""
    sums = hashlib.sha256()
    for path in sorted(paths):
        try:
            files = [(path, relative, state.st_mode) for relative, state in files_in(path, left_out)]
        except TooLarge:
            return LIVE
        for top, relative, mode in sorted(files):
            if "__pycache__" not in relative.split("/"):
                sums.update(f"{relative or top}\0{mode:o}\0".encode(errors="surrogateescape"))
                sums.update(_digest_of_file(os.path.join(top, relative) if relative else top, mode))
    return sums.hexdigest()


def _digest_of_file(path: str, mode: int) -> bytes:
    """SHA-256 of a file or of the target of a link; empty for a directory and for what may not be read."""
    with contextlib.suppress(OSError):
        if stat.S_ISLNK(mode):
            return hashlib.sha256(os.fsencode(os.readlink(path))).digest()
        if stat.S_ISREG(mode):
            with open(path, "rb") as file:
                return hashlib.file_digest(file, "sha256").digest()
    return b""


def give(directory: str, user: int | None) -> None:
    """Let the directory and what is in it belong to that user; None for this process's user."""
    if user is not None:
        for folder, _, files in os.walk(directory):
            for path in (folder, *(os.path.join(folder, name) for name in files)):
                os.chown(path, user, user, follow_symlinks=False)


def environments_in(copy: str, path: str) -> list[str]:
    """The virtual environments in a directory of which there is this copy, where they are empty directories."""
    environments = []
    for folder, names, _ in os.walk(copy):
        real = os.path.join(path, os.path.relpath(folder, copy))
        for name in names:
            if os.path.isfile(os.path.join(real, name, ENVIRONMENT)):
                environments.append(os.path.normpath(os.path.join(real, name)))
    return environments


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
