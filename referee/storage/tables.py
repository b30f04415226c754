"""The tables of a run's record, and how players, word games and games become rows: lists and objects as JSON."""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from referee.contest.lists import path_for_record, path_from_record
from referee.contest.player import IN_PROCESS, Player, Program, PythonPlayer
from wordlists.word_game import WordGame

T = TypeVar("T")

TABLES = {
    "run": """id INTEGER PRIMARY KEY CHECK (id = 1), seed TEXT, rounds TEXT NOT NULL, until_decided INTEGER NOT NULL,
        wordlist TEXT NOT NULL, rules TEXT NOT NULL DEFAULT '{}', order_secret TEXT NOT NULL DEFAULT '',
        limits TEXT NOT NULL, isolation TEXT NOT NULL, host TEXT NOT NULL, started TEXT NOT NULL,
        versions TEXT NOT NULL, careful INTEGER NOT NULL DEFAULT 0, nonce TEXT, commitment TEXT, imported TEXT,
        revealed TEXT, words_file TEXT""",
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
"""The columns of each table.

`run` has the fields of Contest and of Conditions, where they are explained. `games` has those of GameRecord, whose
`index` is called `word_index`, and beside them the number of the game and the digest of its record. row_of_word_game
explains `lists`, and row_of_player `players`. `replaced` has the earlier records of games that were played again.
"""

_NOT_IN_SETTINGS = ("name", "command", "arguments", "prepared", "problem")
"""The fields of a player that have a column, and those that its preparation sets.

A player is prepared again when its run is resumed.
"""
_KNOWN_WORDS = "known_words"
"""The key in a player's settings that is no field of the player (see row_of_player)."""


def insert(connection: sqlite3.Connection, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Add rows to a table; a row has the values by column."""
    for row in rows:
        placeholders = ", ".join("?" * len(row))
        connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({placeholders})", [*row.values()])


def row_of(value: Any) -> dict[str, Any]:
    """Return the fields of a dataclass's instance, or the items of a mapping, as the values of columns of that name.

    A list, a tuple or a mapping among them becomes a text of JSON: `guesses=("crane",)` becomes `'["crane"]'`.
    """
    row = {}
    for name, field in msgspec.to_builtins(value, str_keys=True).items():
        row[name] = json.dumps(field) if isinstance(field, dict | list | tuple) else field
    return row


def value_of(kind: type[T], row: Mapping[str, Any], *as_json: str) -> T:
    """Return the instance of a dataclass that row_of made the row of; ValueError for a damaged row.

    as_json: the columns that hold JSON. Columns that are no fields of the class are left out.
    """
    try:
        decoded = {name: msgspec.json.decode(row[name]) for name in as_json}
        return msgspec.convert({**row, **decoded}, kind, strict=False)
    except RecursionError:
        # A caller that reports damaged rows need not know of RecursionError.
        raise ValueError("JSON nested too deeply") from None


def row_of_word_game(word_game: WordGame) -> dict[str, Any]:
    """Return the row of a word game in the table `lists`, by column, without the length.

    `fingerprint` is that of the words, and `answers` that of the answers. `words` is the number of words. `fold` says
    whether accents were dropped (the option --fold).
    """
    stored = word_game.to_json()
    # The third path is that of frequencies, which a run has none of.
    path, answers_path, _ = map(str, word_game.paths)
    return {
        "fingerprint": stored["words"],
        "words": word_game.size,
        "path": path_for_record(path),
        "answers": stored["answers"],
        "answers_path": path_for_record(answers_path) if stored["answers"] else None,
        "fold": word_game.spelling.fold,
    }


@dataclass(frozen=True)
class _Lists:
    """The columns of the table `lists` with their types; row_of_word_game explains them."""

    length: int
    fingerprint: str
    words: int
    path: str
    answers: str | None
    answers_path: str | None
    fold: bool


def word_game_of_row(row: Mapping[str, Any], rules: Mapping[str, Any]) -> WordGame:
    """Return the word game of a row of the table `lists` in a run with these rules; ValueError for a damaged row.

    Its lists are read when somebody asks for the words.
    """
    lists = value_of(_Lists, row)
    # In the JSON of a word game `words` is the fingerprint of the words, and `size` their number.
    value = {
        **rules,
        "length": lists.length,
        "words": lists.fingerprint,
        "size": lists.words,
        "answers": lists.answers,
        "fold": lists.fold,
    }
    answers_path = None if lists.answers_path is None else path_from_record(lists.answers_path)
    return WordGame.from_json(value, path_from_record(lists.path), answers_path)


def row_of_player(player: Player, place: int, known_words: int = 0) -> dict[str, Any]:
    """Return the row of a player, by column.

    place: its place among the players, from 0. known_words: how many words of a committed run could be known when it
    joined. `settings` has this number, and the fields that have no column of their own; what is empty is left out.
    """
    fields = {} if isinstance(player, PythonPlayer) else msgspec.to_builtins(player)
    settings = {name: value for name, value in fields.items() if value and name not in _NOT_IN_SETTINGS}
    if known_words:
        settings[_KNOWN_WORDS] = known_words

    return {
        "place": place,
        "name": player.name,
        "command": player.command,
        "arguments": json.dumps(player.arguments),
        "settings": json.dumps(settings),
    }


def known_words_of_row(row: Mapping[str, Any]) -> int:
    """Return how many words of a committed run could be known when the player of a row joined.

    Raises ValueError if the settings of the player are no JSON, or have no number there.
    """
    settings = msgspec.convert(json.loads(row["settings"]), dict[str, Any])
    return msgspec.convert(settings.get(_KNOWN_WORDS, 0), int)


def player_of_row(row: Mapping[str, Any]) -> Player:
    """Return the player of a row; ValueError for a damaged one, RecursionError if its JSON is nested too deeply."""
    if row["command"] == IN_PROCESS:
        return PythonPlayer(msgspec.convert(row["name"], str))

    # Names of files whose bytes are not UTF-8 are lone surrogates in JSON. msgspec.json would refuse them.
    settings = msgspec.convert(json.loads(row["settings"]), dict[str, Any])
    fields = {
        "name": row["name"],
        "command": row["command"],
        "arguments": json.loads(row["arguments"]),
        **settings,
    }
    return msgspec.convert(fields, Program)
