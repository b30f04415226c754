"""Players that outlive a referee that was killed: a note of each, by which the next referee ends them.

In a sandbox bubblewrap ends with the referee, and a control group is emptied by the next one. The note serves where
there is neither.
"""

import contextlib
import os

from lingo_common.files import write_small_file
from referee.process.environment import runs_in
from referee.process.process_tree import descendants, end, process, processes

_NOTE = "player"
"""The file in a job's directory that has the pid of its player and the start of that process in clock ticks."""
_WIDTH = 20
"""Characters of either number. A file that is never made shorter is not written to the disk at once."""


def note_player(directory: str, pid: int) -> None:
    """Write down the player that runs now in this job's directory."""
    if known := process(pid):
        with contextlib.suppress(OSError):
            note = f"{pid:<{_WIDTH}} {known.started:<{_WIDTH}}"
            write_small_file(os.path.join(directory, _NOTE), note, os.O_WRONLY | os.O_CREAT)


def end_survivors(directory: str) -> None:
    """End the player that is noted in this job's directory, its session and children, and what has its environment."""
    noted = _noted(directory)
    below = [] if noted is None else descendants(noted)
    others = [found for found in processes() if found.session == noted or _runs_in(directory, found.pid)]
    for found in (*below, *others):
        end(found)


def _noted(directory: str) -> int | None:
    """The pid that is noted, if it still belongs to the same process."""
    try:
        with open(os.path.join(directory, _NOTE)) as file:
            pid, started = map(int, file.read().split())
    except (OSError, ValueError):
        return None
    found = process(pid)
    return pid if found and found.started == started else None


def _runs_in(directory: str, pid: int) -> bool:
    """Whether the process has the environment of a player of this job."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/environ", "rb") as file:
        return runs_in(f"{directory}/", file.read())
    return False
