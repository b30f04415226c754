"""How players are kept from each other, from the referee and from the machine: what was asked for, what is in force."""

import sys
from collections.abc import Sequence

from programs.errors import DataError
from referee.bubblewrap import Bubblewrap, find_bubblewrap, probe
from referee.sandbox import NO_SANDBOX, OPEN, Sandbox

AUTO, OFF, REQUIRE = WANTED = ("auto", "off", "require")
"""What may be asked for: the best there is; nothing; nothing less than a sandbox."""
_ELSEWHERE = (
    "not on Linux: no namespaces, no limits on memory, processor time, processes and disk of a process tree, "
    "no search for processes that left their group"
)


def reached(wanted: str, exposed: Sequence[str] = (), hidden: Sequence[str] = ()) -> tuple[Sandbox, str]:
    """The best sandbox that is in force here, and one line that says which, and why no better one.

    wanted: one of WANTED; exposed, hidden: see Bubblewrap. Raises DataError where a sandbox is required and
    none is in force.
    """
    if wanted == OFF:
        return OPEN, _without("--sandbox off")
    program = find_bubblewrap() if sys.platform == "linux" else None
    if program is not None:
        sandbox = Bubblewrap(program, tuple(exposed), tuple(hidden))
        trouble = probe(sandbox)
        if trouble is None:
            return sandbox, f"isolation: {sandbox.level}"
    else:
        trouble = "bubblewrap is not installed" if sys.platform == "linux" else _ELSEWHERE
    if wanted == REQUIRE:
        raise DataError(f"--sandbox require: no sandbox is in force: {trouble}")
    return OPEN, _without(trouble)


def _without(why: str) -> str:
    return f"isolation: {NO_SANDBOX} ({why}): players run as the referee's user, and words could be read"
