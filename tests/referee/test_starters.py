"""The starter players of examples/players/starters: each keeps the protocol, and all play alike."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from referee.contest.languages import LANGUAGES
from referee.storage.reader import open_run

STARTERS = Path(__file__).parents[2] / "examples" / "players" / "starters"
SOURCES = sorted(path for path in STARTERS.iterdir() if path.suffix != ".md")
NEEDED = {"rs": "rustc", "go": "go", "java": "javac", "c": "cc", "cpp": "c++", "js": "node", "rb": "ruby", "pl": "perl"}
"""The program that a source needs beside Python and awk, by its ending."""


def test_there_is_one_for_each_ending_that_the_referee_knows():
    endings = {path.suffix.removeprefix(".") for path in SOURCES}
    assert endings == LANGUAGES.keys() - {"cc"}  # another ending of C++


def test_the_page_names_each_of_them():
    named = re.findall(r"\]\((\w+\.\w+)\)", (STARTERS / "README.md").read_text())
    assert sorted(named) == sorted(path.name for path in SOURCES)


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.suffix)
def test_it_keeps_the_protocol(referee, source, wordlist):
    needed = NEEDED.get(source.suffix.removeprefix("."))
    if needed and not shutil.which(needed):
        pytest.skip(f"{needed} is not installed")
    done = referee(
        "check", "--players", shlex.quote(str(source)), "--wordlist", wordlist, "--lengths", "4-5", "--seed", 1
    )

    assert done.returncode == 0, done.stdout
    assert "keeps the protocol" in done.stdout


def test_all_make_the_same_guesses(referee_run, tmp_path):
    present = [path for path in SOURCES if shutil.which(NEEDED.get(path.suffix.removeprefix("."), "awk"))]
    players = [f"{path.suffix.removeprefix('.')}={shlex.quote(str(path))}" for path in present]
    assert referee_run("--players", *players, "--rounds", 4, "--seed", 1, "--out", tmp_path / "out").returncode == 0

    with open_run(str(tmp_path / "out")) as run:
        guesses = {}
        for game in run.games():
            guesses.setdefault(game.word, set()).add(game.guesses)

    assert len(guesses) == 8
    assert all(len(ways) == 1 for ways in guesses.values())
