"""Opens the file that holds a run: one SQLite database."""

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Iterator

from lingo_common.errors import DataError, reason
from lingo_common.files import check_regular_or_absent
from referee.contest.folders import RECORD
from referee.storage.tables import TABLES

FORMAT = 4
"""The version of the tables: the user_version of the file. Other versions are refused."""

_APPLICATION = int.from_bytes(b"Ling")
"""The file's application_id, by which this program and `file` recognize a run."""
_LONGEST_ROW = 64 << 20
"""Bytes of the longest row that is read. Only a record that was made to do harm has a longer one."""
_PATIENCE = 30.0
"""Seconds to wait while another process holds the file."""
_DURABLE = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON")
"""The settings of a writer: a transaction is on the disk when its COMMIT returns."""


def path_in(directory: str) -> str:
    """Return the path of the record of the run in that directory."""
    return os.path.join(directory, RECORD)


def open_to_read(directory: str) -> sqlite3.Connection:
    """Open the run's record to read it, also while the run goes on; DataError if there is none that can be read."""
    path = path_in(directory)
    try:
        os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        raise DataError(f"{directory}: holds no run (there is no {RECORD})") from None
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {reason(error)}") from None

    # To read the record SQLite needs two more files beside it, the log -wal and its index, and makes them if they are
    # missing. If it cannot make them and there is no log, nobody is writing the record: an immutable file needs no log.
    folder = os.path.dirname(os.path.abspath(path))
    if os.access(path, os.W_OK) and os.access(folder, os.W_OK):
        mode = "mode=rw"
    elif os.path.exists(f"{path}-wal"):
        mode = "mode=ro"
    else:
        mode = "immutable=1"

    with database_errors(path):
        return _open(path, ["PRAGMA query_only = ON"], mode)


def open_to_write(directory: str) -> sqlite3.Connection:
    """Open the run's record to write it; its directory must be locked. A new record has no tables yet.

    Raises DataError for a record that is a link: another directory's record would be written without its lock.
    """
    path = path_in(directory)
    check_regular_or_absent(path)
    with database_errors(path, "written"):
        return _open(path, _DURABLE)


def has_run(connection: sqlite3.Connection) -> bool:
    """Return whether the file has tables. It has none if a run was ended before its first transaction."""
    return connection.execute("SELECT 1 FROM sqlite_master").fetchone() is not None


def make_tables(connection: sqlite3.Connection) -> None:
    """Make the tables of a new file, within the caller's transaction."""
    for table, columns in TABLES.items():
        connection.execute(f"CREATE TABLE {table} ({columns})")

    connection.execute(f"PRAGMA application_id = {_APPLICATION}")
    connection.execute(f"PRAGMA user_version = {FORMAT}")


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection, path: str) -> Iterator[None]:
    """Put all that is written within on the disk, or nothing of it; DataError if it cannot be written."""
    with database_errors(path, "written"), connection:
        connection.execute("BEGIN IMMEDIATE")
        yield


@contextlib.contextmanager
def database_errors(path: str, what: str = "read") -> Iterator[None]:
    """Turn errors of the database into a DataError: the file at path cannot be `what`, which is "read" or "written"."""
    try:
        yield
    except UnicodeEncodeError as error:
        # The text is the path of the record, or a path that the record keeps.
        raise DataError(f"{path}: cannot be {what}: {error.object!a} is no text in UTF-8") from None
    except sqlite3.Error as error:
        why = str(error)
        # The index of the log takes 32 KB of the disk, also for a reader.
        if getattr(error, "sqlite_errorname", None) == "SQLITE_IOERR_SHMSIZE":
            why += "; the disk may be full"
        raise DataError(f"{path}: cannot be {what}: {why}") from None


def _open(path: str, settings: Iterable[str], mode: str = "mode=rwc") -> sqlite3.Connection:
    """Connect to the file and check its format.

    settings: statements of SQL that are executed first. mode: a parameter of SQLite's URI; "mode=rwc" makes a file that
    is missing. Raises DataError for a pipe or a device, for a link in the place of a file that SQLite keeps beside the
    record, and for another format.
    """
    # The record itself may be a link if it is only read.
    if os.path.exists(path) and not os.path.isfile(path):
        raise DataError(f"{path}: is damaged: not a regular file")

    for ending in ("wal", "shm", "journal"):
        check_regular_or_absent(f"{path}-{ending}")

    # These three characters have a meaning in a URI.
    quoted = os.path.abspath(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")

    # With isolation_level None Python begins no transactions itself. By default it would begin one before INSERT only,
    # so that the tables would be made outside of the transaction that fills them.
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
    """Raise DataError for a database that is no run's, of another format, or with more than tables of values.

    Views, triggers, indexes, computed columns and conditions can compute without end or change what is written. The
    tables of a run have none of these but one condition: that the table `run` has a single row.
    """
    [application] = connection.execute("PRAGMA application_id").fetchone()
    if application != _APPLICATION:
        raise DataError(f"{path}: not the record of a run")

    [version] = connection.execute("PRAGMA user_version").fetchone()
    if version != FORMAT:
        raise DataError(f"{path}: has format {version}; this referee knows format {FORMAT}")

    # The indexes that SQLite makes for PRIMARY KEY and UNIQUE have no SQL.
    for kind, name, sql in connection.execute("SELECT type, name, upper(sql) FROM sqlite_master WHERE sql NOT NULL"):
        if name not in TABLES or not sql.startswith("CREATE TABLE"):
            raise DataError(f"{path}: is damaged: it holds a {kind}, {name!r}, that no run has")

        # The pragma gives computed columns another value of `hidden` than 0.
        computed = connection.execute("SELECT 1 FROM pragma_table_xinfo(?) WHERE hidden", (name,)).fetchone()
        has_another_condition = sql.count("CHECK") > sql.count("CHECK (ID = 1)")
        if computed or has_another_condition:
            raise DataError(f"{path}: is damaged: its table {name!r} has a condition or computed values")
