"""A contest's player: a program or a Python object."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, get_type_hints

from lingo_common.errors import UsageError
from lingo_common.outside_data import convert
from referee.contest.limits import Limits
from referee.runner.view import PREPARED, Command
from wordlists.guesser import Guesser

NAME = re.compile("[A-Za-z][A-Za-z0-9_.-]*")
"""The form of a player's name."""
NO_NAME = "'{}' is no name: a letter (a-z), then letters, digits, '_', '.' or '-'"
"""The message about a text that is not a name; the text replaces the braces."""
_IN_PREPARED = re.compile(rf"(?:^|(?<=[:=])){PREPARED}(?=$|[/:])")
"""Where a word of a command names the directory PREPARED, into which the player's preparation writes.

Such words are `prepared`, `prepared/mine`, `--lib=prepared/lib` and `a:prepared`.
"""
IN_PROCESS = "in process: no isolation, no limits"
"""The command of a player that is a Python object."""


@dataclass(frozen=True)
class Program:
    """A player that is a program. It may have commands that compile or prepare it before its first game."""

    name: str
    """The given name, else the command as typed, made printable."""
    command: str
    """The command as typed, without the name."""
    arguments: Command
    """The words of the command with its paths resolved; the length is yet to be appended."""
    environment: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Variables that its commands get beside those of every player."""
    expose: tuple[str, ...] = ()
    """Absolute paths that it alone sees, beside those that the run exposes to all."""
    limits: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Its own limits, by the fields of Limits; they go before those of the run."""

    source: str | None = None
    """The path of the source that `compile` compiles; None for other programs."""
    compile: Command = ()
    """The words of the command that compiles the source; empty for none."""
    prepare: Command = ()
    """The words of the command that its author wants run before the first game; empty for none."""
    prepare_limits: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """The limits of both commands, by the fields of Limits."""
    prepared: Mapping[int, str] = field(default_factory=dict, hash=False)
    """For each length the directory that its games see as `prepared/`; empty until its preparation has succeeded."""
    problem: str = ""
    """Why its preparation failed, in which case it is started in no game; empty if it did not fail."""

    digest: str = field(default="", compare=False)
    """The digest of the files that its commands name, as they are when the run begins; empty if it was not taken."""
    files: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    """By path the digest of each of these files, and of the others in the folder of its script, at the same time.

    The others are left out if that folder is too large to be copied. `repr` shows no files, because there may be
    thousands.
    """

    def __post_init__(self) -> None:
        """Check the fields, because callers of the Python interface make programs too.

        Raises UsageError that names a field whose value makes no sense.
        """
        # A list becomes a tuple, and a mapping a dict, which can be written as JSON.
        for name, kind in get_type_hints(Program).items():
            try:
                value = convert(getattr(self, name), kind)
            except ValueError as error:
                raise UsageError(f"{name} of player '{self.name}': {error}") from None

            object.__setattr__(self, name, value)

        if not self.name or not self.arguments:
            raise UsageError(f"player '{self.name}' must have a name, and arguments that begin with its program")

        # These raise UsageError for a limit that makes no sense.
        own_limits(self, Limits())
        limits_with(self.prepare_limits, Limits(), self.name)

    @property
    def commands(self) -> tuple[Command, ...]:
        """Return the words of its commands in the order in which they are run; the one that plays is the last."""
        return tuple(words for words in (self.compile, self.prepare, self.arguments) if words)

    @property
    def is_prepared(self) -> bool:
        """Return whether its preparation has succeeded, or it has none."""
        return bool(self.prepared) or not (self.compile or self.prepare)


Factory = Callable[[int, Sequence[str]], Guesser]
"""factory(length, words): a player for one game of that length."""


@dataclass(frozen=True)
class PythonPlayer:
    """A player that is a Python object in the referee's own process."""

    name: str
    factory: Factory | None = field(default=None, hash=False)
    """Makes the player of each game; None for a player that was read from a record, which keeps only its name."""

    # There is no program.
    command: ClassVar[str] = IN_PROCESS
    arguments: ClassVar[Command] = ()
    commands: ClassVar[tuple[Command, ...]] = ()
    files: ClassVar[Mapping[str, str]] = {}
    is_prepared: ClassVar[bool] = True


Player = Program | PythonPlayer


def own_limits(player: Player, limits: Limits) -> Limits:
    """Return the limits of a run, where those of the player itself go first; UsageError for one that makes no sense."""
    if not isinstance(player, Program) or not player.limits:
        return limits
    return limits_with(player.limits, limits, player.name)


def limits_with(own: Mapping[str, Any], limits: Limits, name: str) -> Limits:
    """Return these limits with the own ones of the player of that name, by field, in their place.

    Raises UsageError for one that makes no sense.
    """
    names = [field.name for field in fields(Limits)]
    for limit in own:
        if limit not in names:
            raise UsageError(f"player '{name}': no limit '{limit}'; there are {', '.join(names)}")

    return replace(limits, **own)


def command_for_game(player: Program, length: int) -> Command:
    """Return the words of the command that plays a game of this length, with `prepared/…` as an absolute path.

    For example, `awk -f prepared/a.awk` becomes `awk -f /home/ann/.cache/…/files/a.awk 5`.
    """
    words = player.arguments
    directory = player.prepared.get(length)
    if directory is not None:
        # re.sub would read a backslash in the name of the directory as an escape.
        words = tuple(directory.join(_IN_PREPARED.split(word)) for word in words)
    return (*words, str(length))
