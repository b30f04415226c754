"""Reading files within a bound, writing them completely or not at all; the user's directory for cached files."""

import os
import re
import stat
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from io import BufferedReader

from lingo_common.errors import DataError, UsageError, reason

AnyPath = str | os.PathLike[str]
_LARGE_READ = 1 << 20
"""Bytes asked for at once from files: a read reserves all the memory that it asks for."""
_MOST_BYTES = 256 << 20
"""Bytes that are read of a file, at most, so that one which is much too large does not take all memory."""
_NAME_IN_PART = 50
"""Characters of a file's name in the name that it has while it is written (see _part_prefix)."""
_PART_DIGITS = 16
"""Random hexadecimal digits in that name, which tell two writers of a file apart."""
_PART = ".part"
"""The end of that name."""
_DATABASE = b"SQLite format 3\0"
"""What a file of SQLite begins with."""
_LONGEST_BEGINNING = 4096
"""Bytes that are read to tell the kind of a file."""
_PART_SECONDS = 3600.0
"""Seconds since its last change after which a part has no writer any more: writing takes seconds."""
_PAUSE_FOR_LOCK = 0.05
"""Seconds between two looks whether another writer of a file is done."""
_LOOKS_FOR_LOCK = 200
"""How often it is looked: for ten seconds. To read and to write a book takes less than one."""


def read_file(path: str, most: int = _MOST_BYTES) -> bytes:
    """The content of a file or of a pipe.

    Raises DataError if it cannot be read, or has more than `most` bytes, as devices have that never end. A named pipe
    to which no program writes is empty.
    """
    try:
        # An ordinary open would wait for ever for a program that writes to the pipe.
        is_pipe = stat.S_ISFIFO(os.stat(path).st_mode)
        with open(_open_pipe(path, os.O_RDONLY) if is_pipe else path, "rb") as file:
            data = _content(file, most)
    except (OSError, ValueError) as error:  # a path with a null character is a ValueError
        raise DataError(f"{path}: cannot be read: {reason(error)}") from None

    if len(data) > most:
        raise DataError(f"{path}: cannot be read: it has more than {most >> 20} MiB")
    return data


def _content(file: BufferedReader, most: int) -> bytes:
    """The bytes from here to the end of the file. If there are more than `most`, some more than `most` are returned."""
    data = bytearray()
    while len(data) <= most:
        piece = file.read(_LARGE_READ)
        data += piece
        if len(piece) < _LARGE_READ:
            break

    return bytes(data)


def _open_pipe(path: AnyPath, flags: int) -> int:
    """A file descriptor of a named pipe, without waiting for the program at its other end.

    Where no program writes, there is nothing to read; where none reads, this raises OSError.
    """
    pipe = os.open(path, flags | os.O_NONBLOCK)
    os.set_blocking(pipe, True)
    return pipe


def write_whole(path: AnyPath, content: bytes | str) -> None:
    """Write content to path so that a reader sees the old file or the new file, never a part of it.

    The data is synced to the disk before the file is renamed. Text is written as UTF-8; what UTF-8 cannot encode
    becomes question marks. Raises DataError if the file cannot be written, and leaves nothing behind. A device or a
    named pipe is written to directly, not replaced.
    """
    data = content.encode(errors="replace") if isinstance(content, str) else content
    target = os.path.realpath(path)
    temporary = f"{_part_prefix(target)}{os.urandom(_PART_DIGITS // 2).hex()}{_PART}"
    check_writable(path)

    try:
        if _is_a_device(path):
            is_pipe = stat.S_ISFIFO(os.stat(path).st_mode)
            with open(_open_pipe(path, os.O_WRONLY) if is_pipe else path, "wb") as file:
                file.write(data)
            return

        _remove_old_parts(target)
        with open(temporary, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())

        if os.path.exists(target):
            permissions = os.stat(target).st_mode & 0o777
            os.chmod(temporary, permissions)

        os.replace(temporary, target)
    except BaseException as error:
        # Ctrl-C too must leave no part of a file behind.
        with suppress(OSError):
            os.unlink(temporary)
        if not isinstance(error, OSError):
            raise
        raise DataError(f"{os.fspath(path)}: cannot be written: {reason(error)}") from None


def _part_prefix(target: str) -> str:
    """The beginning of the path that a file has while it is written; random digits and `.part` follow.

    For /home/ann/report.html it is `/home/ann/.report.html.`. A long name is cut, because its 255 bytes may be as many
    as the system allows.
    """
    directory, name = os.path.split(target)
    return os.path.join(directory, f".{name[:_NAME_IN_PART]}.")


