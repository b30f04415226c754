"""The directory of a run: makes it, checks that it is free for a new run, and locks it while a run writes there."""

import contextlib
import datetime
import fcntl
import os
import shlex
import time
from collections.abc import Iterator
from io import FileIO

from lingo_common.errors import DataError, UsageError, reason
from lingo_common.files import check_regular_or_absent
from referee.results.formats import FILES
from referee.storage import schema

HOME = "pit"
"""The folder of the working directory in which runs are made if no directory is named."""
LOCK = "lock"
"""The file in a run's directory that is locked. It names the process, and stays there when the lock has ended."""
_LONGEST_HOLDER = 100
"""Bytes that are read of the name of the process that holds the lock."""
_PATIENCE = 0.2
"""Seconds for which a lock is tried. is_being_played holds it too, but for far less time."""
_PAUSE = 0.01
"""Seconds between two tries."""


def resume_command(directory: str, *options: str) -> str:
    """Return the command that goes on with the run in the directory, for messages; options: those after it."""
    return shlex.join(["referee", "run", "--resume", directory, *options])


def new_directory() -> str:
    """Make a directory for a run and return its path: pit/20261123-170000, or pit/20261123-170000-2 if that exists.

    Another process that asks at the same time gets another one. Raises DataError if it cannot be made.
    """
    name = os.path.join(HOME, datetime.datetime.now().strftime("%Y%m%d-%H%M%S"))
    path = name
    number = 1
    while True:
        try:
            os.makedirs(path)
        except FileExistsError:
            number += 1
            path = f"{name}-{number}"
        except OSError as error:
            raise DataError(f"{path}: cannot be written: {reason(error)}") from None
        else:
            return path


def make_directory(directory: str) -> None:
    """Make the directory unless it exists; DataError if it cannot be made."""
    try:
        os.makedirs(directory, exist_ok=True)
    except FileExistsError:
        raise DataError(f"{directory}: not a directory") from None
    except OSError as error:
        raise DataError(f"{directory}: cannot be written: {reason(error)}") from None


def remove_if_empty(directory: str) -> None:
    """Remove the directory unless something is in it."""
    with contextlib.suppress(OSError):
        os.rmdir(directory)


def check_free(directory: str) -> None:
    """Raise DataError if a run cannot be begun at this path.

    It is no directory, or it holds a run already, or one of its leaderboards could not be written (check_leaderboards).
    Raises UsageError for `-`, with which other commands write to standard output.
    """
    if directory == "-":
        raise UsageError("--out -: a run is written to a directory, not to standard output")

    if os.path.exists(directory) and not os.path.isdir(directory):
        raise DataError(f"{directory}: not a directory")

    check_leaderboards(directory)
    if not os.path.exists(schema.path_in(directory)):
        return

    # If a run was ended before its first transaction, its record is empty and the directory is free.
    with contextlib.closing(schema.open_to_read(directory)) as connection:
        if schema.has_run(connection):
            raise holds_a_run(directory)


def holds_a_run(directory: str) -> DataError:
    """Return the error for a new run in a directory that has one already."""
    return DataError(f"{directory}: holds a run already; go on with --resume, or choose another --out")


@contextlib.contextmanager
def lock_on(directory: str) -> Iterator[None]:
    """Hold the lock on the directory; DataError if another process has it or the directory cannot be written."""
    path = os.path.join(directory, LOCK)
    check_regular_or_absent(path)
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o644)
    except OSError as error:
        raise DataError(f"{directory}: cannot be written: {reason(error)}") from None

    with os.fdopen(descriptor, "r+b", 0) as file:
        if not _try_lock(file):
            holder = file.read(_LONGEST_HOLDER).decode(errors="replace").strip()
            raise DataError(f"{directory}: another run is writing there ({holder or 'of unknown number'})")

        try:
            file.truncate(0)
            file.write(f"process {os.getpid()}\n".encode())
        except OSError as error:  # a full disk
            raise DataError(f"{path}: cannot be written: {reason(error)}") from None

        yield


def _try_lock(file: FileIO) -> bool:
    """Lock the file for this process alone, within _PATIENCE; return whether that succeeded."""
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            if time.monotonic() >= until:
                return False
            time.sleep(_PAUSE)
        else:
            return True


def is_being_played(directory: str) -> bool:
    """Return whether some process holds the lock on the directory; True on a file system without locks."""
    try:
        # Without O_NONBLOCK this would wait for ever at a pipe that somebody put in the place of the lock.
        descriptor = os.open(os.path.join(directory, LOCK), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return False

    with os.fdopen(descriptor) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


def check_leaderboards(directory: str) -> None:
    """Raise DataError if a file of the leaderboard is a link, a pipe or a directory, which must not be written to."""
    for name in FILES.values():
        check_regular_or_absent(os.path.join(directory, name))


def identity(path: str) -> tuple[int, int] | None:
    """Return the device and the inode of the file at this path; None if there is none.

    A file keeps them where it is moved within its file system, and another file in its place has others.
    """
    try:
        state = os.stat(path)
    except OSError:
        return None
    return state.st_dev, state.st_ino
