"""The table of faults in docs/faults.md: every row is played, for the word dozes, at every level of isolation.

Safety: a player that kills more than itself runs only in a PID namespace that a probe has seen in force, and refuses
to run elsewhere; one that takes memory, processes or disk bounds itself by a count, a size, and a life of 20 s.
"""

import contextlib
import os
import shlex
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from referee.contest.contest import Fixture
from referee.contest.limits import Limits, seconds, size
from referee.contest.player import Program
from referee.game.game_pool import GamePool
from referee.runner.proc import children
from wordlists.word_game import WordGame
from wordlists.word_list import WordList

PROGRAMS = Path(__file__).parent.parent / "players"
GUIDE = Path(__file__).parents[2] / "docs" / "faults.md"
WORDS = ["blimp", "cozen", "crane", "dents", "dozes", "tough"]
WORD_GAMES = {5: WordGame(WordList(5, WORDS, "six words"))}

LIMITS = Limits(startup=2.0, move=0.7, game=4.0)
"""The limits of rows without an option, as the guide says."""
LONG_LIMITS = replace(LIMITS, startup=10.0, game=10.0)
"""The limits of rows with an option: the limit of that option ends the game, even if an interpreter starts slowly."""
FIELDS_OF_OPTIONS = {
    "--memory": ("memory", size),
    "--cpu-seconds": ("cpu", seconds),
    "--processes": ("processes", int),
    "--disk": ("disk", size),
}
"""The field of Limits that an option sets, and the function that reads its value."""
GAMES_AT_A_TIME = 6
"""More than there are processors: most players only wait for a limit."""


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    fault: str
    command: str
    """The program, a file in tests/players, and its arguments."""
    limits: Limits
    outcomes: dict[str, str]
    """Termination, illegal guesses and points by level, such as {"none": "solved 0 500"}.

    A level at which the row is not played is missing."""


def cells_of_lines() -> list[list[str]]:
    """The cells of each line of the table in the guide, without backticks; the first line is the header."""
    lines = []
    for line in GUIDE.read_text().splitlines():
        # The line of dashes below the header begins with "|-".
        if line.startswith("| "):
            cells = line.strip().strip("|").split("|")
            lines.append([cell.strip().strip("`") for cell in cells])
    return lines


def read_rows() -> list[Row]:
    """The rows of the table. Its columns are the fault, the program, the option and one for each level."""
    header, *lines = cells_of_lines()
    levels = header[3:]

    rows = []
    for fault, command, option, *outcomes in lines:
        outcomes_of_levels = dict(zip(levels, outcomes, strict=True))
        played = {level: outcome for level, outcome in outcomes_of_levels.items() if outcome != "-"}
        rows.append(Row(fault, command, limits_with(option), played))

    return rows


def limits_with(option: str) -> Limits:
    """The limits of a row with this option, such as `--memory 100M`; the text is empty where there is none."""
    if not option:
        return LIMITS
    name, value = option.split()
    field, read_value = FIELDS_OF_OPTIONS[name]
    return replace(LONG_LIMITS, **{field: read_value(value)})


def cases_of(rows: list[Row]) -> list:
    """A level and a row, as parameters of a test, for each level at which a row is played."""
    cases = []
    for row in rows:
        for level in row.outcomes:
            cases.append(pytest.param(level, row, id=f"{level}-{row.fault}"))
    return cases


ROWS = read_rows()


@pytest.fixture(scope="module")
def outcomes(sandbox_or_skip, no_sandbox):
    """outcomes(level): the outcome of each row at that level, by fault; the test is skipped where it is not in force.

    The rows of a level are played together, when the first of them is asked for.
    """
    played = {}

    def at(level):
        """Play the rows of the level if none of them was asked for before."""
        if level not in played:
            sandbox = no_sandbox if level == "none" else sandbox_or_skip()
            rows = [row for row in ROWS if level in row.outcomes]
            with nothing_is_left_by_players(sandbox):
                played[level] = play_rows(rows, sandbox)
        return played[level]

    return at


@contextlib.contextmanager
def nothing_is_left_by_players(sandbox):
    """Assert that afterwards no process of the players is left, neither alive nor dead, and no further file is open.

    Players are children of the runner; this process starts the runner alone. Fewer files may be open than before:
    what an earlier test left to the garbage collector is closed at any time.
    """
    files = count_open_files()
    processes = children(os.getpid())

    yield

    assert count_open_files() <= files
    assert set(children(os.getpid())) <= set(processes)
    assert children(sandbox.runner._process.pid) == []


def count_open_files() -> int:
    """How many files this process has open; 0 on a system that does not say, such as macOS."""
    return len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0


def play_rows(rows, sandbox) -> dict[str, str]:
    """The outcome of each row by its fault, such as "solved 0 500"."""
    with ThreadPoolExecutor(GAMES_AT_A_TIME) as threads:
        records = list(threads.map(lambda row: play_row(row, sandbox), rows))

    outcomes = {}
    for row, record in zip(rows, records, strict=True):
        outcomes[row.fault] = f"{record.termination.value} {record.illegal} {record.points}"
    return outcomes


def play_row(row, sandbox):
    """The record of a row's game; afterwards the player's working directory must be as it was."""
    program, *arguments = shlex.split(row.command)
    player = Program(row.fault, row.command, (str(PROGRAMS / program), *arguments))

    with GamePool(WORD_GAMES, row.limits, sandbox) as pool:
        record = pool.play(Fixture(player, index=0, word="dozes"))

        # The pool has one game at a time, so the next one would get the directory in which the player ran.
        with pool.working_directory() as directory:
            path = directory.path
        assert sorted(os.listdir(path)) == ["wordlist.txt", "wordlist5.txt"]
        assert Path(path, "wordlist5.txt").read_text().split() == WORDS

    return record


@pytest.mark.parametrize(("level", "row"), cases_of(ROWS))
def test_the_game_ends_as_the_table_says(outcomes, level, row):
    assert outcomes(level)[row.fault] == row.outcomes[level]


def test_no_two_rows_have_the_same_fault():
    faults = {row.fault for row in ROWS}

    assert len(faults) == len(ROWS)


def test_the_guide_has_42_rows():
    """A row that is not read as one, because somebody has changed its form, would not be played."""
    assert len(ROWS) == 42
