"""The files that programs in sandboxes see beside the system: copies, and mounts of the files themselves.

A program may run as a user of its own, who cannot read all that the user of the runner can. The copies belong to the
user of the runner then and lie below a directory that only this user can enter. The runner mounts them, and every other
place that the program's user cannot reach, in a mount namespace of its own.
"""

import contextlib
import functools
import itertools
import os
import stat
from collections.abc import Iterable

from lingo_common.paths import within
from referee.runner.copies import copy_files, give_to_group
from referee.runner.held_directory import PASSABLE, remove
from referee.runner.prctl import make_mount_namespace, mount_read_only, unmount
from referee.runner.view import View

NOBODY = 65534
"""The number of the group of programs that run as another user than the runner."""
_PRIVATE = 0o700
"""The permissions of a directory that only its user can enter."""
_NAME_DIGITS = 32
"""The hexadecimal digits of a copy's name."""


class Stage:
    """The copies and mounts of a run."""

    def __init__(self, directory: str) -> None:
        """directory: that of the run; the next runner of the same run finds the copies there again."""
        self._private = os.path.join(directory, "stage")
        """The directory around the copies, which no program may enter."""
        self._copies = os.path.join(self._private, "copies")
        self._mounts = os.path.join(directory, f"mounts-{os.getpid()}")
        """The directory with the places on which this runner mounts what another user could not reach."""
        for folder, mode in ((self._private, _PRIVATE), (self._copies, PASSABLE), (self._mounts, PASSABLE)):
            os.makedirs(folder, exist_ok=True)
            os.chmod(folder, mode)

        self._mounted: dict[str, str] = {}
        """For each path that is mounted in `_mounts` too, its path there."""
        self._mount_numbers = itertools.count()
        self.arguments = functools.cache(self._make_arguments)
        """Returns bubblewrap's arguments that show a view: `arguments(view, is_another_user)`.

        They are made once, with the copies that they show. They depend on the user too, because another user may read
        less than this process. After `arguments.cache_clear()` they are made anew, from the files that there are then.
        """

    def copy(
        self, path: str, is_another_user: bool, left_out: Iterable[str] = (), placeholders: Iterable[str] = ()
    ) -> str:
        """Return a path by which the program reaches the copy of a file or directory; it is made if there is none.

        left_out: paths that are not copied. placeholders: paths at which the copy has an empty file or directory, on
        which bubblewrap will mount something else. Both may have paths that are not below this one.
        """
        left_out = sorted(inside for inside in left_out if within(inside, path))
        placeholders = sorted(inside for inside in placeholders if within(inside, path))

        # The name is a digest of all that the copy depends on. The empty text separates the two lists.
        depends_on = "\0".join([path, str(is_another_user), *left_out, "", *placeholders])
        # OpenSSL takes 5 ms to load, and most runs copy nothing.
        import hashlib

        name = hashlib.sha256(depends_on.encode(errors="surrogateescape")).hexdigest()[:_NAME_DIGITS]
        target = os.path.join(self._copies, name)

        # A copy gets its name when it is complete, so what a killed runner leaves is never taken for one.
        if not os.path.lexists(target):
            part = f"{target}.part"
            remove(part)
            copy_files(path, part, left_out, placeholders)
            if is_another_user:
                give_to_group(part, NOBODY)

            with contextlib.suppress(FileNotFoundError):  # it has gone meanwhile
                os.rename(part, target)

        return os.path.join(self._reachable_copies(is_another_user), name)

    def reachable_path(self, path: str, is_another_user: bool) -> str:
        """Return a path by which the program reaches the file or directory: itself, or a read-only mount of it.

        The mount is made if the program's user may not enter a directory above the path. Raises OSError if nothing can
        be mounted here.
        """
        if not is_another_user or _can_be_reached(path):
            return path

        if path not in self._mounted:
            # The first mount needs a mount namespace of this process, in which all later ones are made too.
            if not self._mounted and not make_mount_namespace():
                raise OSError("no mount namespace can be made")

            target = os.path.join(self._mounts, str(next(self._mount_numbers)))
            # os.mknod makes an empty file: a file can only be mounted on a file.
            make_target = os.mkdir if os.path.isdir(path) else os.mknod
            make_target(target)
            if not mount_read_only(path, target):
                raise OSError(f"{path}: cannot be shown to players, which are not root")

            self._mounted[path] = target

        return self._mounted[path]

    def close(self) -> None:
        """Undo the mounts and remove empty directories; the directory of the run can be removed then."""
        for target in self._mounted.values():
            unmount(target)

        # Most runs copy and mount nothing. To remove an empty directory takes no other process (see remove).
        for folder in (self._mounts, self._copies, self._private):
            with contextlib.suppress(OSError):
                os.rmdir(folder)

    def _make_arguments(self, view: View, is_another_user: bool) -> tuple[str, ...]:
        """Return the arguments of bubblewrap: copies, the files themselves, links, and covers over what is secret.

        is_another_user: whether the program runs as another user than this process. Raises OSError if something cannot
        be copied or mounted.
        """
        # For each path of the sandbox, the path of what is shown there. What is secret in a copied path is left out of
        # the copy (View.left_out); what is secret in a live path is covered below (View.covered).
        sources = {path: self.copy(path, is_another_user, view.left_out, view.live) for path in view.copied}

        # Live paths are shown as they are now. This process may read more than the program's user, so a part that the
        # user may not read is copied too.
        copied_parts: list[str] = []
        for path in view.live:
            unreadable = _unreadable_parts(path, view.covered) if is_another_user else []
            if path not in unreadable:
                sources[path] = self.reachable_path(path, is_another_user)

            for part in unreadable:
                sources[part] = self.copy(part, is_another_user, left_out=view.covered)

            copied_parts += unreadable

        arguments: list[str] = []
        # Later mounts lie on top of earlier ones, so a directory comes before what is in it.
        for path, source in sorted(sources.items()):
            arguments += ("--ro-bind", source, path)

        for link, target in view.links:
            # A link within what is shown is there already.
            if not within(link, *sources):
                arguments += ("--symlink", target, link)

        for secret in view.covered:
            # In a copy a secret is left out already.
            if not within(secret, *copied_parts):
                arguments += _cover(secret)

        return tuple(arguments)

    def _reachable_copies(self, is_another_user: bool) -> str:
        """Return a path by which the user reaches the directory of copies."""
        try:
            return self.reachable_path(self._copies, is_another_user)
        except OSError:
            # Nothing can be mounted here, so every user of this machine is let into the directory above the copies.
            os.chmod(self._private, PASSABLE)
            return self._copies


