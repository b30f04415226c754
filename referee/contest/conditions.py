"""The conditions of a run: limits, word lists, isolation, machine and versions."""

import datetime
import platform
from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.contest.isolation import NO_SANDBOX
from referee.contest.limits import Limits
from referee.contest.lists import ListUsed


@dataclass(frozen=True)
class Conditions:
    """The conditions of a run: all that its games depend on beside players and words."""

    limits: Limits
    """What a player may use."""
    lists: Mapping[int, ListUsed]
    """The word list of each length."""
    isolation: str = NO_SANDBOX
    """The level of isolation of every game (see contest.isolation)."""
    host: str = field(default_factory=platform.node)
    """The name of the machine that started the run."""
    started: str = field(default_factory=lambda: datetime.datetime.now().astimezone().isoformat(timespec="seconds"))
    """When the run began: local time with its offset from UTC."""
    versions: Mapping[str, str] = field(default_factory=lambda: _versions())
    """What it was played with: this program, Python and the system, by name."""
    careful: bool = False
    """Whether the run is kept from programs of strangers by every means (the option --careful)."""
    nonce: str | None = None
    """The number that the commitment hides the words behind, 32 hex digits; None where there is no commitment."""
    commitment: str | None = None
    """What was said of the words before the first game (see contest.draw)."""
    imported: str | None = None
    """The file that the games were imported from; None for a run that was played."""


def _versions() -> dict[str, str]:
    from importlib.metadata import PackageNotFoundError, version  # slow to load, and only a new run needs it

    try:
        own = version("lingo-bot")
    except PackageNotFoundError:
        own = "not installed"
    return {"lingo-bot": own, "python": platform.python_version(), "system": platform.platform()}
