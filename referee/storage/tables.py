"""The tables of a run's record: their columns follow from the classes whose values they hold."""

import dataclasses
import functools
import json
import sqlite3
import types
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, cast, get_args

import msgspec

from referee.contest.conditions import Conditions, ListUsed
from referee.contest.contest import Contest
from referee.game.record import GameRecord
from referee.storage import player_rows

T = TypeVar("T")
_SQL_TYPES: dict[object, str] = {bool: "INTEGER", int: "INTEGER", float: "REAL"}
_LARGEST = 1 << 53
"""The numbers of a game are smaller: bytes, seconds and points."""
_RENAMED = {"index": "word_index"}
"""Fields whose names mean something in SQL, with the names of their columns."""


CONTEST_COLUMNS = ("until_decided", "wordlist", "rules", "order_secret")
"""The fields of the Contest that the table `run` keeps, beside seed and rounds, which are kept as text."""
CONDITIONS_COLUMNS = (
    "limits",
    "isolation",
    "host",
    "started",
    "versions",
    "careful",
    "nonce",
    "commitment",
    "imported",
)
"""The fields of the Conditions that the table `run` keeps."""


@dataclass(frozen=True)
class Column:
    """How a field of a class is kept."""

    field: str
    """The field's name."""
    name: str
    """The column's name."""
    declaration: str
    """Type and constraints in SQL."""
    kind: object
    """The field's type, None left out."""
    type: Any = None
    """The field's type."""

    @functools.cached_property
    def is_json(self) -> bool:
        """Whether the value is kept as JSON: it is neither a number nor text."""
        return not (self.kind in _SQL_TYPES or (isinstance(self.kind, type) and issubclass(self.kind, str)))

    def to_sql(self, value: Any) -> Any:
        """The value as SQLite keeps it."""
        return json.dumps(msgspec.to_builtins(value)) if self.is_json and value is not None else value

    def read(self, value: Any) -> Any:
        """The value as JSON has it, from what SQLite keeps."""
        if self.kind is bool and value in (0, 1):
            return bool(value)
        if self.kind in (int, float) and isinstance(value, int | float) and not abs(value) < _LARGEST:
            raise ValueError(f"{value} is too large - at `$.{self.field}`")
        return msgspec.json.decode(value) if self.is_json and value is not None else value


@functools.cache
def columns_of(kind: Hashable, *names: str) -> tuple[Column, ...]:
    """A column for each field of a dataclass, or for those of these names."""
    return tuple(_column(field) for field in dataclasses.fields(cast(Any, kind)) if not names or field.name in names)


def row_of(value: Any, *names: str) -> dict[str, Any]:
    """The row of a value, or of its fields of these names, by column."""
    columns = columns_of(cast(Hashable, type(value)), *names)
    return {column.name: column.to_sql(getattr(value, column.field)) for column in columns}


def fields_in(row: sqlite3.Row, kind: Hashable, *names: str) -> dict[str, Any]:
    """The values of those fields of a dataclass that the row has; ValueError for a damaged row."""
    present = row.keys()
    columns = [column for column in columns_of(kind, *names) if column.name in present]
    return {column.field: msgspec.convert(column.read(row[column.name]), column.type) for column in columns}


def value_of(kind: type[T], row: sqlite3.Row) -> T:
    """The value of that class in a row; fields without a column get their defaults. ValueError for a damaged row."""
    names = frozenset(row.keys())
    columns = [column for column in columns_of(cast(Hashable, kind)) if column.name in names]
    try:
        return msgspec.convert({column.field: column.read(row[column.name]) for column in columns}, kind)
    except RecursionError:
        raise ValueError("JSON nested too deeply") from None


def insertion(table: str, names: Mapping[str, object]) -> str:
    """The statement that adds a row with these columns, bound by name."""
    return f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join(f':{name}' for name in names)})"


def _column(field: "dataclasses.Field[Any]") -> Column:
    inner = get_args(field.type) if isinstance(field.type, types.UnionType) else (field.type,)
    [kind] = [part for part in inner if part is not types.NoneType]
    column = Column(field.name, _RENAMED.get(field.name, field.name), "", kind, field.type)
    declaration = _SQL_TYPES.get(kind, "TEXT") + " NOT NULL" * (types.NoneType not in inner)
    if field.default is not dataclasses.MISSING and field.default is not None:
        declaration += f" DEFAULT {_literal(column.to_sql(field.default))}"
    return dataclasses.replace(column, declaration=declaration)


def _literal(value: object) -> str:
    """The value in SQL."""
    return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else str(int(value))  # type: ignore[call-overload]


def _declarations(kind: type, *names: str) -> dict[str, str]:
    return {column.name: column.declaration for column in columns_of(kind, *names)}


TABLES: dict[str, dict[str, str]] = {
    "run": {
        "id": "INTEGER PRIMARY KEY CHECK (id = 1)",
        "seed": "TEXT",  # it may be larger than any INTEGER
        "rounds": "TEXT NOT NULL",
        **_declarations(Contest, *CONTEST_COLUMNS),
        **_declarations(Conditions, *CONDITIONS_COLUMNS),
    },
    "lists": {"length": "INTEGER PRIMARY KEY", **_declarations(ListUsed)},
    "players": player_rows.COLUMNS,
    "words": {"length": "INTEGER NOT NULL", "word_index": "INTEGER NOT NULL", "word": "TEXT NOT NULL"},
    "games": {"number": "INTEGER PRIMARY KEY", **_declarations(GameRecord), "digest": "TEXT NOT NULL"},
    "replaced": {"number": "INTEGER NOT NULL", "at": "TEXT NOT NULL", "why": "TEXT NOT NULL", "game": "TEXT NOT NULL"},
}
"""The columns of each table, with type and constraints."""
_CONSTRAINTS = {
    "players": ["UNIQUE (name)"],
    "words": ["PRIMARY KEY (length, word_index)"],
    "games": ["UNIQUE (player, length, word_index)", "FOREIGN KEY (player) REFERENCES players (name)"],
}


def creation_statements() -> Iterator[str]:
    """The statements that make all tables."""
    for table, columns in TABLES.items():
        parts = [f"{name} {declaration}" for name, declaration in columns.items()]
        yield f"CREATE TABLE {table} ({', '.join([*parts, *_CONSTRAINTS.get(table, ())])})"


def upgrade_statements(present: Mapping[str, frozenset[str]]) -> Iterator[str]:
    """The statements that add what an older record lacks, given the columns of each of its tables."""
    for table, columns in TABLES.items():
        if table not in present:
            parts = ", ".join(f"{name} {declaration}" for name, declaration in columns.items())
            yield f"CREATE TABLE {table} ({parts})"
            continue
        for name, declaration in columns.items():
            if name not in present[table]:
                yield f"ALTER TABLE {table} ADD COLUMN {name} {declaration}"
