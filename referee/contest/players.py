"""Who plays: names and commands from the command line and from players files, ready to be started."""

import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from lingo_common.errors import DataError, UsageError, printable, reason
from referee.contest import config

_NAMED = re.compile(rf"({config.NAME.pattern})=(.*)", re.DOTALL)
_COMMENT = "#"


@dataclass(frozen=True)
class Player:
    """A contestant."""

    name: str
    """What the tables call it: the given name, else the command as typed, made printable."""
    command: str
    """The command as typed, without the name."""
    arguments: tuple[str, ...]
    """The words of the command with its paths resolved; the length is yet to be appended."""
    settings: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """What else is known of the player, such as its source and how it was prepared: names and values of JSON."""


def players_of(arguments: Iterable[str]) -> tuple[Player, ...]:
    """The players that the arguments of --players name, in order; UsageError for a name used twice."""
    players = tuple(player for argument in arguments for player in _players(argument))
    if not players:
        raise UsageError("no players: give --players a command or a file of commands")
    check_names(players)
    return players


def check_names(players: Iterable[Player]) -> None:
    """UsageError for a name used twice."""
    seen: set[str] = set()
    for player in players:
        if player.name in seen:
            raise UsageError(f"two players are named '{player.name}': name them apart with NAME=command")
        seen.add(player.name)


def player_of(text: str, base: str | None = None) -> Player:
    """The player of `command` or `NAME=command`, paths relative to base (the working directory by default)."""
    if not _is_text(text):
        raise UsageError(f"{text!a}: a command must be text in UTF-8")
    named = _NAMED.fullmatch(text)
    command = (named[2] if named else text).strip()
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"{text}: not a command: {str(error).lower()}") from None
    if not words:
        raise UsageError(f"'{text}': no command")
    base = os.path.abspath(base or os.curdir)
    program, *rest = words
    if rest and os.path.isfile(os.path.join(base, command)):
        raise UsageError(f'{command}: a path with blanks needs quotes of its own: "{shlex.quote(command)}"')
    resolved = (_program(program, base), *(_resolved(word, base) for word in rest))
    return Player(named[1] if named else printable(command), command, resolved)


@dataclass(frozen=True)
class Needs:
    """What a player's command needs on the machine that plays it."""

    player: str
    """The player's name."""
    program: str
    """What is started."""
    files: tuple[str, ...]
    """Absolute paths among the other words of the command that exist where the command was given."""

    @property
    def complaint(self) -> str | None:
        """What is not there, in one line; None where everything is."""
        if shutil.which(self.program) is None:
            what = "is not executable" if os.path.isfile(self.program) else "there is no such program"
            return f"player '{self.player}': {self.program}: {what}"
        absent = [path for path in self.files if not os.path.exists(path)]
        return f"player '{self.player}': {absent[0]}: there is no such file" if absent else None


def needs_of(players: Iterable[Player]) -> tuple[Needs, ...]:
    """What the commands of the players need."""
    return tuple(
        Needs(player.name, program, tuple(word for word in words if os.path.isabs(word) and os.path.exists(word)))
        for player in players
        for program, *words in [player.arguments]
    )


def complaints(needs: Iterable[Needs]) -> list[str]:
    """What is not there on this machine."""
    return [complaint for need in needs if (complaint := need.complaint)]


def check_present(players: Iterable[Player]) -> None:
    """DataError that names the first player whose program does not exist or may not be executed."""
    for complaint in complaints(needs_of(players)):
        raise DataError(complaint)


def _players(argument: str) -> list[Player]:
    if argument.startswith("@"):
        return _players_of_file(argument[1:])
    if os.path.isfile(argument) and not os.access(argument, os.X_OK):
        return _players_or_program(argument)
    return [player_of(argument)]


def _players_or_program(path: str) -> list[Player]:
    """The players of a file that was named without the @; DataError where it is rather a program, not executable."""
    refused = DataError(f"{path}: is not executable (chmod +x makes it so), nor a file of commands, one a line")
    try:
        players = _players_of_file(path)
    except UsageError:
        raise refused from None
    with open(path, "rb") as file:
        is_script = file.read(2) == b"#!"
    if is_script or (players and all(needs.complaint for needs in needs_of(players))):
        raise refused
    return players


def _players_of_file(path: str) -> list[Player]:
    """The players of a contest's TOML file, or of one with a command a line, empty ones and comments left out."""
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
    players, base = config.players_in(path), os.path.dirname(os.path.abspath(path))
    for text in players if isinstance(players, list) else [f"{name}={command}" for name, command in players.items()]:
        if text.startswith("@"):
            yield from _players_of_file(os.path.join(base, text[1:]))
        else:
            yield player_of(text, base)


def _program(word: str, base: str) -> str:
    """The program to start: a bare name is looked up as a shell would, then beside the referee, then in base.

    Beside the referee lie the programs of its virtual environment, activated or not.
    """
    if os.path.dirname(word):
        return _resolved(word, base)
    found = shutil.which(word) or shutil.which(word, path=os.path.dirname(sys.executable))
    return os.path.join(os.getcwd(), found) if found else _resolved(word, base)  # PATH may hold relative directories


def _is_text(argument: str) -> bool:
    """Whether the argument came as valid UTF-8; other bytes of a command line come as lone surrogates."""
    return not any("\ud800" <= letter <= "\udfff" for letter in argument)


def _resolved(word: str, base: str) -> str:
    """The word itself, or an absolute path where it names something that exists in base.

    Links stay links: a virtual environment's python works only under its own name.
    """
    path = os.path.join(base, word)
    return path if word and os.path.exists(path) else word
