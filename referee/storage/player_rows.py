"""Rows of the table `players`: name, command, arguments, and the other fields of the player as one JSON object."""

import json
import sqlite3
from typing import Any

import msgspec

from referee.contest.player import IN_PROCESS, Player, Program, PythonPlayer, UnpreparedProgram

COLUMNS = {
    "place": "INTEGER PRIMARY KEY",
    "name": "TEXT NOT NULL",
    "command": "TEXT NOT NULL",
    "arguments": "TEXT NOT NULL",
    "settings": "TEXT NOT NULL DEFAULT '{}'",
    "disqualified": "TEXT",
}
"""The columns, with type and constraints."""
_OF_PREPARATION = ("prepared", "problem")
"""What a preparation adds: it is run again when the run is resumed."""
_RENAMED = {"env": "environment"}
"""Keys of `settings` in records of format 2, with the names of the fields."""


def row_of_player(player: Player, index: int) -> dict[str, Any]:
    """The row of a player at that place in the table, by column."""
    fields = {} if isinstance(player, PythonPlayer) else {**msgspec.to_builtins(player)}
    settings = {key: value for key, value in fields.items() if value and key not in (*COLUMNS, *_OF_PREPARATION)}
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
    settings = {_RENAMED.get(key, key): value for key, value in json.loads(row["settings"]).items()}
    fields = {"name": row["name"], "command": row["command"], "arguments": json.loads(row["arguments"]), **settings}
    return msgspec.convert(fields, UnpreparedProgram if {"compile", "prepare"} & settings.keys() else Program)
