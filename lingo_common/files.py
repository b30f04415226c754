"""Files that are written whole or not at all, and where a program keeps its own."""

import os

from lingo_common.errors import DataError, reason


def write_whole(path: str | os.PathLike[str], content: bytes | str) -> None:
    """Write content to path so that a reader sees the old file or the new one, never a part.

    The bytes reach the disk before the name does. Text is written as UTF-8. Raises DataError
    where the file cannot be written; nothing is left behind then. A device or a pipe cannot be
    replaced without harm: it is written into.
    """
    data = content.encode() if isinstance(content, str) else content
    if _is_a_device(path):
        _write_into(path, data)
        return
    target = os.path.realpath(path)
    temporary = None
    try:
        import tempfile  # slow to import, and the player needs this module but never this function

        handle, temporary = tempfile.mkstemp(prefix=".", suffix=".part", dir=os.path.dirname(target))
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _mode(target))
        os.replace(temporary, target)
    except OSError as error:
        if temporary is not None and os.path.exists(temporary):
            os.unlink(temporary)
        raise DataError(f"{os.fspath(path)}: cannot be written: {reason(error)}") from None


def check_writable(path: str | os.PathLike[str]) -> None:
    """DataError where no file can be written there, asked before work that would be lost."""
    directory = os.path.dirname(os.path.realpath(path))
    if os.path.isdir(path):
        raise DataError(f"{os.fspath(path)}: cannot be written: is a directory")
    if not os.path.isdir(directory):
        raise DataError(f"{os.fspath(path)}: cannot be written: there is no directory {directory}")
    if not os.access(directory if not _is_a_device(path) else path, os.W_OK):
        raise DataError(f"{os.fspath(path)}: cannot be written: permission denied")


def _is_a_device(path: str | os.PathLike[str]) -> bool:
    """Whether something is there that is neither a file nor a directory, such as /dev/stdout or a named pipe."""
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)


def _write_into(path: str | os.PathLike[str], data: bytes) -> None:
    try:
        with open(path, "wb") as file:
            file.write(data)
    except OSError as error:
        raise DataError(f"{os.fspath(path)}: cannot be written: {reason(error)}") from None


def _mode(path: str) -> int:
    """The permissions of the file at path, or those that a new file gets."""
    try:
        return os.stat(path).st_mode & 0o777
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        return 0o666 & ~umask


def cache_directory() -> str:
    """The user's cache directory for this project, by the XDG base directory specification."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(cache, "lingo-bot")
