"""A contest's player: a program, a program that has to be prepared before its first game, or a Python object."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Protocol

from lingo_common.errors import UsageError
from referee.contest.conditions import Limits

NAME = re.compile("[A-Za-z][A-Za-z0-9_.-]*")
"""The form of a player's name."""
NO_NAME = "'{}' is no name: a letter (a-z), then letters, digits, '_', '.' or '-'"
"""The message about a text that is no name."""
PREPARED = "prepared"
"""The directory in a game's working directory that shows what the player's preparation made."""
_IN_PREPARED = re.compile(rf"(^|[:=]){PREPARED}(?=$|[/:])")
IN_PROCESS = "in process: no isolation, no limits"
"""The command of a player that is a Python object."""


@dataclass(frozen=True)
class Program:
    """A player that is a program, ready to be started."""

    name: str
    """The given name, else the command as typed, made printable."""
    command: str
    """The command as typed, without the name."""
    arguments: tuple[str, ...]
    """The words of the command with its paths resolved; the length is yet to be appended."""
    environment: Mapping[str, str] = field(default_factory=dict, hash=False)
    expose: tuple[str, ...] = ()
    limits: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Its own limits, by the fields of Limits; they go before those of the run."""
    prepared: Mapping[int, str] = field(default_factory=dict, hash=False)
    """For each length the directory that its games see as `prepared/`; empty for a program without preparation."""
    digest: str = field(default="", compare=False)
    """The digest of the files that its commands name when the run began (see own_files); empty if it was not taken."""
    files: Mapping[str, str] = field(default_factory=dict, compare=False)
    """The digest of each of its own files then, by path, also beside the named ones; empty if they are too many."""

    def __post_init__(self) -> None:
        """UsageError that names a field whose value makes no sense."""
        for name in ("name", "command"):
            if not (isinstance(getattr(self, name), str) and getattr(self, name)):
                raise UsageError(f"{name} must be text, not {getattr(self, name)!r}")
        for name in ("arguments", "expose"):
            words = getattr(self, name)
            if not isinstance(words, tuple | list) or not all(isinstance(word, str) for word in words):
                raise UsageError(f"{name} of player '{self.name}' must be a tuple of text, not {words!r}")
            object.__setattr__(self, name, tuple(words))
        for name in ("environment", "limits", "prepared"):
            if not isinstance(getattr(self, name), Mapping):
                raise UsageError(f"{name} of player '{self.name}' must be a mapping, not {getattr(self, name)!r}")
        if not all(isinstance(text, str) and "\0" not in text for pair in self.environment.items() for text in pair):
            raise UsageError(f"environment of player '{self.name}' must be text by name, not {self.environment!r}")
        if not self.arguments:
            raise UsageError(f"player '{self.name}' has no arguments: they begin with the program")
        own_limits(self, Limits())


@dataclass(frozen=True)
class UnpreparedProgram(Program):
    """A program that is compiled or prepared before its first game."""

    source: str | None = None
    compile: tuple[str, ...] = ()
    """The words of the command that compiles the source."""
    prepare: tuple[str, ...] = ()
    """The words of the command that its author wants run before the first game."""
    prepare_limits: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """The limits of both commands, by the fields of Limits."""
    problem: str = ""
    """Why its preparation failed, where it did: it is started in no game."""

    def ready(self, prepared: Mapping[int, str]) -> Program:
        """Return the prepared program; prepared: the directory that the games of each length see."""
        return Program(
            self.name, self.command, self.arguments, self.environment, self.expose, self.limits, prepared, self.digest
        )


class Guesser(Protocol):
    """One game of a Python player."""

    def guess(self) -> str:
        """The next guess."""

    def hear(self, reply: str) -> None:
        """Take in the reply to the last guess."""


Factory = Callable[[int, Sequence[str]], Guesser]
"""factory(length, words): a player for one game of that length."""


@dataclass(frozen=True)
class PythonPlayer:
    """A player that is a Python object in the referee's own process."""

    name: str
    factory: Factory | None = field(default=None, hash=False)
    """Makes the player of each game; None for a player of a record, which holds the name only."""

    command: ClassVar[str] = IN_PROCESS
    arguments: ClassVar[tuple[str, ...]] = ()
    """No words: there is no program."""


Player = Program | PythonPlayer


def own_limits(player: Player, limits: Limits) -> Limits:
    """Return the limits of a run with the player's own over them; UsageError for a limit that makes no sense."""
    if not isinstance(player, Program) or not player.limits:
        return limits
    names = [field.name for field in fields(Limits)]
    for name in player.limits:
        if name not in names:
            raise UsageError(f"player '{player.name}': no limit '{name}'; there are {', '.join(names)}")
    return replace(limits, **player.limits)


@dataclass(frozen=True)
class Equipment:
    """The equipment of a player in a game beside the word lists."""

    environment: Mapping[str, str] = field(default_factory=dict)
    exposed: tuple[str, ...] = ()
    prepared: str | None = None
    """The directory that its games see as `prepared/`; None for none."""
    writable: bool = False
    """Whether it may write there: only its preparation may."""

    def command(self, words: Sequence[str]) -> tuple[str, ...]:
        """Return the words of a command, `prepared/…` in them as absolute paths."""
        if self.prepared is None:
            return tuple(words)
        return tuple(_IN_PREPARED.sub(rf"\g<1>{self.prepared}", word) for word in words)


NO_EQUIPMENT = Equipment()


def equipment_of(player: Program, length: int | None = None) -> Equipment:
    """Return the equipment of the player in a game of that length."""
    return Equipment(player.environment, player.expose, None if length is None else player.prepared.get(length))
