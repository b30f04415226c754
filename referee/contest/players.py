"""Makes the players of a contest from commands, sources, and the files that values of --players name.

A contest's TOML file has the options of `referee run` as keys, and its paths are relative to the file. The key
`players` has an entry for each player: a command, a source, or a table with all that its author hands in, whose keys
docs/referee.md describes. In place of the table of players there may be a list of values of --players.
"""

import itertools
import os
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any

import msgspec

from lingo_common.errors import DataError, ProgramError, UsageError, printable
from lingo_common.files import read_file
from lingo_common.first_line import beginning
from lingo_common.option import options_of, refusal_text
from lingo_common.outside_data import convert
from referee.contest.command_words import (
    LANGUAGES,
    Language,
    absolute,
    command_for,
    ending_of,
    is_source_file,
    resolve_paths,
    starts_itself,
    words_of,
)
from referee.contest.limits import Limits, exposed_path
from referee.contest.player import NAME, NO_NAME, Player, Program

_NAMED = re.compile(rf"({NAME.pattern})=(.*)", re.DOTALL)
"""A value of --players that begins with a name."""
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
PLAYERS = "players"
"""The key of the players."""
LANGUAGES_KEY = "languages"
"""The key of the languages that the players' sources are written in, as contest.command_words has them."""
_CONTEST_SUFFIX = ".toml"
_COMMENT = "#"
"""The beginning of a line, in a text file of players, that names no player."""
_LARGEST = 16 << 20
"""Bytes of the largest file of players or of a contest."""
_MOST_PARTS = 32
"""The most parts of a key such as players.ann.env. The parser takes a time that grows with the square of their number:
15 s for 20,000 parts in 40 kB, and it reads each .toml file beside a player."""
# A bare part, or one in quotation marks. The lookbehind lets a search begin only at the start of a bare part.
_PART_OF_KEY = r"""(?:(?<![A-Za-z0-9_-])[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*"""
_LONG_KEY = re.compile(f"(?:{_PART_OF_KEY}){{{_MOST_PARTS}}}")
"""Matches so many parts of a key, each with the dot after it. It matches such a text in quotation marks too."""


def players_of(arguments: Iterable[str]) -> tuple[Program, ...]:
    """Return the players that the values of --players name, in order; UsageError for a name used twice."""
    players = tuple(itertools.chain.from_iterable(map(_players, arguments)))
    if not players:
        raise UsageError("no players: give --players a command or a file of commands")
    check_names(players)
    return players


def _players(argument: str) -> list[Program]:
    """Return the players that one value of --players names: those of a file, or one."""
    if argument == "@":
        raise UsageError("--players @ needs the name of a file after it")
    if argument.startswith("@"):
        return _players_of_file(argument[1:])

    # os.access comes after isfile: it raises an error for a command with a zero byte, which is no path.
    is_file = os.path.isfile(argument)
    if is_file and not os.access(argument, os.X_OK) and not is_source_file(argument):
        return _players_of_file_without_at(argument)
    return [player_of(argument)]


def _players_of_file_without_at(path: str) -> list[Program]:
    """Return the players of a file that is named without the @.

    Raises DataError or UsageError, with advice, if the file was more likely meant as a program that may not be
    executed: it begins as a script does, or a line of it is no command.
    """
    if beginning(path).startswith(b"#!"):
        raise DataError(f"{path}: is not executable (chmod +x makes it so)")

    try:
        return _players_of_file(path)
    except UsageError as error:
        advice = "for a program give the command that starts it, as in 'lua mine.lua'"
        raise UsageError(f"{path}: was read as a list of commands, one a line; {advice} ({error})") from None


def _players_of_file(path: str, named_by: tuple[str, ...] = ()) -> list[Program]:
    """Return the players of a contest's TOML file, or of a text file with commands and comments, one a line.

    named_by: the real paths of the contest's files that led here, each named by the one before. A file among them that
    is named again would go round in a circle.
    """
    if path.endswith(_CONTEST_SUFFIX):
        return list(_players_of_contest(path, named_by))

    try:
        lines = [line.decode("utf-8-sig").strip() for line in read_file(path, _LARGEST).splitlines()]
    except UnicodeDecodeError:
        raise DataError(f"{path}: not a text file of commands, one a line") from None

    base = os.path.dirname(os.path.abspath(path))
    return [player_of(line, base) for line in lines if line and not line.startswith(_COMMENT)]


