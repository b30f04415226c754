"""Copies of files and directories for programs that may not see the files themselves."""

import contextlib
import io
import os
import shutil
import stat
from collections.abc import Collection, Iterator
from typing import BinaryIO

_SQLITE = b"SQLite format 3\0"
"""The beginning of an SQLite database (https://www.sqlite.org/fileformat.html)."""
_VERSIONS_AT = slice(18, 20)
"""The bytes of the header that have the version for writing and the one for reading the database."""
_WITH_LOG = b"\2\2"
"""Both versions are 2 if the database has a write-ahead log."""
_BLOCK = 512
"""Bytes in the unit of st_blocks (see stat(2))."""
_CHUNK = 1 << 20
"""Bytes that are copied at once of a file with holes."""
_PERMISSIONS = 0o777
"""The bits of a mode that are copied; a program that changes its user would change to the owner of the copy."""


def copy_files(source: str, target: str, left_out: Collection[str] = (), placeholders: Collection[str] = ()) -> None:
    """Copy a file or directory with modes and times.

    Links stay links. Pipes, sockets and devices are not copied, nor is what may not be read. All paths are without
    links. left_out: files that are not copied, and directories whose copies are empty. placeholders: files and
    directories whose copies are empty, because something else is mounted on them.
    """
    copies: list[tuple[str, os.stat_result]] = []
    """What was copied: the path of the copy, and the state of the original."""
    waiting = [(source, target)]
    """What is yet to be copied: the paths of the original and of its copy."""
    left_out = frozenset(left_out)
    placeholders = frozenset(placeholders)

    while waiting:
        path, copy = waiting.pop()
        # A file can disappear meanwhile.
        with contextlib.suppress(PermissionError, FileNotFoundError):
            state = os.lstat(path)
            is_directory = stat.S_ISDIR(state.st_mode)
            # A path may be both. Then it needs a copy, even if it is a file, because something is mounted on that.
            is_placeholder = path in placeholders
            is_left_out = path in left_out and not is_placeholder
            if is_left_out and not is_directory:
                continue

            is_empty = is_placeholder or is_left_out
            has_copy = _copy_one(path, copy, state, is_empty)
            if has_copy:
                copies.append((copy, state))
            if is_directory and not is_empty:
                waiting += [(entry.path, os.path.join(copy, entry.name)) for entry in os.scandir(path)]

    # A directory comes after what is in it: a file cannot be made in a directory without permission to write.
    for copy, state in reversed(copies):
        if not stat.S_ISLNK(state.st_mode):
            os.chmod(copy, state.st_mode & _PERMISSIONS)
            os.utime(copy, ns=(state.st_atime_ns, state.st_mtime_ns))


def give_to_user(top: str, user: int, group: int) -> None:
    """Let a directory and all that is in it belong to a user and a group."""
    for path in _with_contents(top):
        os.chown(path, user, group, follow_symlinks=False)


def give_to_group(top: str, group: int) -> None:
    """Give a file, or a directory with all that is in it, to a group, which may do with it what its owner may.

    The mode 0o750 becomes 0o770.
    """
    for path in _with_contents(top):
        os.chown(path, -1, group, follow_symlinks=False)
        mode = os.lstat(path).st_mode
        if not stat.S_ISLNK(mode):
            # The three bits of the group stand below those of the owner.
            as_owner = (mode & stat.S_IRWXU) >> 3
            os.chmod(path, (mode & _PERMISSIONS) | as_owner)


def _with_contents(top: str) -> Iterator[str]:
    """Yield the path of a file, or of a directory and then of all that is in it; none if it is gone."""
    waiting = [top] if os.path.lexists(top) else []
    # os.walk recurses in Python 3.11, and a player can nest directories more deeply than Python's stack.
    while waiting:
        path = waiting.pop()
        yield path

        if os.path.isdir(path) and not os.path.islink(path):
            waiting += [entry.path for entry in os.scandir(path)]


def _copy_one(path: str, copy: str, state: os.stat_result, is_empty: bool) -> bool:
    """Copy a file or link, or make the directory; return whether there is a copy now."""
    if stat.S_ISDIR(state.st_mode):
        os.mkdir(copy)
    elif stat.S_ISLNK(state.st_mode):
        os.symlink(os.readlink(path), copy)
    elif not stat.S_ISREG(state.st_mode):
        return False
    elif is_empty:
        open(copy, "xb").close()
    else:
        _copy_file(path, copy)
        _add_log_of_database(path, copy)

    return True


def _add_log_of_database(path: str, copy: str) -> None:
    """Make empty files for the log of an SQLite database that has none now.

    SQLite reads a database with a write-ahead log in a directory where it may not write only if these are there
    (https://www.sqlite.org/wal.html#readonly).
    """
    with open(copy, "rb") as file:
        header = file.read(_VERSIONS_AT.stop)

    if header.startswith(_SQLITE) and header[_VERSIONS_AT] == _WITH_LOG:
        for ending in ("-wal", "-shm"):
            if not os.path.exists(path + ending):
                open(copy + ending, "xb").close()


def _copy_file(source: str, target: str) -> None:
    """Copy a file; a link or a pipe that took its place meanwhile is not followed and not waited for.

    Holes stay holes: a preparation can make a file of a petabyte that takes no space.
    """
    file = os.open(source, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with open(file, "rb", buffering=0) as contents, open(target, "xb") as copy:
        state = os.fstat(file)
        # A pipe or a device has no size.
        has_holes = state.st_blocks * _BLOCK < state.st_size
        if has_holes:
            _copy_around_holes(contents, copy, state.st_size)
        else:
            shutil.copyfileobj(contents, copy)


def _copy_around_holes(contents: io.FileIO, copy: BinaryIO, size: int) -> None:
    """Copy the parts of a file of this size that have data to the same places of the copy."""
    end = 0
    while end < size:
        try:
            start = contents.seek(end, os.SEEK_DATA)
        except OSError:  # only a hole follows
            break

        end = contents.seek(start, os.SEEK_HOLE)
        contents.seek(start)
        copy.seek(start)
        while start < end:
            data = contents.read(min(_CHUNK, end - start))
            if not data:  # the file has become shorter meanwhile
                return
            copy.write(data)
            start += len(data)

    copy.truncate(size)
