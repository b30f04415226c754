"""The way in for Python: docs/api.md is run, and what is imported stays light."""

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import codebreaker
import lingo_bot
import referee
from lingo_common.errors import UsageError

PAGE = Path(__file__).parents[2] / "docs" / "api.md"


def test_the_page_says_what_happens(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest(PAGE.read_text().replace("```", ""), {}, PAGE.name, str(PAGE), 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.tries >= 15 and runner.failures == 0


def test_a_player_of_no_length():
    with pytest.raises(UsageError, match="words have 1 to 20 letters, not '5'"):
        lingo_bot.Player("5")


@pytest.mark.parametrize("package", [codebreaker, lingo_bot, referee], ids=lambda package: package.__name__)
def test_everything_exported_is_there(package):
    assert all(getattr(package, name) for name in package.__all__)
    with pytest.raises(AttributeError):
        package.nothing_of_that_name  # noqa: B018


def test_imports_load_nothing_heavy():
    program = (
        "import sys, codebreaker, referee, lingo_bot; print({'numpy', 'click', 'typing', 'sqlite3'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-S", "-c", program], cwd=PAGE.parents[1], capture_output=True, text=True)
    assert done.stdout == "set()\n", done.stderr


@pytest.mark.parametrize(
    ("players", "options", "said"),
    [
        ([], {}, "no players"),
        (["cat", "cat"], {}, "two players are named 'cat'"),
        ("cat", {"rounds": 0}, "rounds 0: there is 1 at least"),
        ("cat", {"rounds": "10"}, "rounds '10': there is 1 at least, or 'all'"),
        ("cat", {"jobs": 0}, "jobs must be a whole number from 1 to 1024, not 0"),
        ("cat", {"lengths": "5-6"}, "lengths '5-6': give whole numbers, such as"),
        ("cat", {"lengths": 5}, "lengths 5: give whole numbers, such as"),
    ],
)
def test_a_contest_that_makes_no_sense(players, options, said):
    with pytest.raises(UsageError, match=said):
        referee.run(players, **{"lengths": [5], **options})


def test_a_result_is_a_table_in_a_notebook(tmp_path, wordlist_of_one):
    result = referee.run("lingo-bot", lengths=[5], rounds=1, wordlist=str(wordlist_of_one))
    assert result.points == {"lingo-bot": 500}
    assert "lingo-bot" in str(result) and result._repr_html_().startswith("<pre>")


@pytest.fixture
def wordlist_of_one(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("dents\n")
    return path