def _cover(path: str) -> tuple[str, ...]:
    """Return the arguments that show an empty file or directory at the path; none if it has gone meanwhile."""
    if not os.path.lexists(path):
        return ()
    if os.path.isdir(path):
        return "--tmpfs", path, "--remount-ro", path
    return "--ro-bind", "/dev/null", path


def _unreadable_parts(path: str, covered: Iterable[str]) -> list[str]:
    """Return the files and directories at or below the path that not everybody may read, but for the covered ones.

    A directory stands for its entries if it has several and none of them may be read. Each part is mounted in every
    sandbox, which would take a second for hundreds of files.
    """
    skipped = set(covered)
    parts: set[str] = set()
    # The entries of each directory that everybody may look into, but for the covered ones.
    contents: dict[str, list[str]] = {}
    waiting = [path]
    while waiting:
        part = waiting.pop()
        with contextlib.suppress(OSError):  # it has gone meanwhile
            if part in skipped:
                continue

            state = os.lstat(part)
            if not _is_readable(state):
                parts.add(part)
            elif stat.S_ISDIR(state.st_mode):
                with os.scandir(part) as entries:
                    contents[part] = [entry.path for entry in entries if entry.path not in skipped]
                waiting += contents[part]

    # From the inside outwards: a directory may be replaced here that is an entry of the next one.
    for folder, inside in reversed(contents.items()):
        if len(inside) > 1 and parts.issuperset(inside):
            parts.difference_update(inside)
            parts.add(folder)

    return sorted(parts)


def _can_be_reached(path: str) -> bool:
    """Return whether everybody may enter all directories above the path."""
    folder = os.path.realpath(path)
    while folder != "/":
        folder = os.path.dirname(folder)
        if not os.stat(folder).st_mode & stat.S_IXOTH:
            return False

    return True


def _is_readable(state: os.stat_result) -> bool:
    """Return whether everybody may read the file, or look into the directory."""
    if stat.S_ISDIR(state.st_mode):
        needed = stat.S_IROTH | stat.S_IXOTH
    elif stat.S_ISREG(state.st_mode):
        needed = stat.S_IROTH
    else:
        needed = 0
    return state.st_mode & needed == needed
