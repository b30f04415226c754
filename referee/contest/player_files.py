"""The players that values of --players and contest files name.

A contest's TOML file has the options of `referee run` as keys, and its paths are relative to the file. The key
`players` has a table with an entry for each player (see player_table), or a list of values of --players.
"""

import itertools
import os
import re
import tomllib
from collections.abc import Iterable, Iterator
from typing import Any

from lingo_common.errors import DataError, UsageError
from lingo_common.files import read_file
from lingo_common.first_line import beginning
from lingo_common.outside_data import convert
from referee.contest.languages import is_source_file
from referee.contest.player import NAME, NO_NAME, Program
from referee.contest.player_table import languages_with, player_of_entry
from referee.contest.players import check_names, player_of

PLAYERS = "players"
"""The key of the players."""
LANGUAGES_KEY = "languages"
"""The key of the languages that the players' sources are written in, as contest.languages has them."""
_CONTEST_SUFFIX = ".toml"
_COMMENT = "#"
"""The beginning of a line, in a text file of players, that names no player."""
_LARGEST = 16 << 20
"""Bytes of the largest file of players or of a contest."""
_MOST_PARTS = 32
"""The most parts of a key such as players.ann.env. The parser takes a time that grows with the square of their number:
15 s for 20,000 parts in 40 kB, and it reads each .toml file beside a player."""
_PART_OF_KEY = r"""(?:(?<![A-Za-z0-9_-])[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*"""
_LONG_KEY = re.compile(f"(?:{_PART_OF_KEY}){{{_MOST_PARTS}}}")
"""As many parts of a key, each with the dot after it. A text in quotation marks may look like one."""


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

    # os.access comes after isfile: it raises an error for a command with a zero byte, which is no path.
    is_file = os.path.isfile(argument)
    if is_file and not os.access(argument, os.X_OK) and not is_source_file(argument):
        return _players_of_file_without_at(argument)
    return [player_of(argument)]


def _players_of_file_without_at(path: str) -> list[Program]:
    """Return the players of a file that is named without the @.

    Raises DataError if the file was more likely meant as a program, but may not be executed: it begins as a script
    does.
    """
    if beginning(path).startswith(b"#!"):
        raise DataError(f"{path}: is not executable (chmod +x makes it so)")
    return _players_of_file(path)


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
        except DataError as error:
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
