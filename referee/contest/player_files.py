"""The players that values of --players and contest files name.

A contest's TOML file has the options of `referee run` as keys, and its paths are relative to the file. Below `players`
it may have a table for each player, with all that the author hands in: command or source, preparation, limits.
"""

import itertools
import os
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any

import msgspec

from lingo_common.errors import DataError, UsageError
from lingo_common.files import read_file
from lingo_common.option import Option, options_of, refusal_text
from lingo_common.outside_data import convert
from referee.contest.command_words import resolve_paths, words_of
from referee.contest.conditions import Limits, exposed_path
from referee.contest.languages import LANGUAGES, Language, is_source_file
from referee.contest.needs import needs_of
from referee.contest.player import NAME, NO_NAME, Program
from referee.contest.players import check_names, player_of, source_player

PLAYERS = "players"
"""The key of the players: a table of commands and tables by name, or a list of values of --players."""
LANGUAGES_KEY = "languages"
"""The key of the languages that the players' sources are written in, as contest.languages has them."""
_CONTEST_SUFFIX = ".toml"
_COMMENT = "#"
"""The beginning of a line, in a text file of players, that names no player."""
_LARGEST = 16 << 20
"""Bytes of the largest file of players or of a contest."""


def players_of(arguments: Iterable[str]) -> tuple[Program, ...]:
    """Return the players that the values of --players name, in order; UsageError for a name used twice."""
    players = tuple(itertools.chain.from_iterable(map(_players, arguments)))
    if not players:
        raise UsageError("no players: give --players a command or a file of commands")
    check_names(players)
    return players


def _players(argument: str) -> list[Program]:
    """Return the players that one value of --players names: those of a file, or one."""
    if argument.startswith("@"):
        return _players_of_file(argument[1:])

    # A command that is no path at all may hold what os.access refuses with an error of its own, such as a zero byte.
    is_file = os.path.isfile(argument)
    if is_file and not os.access(argument, os.X_OK) and not is_source_file(argument):
        return _players_of_file_without_at(argument)
    return [player_of(argument)]


def _players_of_file_without_at(path: str) -> list[Program]:
    """Return the players of a file that is named without the @.

    Raises DataError if the file was more likely meant as a program, but may not be executed: it begins as a script
    does, it is no file of players, or none of its lines names a program that exists.
    """
    refused = DataError(f"{path}: is not executable (chmod +x makes it so), nor a file of commands, one a line")
    try:
        players = _players_of_file(path)
    except UsageError:
        raise refused from None

    with open(path, "rb") as file:
        is_script = file.read(2) == b"#!"

    no_program_exists = players and all(needs.problem for needs in needs_of(players))
    if is_script or no_program_exists:
        raise refused
    return players


def _players_of_file(path: str) -> list[Program]:
    """Return the players of a contest's TOML file, or of a text file with commands and comments, one a line."""
    if path.endswith(_CONTEST_SUFFIX):
        return list(_players_of_config(path))

    try:
        lines = [line.decode("utf-8-sig").strip() for line in read_file(path, _LARGEST).splitlines()]
    except UnicodeDecodeError:
        raise DataError(f"{path}: not a text file of commands, one a line") from None

    base = os.path.dirname(os.path.abspath(path))
    return [player_of(line, base) for line in lines if line and not line.startswith(_COMMENT)]


def _players_of_config(path: str) -> Iterator[Program]:
    """Yield the players of a contest's file: tables, commands and sources by name, or a list of values of --players."""
    contest = read_toml(path)
    base = os.path.dirname(os.path.abspath(path))
    languages_table = contest.get(LANGUAGES_KEY, {})
    try:
        players = convert(contest.get(PLAYERS), dict[str, str | dict[str, Any]] | list[str])
    except ValueError:
        raise DataError(f'{path}: players: neither a table of NAME = "command" nor a list of commands') from None

    if isinstance(players, list):
        for text in players:
            if text.startswith("@"):
                yield from _players_of_file(os.path.join(base, text[1:]))
            else:
                yield player_of(text, base)

        return

    for name, value in players.items():
        if not NAME.fullmatch(name):
            raise DataError(f"{path}: players: {NO_NAME.format(name)}")

        try:
            yield _player_of_value(name, value, base, _languages_in(languages_table))
        except DataError as error:
            raise DataError(f"{path}: players: {name}: {error}") from None


