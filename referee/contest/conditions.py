"""The conditions of a run, as its record keeps them."""

import datetime
import platform
from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.contest.isolation import NO_SANDBOX
from referee.contest.limits import Limits


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
    return {"lingo-bot": own, "python": platform.python_version(), "system": platform.platform()}


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
    """The random number that is hashed with the words, 32 hex digits; None where there is no commitment."""
    commitment: str | None = None
    """The hash of the words that was published before the first game (see contest.draw)."""
    revealed: str | None = None
    """When seed, nonce and words were made known before the last game, which closes the run; None if they were not."""
    words_file: str | None = None
    """The absolute path of the file that the words were given in, which no player may see; None for drawn words."""
    imported: str | None = None
    """The files that the games were imported from, as the user named them; None for a run that was played."""
