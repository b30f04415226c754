"""What the offline tests share: small lists, and the commands of precompute, which run in this process."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest
from click.testing import CliRunner
from word_games import words_of_few_letters

from precompute.commands.program import precompute


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch) -> Path:
    """A cache directory of the test's own, so that no checkpoint of a user is touched."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "lingo-bot"


@pytest.fixture
def words() -> list[str]:
    """60 words of four letters, all of which may be the secret."""
    return words_of_few_letters(seed=11, length=4, count=60, letters="abcdefg")


@pytest.fixture
def source(words, tmp_path) -> Path:
    """The file of these words, in reverse order: the order in a file must not matter."""
    file = tmp_path / "list.txt"
    file.write_text("\n".join(words[::-1]))
    return file


@pytest.fixture
def command():
    """command(name, *arguments): what that command of precompute prints; its errors come out as they are."""

    def launch(*arguments: object) -> str:
        result = CliRunner().invoke(precompute, list(map(str, arguments)), standalone_mode=False)
        # With Exit click ends a command that has printed a help text or the like.
        if result.exception and not isinstance(result.exception, click.exceptions.Exit):
            raise result.exception
        return result.stdout

    return launch


@pytest.fixture
def in_json(command):
    """in_json(name, *arguments): the value that the command prints with --json."""

    def launch(*arguments: object) -> Any:
        return json.loads(command(*arguments, "--json"))

    return launch


@pytest.fixture
def evaluated(in_json):
    """evaluated(*options): the record that `precompute evaluate --json` prints for the words of four letters."""
    return lambda *options: in_json("evaluate", "--lengths", 4, "--jobs", 1, *options)["lengths"]["4"]


@pytest.fixture
def short_searches(monkeypatch):
    """A search of a first guess ends with a bound after 0, then 1, 2, 4, … sets of candidates.

    So proofs of small games have many steps. The last number is more than any search needs.
    """
    efforts = [0, *(2**doublings for doublings in range(60))]
    monkeypatch.setattr("codebreaker.search.first_guess_searcher.EFFORTS", efforts)


class Lists(NamedTuple):
    """A list of words and one of answers."""

    words: list[str]
    answers: list[str]
    """Those of the words that may be the secret."""
    options: list[Any]
    """The options that name the files of both: --wordlist FILE --answers FILE."""


@pytest.fixture
def lists(tmp_path) -> Lists:
    """14 words of four letters, and nine of them as answers: so few that brute force can search them.

    Six answers differ in their first letter alone, so two attempts miss some, and hard mode takes longer.
    """
    answers = ["bill", "bulb", "dame", "dill", "fill", "film", "gill", "hill", "mill"]
    words = sorted([*answers, "held", "herb", "lamb", "limb", "mild"])
    (tmp_path / "words").write_text("\n".join(words))
    (tmp_path / "answers").write_text("\n".join(answers))
    return Lists(words, answers, ["--wordlist", tmp_path / "words", "--answers", tmp_path / "answers"])


@pytest.fixture
def every_guess() -> list[Any]:
    """Options with which `book` tries every guess of a small list, so that its tree is the best one.

    All first guesses are searched with up to 99 guesses at each attempt from the second to the sixth. No list here has
    as many words.
    """
    return ["--first-guesses", 99, "--widely", 99, "--keep", "99,99,99,99,99"]


@pytest.fixture
def plays(run):
    """plays(tree, *options): assert that lingo-bot plays the last game of a tree's file; returns its standard error."""

    def check(tree: Path, *options: object) -> str:
        # A line such as "catt: batt XOOO catt OOOO": the secret, then guesses and replies by turns.
        secret, _, game = tree.read_text().splitlines()[-1].partition(":")
        moves = game.split()
        # Television shows the first letter.
        letter = ["--first-letter", secret[0]] if "television" in options else []
        played = run("lingo-bot", *options, *letter, 4, input="\n".join(moves[1::2]) + "\n")

        assert played.stdout.split() == moves[::2]
        assert played.returncode == 0

        return played.stderr

    return check
