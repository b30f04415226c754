"""The limits of a game, declared as options, and how people write them: seconds, sizes, numbers, `off`."""

import dataclasses
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from lingo_common.option import OptionGroup, number_reader, option

MIB = 1024 * 1024
OFF = "off"
"""What switches a limit off."""
LINES = 16
"""A line may be this part of all output."""

T = TypeVar("T")
_DAY = 86400.0
_SIZE = re.compile(r"([0-9]{1,15})([KkMmGg]?)")
_PART_FOR_PLAYERS = 0.75
"""All players together get at most this part of the machine's memory by default."""


def seconds(text: str | float) -> float:
    """A time of up to a day, in seconds."""
    try:
        value = 0.0 if isinstance(text, bool) else float(text)
    except (ValueError, TypeError):
        value = 0.0
    if not 0 < value <= _DAY:  # refuses "nan" as well
        raise ValueError(f"'{text}' is not a number of seconds, more than 0 and at most {_DAY:.0f}")
    return value


def size(text: str | int) -> int:
    """A size in bytes, written as 65536, 64K, 10M or 2G."""
    match = _SIZE.fullmatch(str(text))
    if not match or int(match[1]) == 0:
        raise ValueError(f"'{text}' is no size such as 65536, 64K, 10M or 2G")
    return int(match[1]) << 10 * (" KMG".index(match[2].upper()) if match[2] else 0)


def or_off(read: Callable[[str], T]) -> Callable[[str | None], T | None]:
    """Reads the same values, and 'off' or None for none."""
    return lambda text: None if text in (OFF, None) else read(text)


def _limit(help: str, read: Callable[[Any], Any], default: str, **how: Any) -> Any:
    """Return the field of a limit; default: as users write it."""
    return option(help, read, read(default), shown_default=default, **how)


@dataclass(frozen=True)
class Limits(OptionGroup):
    """The limits of a player and its children in a game, in seconds and bytes; None is no limit."""

    startup: float = _limit("Seconds until the first guess.", seconds, "10", name="startup-timeout", metavar="SECONDS")
    """Seconds from launch to the first guess; a Java machine starts slowly."""
    move: float = _limit("Seconds until each further guess.", seconds, "10", name="move-timeout", metavar="SECONDS")
    """Seconds from a reply to the next guess."""
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
        f"Standard output of a game; one line may be a {LINES}th of it.",
        size,
        "1M",
        name="output-limit",
        metavar="SIZE",
    )

    @property
    def line(self) -> int:
        """Bytes of the longest line."""
        return max(1, self.output // LINES)

    def for_jobs(self, jobs: int) -> "Limits":
        """The limits for that many games at a time: a default limit on memory is lowered to what the machine has."""
        try:
            machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        except (AttributeError, OSError, ValueError):  # the system does not say
            return self
        if self.memory != Limits.memory or self.memory is None:
            return self
        return dataclasses.replace(self, memory=min(self.memory, int(machine * _PART_FOR_PLAYERS / jobs)))

    def __str__(self) -> str:
        """The limits on processor time and memory, for the log."""
        memory = "off" if self.memory is None else f"{self.memory // MIB} MiB"
        cpu = "off" if self.cpu is None else f"{self.cpu:g} s"
        return f"memory: {memory}, processor time: {cpu}, processes: {self.processes or 'off'}"
