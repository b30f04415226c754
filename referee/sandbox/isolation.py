"""How players are kept from each other, from the referee and from the machine: what was asked for, what is in force."""

import dataclasses
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass

from lingo_common.errors import DataError
from referee.sandbox.bubblewrap import BUBBLEWRAP, Bubblewrap, find_bubblewrap, probe
from referee.sandbox.sandbox import NO_SANDBOX, OPEN, Sandbox

AUTO, OFF, REQUIRE = WANTED = ("auto", "off", "require")
"""What may be asked for: the best there is; nothing; nothing less than a sandbox."""
_ELSEWHERE = (
    "not on Linux: no namespaces, no limits on memory, processor time, processes and disk of a process tree, "
    "no search for processes that left their group"
)


@dataclass(frozen=True)
class Wanted:
    """What was asked for; it means the same on another machine."""

    how: str = AUTO
    """One of WANTED."""
    exposed: tuple[str, ...] = ()
    """Absolute paths that every player may read, beside what its command needs."""
    hidden: tuple[str, ...] = ()
    """Absolute paths that no player may see."""

    @property
    def level(self) -> str:
        """The level of isolation where this was met; what is left open (auto) may come to none."""
        return BUBBLEWRAP if self.how == REQUIRE else NO_SANDBOX

    def hiding(self, paths: Iterable[str]) -> "Wanted":
        """The same with these paths hidden, relative ones of the working directory."""
        return dataclasses.replace(self, hidden=tuple(map(os.path.abspath, paths)))


NOTHING_WANTED = Wanted(OFF)
"""No sandbox."""


def reached(wanted: Wanted) -> tuple[Sandbox, str]:
    """The best sandbox that is in force here, and one line that says which, and why no better one.

    Raises DataError where a sandbox is required and none is in force.
    """
    if wanted.how == OFF:
        return OPEN, without("--sandbox off")
    sandbox, trouble = tried(wanted)
    if trouble is None:
        return sandbox, f"isolation: {sandbox.level}{_unsealed(sandbox)}"
    if wanted.how == REQUIRE:
        raise DataError(refusal(trouble))
    return sandbox, without(trouble)


def tried(wanted: Wanted) -> tuple[Sandbox, str | None]:
    """The best sandbox that is in force here, and where it is none, why; nothing is tried where none is wanted."""
    if wanted.how == OFF:
        return OPEN, None
    if sys.platform != "linux":
        return OPEN, _ELSEWHERE
    if (program := find_bubblewrap()) is None:
        return OPEN, "bubblewrap is not installed"
    for sealed in (True, False):
        sandbox = Bubblewrap(program, wanted.exposed, wanted.hidden, sealed)
        if (trouble := probe(sandbox)) is None:
            return sandbox, None
    return OPEN, trouble


def _unsealed(sandbox: Sandbox) -> str:
    """What a sandbox leaves open, to be appended; empty where it leaves nothing open."""
    if not isinstance(sandbox, Bubblewrap) or sandbox.sealed:
        return ""
    return " (without --disable-userns, which it refuses: limits on disk and memory could be evaded)"


def without(why: str) -> str:
    """The line that says that there is no sandbox."""
    return f"isolation: {NO_SANDBOX} ({why}): players run as the referee's user, and words could be read"


def refusal(trouble: str) -> str:
    """The line that says that there is no sandbox although one is required."""
    return f"--sandbox require: no sandbox is in force: {trouble}"
