"""The players of a contest: names and commands, from the command line and from files."""

import logging
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
_NEVER_A_PATH_AFTER = ("-m", "-c")
"""Options whose value is a module or a program text, whatever the directory holds."""
_CLASS_PATHS = ("-cp", "-classpath", "--class-path")
"""Java's options whose value is a list of paths, separated by colons."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Player:
    """A contestant."""

    name: str
    """The given name, else the command as typed, made printable."""
    command: str
    """The command as typed, without the name."""
    arguments: tuple[str, ...]
    """The words of the command with its paths resolved; the length is yet to be appended."""
    settings: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """What else is known of the player, such as its source and how it was prepared: names and values of JSON."""


def players_of(arguments: Iterable[str]) -> tuple[Player, ...]:
    """The players that the values of --players name, in order; UsageError for a name used twice."""
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
    """The player of `command` or `NAME=command`; relative paths start at base, by default the working directory."""
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
    arguments = (_program(program, base), *_resolved_arguments(rest, base))
    return Player(named[1] if named else printable(command), command, arguments)


@dataclass(frozen=True)
class Needs:
    """What a player's command needs on a machine."""

    player: str
    """The player's name."""
    program: str
    """The program to start."""
    files: tuple[str, ...]
    """Absolute paths among the arguments that exist on the machine where the command was given."""

    @property
    def problem(self) -> str | None:
        """One line that names what is missing on this machine; None if nothing is."""
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


def problems(needs: Iterable[Needs]) -> list[str]:
    """One line for each of these that is missing on this machine."""
    return [problem for need in needs if (problem := need.problem)]


def check_present(players: Iterable[Player]) -> None:
    """DataError that names the first player whose program does not exist or may not be executed."""
    for problem in problems(needs_of(players)):
        raise DataError(problem)


def _players(argument: str) -> list[Player]:
    if argument.startswith("@"):
        return _players_of_file(argument[1:])
    if os.path.isfile(argument) and not os.access(argument, os.X_OK):
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
    players, base = config.players_in(path), os.path.dirname(os.path.abspath(path))
    for text in players if isinstance(players, list) else [f"{name}={command}" for name, command in players.items()]:
        if text.startswith("@"):
            yield from _players_of_file(os.path.join(base, text[1:]))
        else:
            yield player_of(text, base)


def _program(word: str, base: str) -> str:
    """The absolute path of the program. A bare name is looked up in PATH, then beside the referee, then in base.

    The directory of the referee's own Python has the programs of its virtual environment, activated or not.
    """
    if os.path.dirname(word):
        return _resolved(word, base)
    found = shutil.which(word) or shutil.which(word, path=os.path.dirname(sys.executable))
    return _absolute(found, os.getcwd()) if found else _resolved(word, base)  # PATH may hold relative directories


def _is_text(argument: str) -> bool:
    """Whether the argument is valid UTF-8; Python reads other bytes of a command line as lone surrogates."""
    return not any("\ud800" <= letter <= "\udfff" for letter in argument)


def _resolved_arguments(words: list[str], base: str) -> Iterator[str]:
    """The arguments, those that are paths made absolute."""
    for before, word in zip(["", *words], words, strict=False):
        if before in _CLASS_PATHS:
            yield ":".join(_existing(part, base) for part in word.split(":"))
        else:
            yield word if before in _NEVER_A_PATH_AFTER else _resolved(word, base)


def _resolved(word: str, base: str) -> str:
    """The word itself, or an absolute path if it names a regular file, or contains '/' and names something that exists.

    A directory without '/' stays as it is: it may be the name of a module, a class or an option's value.
    """
    path = os.path.join(base, word)
    if os.path.isfile(path) or "/" in word:
        return _existing(word, base)
    if word and os.path.isdir(path):
        _log.warning("'%s' is passed as it is typed; write ./%s for the directory of that name", word, word)
    return word


def _existing(word: str, base: str) -> str:
    """An absolute path if the word names anything that exists, else the word itself."""
    return _absolute(word, base) if word and os.path.exists(os.path.join(base, word)) else word


def _absolute(path: str, base: str) -> str:
    """The absolute path with links and '..' resolved in its directory part.

    A link at the end stays: the python of a virtual environment works only under its own name.
    """
    directory, name = os.path.split(os.path.join(base, path))
    if name in ("", os.curdir, os.pardir):
        return os.path.realpath(os.path.join(directory, name))
    return os.path.join(os.path.realpath(directory), name)
