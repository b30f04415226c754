"""What two players that play at the same time can tell each other: bits heard, by channel and by user ids.

For each bit a listener and a sender start in sandboxes of their own. The sender does what stands for a 1, or nothing
for a 0, and the listener says what it has noticed. The two ends of each channel are in channel_ends.py.
"""

import contextlib
import inspect
import os
import select
import sys
import tempfile
from collections.abc import Iterator, Sequence
from typing import Any

from benchmarks import channel_ends
from benchmarks.channel_ends import CHANNELS
from benchmarks.programs import measured_as_ordinary_user
from benchmarks.tables import record_table
from referee.contest.limits import IsolationRequest
from referee.contest.view import view_of
from referee.runner.boxes import best_box
from referee.runner.client import LaunchedPlayer, Runner
from referee.runner.held_directory import PASSABLE
from referee.runner.messages import Box, Launch

ORDINARY = "an ordinary user's players"
"""The title of the column for an ordinary user's referee. Its players have the user id of that user."""
PAGE = "threat-model.md"
"""The page of docs/ that shows the table."""
BITS = (1, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 1, 1, 0, 1)
"""The bits that are sent, 7 ones and 8 zeros. A listener that notices nothing is right by chance 7 or 8 times."""
_PATIENCE = 20.0
"""Seconds for a program to write its line."""


def measure(quick: bool) -> dict[str, Any]:
    """Return for each channel how many of the bits a listener got right, in a column for each kind of user ids.

    If this process is root's, an ordinary user measures too, for the column ORDINARY.
    """
    bits = BITS[:3] if quick else BITS
    rows: list[dict[str, Any]] = [{"channel": channel, "bits": len(bits)} for channel in CHANNELS]
    columns: list[str] = []
    with Runner() as runner, tempfile.TemporaryDirectory() as directory:
        # Players run in this directory, and may have user ids of their own.
        os.chmod(directory, PASSABLE)
        for name, box in _boxes(runner):
            columns.append(name)
            for row in rows:
                heard = [_hears(row["channel"], bit, runner, box, directory) for bit in bits]
                row[name] = sum(bit == sent for bit, sent in zip(heard, bits, strict=True))

    # The result has no columns if the ordinary user cannot make a sandbox.
    ordinary = measured_as_ordinary_user("channels", quick)
    if ordinary is not None and ordinary["columns"]:
        columns.append(ORDINARY)
        for row, ordinary_row in zip(rows, ordinary["channels"], strict=True):
            row[ORDINARY] = ordinary_row[ORDINARY]

    # The user id is stored so that a reader of the results knows whether root measured them.
    return {"user": os.geteuid(), "columns": columns, "channels": rows}


def tables(results: dict[str, Any]) -> dict[str, str]:
    """Return the table `heard`, with a row for each channel."""
    # The figures are whole numbers, so no column has digits after the point.
    columns = {"channel": ("channel", None), "bits": ("bits", None)}
    columns |= {f"heard, {name}": (name, None) for name in results["columns"]}
    return {"heard": record_table(results["channels"], columns)}


def _boxes(runner: Runner) -> Iterator[tuple[str, Box]]:
    """Yield the title of a column and the sandbox that is measured for it; nothing if this machine has no sandbox.

    The title says which user ids the players have.
    """
    usual_box, _why_none = best_box(runner)
    if usual_box is None:
        return

    # The users of a box are the ids that its programs may have; None stands for the id of this process.
    if usual_box.users is None:
        yield ORDINARY, usual_box
        return

    # With a single id all programs share it, as they do below.
    if len(usual_box.users) > 1:
        yield "an id for each", usual_box
    # Without ids to choose from, all programs get the id of the user nobody.
    shared_box, _why_none = best_box(runner, user_ids=range(0))
    if shared_box is not None:
        yield "one id for all", shared_box


def _hears(channel: str, bit: int, runner: Runner, box: Box, directory: str) -> bool:
    """Return whether the listener heard a 1 while the sender sent this bit."""
    # A sandbox does not show the project's files, so each program gets the module as text.
    text = inspect.getsource(channel_ends)
    role = "send" if bit else "idle"
    with program((text, "listen", channel), runner, box, directory) as listener:
        line_of(listener)  # it is ready
        with program((text, role, channel), runner, box, directory) as sender:
            line_of(sender)  # it has done its part
            listener.input.write(b"\n")  # asks the listener whether it has noticed anything
            return line_of(listener) == "True"


@contextlib.contextmanager
def program(
    arguments: Sequence[str], runner: Runner, box: Box, directory: str, memory: int | None = None
) -> Iterator[LaunchedPlayer]:
    """Start a Python program in a sandbox, and end it afterwards.

    arguments: its text, and those that it gets. memory: the most bytes that it may use; None for no limit.
    """
    # The files that players see if the referee is started without options of isolation.
    view = view_of(IsolationRequest(), (sys.executable,))
    launch = Launch((sys.executable, "-c", *arguments), directory, memory=memory, view=view, box=box)
    with contextlib.closing(runner.launch(launch)) as player:
        try:
            # A launched program begins when it is sent a first line.
            player.input.write(b"\n")
            yield player
        finally:
            # `end` waits until no process of the program is left. `close` would not wait.
            player.end()


def line_of(program: LaunchedPlayer) -> str:
    """Return the next line of the program; empty if none comes."""
    readable, _, _ = select.select([program.output], [], [], _PATIENCE)
    return os.read(program.output.fileno(), 4096).decode().strip() if readable else ""
