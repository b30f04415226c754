"""A player's entry in a contest's TOML file: a command, a source, or a table with all that its author hands in.

The keys of a table are described in docs/referee.md. Paths are relative to the folder of the file.
"""

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

import msgspec

from lingo_common.errors import DataError
from lingo_common.option import options_of, refusal_text
from lingo_common.outside_data import convert
from referee.contest.command_words import resolve_paths, words_of
from referee.contest.isolation import exposed_path
from referee.contest.languages import LANGUAGES, Language
from referee.contest.limits import Limits
from referee.contest.player import Program
from referee.contest.players import player_of, source_player

_OPTIONS = options_of(Limits)
"""The option of each field of Limits; it has the key's name, and a reader of the value."""
_FIELDS = {option.name: field for field, option in _OPTIONS.items()}
"""The field of Limits that each key of a table sets: `game` for the key `game-timeout`."""
_FIELDS_OF_PREPARATION = {"prepare-timeout": "game", "prepare-memory": "memory", "prepare-disk": "disk"}
"""The same for the keys that limit a preparation."""
_LIMIT_KEYS = (*_FIELDS, *_FIELDS_OF_PREPARATION)
_Text = Annotated[str, msgspec.Meta(min_length=1)]

# It is no class statement, because its fields include one for each limit.
_Table = msgspec.defstruct(
    "_Table",
    [
        ("command", _Text | None, None),
        ("source", _Text | None, None),
        ("prepare", _Text | None, None),
        ("env", dict[str, str | int | float], {}),
        ("expose", str | list[str], []),
        *((key.replace("-", "_"), str | int | float | None, None) for key in _LIMIT_KEYS),
    ],
    rename="kebab",
    forbid_unknown_fields=True,
)
"""The table of a player: each key with the type of its value and its default."""


def player_of_entry(name: str, entry: str | dict[str, Any], base: str, languages: Mapping[str, Language]) -> Program:
    """Return the player of that name; DataError or UsageError if its entry makes no sense.

    base: the folder of the file, where relative paths start.
    """
    table = {"command": entry} if isinstance(entry, str) else entry
    try:
        # mypy knows no fields of a class that defstruct makes.
        values: Any = convert(table, _Table)
    except ValueError as error:
        raise DataError(str(error)) from None

    if (values.command is None) == (values.source is None):
        raise DataError("give either command or source")

    paths = [values.expose] if isinstance(values.expose, str) else values.expose
    try:
        expose = tuple(exposed_path(os.path.join(base, os.path.expanduser(path))) for path in paths)
    except ValueError as error:
        raise DataError(f"expose: {error}") from None

    if values.source:
        player = source_player(name, values.source, base, languages)
    else:
        # player_of takes a value of --players, in which the name stands before the command.
        player = player_of(f"{name}={values.command}", base, languages)

    if values.prepare:
        words = words_of(values.prepare, base)
        player = replace(player, prepare=resolve_paths(words, base))

    return replace(
        player,
        environment={variable: str(value) for variable, value in values.env.items()},
        expose=expose,
        limits=_limits(table, _FIELDS),
        prepare_limits=_limits(table, _FIELDS_OF_PREPARATION),
    )


def _limits(table: Mapping[str, Any], fields: Mapping[str, str]) -> dict[str, Any]:
    """Return the limits that a table sets, by the fields of Limits; fields: the field of each key."""
    limits = {}
    for key, field in fields.items():
        if key not in table:
            continue

        try:
            limits[field] = _OPTIONS[field].read(table[key])
        except ValueError as error:
            raise DataError(refusal_text(key, error)) from None

    return limits


def languages_with(table: object) -> dict[str, Language]:
    """Return LANGUAGES with the languages of a file's table in addition, or in place of those with the same ending.

    The table has `ending = "run"` or `ending = {run = "…", compile = "…"}`. Raises DataError for another value.
    """
    try:
        entries = convert(table, dict[str, Any])
    except ValueError as error:
        raise DataError(f"languages: {error}") from None

    languages = {**LANGUAGES}
    for ending, value in entries.items():
        commands = {"run": value} if isinstance(value, str) else value
        try:
            language = convert(commands, Language)
        except ValueError as error:
            raise DataError(f"languages: {ending}: {error}") from None

        languages[ending.removeprefix(".").lower()] = language

    return languages
