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
from referee.game.game_pool import GamePool
from referee.runner.proc import children
from wordlists.reader import WordList
from wordlists.word_game import WordGame

PROGRAMS = Path(__file__).parent.parent / "players"
GUIDE = Path(__file__).parents[2] / "docs" / "faults.md"
WORDS = ["blimp", "cozen", "crane", "dents", "dozes", "tough"]
LISTS = {5: WordGame(WordList(5, WORDS, "six words"))}
LIMITS = Limits(startup=2.0, move=0.7, game=4.0)
"""The limits of rows that name no option."""
PATIENT = replace(LIMITS, startup=10.0, game=10.0)
"""The limits of rows whose own limit ends the game: an interpreter may start slowly on a busy machine."""
OPTIONS = {
    "--memory": ("memory", size),
    "--cpu-seconds": ("cpu", seconds),
    "--processes": ("processes", int),
    "--disk": ("disk", size),
}
"""The limit that an option of the table sets, and the function that reads its value."""
AT_A_TIME = 6
"""Games side by side. Most players wait for a limit, so that more of them than processors do not disturb each other."""


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    fault: str
    program: str
    limits: Limits
    expected: dict
    """Termination, illegal guesses and points by level; a level at which the row is not played is missing."""


def table_lines() -> list[list[str]]:
    """The cells of each line of the table in the guide, without the marks of code; the first line is the header."""
    lines = []
    for line in GUIDE.read_text().splitlines():
        if line.startswith("| "):
            cells = line.strip().strip("|").split("|")
            lines.append([cell.strip().strip("`") for cell in cells])
    return lines


def read_rows() -> list[Row]:
    """The rows of the table. Its columns are the fault, the program, the option and one for each level."""
    header, *lines = table_lines()
    levels = header[3:]

    rows = []
    for fault, program, option, *outcomes in lines:
        expected = dict(zip(levels, outcomes, strict=True))
        played = {level: outcome for level, outcome in expected.items() if outcome != "-"}
        rows.append(Row(fault, program, limits_with(option), played))

    return rows


def limits_with(option: str) -> Limits:
    """The limits of a row with this option, such as `--memory 100M`; the text is empty where there is none."""
    if not option:
        return LIMITS
    name, value = option.split()
    field, read = OPTIONS[name]
    return replace(PATIENT, **{field: read(value)})


ROWS = read_rows()
CASES = []
for row in ROWS:
    for level in row.expected:
        CASES.append(pytest.param(level, row, id=f"{level}-{row.fault}"))


@pytest.fixture(scope="module")
def sandboxes(sandbox_or_skip, no_sandbox):
    """sandboxes(level): the sandbox of that level; the test is skipped where it is not in force."""
    return lambda level: no_sandbox if level == "none" else sandbox_or_skip()


@pytest.fixture(scope="module")
def outcomes(sandboxes):
    """outcomes(level): the outcome of each row at that level, by fault; its games are played once, side by side."""
    played = {}

    def at(level):
        if level not in played:
            played[level] = play_rows(level, sandboxes(level))
        return played[level]

    return at


def play_rows(level, sandbox) -> dict[str, str]:
    """Termination, illegal guesses and points by fault; nothing of the players may be left afterwards."""
    files = open_files()
    processes = children(os.getpid())
    rows = [row for row in ROWS if level in row.expected]

    with ThreadPoolExecutor(AT_A_TIME) as threads:
        records = list(threads.map(lambda row: play_row(row, sandbox), rows))

    assert open_files() == files
    # Neither a process nor a zombie is left, whatever was forked.
    assert set(children(os.getpid())) <= set(processes)
    assert children(sandbox.runner.pid) == []

    outcomes = {}
    for row, record in zip(rows, records, strict=True):
        outcomes[row.fault] = f"{record.termination.value} {record.illegal} {record.points}"
    return outcomes


def play_row(row, sandbox):
    """The record of a row's game for the word dozes; the player's directory must be afterwards as it was."""
    program, *arguments = shlex.split(row.program)
    player = Program(row.fault, row.program, (str(PROGRAMS / program), *arguments))

    with GamePool(LISTS, row.limits, sandbox) as pool:
        record = pool.play(Fixture(player, 0, "dozes"))

        with pool.working_directory() as directory:
            path = directory.path
        assert sorted(os.listdir(path)) == ["wordlist.txt", "wordlist5.txt"]
        assert Path(path, "wordlist5.txt").read_text().split() == WORDS

    return record


def open_files() -> int:
    """How many files this process has open; 0 where the system does not say."""
    return len(os.listdir("/proc/self/fd")) if sys.platform == "linux" else 0


@pytest.mark.parametrize(("level", "row"), CASES)
def test_fault(outcomes, level, row):
    assert outcomes(level)[row.fault] == row.expected[level]


def test_each_fault_of_the_table_has_one_row():
    faults = {row.fault for row in ROWS}

    assert len(faults) == len(ROWS)


def test_the_table_has_more_than_forty_rows():
    assert len(ROWS) > 40
