"""The limits of a player in a game and its isolation, declared as options, with the readers of their values."""

import os
import re
from dataclasses import dataclass, replace
from typing import Any

from lingo_common.errors import UsageError, count_text
from lingo_common.option import Reader, choice_option, flag_option, number_reader, option, read_options, read_path

MIB = 1024 * 1024
_NO_LIMIT = "off"
"""What users write for no limit."""
_DAY = 86400.0
"""The longest time that a limit can be, in seconds."""
_SIZE = re.compile(r"([0-9]{1,15})([KkMmGg]?)")
"""A number of at most 15 digits and a unit."""
_LARGEST_SIZE = 10**15 - 1
"""More bytes than any machine has. It has 15 digits, so a size in bytes can be read again as a size."""
_UNITS = {"": 1, "K": 1024, "M": MIB, "G": 1024 * MIB}
"""Bytes by the letter at the end of a size."""
_LINES_IN_OUTPUT = 16
"""The limit on output divided by this is the limit on a line of it: 64 KiB of 1 MiB, far more than any guess."""
_PART_FOR_PLAYERS = 0.75
"""All players together get at most this part of the machine's memory by default; the rest is for everything else."""


def seconds(text: str | float) -> float:
    """Return a time of up to a day, in seconds."""
    try:
        # A file may have `true` here, which is no number, though float makes one of it.
        value = 0.0 if isinstance(text, bool) else float(text)
    except (ValueError, TypeError):
        value = 0.0
    if not 0 < value <= _DAY:  # refuses "nan" as well
        raise ValueError(f"'{text}' is not a number of seconds, more than 0 and at most {_DAY:.0f}")
    return value


def size(text: str | int) -> int:
    """Return a size in bytes, written as 65536, 64K, 10M or 2G."""
    match = _SIZE.fullmatch(str(text))
    number_of_bytes = int(match[1]) * _UNITS[match[2].upper()] if match else 0
    if not 0 < number_of_bytes <= _LARGEST_SIZE:
        raise ValueError(f"'{text}' is no size such as 65536, 64K, 10M or 2G")

    return number_of_bytes


def size_text(size: int) -> str:
    """Return a size in bytes as people read it: '2048 MiB', '64 KiB', '100 bytes'."""
    if size >= MIB:
        return f"{size // MIB} MiB"
    return f"{size // 1024} KiB" if size >= 1024 else count_text(size, "byte")


def or_off(read: Reader) -> Reader:
    """Return a reader of the same values, and of 'off' or None for no limit."""
    return lambda text: None if text in (_NO_LIMIT, None) else read(text)


def _limit(help: str, read: Reader, default: str, **settings: Any) -> Any:
    """Return the field of a limit. default: as users write it, such as "2G"; settings: other fields of an Option."""
    return option(help, read, read(default), shown_default=default, **settings)


