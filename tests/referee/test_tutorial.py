"""docs/tutorial.md: every command of it, in an empty directory."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from referee.storage.reader import open_run

PAGE = Path(__file__).parents[2] / "docs" / "tutorial.md"
COMMANDS = re.findall(r"^```sh\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
NEEDED = {"bea": "c++", "carl": "perl", "dora": "javac", "eve": "node"}
"""The program that a player of the page needs beside Python and a shell."""
ABSENT = [name for name, program in NEEDED.items() if not shutil.which(program)]


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """What the commands print, all in one shell that stops at the first that fails; the directory they leave."""
    pytest.importorskip("jinja2")
    pytest.importorskip("matplotlib")
    home = tmp_path_factory.mktemp("tutorial")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-e"],
        input=_without(ABSENT, "\n".join(COMMANDS)).replace("rounds = 5", "rounds = 1"),  # a fifth of the games
        cwd=home,
        env={**os.environ, "PATH": path, "XDG_CACHE_HOME": str(home / "cache")},
        capture_output=True,
        text=True,
        timeout=240,
    )

    assert done.returncode == 0, done.stderr

    return done.stdout, done.stderr, home / "contest"


def _without(names, commands):
    """The commands with the players of these names left out of the contest's file."""
    for name in names:
        commands = re.sub(rf'^{name} = ".*\n|^\[players\.{name}\]\n(.+ = .*\n)*', "", commands, flags=re.MULTILINE)
    return commands


def test_the_page_has_commands():
    assert len(COMMANDS) >= 10


def test_what_the_page_says_of_bob(said):
    stdout, stderr, _ = said
    assert "ann: keeps the protocol" in stdout
    assert "Bob has something to look at" in stdout
    assert "tried 'bob': wrong-length" in stderr


def test_a_careful_run_is_played_or_refused(said):
    """Every kind of player can be prepared and played with all protections."""
    stdout, stderr, contest = said
    if "not on this machine" in stdout:
        assert re.search(r"^referee: --(careful|sandbox require): ", stderr, re.MULTILINE)
    else:
        with open_run(str(contest / "strangers")) as run:
            assert run.conditions.careful
            assert {game.player for game in run.games() if game.points or game.termination == "exhausted"} >= {"ann"}
            assert {str(game.termination) for game in run.games() if game.player != "bob"} <= {"solved", "exhausted"}


def test_the_contest_is_played_and_can_be_shown(said):
    stdout, _, contest = said
    standings = re.findall(r"^ +\d+  (\S+) +([\d,]+)  .* s +\d+$", stdout, re.MULTILINE)
    points = {name: int(total.replace(",", "")) for name, total in standings}
    assert set(points) == {"ann", "bob", "late", "lingo-bot", *NEEDED}.difference(ABSENT)
    assert points.pop("bob") == 0  # a guess of a wrong length wins nothing
    assert sum(count > 0 for count in points.values()) > len(points) / 2
    assert "<html" in (contest / "results" / "report.html").read_text()
