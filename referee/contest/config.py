"""The TOML file of a contest. Its keys are the options of `referee run`; its paths are relative to the file."""

import re
import tomllib
from typing import Any

from lingo_common.errors import DataError, reason
from lingo_common.outside_data import convert

SUFFIX = ".toml"
"""The end of such a file's name."""
NAME = re.compile("[A-Za-z][A-Za-z0-9_.-]*")
"""The form of a player's name."""
PLAYERS = "players"
"""The key of the players: a table of commands and tables by name, or a list of values of --players."""
LANGUAGES = "languages"
"""The key of the languages that the players' sources are written in, as contest.languages has them."""

Players = dict[str, str | dict[str, Any]] | list[str]
"""Commands or tables by name, or values of --players."""


def read_toml(path: str) -> dict[str, Any]:
    """The keys and values of the file; DataError if it cannot be read or is no TOML."""
    try:
        with open(path, "rb") as file:
            return tomllib.load(file)
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {reason(error)}") from None
    except UnicodeDecodeError:
        raise DataError(f"{path}: not a TOML file: not text in UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise DataError(f"{path}: not a TOML file: {error}") from None


def players_in(path: str) -> Players:
    """The players of the file: commands or tables by name, or values of --players; DataError if it names none."""
    try:
        players: dict[str, str | dict[str, Any]] | list[str] = convert(
            read_toml(path).get(PLAYERS) or None, dict[str, str | dict[str, Any]] | list[str]
        )
    except ValueError:
        raise DataError(f'{path}: players: neither a table of NAME = "command" nor a list of commands') from None
    for name in players if isinstance(players, dict) else ():
        if not NAME.fullmatch(name):
            raise DataError(f"{path}: players: '{name}' is no name: a letter, then letters, digits, '_', '.' or '-'")
    return players
