"""The table of faults in docs/faults.md, row by row, at every level of isolation that is in force here.

Safety: a player that kills more than itself runs only in a PID namespace that a probe has seen in force, and refuses
to run elsewhere; one that takes memory, processes or disk bounds itself by a count, a size, and a life of 20 s.
"""

import os
import shlex
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from referee.contest.conditions import Limits, seconds, size
from referee.contest.contest import Fixture
from referee.contest.player import Program
from referee.game.play_game import game_setup, play_fixture
from referee.runner.proc import children
from wordlists.reader import WordList
from wordlists.word_game import WordGame

PROGRAMS = Path(__file__).parent.parent / "players"
GUIDE = Path(__file__).parents[2] / "docs" / "faults.md"
WORDS = ("blimp", "cozen", "crane", "dents", "dozes", "tough")
LIMITS = Limits(startup=2.0, move=0.7, game=4.0)
PATIENT = 10.0
"""Seconds to start, for rows whose own limit ends the game: an interpreter may start slowly on a busy machine."""
OPTIONS = {
    "--memory": ("memory", size),
    "--cpu-seconds": ("cpu", seconds),
    "--processes": ("processes", int),
    "--disk": ("disk", size),
}
AT_A_TIME = 4


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    fault: str
    program: str
    limits: Limits
    expected: dict
    """What is to come, by level; a level at which it is not played is missing."""


def rows():
    """The rows of the table in the guide."""
    lines = [line.strip().strip("|").split("|") for line in GUIDE.read_text().splitlines() if line.startswith("| ")]
    header, *cells = [[cell.strip().strip("`") for cell in line] for line in lines]
    for fault, program, options, *expected in cells:
        levels = zip(header[3:], expected, strict=True)
        yield Row(fault, program, limits(options), {level: cell for level, cell in levels if cell != "-"})


def limits(options):
    if not options:
        return LIMITS
    name, value = options.split()
    field, read = OPTIONS[name]
    return replace(LIMITS, startup=PATIENT, game=PATIENT, **{field: read(value)})


ROWS = list(rows())


@pytest.fixture(scope="module")
def outcomes(sandbox, unboxed):
    """outcomes(level): what the game of every row played at that level came to; they are played once, side by side."""
    found = {}

    def at(level):
        if level not in found:
            found[level] = played(level, unboxed if level == "none" else sandbox())
        return found[level]

    return at


def played(level, sandbox):
    """Termination, illegal guesses and points by fault."""
    before = open_files()
    processes = children(os.getpid())
    chosen = [row for row in ROWS if level in row.expected]
    with ThreadPoolExecutor(AT_A_TIME) as threads:
        records = list(threads.map(lambda row: game(row, sandbox), chosen))
    assert open_files() == before
    # Neither a process nor a zombie is left, whatever was forked.
    assert set(children(os.getpid())) <= set(processes)
    assert children(sandbox.runner.pid) == []
    outcomes = [f"{record.termination.value} {record.illegal} {record.points}" for record in records]
    return {row.fault: outcome for row, outcome in zip(chosen, outcomes, strict=True)}


def game(row, sandbox):
    """The record of a row's game; it must leave its directory as it was."""
    program, *arguments = shlex.split(row.program)
    player = Program(row.fault, row.program, (str(PROGRAMS / program), *arguments))
    lists = {5: WordGame(WordList(5, list(WORDS), "six words"))}
    with game_setup(lists, row.limits, sandbox) as setup:
        record = play_fixture(Fixture(player, 0, "dozes"), setup)
        path = setup.directory.path
        assert sorted(os.listdir(path)) == ["wordlist.txt", "wordlist5.txt"]
        assert Path(path, "wordlist5.txt").read_text().split() == list(WORDS)
        return record


def open_files():
    return len(os.listdir("/proc/self/fd")) if sys.platform == "linux" else 0


@pytest.mark.parametrize(
    ("level", "row"),
    [(level, row) for row in ROWS for level in row.expected],
    ids=lambda value: value.fault if isinstance(value, Row) else value,
)
def test_fault(outcomes, level, row):
    assert outcomes(level)[row.fault] == row.expected[level]


def test_the_table_is_read():
    assert len({row.fault for row in ROWS}) == len(ROWS) > 40
