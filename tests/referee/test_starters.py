"""The starter players of examples/players/starters: each keeps the protocol, and all play alike."""

import re
import shlex
from pathlib import Path

import pytest
from programs import is_installed

from referee.contest.command_words import LANGUAGES
from referee.storage.run import open_run

STARTERS = Path(__file__).parents[2] / "examples" / "players" / "starters"
SOURCES = {path.suffix.removeprefix("."): path for path in sorted(STARTERS.iterdir()) if path.suffix != ".md"}
"""The path of each player by its ending, such as `rs`."""
NEEDED = {"rs": "rustc", "go": "go", "java": "javac", "c": "cc", "cpp": "c++", "js": "node", "rb": "ruby", "pl": "perl"}
"""The program that a source needs beside Python and awk, by its ending."""


def is_missing(ending):
    """Whether this machine lacks the program that a source with this ending needs."""
    return ending in NEEDED and not is_installed(NEEDED[ending])


def test_there_is_one_for_each_ending_that_the_referee_knows():
    # cc is another ending of C++.
    assert SOURCES.keys() == LANGUAGES.keys() - {"cc"}


def test_the_page_names_each_of_them():
    links = re.findall(r"\]\((\w+\.\w+)\)", (STARTERS / "README.md").read_text())

    assert sorted(links) == sorted(path.name for path in SOURCES.values())


@pytest.mark.parametrize("ending", SOURCES)
def test_it_keeps_the_protocol(referee, ending, wordlist):
    if is_missing(ending):
        pytest.skip(f"{NEEDED[ending]} is not installed")
    player = shlex.quote(str(SOURCES[ending]))

    done = referee("check", "--players", player, "--wordlist", wordlist, "--lengths", "4-5", "--seed", 1)

    assert done.returncode == 0, done.stdout
    assert "keeps the protocol" in done.stdout


WORDS_OF_FOUR_LETTERS = ("able", "seat", "teas", "zest")
WORDS_WITH_LETTERS_OF_SEVERAL_BYTES = ("größe", "füßen", "vögel", "bäume", "слово", "θάμνε")


@pytest.fixture(scope="module")
def guesses_by_word(run, tmp_path_factory):
    """The different games, as tuples of guesses, that all players play for each of these words."""
    directory = tmp_path_factory.mktemp("run")
    words = [*WORDS_OF_FOUR_LETTERS, *WORDS_WITH_LETTERS_OF_SEVERAL_BYTES]
    (directory / "words").write_text("\n".join(words), encoding="utf-8")
    players = [f"{ending}={shlex.quote(str(path))}" for ending, path in SOURCES.items() if not is_missing(ending)]
    options = ["--wordlist", directory / "words", "--lengths", "4-5", "--rounds", "all", "--out", directory / "out"]

    done = run("referee", "run", "--players", *players, *options, cwd=directory)

    assert done.returncode == 0, done.stderr
    guesses = {}
    with open_run(str(directory / "out")) as finished_run:
        for game in finished_run.games():
            guesses.setdefault(game.word, set()).add(game.guesses)
    return guesses


@pytest.mark.parametrize("word", [*WORDS_OF_FOUR_LETTERS, *WORDS_WITH_LETTERS_OF_SEVERAL_BYTES])
def test_all_make_the_same_guesses_and_find_the_word(guesses_by_word, word):
    [guesses] = guesses_by_word[word]

    assert guesses[-1] == word
