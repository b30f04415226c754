"""The tables of a run's record, and values as rows of them: lists and objects are kept as JSON."""

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from referee.contest.lists import kept_path, source_of
from referee.contest.player import IN_PROCESS, Player, Program, PythonPlayer, UnpreparedProgram
from wordlists.word_game import WordGame

T = TypeVar("T")
TABLES = {
    "run": """id INTEGER PRIMARY KEY CHECK (id = 1), seed TEXT, rounds TEXT NOT NULL, until_decided INTEGER NOT NULL,
        wordlist TEXT NOT NULL, rules TEXT NOT NULL DEFAULT '{}', order_secret TEXT NOT NULL DEFAULT '',
        limits TEXT NOT NULL, isolation TEXT NOT NULL, host TEXT NOT NULL, started TEXT NOT NULL,
        versions TEXT NOT NULL, careful INTEGER NOT NULL DEFAULT 0, nonce TEXT, commitment TEXT, imported TEXT,
        revealed TEXT""",
    "lists": """length INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL, words INTEGER NOT NULL, path TEXT NOT NULL,
        answers TEXT, answers_path TEXT, fold INTEGER NOT NULL DEFAULT 0""",
    "players": """place INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, command TEXT NOT NULL, arguments TEXT NOT NULL,
        settings TEXT NOT NULL DEFAULT '{}', disqualified TEXT""",
    "words": """length INTEGER NOT NULL, word_index INTEGER NOT NULL, word TEXT NOT NULL,
        PRIMARY KEY (length, word_index)""",
    "games": """number INTEGER PRIMARY KEY, player TEXT NOT NULL REFERENCES players (name), length INTEGER NOT NULL,
        word_index INTEGER NOT NULL, word TEXT NOT NULL, guesses TEXT NOT NULL, replies TEXT NOT NULL,
        attempts INTEGER NOT NULL, points INTEGER NOT NULL, termination TEXT NOT NULL, illegal INTEGER NOT NULL,
        seconds REAL NOT NULL, move_seconds TEXT NOT NULL, exit_status INTEGER, signal TEXT,
        stderr_head TEXT NOT NULL, stderr_tail TEXT NOT NULL, host TEXT NOT NULL, started REAL, cpu_seconds REAL,
        peak_memory INTEGER, pressure REAL, silence TEXT, void TEXT, digest TEXT NOT NULL,
        UNIQUE (player, length, word_index)""",
    "replaced": "number INTEGER NOT NULL, at TEXT NOT NULL, why TEXT NOT NULL, game TEXT NOT NULL",
}
"""The columns of each table, named after the fields of the values; but the `index` of a game is its `word_index`."""


def create_tables(connection: sqlite3.Connection) -> None:
    """Make the tables that the file lacks."""
    for table, columns in TABLES.items():
        connection.execute(f"CREATE TABLE IF NOT EXISTS {table} ({columns})")


def add_columns(connection: sqlite3.Connection) -> None:
    """Add the columns that the tables of an older format lack, with their defaults."""
    query = 'SELECT name, type, "notnull", dflt_value FROM pragma_table_info(?)'
    with contextlib.closing(sqlite3.connect(":memory:")) as model:
        create_tables(model)
        for table in TABLES:
            present = {name for name, *_ in connection.execute(query, (table,))}
            for name, kind, required, default in model.execute(query, (table,)).fetchall():
                if name not in present:
                    constraint = f"NOT NULL DEFAULT {default}" if required else ""
                    connection.execute(f"ALTER TABLE {table} ADD COLUMN {name} {kind} {constraint}")


def insert(connection: sqlite3.Connection, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Add rows to a table: values by column."""
    for row in rows:
        marks = ", ".join("?" * len(row))
        connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", [*row.values()])


def row_of(value: Any) -> dict[str, Any]:
    """The fields of a value as SQLite keeps them, by name."""
    fields = msgspec.to_builtins(value, str_keys=True)
    return {
        name: json.dumps(field) if isinstance(field, dict | list | tuple) else field for name, field in fields.items()
    }


def value_of(kind: type[T], row: Mapping[str, Any], *as_json: str) -> T:
    """The value of that class in a row, whose columns as_json hold JSON; ValueError for a damaged row."""
    try:
        decoded = {name: msgspec.json.decode(row[name]) for name in as_json}
        return msgspec.convert({**row, **decoded}, kind, strict=False)
    except RecursionError:
        raise ValueError("JSON nested too deeply") from None


def row_of_lists(game: WordGame) -> dict[str, Any]:
    """The row of a game's lists, by column, without the length."""
    stored, (path, answers, _) = game.to_json(), map(str, game.paths)
    return {
        "fingerprint": stored["words"],
        "words": game.size,
        "path": kept_path(path),
        "answers": stored["answers"],
        "answers_path": kept_path(answers) if stored["answers"] else None,
        "fold": game.spelling.fold,
    }


def game_of_row(row: Mapping[str, Any], rules: Mapping[str, Any]) -> WordGame:
    """The game of a row of lists in a run with these rules, without its lists; ValueError for a damaged row."""
    names = ("length", "fingerprint", "words", "path", "answers", "answers_path", "fold")
    kinds = tuple[int, str, int, str, str | None, str | None, bool | None]
    values = msgspec.convert([row.get(name) for name in names], kinds, strict=False)
    length, words, size, path, answers, answers_path, fold = values
    value = {**rules, "length": length, "words": words, "size": size, "answers": answers, "fold": fold}
    return WordGame.from_json(value, source_of(path), answers_path and source_of(answers_path))


_OF_PREPARATION = ("prepared", "problem")
"""What a preparation adds: it is run again when the run is resumed."""
_OLD_KEYS = {"env": "environment"}
"""Keys of `settings` in records of format 2, with the names of the fields."""


def row_of_player(player: Player, index: int) -> dict[str, Any]:
    """The row of a player at that place in the table, by column."""
    settings = {} if isinstance(player, PythonPlayer) else {**msgspec.to_builtins(player)}
    for name in ("name", "command", "arguments", *_OF_PREPARATION):
        settings.pop(name, None)
    return {
        "place": index,
        "name": player.name,
        "command": player.command,
        "arguments": json.dumps(player.arguments),
        "settings": json.dumps({name: setting for name, setting in settings.items() if setting}),
    }


def player_of_row(row: Mapping[str, Any]) -> Player:
    """The player of a row of format 2 or 3; ValueError or RecursionError for a damaged row."""
    if row["command"] == IN_PROCESS:
        return PythonPlayer(msgspec.convert(row["name"], str))
    settings = {
        _OLD_KEYS.get(key, key): value
        for key, value in msgspec.json.decode(row["settings"], type=dict[str, Any]).items()
    }
    fields = {
        "name": row["name"],
        "command": row["command"],
        "arguments": msgspec.json.decode(row["arguments"]),
        **settings,
    }
    return msgspec.convert(fields, UnpreparedProgram if {"compile", "prepare"} & settings.keys() else Program)
