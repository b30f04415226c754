"""Opens the file that holds a run: one SQLite database."""

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Iterator

from lingo_common.errors import DataError, reason
from lingo_common.files import check_own
from referee.storage.tables import TABLES, add_columns, create_tables

RECORD = "run.sqlite"
OLDEST_FORMAT, FORMAT = 2, 4
"""The versions of the tables that are read, and the one that is written; the file's user_version has its own."""

_APPLICATION = int.from_bytes(b"Ling")
"""The file's application_id: by it `file` and this program tell a run from another database."""
_LONGEST_ROW = 64 << 20
"""Bytes of the longest row."""
_PATIENCE = 30.0
"""Seconds to wait while another process holds the file."""
_DURABLE = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON")
"""The settings of a writer: a transaction is on the disk when its COMMIT returns."""


def path_in(directory: str) -> str:
    """Where the record of the run in that directory lies."""
    return os.path.join(directory, RECORD)


def open_to_read(directory: str) -> sqlite3.Connection:
    """The run's record, read-only, also while the run goes on; DataError if there is none that can be read."""
    path = path_in(directory)
    try:
        os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        raise DataError(f"{directory}: holds no run (there is no {RECORD})") from None
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {reason(error)}") from None
    # Beside a write-ahead log lie two more files. Where nobody may write the directory, they cannot be made, and nobody
    # can be writing the record either.
    mode, settings = "mode=ro" if os.path.exists(f"{path}-wal") else "immutable=1", ("PRAGMA query_only = ON",)
    if os.access(path, os.W_OK) and os.access(os.path.dirname(os.path.abspath(path)), os.W_OK):
        mode = "mode=rw"
    with database_errors(path):
        try:
            return _open(path, settings, mode)
        except sqlite3.OperationalError as error:
            if not error.sqlite_errorname.startswith("SQLITE_IOERR_SHM"):
                raise
            # A full disk has no room for the file by which readers and writers agree; alone, SQLite needs none.
            return _open(path, ("PRAGMA locking_mode = EXCLUSIVE", *settings), mode)


def open_to_write(directory: str) -> sqlite3.Connection:
    """The run's record in its directory, which must be locked; a new one has no tables yet."""
    path = path_in(directory)
    with database_errors(path, "written"):
        return _open(path, _DURABLE)


def has_run(connection: sqlite3.Connection) -> bool:
    """Whether the file holds any table: a run that was ended before its first transaction leaves none."""
    return connection.execute("SELECT 1 FROM sqlite_master").fetchone() is not None


def make_current(connection: sqlite3.Connection) -> None:
    """Make the tables of a new file, or add what one of an older format lacks, within the caller's transaction."""
    if connection.execute("PRAGMA user_version").fetchone()[0] < FORMAT:
        create_tables(connection)
        add_columns(connection)
        connection.execute(f"PRAGMA application_id = {_APPLICATION}")
        connection.execute(f"PRAGMA user_version = {FORMAT}")


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection, path: str) -> Iterator[None]:
    """All that is written within is on the disk afterwards, or nothing of it; DataError if the disk is full."""
    with database_errors(path, "written"), connection:
        connection.execute("BEGIN IMMEDIATE")
        yield


@contextlib.contextmanager
def database_errors(path: str, what: str = "read") -> Iterator[None]:
    """Errors of the database become a DataError: the file at path cannot be read, or written."""
    try:
        yield
    except (sqlite3.Error, UnicodeEncodeError) as error:  # a path of bytes that are no UTF-8
        raise DataError(f"{path}: cannot be {what}: {error}") from None


def _open(path: str, settings: Iterable[str], mode: str = "mode=rwc") -> sqlite3.Connection:
    """A connection with these settings to a file of the right format; DataError for a pipe, a device or a link."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise DataError(f"{path}: is damaged: not a regular file")
    for ending in ("wal", "shm", "journal"):
        check_own(f"{path}-{ending}")
    quoted = os.path.abspath(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    # Transactions are begun by hand, so that the schema is part of the first one.
    connection = sqlite3.connect(f"file:{quoted}?{mode}", uri=True, isolation_level=None, timeout=_PATIENCE)
    try:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_ROW)
        connection.row_factory = sqlite3.Row
        for setting in settings:
            connection.execute(setting)
        if has_run(connection):
            _check_format(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _check_format(connection: sqlite3.Connection, path: str) -> None:
    """DataError for a database that is no run's, of another format, or with more than tables of values.

    Views, triggers, indexes, computed columns and conditions can run without end or change what is written. A run has
    none of these but the condition that its table has one row.
    """
    [application] = connection.execute("PRAGMA application_id").fetchone()
    [version] = connection.execute("PRAGMA user_version").fetchone()
    if application != _APPLICATION:
        raise DataError(f"{path}: not the record of a run")
    if not OLDEST_FORMAT <= version <= FORMAT:
        raise DataError(f"{path}: has format {version}; this referee knows formats {OLDEST_FORMAT} to {FORMAT}")
    for kind, name, sql in connection.execute("SELECT type, name, upper(sql) FROM sqlite_master WHERE sql NOT NULL"):
        if name not in TABLES or not sql.startswith("CREATE TABLE"):
            raise DataError(f"{path}: is damaged: it holds a {kind}, {name!r}, that no run has")
        computed = connection.execute("SELECT 1 FROM pragma_table_xinfo(?) WHERE hidden", (name,)).fetchone()
        if computed or sql.count("CHECK") > sql.count("CHECK (ID = 1)"):
            raise DataError(f"{path}: is damaged: its table {name!r} has a condition or computed values")
