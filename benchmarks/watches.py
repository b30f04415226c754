"""How much of the kernel's memory a player takes by epoll watches, which may not count in its limit on memory.

A player makes as many watches as it can: each process watches all its files with each of its epoll objects.
"""

import os
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.channels import line_of, program
from benchmarks.programs import measured_as_ordinary_user
from benchmarks.tables import record_table
from referee.runner.boxes import best_box
from referee.runner.client import Runner
from referee.runner.control_group import limits_memory
from referee.runner.held_directory import PASSABLE
from referee.runner.messages import Box

PAGE = "threat-model.md"
_LIMIT = 128
"""MiB: the limit on memory of the program that is measured."""
_FILES = 500
"""Files that a process watches: half of the usual limit on open files, 1,024."""
_POLLS = 480
"""Epoll objects of a process, each of which watches every file once.

They are open files too: with _FILES and the standard streams they stay below the limit.
"""
_PROCESSES = 6
"""How many processes the program has."""
_QUICK_PROCESSES = 2
"""How many it has in a quick benchmark."""
_PROGRAM = """
import os, select
for _ in range({processes} - 1):
    if os.fork() == 0:
        break
files = [os.dup(0) for _ in range({files})]
polls = []
for _ in range({polls}):
    polls.append(select.epoll())
    for file in files:
        polls[-1].register(file, select.EPOLLIN)
os.write(1, b"x")
os.read(0, 1)
"""
"""Each process watches its files and then writes a character. It keeps its watches while it waits for input, which does
not come."""


def measure(quick: bool) -> dict[str, Any]:
    """Return the watches that a program made, the kernel's memory that they took, and whether a limit ended it.

    As root it is measured a second time by an ordinary user.
    """
    processes = _QUICK_PROCESSES if quick else _PROCESSES
    rows = []
    with Runner() as runner, tempfile.TemporaryDirectory() as directory:
        os.chmod(directory, PASSABLE)
        box, _ = best_box(runner)
        if box is not None:
            rows.append(_row(processes, runner, box, directory))

    ordinary = measured_as_ordinary_user("watches", quick)
    if ordinary is not None:
        rows += ordinary["watches"]
    return {"watches": rows}


def _row(processes: int, runner: Runner, box: Box, directory: str) -> dict[str, Any]:
    """Return the watches and the memory that a program of that many processes reached in the sandbox."""
    text = _PROGRAM.format(processes=processes, files=_FILES, polls=_POLLS)
    before = _kernel_memory()
    with program((text,), runner, box, directory, memory=_LIMIT << 20) as player:
        # A process that has made its watches writes a character, and line_of returns all characters that are there.
        written = 0
        while written < processes:
            characters = line_of(player)
            if not characters:
                break  # it was ended
            written += len(characters)

        taken = _kernel_memory() - before

    return {
        "group": "a control group" if limits_memory() else "no control group",
        "watches": written * _FILES * _POLLS,
        "taken": max(0, taken) >> 20,
        "ended": "no" if written == processes else "yes",
    }


def tables(results: dict[str, Any]) -> dict[str, str]:
    """Return the table `memory`, with a row for the user of this process and one for an ordinary user."""
    columns = {
        "player": ("group", None),
        "watches": ("watches", None),
        "MiB of the kernel's memory": ("taken", None),
        f"ended by its limit of {_LIMIT} MiB": ("ended", None),
    }
    return {"memory": record_table(results["watches"], columns)}


def _kernel_memory() -> int:
    """Return the bytes of kernel objects that cannot be given back on demand."""
    for line in Path("/proc/meminfo").read_text().splitlines():
        name, _, value = line.partition(":")
        if name == "SUnreclaim":
            return int(value.split()[0]) * 1024
    return 0
