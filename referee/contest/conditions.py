"""The conditions of a run: what players may use and see, declared as options, and what the record keeps of them."""

import datetime
import os
import platform
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from lingo_common.errors import UsageError
from lingo_common.option import OptionGroup, Reader, choice_option, flag_option, number_reader, option, read_path

MIB = 1024 * 1024
_DAY = 86400.0
_SIZE = re.compile(r"([0-9]{1,15})([KkMmGg]?)")
"""A number of at most 15 digits, which hold the bytes of any machine, and a unit."""
_UNITS = {"": 1, "K": 1024, "M": MIB, "G": 1024 * MIB}
"""Bytes by the letter at the end of a size."""
_ID_RANGE = re.compile(r"([0-9]{1,10})-([0-9]{1,10})")
"""Two user ids, of no more digits than _MAX_ID."""
_FEWEST_IDS = 2
"""With a single id, players would share what the kernel counts for a user."""
_MAX_ID = 2**32 - 2
"""The last user id of Linux."""
_LINES_IN_OUTPUT = 16
"""The limit on output divided by this is the limit on a line of it."""
_PART_FOR_PLAYERS = 0.75
"""All players together get at most this part of the machine's memory by default."""

# The levels of isolation, which the record of a run names.
NO_SANDBOX = "none"
"""The level of players that run as ordinary processes of the referee's user."""
BUBBLEWRAP = "bubblewrap"
"""The level of players that run in namespaces of their own."""

# The values of --sandbox.
AUTO = "auto"
"""Use the best sandbox that works."""
OFF = "off"
"""Use no sandbox; as a limit: set none."""
REQUIRE = "require"
"""Fail without a sandbox."""
MODES = (AUTO, OFF, REQUIRE)

NEVER_VISIBLE = ("/", "/proc", "/dev", "/sys", "/run", "/tmp")
"""Directories that neither a command nor --expose makes visible as a whole."""


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
    number = int(match[1]) if match else 0
    if match is None or number == 0:
        raise ValueError(f"'{text}' is no size such as 65536, 64K, 10M or 2G")

    return number * _UNITS[match[2].upper()]


def size_text(size: int) -> str:
    """Return a size in bytes as people read it: '2048 MiB', '64 KiB', '100 bytes'."""
    if size >= MIB:
        return f"{size // MIB} MiB"
    return f"{size // 1024} KiB" if size >= 1024 else f"{size} bytes"


def or_off(read: Reader) -> Reader:
    """Return a reader of the same values, and of 'off' or None for no limit."""
    return lambda text: None if text in (OFF, None) else read(text)


def _limit(help: str, read: Reader, default: str, **settings: Any) -> Any:
    """Return the field of a limit. default: as users write it, such as "2G"; settings: other fields of an Option."""
    return option(help, read, read(default), shown_default=default, **settings)


@dataclass(frozen=True)
class Limits(OptionGroup):
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
    """Bytes in the game's working directory beside the word lists."""
    output: int = _limit(
        f"Standard output of a game; one line may be a {_LINES_IN_OUTPUT}th of it.",
        size,
        "1M",
        name="output-limit",
        metavar="SIZE",
    )

    @property
    def line(self) -> int:
        """Bytes of the longest line."""
        return max(1, self.output // _LINES_IN_OUTPUT)

    def for_jobs(self, jobs: int) -> "Limits":
        """Return the limits for that many games at a time on this machine.

        If the limit on memory is the default, it is at most what a player may have when all games share the machine:
        on a machine of 8 GiB the limit for 6 games is 1 GiB.
        """
        try:
            machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        except (AttributeError, OSError, ValueError):  # the system does not say
            return self

        # So is a limit that the user gives, if it is as large as the default.
        is_default = self.memory == Limits.memory
        if self.memory is None or not is_default:
            return self
        return replace(self, memory=min(self.memory, int(machine * _PART_FOR_PLAYERS / jobs)))

    def __str__(self) -> str:
        """Return the limits on memory, processor time and processes, for the log."""
        memory = "off" if self.memory is None else size_text(self.memory)
        cpu = "off" if self.cpu is None else f"{self.cpu:g} s"
        return f"memory: {memory}, processor time: {cpu}, processes: {self.processes or 'off'}"


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


def id_range(text: str | range | None) -> range | None:
    """Return the user ids of "2000000000-2000000999"; an empty range for "off"."""
    if text is None or isinstance(text, range):
        return text
    if text == OFF:
        return range(0)

    match = _ID_RANGE.fullmatch(text)
    ids = range(int(match[1]), int(match[2]) + 1) if match else range(0)

    # 0 is root's id.
    has_only_possible_ids = ids.start > 0 and ids.stop - 1 <= _MAX_ID
    if len(ids) < _FEWEST_IDS or not has_only_possible_ids:
        raise ValueError(f"'{text}' is no range of at least {_FEWEST_IDS} user ids, such as 2000000000-2000000999")
    return ids


@dataclass(frozen=True)
class IsolationRequest(OptionGroup):
    """The isolation that is asked for; it means the same on every machine."""

    mode: str = choice_option(
        "auto: keep players in namespaces of their own if possible; require: or do not play; off: never.",
        MODES,
        AUTO,
        name="sandbox",
    )
    exposed: tuple[str, ...] = option(
        "Let players read this file or directory too; may be given several times.",
        exposed_path,
        (),
        name="expose",
        metavar="DIR",
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
        """Read the values; UsageError for one that makes no sense. A careful request requires a sandbox."""
        super().__post_init__()
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
        return replace(self, hidden=(*self.hidden, *(os.path.abspath(path) for path in paths if path)))


NO_ISOLATION = IsolationRequest(OFF)
"""The request of callers that have none: no sandbox."""


def local_time() -> str:
    """Return the local time with its offset from UTC, such as "2026-11-24T16:00:00+01:00"."""
    return datetime.datetime.now().astimezone().isoformat(timespec="seconds")


def _versions() -> dict[str, str]:
    """Return the versions of this program, of Python and of the system."""
    from importlib.metadata import PackageNotFoundError, version  # slow to load, and only a new run needs it

    try:
        own = version("lingo-bot")
    except PackageNotFoundError:
        own = "not installed"
    return {"lingo-bot": own, "python": platform.python_version(), "system": _system()}


def _system() -> str:
    """Return name and version of the system, such as "Linux-6.1.0-x86_64-with-glibc2.36"."""
    if sys.platform != "linux":
        return platform.platform()

    # platform.platform() would start a program, only to ask for the kind of processor.
    system = os.uname()
    library = "".join(platform.libc_ver())
    return f"{system.sysname}-{system.release}-{system.machine}-with-{library}"


@dataclass(frozen=True)
class Conditions:
    """The conditions of a run: all that its games depend on beside players and words."""

    limits: Limits
    isolation: str = NO_SANDBOX
    """The level of isolation of every game, such as BUBBLEWRAP."""
    host: str = field(default_factory=platform.node)
    started: str = field(default_factory=local_time)
    """When the run began, as local_time writes it."""
    versions: Mapping[str, str] = field(default_factory=_versions)
    """What it was played with: this program, Python and the system, by name."""
    careful: bool = False
    """Whether everything is done to protect the run from programs of strangers (the option --careful)."""
    nonce: str | None = None
    """The number that the commitment hides the words behind, 32 hex digits; None where there is no commitment."""
    commitment: str | None = None
    """The hash of the words that was published before the first game (see contest.draw)."""
    revealed: str | None = None
    """When seed, nonce and words were made known before the last game, which closes the run; None if they were not."""
    imported: str | None = None
    """The file that the games were imported from; None for a run that was played."""