def _players_of_contest(path: str, named_by: tuple[str, ...]) -> Iterator[Program]:
    """Yield the players of a contest's file; DataError that names the file and the key that makes no sense.

    named_by: as of _players_of_file.
    """
    real_path = os.path.realpath(path)
    if real_path in named_by:
        raise DataError(f"{path}: players: the file names itself, or a file that names it")

    contest = read_toml(path)
    base = os.path.dirname(os.path.abspath(path))
    try:
        languages = languages_with(contest.get(LANGUAGES_KEY, {}))
    except DataError as error:
        raise DataError(f"{path}: {error}") from None

    entries = contest.get(PLAYERS)
    try:
        players = convert(entries, dict[str, str | dict[str, Any]] | list[str])
    except ValueError:
        raise DataError(f'{path}: players: neither a table of NAME = "command" nor a list of commands') from None

    if isinstance(players, list):
        for text in players:
            if text.startswith("@"):
                yield from _players_of_file(os.path.join(base, text[1:]), (*named_by, real_path))
            else:
                yield player_of(text, base, languages)

        return

    for name, entry in players.items():
        if not NAME.fullmatch(name):
            raise DataError(f"{path}: players: {NO_NAME.format(name)}")

        try:
            yield player_of_entry(name, entry, base, languages)
        except ProgramError as error:
            raise DataError(f"{path}: players: {name}: {error}") from None


def read_toml(path: str) -> dict[str, Any]:
    """Return the keys and values of a contest's file; DataError if it cannot be read or is no TOML."""
    try:
        text = read_file(path, _LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DataError(f"{path}: not a TOML file: not text in UTF-8") from None

    if _LONG_KEY.search(text):
        raise DataError(f"{path}: cannot be read: a key has more than {_MOST_PARTS} parts between dots")

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is another ValueError
        raise DataError(f"{path}: not a TOML file: {error}") from None


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

    # `table` has only the limits that the file sets, and `values` has None for the others.
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


def player_of(text: str, base: str | None = None, languages: Mapping[str, Language] = LANGUAGES) -> Program:
    """Return the player of `command` or `NAME=command`; the command may begin with a source file.

    Relative paths start at base, by default the working directory. Raises UsageError for a text that is no command, or
    one that only a shell understands.
    """
    match = _NAMED.fullmatch(text)
    command = (match[2] if match else text).strip()
    base = os.path.abspath(base or os.curdir)
    words = words_of(command, base)
    name = match[1] if match else printable(command)

    if is_source_file(os.path.join(base, words[0]), languages):
        return source_player(name, command, base, languages)

    return Program(name, command, resolve_paths(words, base))


def source_player(name: str, command: str, base: str, languages: Mapping[str, Language]) -> Program:
    """Return the player of a source file and the arguments that it gets before the length, as in `mine.py --level 3`.

    Raises DataError if there is no such file, or its ending names no language.
    """
    words = words_of(command, base)
    path = absolute(words[0], base)
    if not os.path.isfile(path):
        raise DataError(f"{words[0]}: there is no such file")

    # resolve_paths takes a whole command, with the program first. An absolute path stays as it is.
    _, *own_arguments = resolve_paths([path, *words[1:]], base)
    # A script whose first line names its interpreter needs no language.
    if starts_itself(path):
        return Program(name, command, (path, *own_arguments))

    language = languages.get(ending_of(path))
    if language is None:
        raise DataError(f"{words[0]}: no language has this ending; there are {', '.join(sorted(languages))}")

    arguments = (*command_for(language.run, path, base), *own_arguments)
    if not language.compile:
        return Program(name, command, arguments)

    return Program(name, command, arguments, source=path, compile=command_for(language.compile, path, base))


def check_names(players: Iterable[Player]) -> None:
    """Raise UsageError for a name used twice."""
    counts = Counter(player.name for player in players)
    for name, count in counts.items():
        if count > 1:
            raise UsageError(f"two players are named '{name}': name them apart with NAME=command")
