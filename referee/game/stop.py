"""A flag that ends all games of a run at once."""

import os


class Stopped(Exception):
    """The run was stopped before its end."""


class Stop:
    """A flag that wakes every thread that polls its file descriptor."""

    def __init__(self) -> None:
        self._reader, self._writer = os.pipe()
        self.is_set = False

    def fileno(self) -> int:
        """The file descriptor that becomes readable when the flag is set."""
        return self._reader

    def set(self) -> None:
        """Set the flag; setting it again changes nothing."""
        if not self.is_set:
            self.is_set = True
            os.close(self._writer)

    def close(self) -> None:
        """Set the flag and close its file descriptors; no thread may poll it any more."""
        self.set()
        os.close(self._reader)
