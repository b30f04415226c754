"""docs/tutorial.md: every command of it, in an empty directory."""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from programs import program_path

from referee.storage.run import open_run

PAGE = Path(__file__).parents[2] / "docs" / "tutorial.md"
COMMANDS = re.findall(r"^```sh\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
NEEDED = {"bea": "c++", "carl": "perl", "dora": "javac", "eve": "node"}
"""The program that a player of the page needs beside Python and a shell."""
ABSENT = [name for name, program in NEEDED.items() if not shutil.which(program)]
"""The players that this machine cannot run."""
PLAYERS = {"ann", "bob", "lingo-bot", *NEEDED}.difference(ABSENT)
"""The players in the contest's file on this machine."""


@dataclass(frozen=True)
class Finished:
    """The commands of the page, when all were run."""

    stdout: str
    stderr: str
    contest: Path
    """The directory that they made."""


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """The commands, run in one shell that stops at the first that fails. The contest is shortened to a single word.

    The word has six letters, so that Bob's player, which always guesses "guess", is seen to be wrong.
    """
    # One of the commands writes a report, which needs both.
    pytest.importorskip("jinja2")
    pytest.importorskip("matplotlib")
    home = tmp_path_factory.mktemp("tutorial")
    # A link for each program. With the directory of the environment in PATH, players would run its Python too, which
    # starts more slowly.
    programs = tmp_path_factory.mktemp("programs")
    for name in ("lingo-bot", "referee"):
        (programs / name).symlink_to(program_path(name))
    path = f"{programs}:{os.environ['PATH']}"
    commands = without_players(ABSENT, "\n".join(COMMANDS))
    commands = commands.replace("rounds = 5", "rounds = 1").replace('lengths = "4-6"', 'lengths = "6"')

    # `referee check` plays two lengths instead of three longer ones.
    settings = {"PATH": path, "REFEREE_CHECK_LENGTHS": "4-5", "XDG_CACHE_HOME": str(home / "cache")}
    done = subprocess.run(
        ["sh", "-e"],
        input=commands,
        cwd=home,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        timeout=240,
    )

    assert done.returncode == 0, done.stderr

    return Finished(done.stdout, done.stderr, home / "contest")


def without_players(names, commands):
    """The commands with the players of these names left out of the contest's file."""
    for name in names:
        line = rf'^{name} = ".*\n'
        table = rf"^\[players\.{name}\]\n(.+ = .*\n)*"
        commands = re.sub(f"{line}|{table}", "", commands, flags=re.MULTILINE)
    return commands


def test_the_page_has_commands():
    # 17 at present; a page whose commands are not found would pass every other test.
    assert len(COMMANDS) >= 10


def test_ann_keeps_the_protocol(finished):
    assert "ann: keeps the protocol" in finished.stdout


def test_bob_has_guesses_of_a_wrong_length(finished):
    assert "Bob has something to look at" in finished.stdout
    assert "tried 'bob': wrong-length" in finished.stderr


def test_a_careful_run_is_played_or_refused(finished):
    """Every kind of player can be prepared and played with all protections.

    Where --careful is refused, the page's command prints "not on this machine".
    """
    if "not on this machine" in finished.stdout:
        assert re.search(r"^referee: (--sandbox require or )?--careful: ", finished.stderr, re.MULTILINE)
        return

    # The careful run is that of the page's section "Programs of strangers".
    with open_run(str(finished.contest / "strangers")) as run:
        assert run.conditions.careful
        terminations = {game.player: str(game.termination) for game in run.games()}

    # Each player plays one game, for a word of five letters. Bob's player may fail in it.
    assert terminations.keys() == PLAYERS
    terminations.pop("bob")
    assert set(terminations.values()) <= {"solved", "exhausted"}


class TestContest:
    @pytest.fixture
    def points(self, finished):
        """The points of each player, from the lines of the tables: `  1  lingo-bot  3,000  …  0.104 s  0`."""
        lines = re.findall(r"^ +\d+  (\S+) +([\d,]+)  .* s +\d+$", finished.stdout, re.MULTILINE)
        return {name: int(total.replace(",", "")) for name, total in lines}

    def test_all_players_have_played(self, points):
        # The page adds the player "late" when it resumes the run.
        assert points.keys() == PLAYERS | {"late"}

    def test_bob_wins_no_points(self, points):
        assert points["bob"] == 0

    def test_most_players_win_points(self, points):
        winners = [name for name, total in points.items() if total > 0]

        assert len(winners) > len(points) / 2

    def test_the_report_is_written(self, finished):
        assert "<html" in (finished.contest / "results" / "report.html").read_text()
