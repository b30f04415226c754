"""Isolation as plain data: its levels, and what a contest holder asks for."""

import dataclasses
import os
from collections.abc import Iterable
from dataclasses import dataclass

from lingo_common.errors import UsageError
from lingo_common.option import OptionGroup, choice_option, flag_option, option, read_path

NO_SANDBOX = "none"
"""The level of players that run as ordinary processes of the referee's user."""
BUBBLEWRAP = "bubblewrap"
"""The level of players that run in namespaces of their own."""
AUTO, OFF, REQUIRE = MODES = ("auto", "off", "require")
"""Use the best sandbox there is; use none; fail without one."""
NEVER_VISIBLE = ("/", "/proc", "/dev", "/sys", "/run", "/tmp")
"""Directories that neither a command nor --expose makes visible as a whole."""


def exposed_path(path: str | os.PathLike[str]) -> str:
    """The absolute path; ValueError for one that no sandbox can show."""
    absolute = os.path.abspath(read_path(path))
    if absolute in NEVER_VISIBLE:
        raise ValueError(f"{path}: a sandbox has its own")
    if os.path.realpath(absolute) in NEVER_VISIBLE:
        raise ValueError(f"{path}: is a link to {os.path.realpath(absolute)}, of which a sandbox has its own")
    if not os.path.exists(absolute):
        raise ValueError(f"{path}: there is no such file or directory")
    return absolute


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
    """The files that the commands of all players name; each player sees its own alone."""
    careful: bool = flag_option(
        "For programs of strangers: require a sandbox, equal shares of processor time and limits, show players only "
        "what their commands name, let none run as root, and --commit."
    )

    def __post_init__(self) -> None:
        """Read the values; UsageError for one that makes no sense. A careful request requires a sandbox."""
        super().__post_init__()
        if self.careful and self.mode == OFF:
            raise UsageError("--careful needs a sandbox: leave --sandbox off away")
        if self.careful:
            object.__setattr__(self, "mode", REQUIRE)

    @property
    def level(self) -> str:
        """The level that the request guarantees: NO_SANDBOX for AUTO."""
        return BUBBLEWRAP if self.mode == REQUIRE else NO_SANDBOX

    def hiding(self, paths: Iterable[str]) -> "IsolationRequest":
        """The request with these paths hidden too; relative paths start at the working directory."""
        return dataclasses.replace(self, hidden=(*self.hidden, *map(os.path.abspath, paths)))


NO_ISOLATION = IsolationRequest(OFF)
"""The request for no sandbox."""
