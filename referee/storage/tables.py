"""The tables of a run's record: their columns follow from the classes whose values they hold."""

import dataclasses
import functools
import json
import operator
import sqlite3
import types
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar, cast, get_args

import msgspec

from referee.contest.conditions import Conditions
from referee.contest.contest import Contest
from referee.contest.lists import ListUsed
from referee.contest.player import IN_PROCESS, Player, Program, PythonPlayer, UnpreparedProgram
from referee.game.record import GameRecord

T = TypeVar("T")
_SQL_TYPES: dict[object, str] = {bool: "INTEGER", int: "INTEGER", float: "REAL"}
_LARGEST = 1 << 53
"""The numbers of a game are smaller: bytes, seconds and points."""
_RENAMED = {"index": "word_index"}
"""Fields whose names mean something in SQL, with the names of their columns."""


CONTEST_COLUMNS = ("until_decided", "wordlist", "rules", "order_secret")
"""The fields of the Contest that the table `run` keeps, beside seed and rounds, which are kept as text."""
CONDITIONS_COLUMNS = tuple(field.name for field in dataclasses.fields(Conditions) if field.name != "lists")
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
    plan = _reading_plan(cast(Hashable, kind), tuple(row.keys()))
    values = dict(zip(plan.fields, row, strict=True))
    try:
        for column in plan.encoded:
            values[column.field] = column.read(values[column.field])
        value = msgspec.convert(values, kind)
    except RecursionError:
        raise ValueError("JSON nested too deeply") from None
    if plan.numbers and max(map(abs, filter(None, plan.numbers(value))), default=0) >= _LARGEST:
        raise ValueError(f"a number is too large: {_LARGEST} or more")
    return value


class _Plan(NamedTuple):
    """How rows with certain columns are read."""

    fields: list[str]
    """The field of each column; a column without one keeps its name."""
    encoded: list[Column]
    """Columns whose values are not as msgspec takes them; the others, most, cost no call each."""
    numbers: Callable[[Any], Iterable[float | None]] | None
    """Returns the numbers of a value; None where it has fewer than two."""


@functools.cache
def _reading_plan(kind: Hashable, names: tuple[str, ...]) -> _Plan:
    columns = {column.name: column for column in columns_of(kind) if column.name in names}
    numbers = [column.field for column in columns.values() if column.kind in (int, float)]
    return _Plan(
        [columns[name].field if name in columns else name for name in names],
        [column for column in columns.values() if column.is_json or column.kind is bool],
        operator.attrgetter(*numbers) if len(numbers) > 1 else None,
    )


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


PLAYER_COLUMNS = {
    "place": "INTEGER PRIMARY KEY",
    "name": "TEXT NOT NULL",
    "command": "TEXT NOT NULL",
    "arguments": "TEXT NOT NULL",
    "settings": "TEXT NOT NULL DEFAULT '{}'",
    "disqualified": "TEXT",
}
"""The columns, with type and constraints."""
TABLES: dict[str, dict[str, str]] = {
    "run": {
        "id": "INTEGER PRIMARY KEY CHECK (id = 1)",
        "seed": "TEXT",  # it may be larger than any INTEGER
        "rounds": "TEXT NOT NULL",
        **_declarations(Contest, *CONTEST_COLUMNS),
        **_declarations(Conditions, *CONDITIONS_COLUMNS),
    },
    "lists": {"length": "INTEGER PRIMARY KEY", **_declarations(ListUsed)},
    "players": PLAYER_COLUMNS,
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


_OF_PREPARATION = ("prepared", "problem")
"""What a preparation adds: it is run again when the run is resumed."""
_OLD_KEYS = {"env": "environment"}
"""Keys of `settings` in records of format 2, with the names of the fields."""


def row_of_player(player: Player, index: int) -> dict[str, Any]:
    """The row of a player at that place in the table, by column."""
    fields = {} if isinstance(player, PythonPlayer) else {**msgspec.to_builtins(player)}
    settings = {key: value for key, value in fields.items() if value and key not in (*PLAYER_COLUMNS, *_OF_PREPARATION)}
    return {
        "place": index,
        "name": player.name,
        "command": player.command,
        "arguments": json.dumps(player.arguments),
        "settings": json.dumps(settings),
        "disqualified": None,
    }


def why_disqualified(row: sqlite3.Row) -> str | None:
    """Why the games of a row's player count for nothing; None if they count."""
    return row["disqualified"] if "disqualified" in row.keys() else None  # noqa: SIM118 (a Row iterates over values)


def player_of_row(row: sqlite3.Row) -> Player:
    """The player of a row of format 2 or 3; ValueError or RecursionError for a damaged row."""
    if row["command"] == IN_PROCESS:
        return PythonPlayer(msgspec.convert(row["name"], str))
    settings = {_OLD_KEYS.get(key, key): value for key, value in json.loads(row["settings"]).items()}
    fields = {"name": row["name"], "command": row["command"], "arguments": json.loads(row["arguments"]), **settings}
    return msgspec.convert(fields, UnpreparedProgram if {"compile", "prepare"} & settings.keys() else Program)