def _player_of_value(name: str, value: str | dict[str, Any], base: str, languages: Mapping[str, Language]) -> Program:
    """Return the player of a key and its value: a table, a source or a command; paths are relative to base."""
    if isinstance(value, dict):
        return _player_of_table(name, value, base, languages)
    if is_source_file(os.path.join(base, value), languages):
        return source_player(name, value, base, languages)  # blanks in its path need no quotes
    return player_of(f"{name}={value}", base, languages)


def read_toml(path: str) -> dict[str, Any]:
    """Return the keys and values of a contest's file; DataError if it cannot be read or is no TOML."""
    try:
        return tomllib.loads(read_file(path, _LARGEST).decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise DataError(f"{path}: not a TOML file: not text in UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise DataError(f"{path}: not a TOML file: {error}") from None


_LIMITS = {declared.name: (field, declared) for field, declared in options_of(Limits).items()}
"""For each key of a limit, such as `game-timeout`: the field of Limits, and the option that reads its value."""
_PREPARE_LIMITS = {
    "prepare-timeout": _LIMITS["game-timeout"],
    "prepare-memory": _LIMITS["memory"],
    "prepare-disk": _LIMITS["disk"],
}
"""The same for the keys of a preparation's limits."""
_Text = Annotated[str, msgspec.Meta(min_length=1)]

# A class statement could not have the keys of the limits.
_Entry = msgspec.defstruct(
    "_Entry",
    [
        ("command", _Text | None, None),
        ("source", _Text | None, None),
        ("prepare", _Text | None, None),
        ("env", dict[str, str | int | float], {}),
        ("expose", str | list[str], []),
        *((key.replace("-", "_"), str | int | float | None, None) for key in (*_LIMITS, *_PREPARE_LIMITS)),
    ],
    rename="kebab",
    forbid_unknown_fields=True,
)
"""The table of a player: each key with the type of its value and its default."""


def _player_of_table(name: str, table: Mapping[str, Any], base: str, languages: Mapping[str, Language]) -> Program:
    """Return the player of a table, paths relative to base; DataError if the table makes no sense."""
    try:
        entry: Any = convert(table, _Entry)
    except ValueError as error:
        raise DataError(str(error)) from None

    if (entry.command is None) == (entry.source is None):
        raise DataError("give either command or source")

    expose = _exposed(entry.expose, base)

    if entry.source:
        player = source_player(name, entry.source, base, languages)
    else:
        player = player_of(f"{name}={entry.command}", base)

    if entry.prepare:
        words = words_of(entry.prepare, base, takes_length=False)
        player = replace(player, prepare=resolve_paths(words, base))
    if not player.is_prepared:
        player = replace(player, prepare_limits=_limits(table, _PREPARE_LIMITS))

    environment = {variable: str(value) for variable, value in entry.env.items()}
    return replace(player, environment=environment, expose=expose, limits=_limits(table, _LIMITS))


def _exposed(paths: str | list[str], base: str) -> tuple[str, ...]:
    """Return the absolute paths of the key `expose`, one path or several; DataError for one that cannot be shown."""
    listed = [paths] if isinstance(paths, str) else paths
    try:
        return tuple(exposed_path(os.path.join(base, os.path.expanduser(path))) for path in listed)
    except ValueError as error:
        raise DataError(f"expose: {error}") from None


def _limits(table: Mapping[str, Any], options: Mapping[str, tuple[str, Option]]) -> dict[str, Any]:
    """Return the limits that the table sets, by the fields of Limits; options: the field and the option of each key."""
    limits = {}
    for key, (field, declared) in options.items():
        if key not in table:
            continue

        try:
            limits[field] = declared.read(table[key])
        except ValueError as error:
            raise DataError(refusal_text(key, error)) from None

    return limits


def _languages_in(table: object) -> dict[str, Language]:
    """Return the known languages with those of a file's table over them.

    The table has `ending = "run"` or `ending = {run = "…", compile = "…"}`. Raises DataError for another value.
    """
    try:
        entries = convert(table, dict[str, Any])
    except ValueError as error:
        raise DataError(f"languages: {error}") from None

    languages = {**LANGUAGES}
    for ending, value in entries.items():
        fields = {"run": value} if isinstance(value, str) else value
        try:
            language = convert(fields, Language)
        except ValueError as error:
            raise DataError(f"languages: {ending}: {error}") from None

        languages[ending.removeprefix(".").lower()] = language

    return languages
