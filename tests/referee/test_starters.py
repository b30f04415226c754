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


@pytest.fixture
def guesses_by_word(referee, tmp_path):
    """guesses_by_word(options): the different games, as tuples of guesses, that all players play for each word."""

    def play(*options):
        players = [f"{ending}={shlex.quote(str(path))}" for ending, path in SOURCES.items() if not is_missing(ending)]
        done = referee("run", "--players", *players, "--seed", 1, "--out", tmp_path / "out", *options)
        assert done.returncode == 0, done.stderr

        guesses = {}
        with open_run(str(tmp_path / "out")) as run:
            for game in run.games():
                guesses.setdefault(game.word, set()).add(game.guesses)
        return guesses

    return play


def test_all_make_the_same_guesses(guesses_by_word, wordlist):
    guesses = guesses_by_word("--wordlist", wordlist, "--lengths", "4-5", "--rounds", 4)

    # Four words of four letters and four of five.
    assert len(guesses) == 8
    assert [word for word, games in guesses.items() if len(games) > 1] == []


def test_a_letter_of_several_bytes_is_one_letter_to_each_of_them(guesses_by_word, tmp_path):
    (tmp_path / "words").write_text("größe\nfüßen\nvögel\nbäume\näpfel\nблюдо\nслово\nθάμνε\n", encoding="utf-8")

    guesses = guesses_by_word("--wordlist", tmp_path / "words", "--lengths", 5, "--rounds", "all")

    assert len(guesses) == 8
    for word, games in guesses.items():
        # All players make the same guesses, and find the word.
        last_guesses = [game[-1] for game in games]
        assert last_guesses == [word], games