def _remove_old_parts(target: str) -> None:
    """Remove the parts of this file that writers left behind when they were killed."""
    directory, prefix = os.path.split(_part_prefix(target))
    # The parts of `a.b` begin with `.a.`, as those of `a` do, but they are longer.
    length = len(prefix) + _PART_DIGITS + len(_PART)
    oldest = time.time() - _PART_SECONDS

    # A directory may be writable and not readable, and another writer may remove the same part.
    with suppress(OSError), os.scandir(directory) as entries:
        for entry in entries:
            is_part = entry.name.startswith(prefix) and entry.name.endswith(_PART) and len(entry.name) == length
            if is_part and entry.stat(follow_symlinks=False).st_mtime < oldest:
                os.unlink(entry.path)


def check_regular(path: str) -> None:
    """Raise DataError if the path names no regular file, or an empty one.

    The reading of a device might never end. No word list, book or record of a run is empty.
    """
    try:
        state = os.stat(path)
    except (OSError, ValueError) as error:  # a path with a null character is a ValueError
        raise DataError(f"{path}: cannot be read: {reason(error)}") from None

    if not stat.S_ISREG(state.st_mode) or not state.st_size:
        raise DataError(f"{path}: cannot be read: it is no regular file, or it is empty")


def check_regular_or_absent(path: str) -> None:
    """Raise DataError if there is something else than a regular file at the path: a link, a pipe, a directory.

    Call it before a file is written into a directory that others can write to: a link of theirs could name any file.
    """
    # An OSError means that nothing is there.
    with suppress(OSError):
        if not stat.S_ISREG(os.lstat(path).st_mode):
            raise DataError(f"{path}: cannot be written: it is a link or no regular file")


def check_writable(path: AnyPath, beginning: bytes = b"") -> None:
    """Raise DataError if a file cannot be written there; call it before work whose result would be lost.

    beginning: a regular expression for what the new file begins with. A file that is there already and begins otherwise
    is of another kind, and is not overwritten. Empty if any file may be overwritten but a database, such as the record
    of a run.
    """
    directory = os.path.dirname(os.path.realpath(path))
    if os.path.isdir(path) or os.fspath(path).endswith(os.sep):
        raise DataError(f"{os.fspath(path)}: cannot be written: is a directory")
    if not os.path.isdir(directory):
        raise DataError(f"{os.fspath(path)}: cannot be written: there is no directory {directory}")

    # A device is written to; in the place of a file a new one is put, for which the directory must be writable.
    can_be_made = _is_a_device(path) or os.access(directory, os.W_OK)
    is_protected = os.path.exists(path) and not os.access(path, os.W_OK)
    if not can_be_made or is_protected:
        raise DataError(f"{os.fspath(path)}: cannot be written: permission denied")

    if os.path.isfile(path):
        with open(path, "rb") as file:
            beginning_there = file.read(_LONGEST_BEGINNING)
        # Programs such as mktemp make an empty file, to be overwritten.
        is_of_this_kind = re.match(beginning, beginning_there) or not beginning_there
        if beginning_there.startswith(_DATABASE) or not is_of_this_kind:
            raise DataError(f"{os.fspath(path)}: is a file of another kind, which is not overwritten")


def check_files(*files: tuple[str | None, bytes]) -> None:
    """Raise DataError if one of the files cannot be written, UsageError if two of them are the same.

    files: the path of each, or None for a file that is not wanted, and its beginning, as check_writable takes it.
    """
    # A file has several paths, such as `a.json` and `./a.json`.
    real_paths: set[str] = set()
    for path, beginning in files:
        if path is None:
            continue
        check_writable(path, beginning)
        if os.path.realpath(path) in real_paths:
            raise UsageError(f"two options name the same file: {path}")
        real_paths.add(os.path.realpath(path))


@contextmanager
def only_writer(path: AnyPath) -> Iterator[None]:
    """Wait for other processes that change the same file within such a block, for a file that is read and rewritten.

    Without it one of two processes would lose what the other has added. The lock is that of the directory, because the
    file itself is replaced. The block begins without the lock where a system has none, and where it is not free after
    ten seconds: a program that waits for this one to end may hold it, as flock(1) does.
    """
    with ExitStack() as stack:
        # Windows has no fcntl, and some file systems lock no directories.
        with suppress(ImportError, OSError):
            import fcntl

            directory = os.open(os.path.dirname(os.path.realpath(path)), os.O_RDONLY)
            stack.callback(os.close, directory)
            for _ in range(_LOOKS_FOR_LOCK):
                with suppress(BlockingIOError):
                    fcntl.flock(directory, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                time.sleep(_PAUSE_FOR_LOCK)
        yield


def _is_a_device(path: AnyPath) -> bool:
    """Whether the path exists and is neither a file nor a directory: /dev/stdout, a named pipe."""
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)


def cache_directory() -> str:
    """The user's cache directory for this project (XDG base directory specification)."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(cache, "lingo-bot")


def read_small_file(path: str) -> bytes:
    """The contents of a file, such as those of the kernel, with few system calls."""
    with open(path, "rb", buffering=0) as file:
        return file.read()


def write_small_file(path: str, text: str) -> None:
    """Replace the contents of a file, such as one of the kernel's, with few system calls."""
    with open(path, "wb", buffering=0) as file:
        file.write(text.encode())
