"""Ending a whole run at once, from any thread, without anyone looking for it now and then."""

import os


class Stopped(Exception):
    """The whole run is over before its time."""


class Stop:
    """A flag that wakes everyone who polls its file descriptor, once and for all."""

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
        """Set the flag and give the file descriptors back; nobody may poll any more."""
        self.set()
        os.close(self._reader)
