"""The directory of a run on this machine, and the removal of directories, also those that killed referees left."""

import contextlib
import fcntl
import glob
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from lingo_common.files import read_small_file
from referee.runner.view import RUNNER_PREFIX

PASSABLE = 0o711
"""The permissions of a directory that other users, such as those of players, can pass through but not list."""
_PATIENCE = 1.0
"""Seconds to wait for the removal of a directory that a killed referee left."""
_REMOVE = 'find "$1" -xdev -delete || { chmod -R u+rwx -- "$1"; find "$1" -xdev -delete; }'
"""A shell's command that removes a directory. Where a player has taken permissions away, the first attempt fails, and
the second one restores them first. With -xdev nothing on another file system is removed."""


class HeldDirectory:
    """A directory for the files of a run on this machine, which is removed when it is closed.

    Its name begins with RUNNER_PREFIX. The referee and its runner both hold a lock on it. If both are killed, the
    next runner removes it.
    """

    def __init__(self, path: str = "", parent: str | None = None) -> None:
        """path: a directory that another process holds too; empty for a new one. parent: where a new one is made.

        Before a new one is made, those are removed that killed referees left there. The parent is by default the
        directory for temporary files.
        """
        if not path:
            _remove_dead(parent or tempfile.gettempdir())

        # The directory may be gone, and another referee may remove a new one before it is locked.
        lock = _lock(path) if path else None
        while lock is None:
            path = tempfile.mkdtemp(prefix=RUNNER_PREFIX, dir=parent)
            lock = _lock(path)

        os.chmod(path, PASSABLE)
        self.path = path
        self._lock = lock

    def close(self) -> None:
        """Remove the directory."""
        remove(self.path)
        os.close(self._lock)


@contextlib.contextmanager
def temporary_directory(parent: str) -> Iterator[str]:
    """Yield a new directory within this one, and remove it afterwards, whatever a player has left in it."""
    path = tempfile.mkdtemp(dir=parent)
    try:
        yield path
    finally:
        remove(path)


def _lock(path: str) -> int | None:
    """Lock the directory, which shows that it is in use; return the open directory, or None if it is gone.

    Several processes can hold the lock. It lasts until this one ends or closes the directory.
    """
    with contextlib.suppress(FileNotFoundError):
        directory = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        with contextlib.suppress(OSError):  # this file system has no locks
            fcntl.flock(directory, fcntl.LOCK_SH)

        if os.path.exists(path):
            return directory
        os.close(directory)

    return None


def _remove_dead(parent: str) -> None:
    """Remove the directories that killed referees left in this one."""
    for path in glob.glob(os.path.join(glob.escape(parent), f"{RUNNER_PREFIX}*")):
        with contextlib.suppress(OSError):  # in use, already gone, or another user's
            directory = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                fcntl.flock(directory, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if os.fstat(directory).st_uid == os.geteuid():
                    kill_players_below(path)
                    remove(path, _PATIENCE)
            finally:
                os.close(directory)


def kill_players_below(directory: str) -> None:
    """Kill the processes that were started with a home in the directory, whose runner was killed. Linux only."""
    home = b"\0HOME=%s/" % os.fsencode(directory)
    for path in glob.glob("/proc/[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if home in b"\0" + read_small_file(path):
                os.kill(int(path.split("/")[2]), signal.SIGKILL)


def remove(path: str, seconds: float | None = None) -> None:
    """Remove a directory and its contents, whatever their permissions and depth; give up after that time.

    Nothing is removed where something is mounted in the directory, and no link is followed.
    """
    if not os.path.lexists(path) or has_mounts(path):
        return

    with contextlib.suppress(OSError):
        os.rmdir(path)
        return  # it was an empty directory

    # shutil.rmtree recurses, and a player can nest directories more deeply than Python's stack.
    command = ["/bin/sh", "-c", _REMOVE, "remove", os.path.abspath(path)]
    # These are the system's programs, whatever the PATH of the user begins with.
    variables = {"PATH": "/usr/local/bin:/usr/bin:/bin"}
    with contextlib.suppress(subprocess.TimeoutExpired, OSError):  # OSError: no process can be started
        subprocess.run(command, stderr=subprocess.DEVNULL, check=False, timeout=seconds, env=variables)


def has_mounts(path: str) -> bool:
    """Return whether something is mounted in the directory, as far as this process sees.

    True if that cannot be read.
    """
    if sys.platform != "linux":
        return False

    try:
        with open("/proc/self/mountinfo", "rb") as file:
            points = [line.split()[4] for line in file]
    except OSError:
        return True

    # The file has blanks, tabs, newlines and backslashes in octal: "\040" for a blank.
    real_path = os.fsencode(os.path.realpath(path))
    top = re.sub(rb"[ \t\n\\]", lambda match: b"\\%03o" % ord(match[0]), real_path)
    return any(point == top or point.startswith(top + b"/") for point in points)
