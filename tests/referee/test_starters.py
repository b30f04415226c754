"""The starter players of examples/players/starters: each keeps the protocol, and all play alike.

There is one for each language whose sources the referee compiles and runs.
"""

import re
import shlex
import shutil
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


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory):
    """A cache of their own for compiled sources: those of the user's cache would not be compiled again."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


def is_missing(ending):
    """Whether this machine lacks the program that a source with this ending needs."""
    return ending in NEEDED and not is_installed(NEEDED[ending])


def skip_if_missing(ending):
    """Skip the test of a source whose program this machine lacks."""
    if is_missing(ending):
        pytest.skip(f"{NEEDED[ending]} is not installed")


def test_there_is_one_for_each_ending_that_the_referee_knows():
    # cc is another ending of C++.
    assert SOURCES.keys() == LANGUAGES.keys() - {"cc"}


def test_the_page_names_each_of_them():
    links = re.findall(r"\]\((\w+\.\w+)\)", (STARTERS / "README.md").read_text())

    assert sorted(links) == sorted(path.name for path in SOURCES.values())


@pytest.fixture(scope="module")
def players(tmp_path_factory):
    """Values of --players: the source of each language that this machine can play, called after its ending.

    Each is copied into a folder of its own. Beside a rival it would be compiled for the check and again for the run,
    which hides the rival's file.
    """
    players = []
    for ending, path in SOURCES.items():
        if not is_missing(ending):
            source = shutil.copy(path, tmp_path_factory.mktemp(ending))
            players.append(f"{ending}={shlex.quote(str(source))}")

    return players


@pytest.fixture(scope="module")
def checked(run, players, tmp_path_factory):
    """What `referee check` prints of all players, which play words of four and of five letters."""
    directory = tmp_path_factory.mktemp("check")
    (directory / "list").write_text("able\nseat\nteas\nzest\nblimp\ncozen\ncrane\ndents\ndozes\ntough\n")
    options = ["--wordlist", directory / "list", "--lengths", "4-5", "--seed", 1]

    return run("referee", "check", "--players", *players, *options, cwd=directory).stdout


@pytest.mark.parametrize("ending", SOURCES)
def test_it_keeps_the_protocol(checked, ending):
    skip_if_missing(ending)

    # The number of games and the times follow.
    assert f"\n{ending}: keeps the protocol (" in f"\n{checked}"


WORDS = ("größe", "vögel", "олово", "рокер", "слово")
"""The list of the run below, sorted by code points as a player finds it. Most letters have several bytes."""
GAMES = {
    # Without a repeated letter: the replies are XXXXX, X???X and OOOOO.
    "größe": ("олово", "vögel", "größe"),
    # The guess has the letter о three times, and the word has it once, elsewhere: the first reply is ?XXXX.
    "рокер": ("олово", "рокер"),
    # The word has the letter о twice, both in their places: the first reply is XOOOO.
    "слово": ("олово", "слово"),
}
"""The guesses of the game for each word: always the middle one of the words that fit all replies so far."""


@pytest.fixture(scope="module")
def games_by_player(run, players, tmp_path_factory):
    """The guesses of each player's games, by the player's ending and by the word; from one run for all players."""
    directory = tmp_path_factory.mktemp("run")
    (directory / "list").write_text("\n".join(WORDS), encoding="utf-8")
    (directory / "words").write_text("\n".join(GAMES), encoding="utf-8")
    options = ["--wordlist", directory / "list", "--words", directory / "words", "--out", directory / "out"]

    done = run("referee", "run", "--players", *players, *options, cwd=directory)

    assert done.returncode == 0, done.stderr
    guesses = {}
    with open_run(str(directory / "out")) as finished_run:
        for game in finished_run.games():
            guesses.setdefault(game.player, {})[game.word] = game.guesses
    return guesses


@pytest.mark.parametrize("ending", SOURCES)
def test_it_makes_the_same_guesses_as_the_others(games_by_player, ending):
    skip_if_missing(ending)

    assert games_by_player[ending] == GAMES
