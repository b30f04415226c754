"""One run in a directory: a lock that the system itself lets go when its holder ends, however it ends."""

import fcntl
import os
from typing import Self

from lingo_common.errors import DataError, reason
from lingo_common.files import check_own

LOCK = "lock"
"""The name of the file in a run's directory that is locked; it stays there, a lock on it does not."""


class DirectoryLock:
    """A held lock on a directory; a context manager that lets it go."""

    def __init__(self, directory: str) -> None:
        """Take the lock without waiting; DataError if another run has it or the directory cannot be written."""
        try:
            path = os.path.join(directory, LOCK)
            check_own(path)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o644)
        except OSError as error:
            raise DataError(f"{directory}: cannot be written: {reason(error)}") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.pread(self._file, 100, 0).decode(errors="replace").strip()
            os.close(self._file)
            raise DataError(f"{directory}: another run is writing there ({holder or 'of unknown number'})") from None
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, f"process {os.getpid()}\n".encode(), 0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the lock go."""
        os.close(self._file)