@dataclass(frozen=True)
class Limits:
    """The limits of a player and its children in a game, in seconds and bytes; None is no limit."""

    startup: float = _limit("Seconds until the first guess.", seconds, "10", name="startup-timeout", metavar="SECONDS")
    """Seconds from launch to the first guess; a Java machine starts slowly."""
    move: float = _limit("Seconds until each further guess.", seconds, "10", name="move-timeout", metavar="SECONDS")
    game: float = _limit("Seconds for a whole game.", seconds, "30", name="game-timeout", metavar="SECONDS")
    memory: int | None = _limit(
        "Memory of all processes of a player together; the default is lower on a machine with little memory.",
        or_off(size),
        "2G",
        metavar="SIZE|off",
    )
    cpu: float | None = _limit(
        "Processor time of all processes of a player together.",
        or_off(seconds),
        "60",
        name="cpu-seconds",
        metavar="SECONDS|off",
    )
    processes: int | None = _limit(
        "Processes and threads of a player at a time.", or_off(number_reader(1)), "256", metavar="N|off"
    )
    disk: int | None = _limit("What a player may write.", or_off(size), "64M", metavar="SIZE|off")
    """Bytes in the game's working directory, the word lists not counted."""
    output: int = _limit(
        f"Standard output of a game; one line may be a {_LINES_IN_OUTPUT}th of it.",
        size,
        "1M",
        name="output-limit",
        metavar="SIZE",
    )

    def __post_init__(self) -> None:
        """Let the options' readers check and convert all values, also those from Python; UsageError if one refuses.

        The error names the field, because users write `Limits(cpu=30)` themselves.
        """
        read_options(self, by_fields=True)

    @property
    def line(self) -> int:
        """Bytes of the longest line."""
        return max(1, self.output // _LINES_IN_OUTPUT)

    def for_jobs(self, jobs: int) -> "Limits":
        """Return the limits for that many games at a time on this machine.

        If the limit on memory is the default, it is at most what a player may have when all games share the machine:
        on a machine of 8 GiB the limit for 6 games is 1 GiB.
        """
        # Limits.memory is the default. A 2G that the user gives cannot be told from it, and is lowered like it.
        if self.memory is None or self.memory != Limits.memory:
            return self

        machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        return replace(self, memory=min(self.memory, int(machine * _PART_FOR_PLAYERS / jobs)))

    def __str__(self) -> str:
        """Return the limits on memory, processor time and processes, for the log."""
        memory = "off" if self.memory is None else size_text(self.memory)
        cpu = "off" if self.cpu is None else f"{self.cpu:g} s"
        return f"memory: {memory}, processor time: {cpu}, processes: {self.processes or 'off'}"


# The levels of isolation, which the record of a run names.
NO_SANDBOX = "none"
"""The level of players that run as ordinary processes of the referee's user."""
BUBBLEWRAP = "bubblewrap"
"""The level of players that run in namespaces of their own."""

# The values of --sandbox.
AUTO = "auto"
"""Use the best sandbox that works."""
OFF = "off"
"""Use no sandbox; as the value of --user-ids, use no range of ids."""
REQUIRE = "require"
"""Fail without a sandbox."""

NEVER_VISIBLE = ("/", "/proc", "/dev", "/sys", "/run", "/tmp")
"""Directories that no sandbox shows as a whole, even if --expose or the command of a player names them."""
_ID_RANGE = re.compile(r"([0-9]{1,10})-([0-9]{1,10})")
"""Two user ids, of no more digits than _MAX_ID."""
_FEWEST_IDS = 2
"""With a single id, players would share what the kernel counts for a user."""
_MAX_ID = 2**32 - 2
"""The last user id of Linux."""


def exposed_path(path: str | os.PathLike[str]) -> str:
    """Return the absolute path; ValueError for one that no sandbox can show."""
    absolute = os.path.abspath(read_path(path))
    without_links = os.path.realpath(absolute)
    if absolute in NEVER_VISIBLE:
        raise ValueError(f"{path}: a sandbox has its own")
    if without_links in NEVER_VISIBLE:
        raise ValueError(f"{path}: is a link to {without_links}, of which a sandbox has its own")
    if not os.path.exists(absolute):
        raise ValueError(f"{path}: there is no such file or directory")
    return absolute


def id_range(text: str | range) -> range:
    """Return the user ids of "2000000000-2000000999"; an empty range for "off"."""
    if isinstance(text, range):
        return text
    if text == OFF:
        return range(0)

    match = _ID_RANGE.fullmatch(text)
    if match:
        ids = range(int(match[1]), int(match[2]) + 1)
        # 0 is root's id.
        if len(ids) >= _FEWEST_IDS and ids[0] > 0 and ids[-1] <= _MAX_ID:
            return ids

    raise ValueError(f"'{text}' is no range of at least {_FEWEST_IDS} user ids, such as 2000000000-2000000999")


def id_range_text(ids: range) -> str:
    """Return the user ids as id_range reads them."""
    return f"{ids[0]}-{ids[-1]}" if ids else OFF


@dataclass(frozen=True)
class IsolationRequest:
    """The isolation that the contest's holder asks for, whatever the machine offers (see referee.game.sandbox)."""

    mode: str = choice_option(
        "auto: keep players in namespaces of their own if possible; require: play nothing where that is "
        "impossible; off: never.",
        (AUTO, OFF, REQUIRE),
        AUTO,
        name="sandbox",
    )
    exposed: tuple[str, ...] = option(
        "Let players read this file or directory too; may be given several times.",
        exposed_path,
        (),
        name="expose",
        metavar="PATH",
        is_path=True,
        many=True,
    )
    hidden: tuple[str, ...] = ()
    """Absolute paths that no player may see."""
    programs: tuple[str, ...] = ()
    """The programs of all players. A player sees those that its own command mentions, and no others."""
    careful: bool = flag_option(
        "For programs of strangers: require a sandbox, equal shares of processor time and limits, show players only "
        "what their commands name, let none run as root, and --commit."
    )
    """This class only requires the sandbox. The rest is done where a run is planned and begun, and where its sandbox is
    made."""

    user_ids: range | None = option(
        "Where the referee is root, each running game has a user id of its own from this range, by default from one "
        "that is free here. off: all players are nobody.",
        id_range,
        None,
        name="user-ids",
        metavar="FIRST-LAST|off",
    )
    """None for the range that is free on the machine which plays; an empty range for none."""

    def __post_init__(self) -> None:
        """Require a sandbox if the request is careful; UsageError for a value that makes no sense.

        The error names the argument of referee.run, such as `sandbox`, because users do not write `mode`.
        """
        read_options(self)
        if self.careful and self.mode == OFF:
            raise UsageError("--careful needs a sandbox: leave --sandbox off away")
        if self.careful:
            object.__setattr__(self, "mode", REQUIRE)

    @property
    def level(self) -> str:
        """Return the level of isolation that is certain whatever the machine offers: with AUTO it is NO_SANDBOX."""
        return BUBBLEWRAP if self.mode == REQUIRE else NO_SANDBOX

    def hiding(self, *paths: str | None) -> "IsolationRequest":
        """Return the request with these paths hidden too; None and an empty path are left out.

        Relative paths start at the working directory.
        """
        absolute_paths = [os.path.abspath(path) for path in paths if path]
        return replace(self, hidden=(*self.hidden, *absolute_paths))


NO_ISOLATION = IsolationRequest(OFF)
"""The request of callers that have none: no sandbox."""
