"""The isolation of players that is asked for, declared as options."""

import os
import re
from dataclasses import dataclass, replace

from lingo_common.errors import UsageError
from lingo_common.option import choice_option, flag_option, option, read_options, read_path

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
"""Directories that neither a command nor --expose makes visible as a whole."""
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
        first_id = int(match[1])
        last_id = int(match[2])
        # 0 is root's id.
        if 0 < first_id <= last_id - (_FEWEST_IDS - 1) and last_id <= _MAX_ID:
            return range(first_id, last_id + 1)

    raise ValueError(f"'{text}' is no range of at least {_FEWEST_IDS} user ids, such as 2000000000-2000000999")


def id_range_text(ids: range) -> str:
    """Return the user ids as id_range reads them."""
    return f"{ids[0]}-{ids[-1]}" if ids else OFF


@dataclass(frozen=True)
class IsolationRequest:
    """The isolation that the contest's holder asks for, whatever the machine offers (see referee.game.sandbox)."""

    mode: str = choice_option(
        "auto: keep players in namespaces of their own if possible; require: or do not play; off: never.",
        (AUTO, OFF, REQUIRE),
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
        """Require a sandbox if the request is careful; UsageError for a value that makes no sense."""
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
