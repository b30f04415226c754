"""The players that the values of --players and a contest's file name."""

import os
from collections.abc import Iterable, Iterator

from lingo_common.errors import DataError, UsageError, reason
from referee.contest import config
from referee.contest.entries import entry, languages_in
from referee.contest.languages import is_source_file
from referee.contest.player import Player
from referee.contest.players import check_names, needs_of, player_of, source_player

_COMMENT = "#"


def players_of(arguments: Iterable[str]) -> tuple[Player, ...]:
    """The players that the values of --players name, in order; UsageError for a name used twice."""
    players = tuple(player for argument in arguments for player in _players(argument))
    if not players:
        raise UsageError("no players: give --players a command or a file of commands")
    check_names(players)
    return players


def _players(argument: str) -> list[Player]:
    if argument.startswith("@"):
        return _players_of_file(argument[1:])
    if os.path.isfile(argument) and not os.access(argument, os.X_OK) and not is_source_file(argument):
        return _players_or_program(argument)
    return [player_of(argument)]


def _players_or_program(path: str) -> list[Player]:
    """The players of a file that is named without the @; DataError if it looks like a program without permission."""
    refused = DataError(f"{path}: is not executable (chmod +x makes it so), nor a file of commands, one a line")
    try:
        players = _players_of_file(path)
    except UsageError:
        raise refused from None
    with open(path, "rb") as file:
        is_script = file.read(2) == b"#!"
    if is_script or (players and all(needs.problem for needs in needs_of(players))):
        raise refused
    return players


def _players_of_file(path: str) -> list[Player]:
    """The players of a contest's TOML file, or of a text file with commands, blank lines and comments, one a line."""
    if path.endswith(config.SUFFIX):
        return list(_players_of_config(path))
    try:
        with open(path, encoding="utf-8-sig") as file:
            lines = [line.strip() for line in file]
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {reason(error)}") from None
    except UnicodeDecodeError:
        raise DataError(f"{path}: not a text file of commands, one a line") from None
    base = os.path.dirname(os.path.abspath(path))
    return [player_of(line, base) for line in lines if line and not line.startswith(_COMMENT)]


def _players_of_config(path: str) -> Iterator[Player]:
    """The players of a contest's file: tables, commands and sources by name, or a list of values of --players."""
    players, base = config.players_in(path), os.path.dirname(os.path.abspath(path))
    if isinstance(players, list):
        for text in players:
            yield from (
                _players_of_file(os.path.join(base, text[1:])) if text.startswith("@") else [player_of(text, base)]
            )
        return
    for name, value in players.items():
        try:
            languages = languages_in(config.read_toml(path).get(config.LANGUAGES, {}))
            if isinstance(value, dict):
                yield entry(name, value, base, languages)
            elif os.path.isfile(source := os.path.join(base, value)) and is_source_file(source, languages):
                yield source_player(name, value, base, languages)
            else:
                yield player_of(f"{name}={value}", base)
        except DataError as error:
            raise DataError(f"{path}: players: {name}: {error}") from None
