"""Isolation as plain data: its levels, and what a contest holder asks for."""

import dataclasses
import os
from collections.abc import Iterable
from dataclasses import dataclass

from lingo_common.errors import UsageError

NO_SANDBOX = "none"
"""The level of players that run as ordinary processes of the referee's user."""
BUBBLEWRAP = "bubblewrap"
"""The level of players that run in namespaces of their own."""
AUTO, OFF, REQUIRE = MODES = ("auto", "off", "require")
"""Use the best sandbox there is; use none; fail without one."""
NEVER_VISIBLE = ("/", "/proc", "/dev", "/sys", "/run", "/tmp")
"""Directories that neither a command nor --expose makes visible as a whole."""


@dataclass(frozen=True)
class IsolationRequest:
    """What is asked for; it means the same on every machine."""

    mode: str = AUTO
    """One of MODES."""
    exposed: tuple[str, ...] = ()
    """Absolute paths that every player may read, beside what its command needs."""
    hidden: tuple[str, ...] = ()
    """Absolute paths that no player may see."""
    programs: tuple[str, ...] = ()
    """The files that the commands of all players name; each player sees its own alone."""
    careful: bool = False
    """Whether a player sees only what its command names, not the directory of its script."""

    @property
    def level(self) -> str:
        """The level that the request guarantees: NO_SANDBOX for AUTO."""
        return BUBBLEWRAP if self.mode == REQUIRE else NO_SANDBOX

    def for_strangers(self) -> "IsolationRequest":
        """The request of --careful; UsageError if it asks for no sandbox."""
        if self.mode == OFF:
            raise UsageError("--careful needs a sandbox: leave --sandbox off away")
        return dataclasses.replace(self, mode=REQUIRE, careful=True)

    def hiding(self, paths: Iterable[str]) -> "IsolationRequest":
        """The request with these paths hidden too; relative paths start at the working directory."""
        return dataclasses.replace(self, hidden=(*self.hidden, *map(os.path.abspath, paths)))


NO_ISOLATION = IsolationRequest(OFF)
"""The request for no sandbox."""


def isolation_request(mode: str, exposed: Iterable[str | os.PathLike[str]]) -> IsolationRequest:
    """The request for these values of --sandbox and --expose; UsageError for a value that makes no sense here."""
    if mode not in MODES:
        raise UsageError(f"sandbox '{mode}' is none of {', '.join(MODES)}")
    return IsolationRequest(mode, tuple(map(_exposed, exposed)))


def _exposed(path: str | os.PathLike[str]) -> str:
    absolute = os.path.abspath(os.fspath(path))
    if absolute in NEVER_VISIBLE:
        raise UsageError(f"--expose {path}: a sandbox has its own")
    if not os.path.exists(absolute):
        raise UsageError(f"--expose {path}: there is no such file or directory")
    return absolute
