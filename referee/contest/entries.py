"""A player as its author hands it in, in a table of a players file: command or source, preparation, own limits."""

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lingo_common.errors import DataError
from lingo_common.option import Reader, options_of
from referee.contest.languages import LANGUAGES, Language
from referee.contest.limits import Limits
from referee.contest.player import Program, UnpreparedProgram
from referee.contest.players import player_of, resolved, source_player, words_of

_LIMITS = {declared.name: (field, declared.read) for field, declared in options_of(Limits).items()}
"""For each key the field of Limits, and what reads its value."""
_PREPARE_LIMITS = {
    f"prepare-{key}": _LIMITS[name]
    for key, name in (("timeout", "game-timeout"), ("memory", "memory"), ("disk", "disk"))
}
_KEYS = ("command", "source", "prepare", "env", "expose", *_LIMITS, *_PREPARE_LIMITS)


def entry(name: str, table: Mapping[str, Any], base: str, languages: Mapping[str, Language] = LANGUAGES) -> Program:
    """The player of a table, paths relative to base; DataError if the table makes no sense."""
    for key in table:
        if key not in _KEYS:
            raise DataError(f"unknown key '{key}'; there are {', '.join(_KEYS)}")
    command, source, prepare = (_text(table, key) for key in ("command", "source", "prepare"))
    if (command is None) == (source is None):
        raise DataError("give either command or source")
    player = source_player(name, str(source), base, languages) if source else player_of(f"{name}={command}", base)
    if prepare and not isinstance(player, UnpreparedProgram):
        player = UnpreparedProgram(**vars(player))
    prepare_limits = _limits(table, _PREPARE_LIMITS)
    if isinstance(player, UnpreparedProgram):
        words = resolved(words_of(prepare), base) if prepare else ()
        player = replace(player, prepare=words, prepare_limits=prepare_limits)
    return replace(
        player,
        environment=_environment(table.get("env", {})),
        expose=_exposed(table.get("expose", []), base),
        limits=_limits(table, _LIMITS),
    )


def languages_in(table: object) -> dict[str, Language]:
    """The known languages with those of a file's table over them: `ending = "run"` or `{run = …, compile = …}`."""
    if not isinstance(table, dict):
        raise DataError("languages: not a table")
    changed = {}
    for ending, value in table.items():
        commands = {"run": value} if isinstance(value, str) else value
        if not isinstance(commands, dict) or not {"run"} <= commands.keys() <= {"run", "compile"}:
            raise DataError(f'languages: {ending}: neither a command nor {{run = "…", compile = "…"}}')
        changed[ending.removeprefix(".").lower()] = Language(**{key: str(text) for key, text in commands.items()})
    return {**LANGUAGES, **changed}


def _text(table: Mapping[str, Any], key: str) -> str | None:
    value = table.get(key)
    if value is not None and not (isinstance(value, str) and value.strip()):
        raise DataError(f"{key}: not a text: {value!r}")
    return value


def _environment(table: object) -> dict[str, str]:
    if not isinstance(table, dict) or not all(isinstance(value, str | int | float) for value in table.values()):
        raise DataError("env: not a table of variables")
    return {name: str(value) for name, value in table.items()}


def _exposed(paths: object, base: str) -> tuple[str, ...]:
    """The absolute paths of what the player may read."""
    listed = [paths] if isinstance(paths, str) else paths
    if not isinstance(listed, list) or not all(isinstance(path, str) for path in listed):
        raise DataError("expose: not a list of paths")
    found = tuple(os.path.abspath(os.path.join(base, os.path.expanduser(path))) for path in listed)
    for path in found:
        if not os.path.exists(path):
            raise DataError(f"expose: {path}: there is no such file or directory")
    return found


def _limits(table: Mapping[str, Any], readers: Mapping[str, tuple[str, Reader]]) -> dict[str, Any]:
    """The limits that the table sets, by the fields of Limits."""
    found = {}
    for key, (field, read) in readers.items():
        if key in table:
            try:
                found[field] = read(table[key])
            except ValueError as error:
                raise DataError(f"{key}: {error}") from None
    return found
