"""Opens the file that holds a run: one SQLite database."""

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Iterator

from lingo_common.errors import DataError, reason
from lingo_common.files import check_own
from referee.storage import tables

RECORD = "run.sqlite"
"""The name of the file in a run's directory."""
OLDEST_FORMAT, FORMAT = 2, 3
"""The versions of the tables that are read, and the one that is written; the file's user_version has its own."""

_APPLICATION = int.from_bytes(b"Ling")
"""The file's application_id: by it `file` and this program tell a run from another database."""
_LONGEST_ROW = 64 << 20
"""Bytes of the longest row."""
_EXPRESSION = -2
"""What SQLite calls the column of an index that is an expression."""
_PATIENCE = 30.0
"""Seconds to wait while another process holds the file."""
_DURABLE = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON")
"""The settings of a writer."""


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
    _check_files(path)
    with readable(path):
        try:
            return _reader(path)
        except sqlite3.OperationalError as error:
            if not error.sqlite_errorname.startswith("SQLITE_IOERR_SHM"):
                raise
            # A full disk has no room for the file by which readers and writers agree; alone, SQLite needs none.
            return _reader(path, "PRAGMA locking_mode = EXCLUSIVE")


def open_to_write(directory: str) -> sqlite3.Connection:
    """The run's record in its directory, which must be locked; a new one has no tables yet (see create_tables).

    A transaction is on the disk when its COMMIT returns.
    """
    path = path_in(directory)
    _check_files(path)
    with writable(path):
        return _checked_connection(f"file:{_quote(path)}", path, _DURABLE)


def has_run(connection: sqlite3.Connection) -> bool:
    """Whether the file holds any table: a run that was ended before its first transaction leaves none."""
    return connection.execute("SELECT 1 FROM sqlite_master").fetchone() is not None


def create_tables(connection: sqlite3.Connection) -> None:
    """Make the tables, within the caller's transaction."""
    connection.execute(f"PRAGMA application_id = {_APPLICATION}")
    _execute(connection, tables.creation_statements())


def is_older(connection: sqlite3.Connection) -> bool:
    """Whether the file has an older format than this program writes."""
    return bool(connection.execute("PRAGMA user_version").fetchone()[0] < FORMAT)


def upgrade(connection: sqlite3.Connection) -> None:
    """Bring a file of an older format to this one, within the caller's transaction; what is in it stays."""
    names = [row["name"] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    _execute(connection, tables.upgrade_statements({name: columns(connection, name) for name in names}))


def columns(connection: sqlite3.Connection, table: str) -> frozenset[str]:
    """The names of the columns of a table."""
    return frozenset(column["name"] for column in connection.execute(f"PRAGMA table_info({table})"))


def _execute(connection: sqlite3.Connection, statements: Iterable[str]) -> None:
    for statement in statements:
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {FORMAT}")


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection, path: str) -> Iterator[None]:
    """All that is written within is on the disk afterwards, or nothing of it; DataError if the disk is full."""
    with writable(path):
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


@contextlib.contextmanager
def readable(path: str) -> Iterator[None]:
    """Errors of the database become a DataError that names the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise DataError(f"{path}: cannot be read: {error}") from None


@contextlib.contextmanager
def writable(path: str) -> Iterator[None]:
    """Errors of the database become a DataError that names the file; what was recorded before stays."""
    try:
        yield
    except (sqlite3.Error, UnicodeEncodeError) as error:  # a path of bytes that are no UTF-8
        raise DataError(f"{path}: cannot be written: {error}") from None


def _reader(path: str, *settings: str) -> sqlite3.Connection:
    """A connection with these settings that has read from the file, and cannot write."""
    return _checked_connection(
        f"file:{_quote(path)}?{_reading_mode(path)}", path, (*settings, "PRAGMA query_only = ON")
    )


def _checked_connection(address: str, path: str, settings: Iterable[str]) -> sqlite3.Connection:
    """A connection with these settings to a file of the right format; none is left open where that fails."""
    # Transactions are begun by hand, so that the schema is part of the first one.
    connection = sqlite3.connect(address, uri=True, isolation_level=None, timeout=_PATIENCE)
    try:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_ROW)
        connection.row_factory = sqlite3.Row
        for setting in settings:
            connection.execute(setting)
        _check_format(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _check_format(connection: sqlite3.Connection, path: str) -> None:
    """DataError for a database that is no run's, or of another format; an empty one passes."""
    if not has_run(connection):
        return
    [application] = connection.execute("PRAGMA application_id").fetchone()
    [version] = connection.execute("PRAGMA user_version").fetchone()
    if application != _APPLICATION:
        raise DataError(f"{path}: not the record of a run")
    if not OLDEST_FORMAT <= version <= FORMAT:
        raise DataError(f"{path}: has format {version}; this referee knows formats {OLDEST_FORMAT} to {FORMAT}")
    _check_objects(connection, path)


def _check_files(path: str) -> None:
    """DataError if the file, or one that SQLite keeps beside it, is a pipe, a device or, beside it, a link."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise DataError(f"{path}: is damaged: not a regular file")
    for beside in (f"{path}-wal", f"{path}-shm", f"{path}-journal"):
        check_own(beside)


def _check_objects(connection: sqlite3.Connection, path: str) -> None:
    """DataError for what can run without end or change what is written: views, triggers, computed columns, conditions.

    A run has none of these but the condition that its table has one row.
    """
    objects = connection.execute("SELECT type, lower(name) AS name, upper(sql) AS sql FROM sqlite_master").fetchall()
    for kind, name, sql in objects:
        if kind == "trigger" or (name in tables.TABLES and (kind != "table" or not sql.startswith("CREATE TABLE"))):
            raise DataError(f"{path}: is damaged: it holds a {kind}, {name!r}, that no run has")
        if sql is not None and sql.count("CHECK") > sql.count("CHECK (ID = 1)"):
            raise DataError(f"{path}: is damaged: its table {name!r} has a condition that no run has")
    for name in tables.TABLES:
        indexes = connection.execute(f"PRAGMA index_list({name})").fetchall()
        computed = any(column["hidden"] for column in connection.execute(f"PRAGMA table_xinfo({name})"))
        if computed or any(_is_computed(connection, index) for index in indexes):
            raise DataError(f"{path}: is damaged: its table {name!r} has computed values")


def _is_computed(connection: sqlite3.Connection, index: sqlite3.Row) -> bool:
    """Whether an index has an expression or a condition."""
    name = index["name"].replace('"', '""')
    columns = connection.execute(f'PRAGMA index_xinfo("{name}")')
    return bool(index["partial"]) or any(column["cid"] == _EXPRESSION for column in columns)


def _reading_mode(path: str) -> str:
    """How SQLite is to open the file for a reader.

    Beside a write-ahead log lie two more files, which only one who may write clears away at the end. Where nobody
    may write the directory, they cannot be made, and nobody can be writing the record either.
    """
    directory = os.path.dirname(os.path.abspath(path))
    if os.access(path, os.W_OK) and os.access(directory, os.W_OK):
        return "mode=rw"
    return "mode=ro" if os.path.exists(f"{path}-wal") else "immutable=1"


def _quote(path: str) -> str:
    """The path within an SQLite file address."""
    return os.path.abspath(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
