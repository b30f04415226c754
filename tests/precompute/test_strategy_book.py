"""`precompute book --strategy`: the tree that a criterion plays, played by look-up."""

from pathlib import Path

import click
import pytest

UNIQUE = Path(__file__).parents[2] / "examples" / "strategies" / "unique.py"
OTHER_RULES = ["--rules", "television", "--attempts", 4]


@pytest.fixture
def strategy(tmp_path, request):
    """The strategy; for `file` a file whose path has a space."""
    if request.param != "file":
        return request.param
    path = tmp_path / "my strategies" / "unique.py"
    path.parent.mkdir()
    path.write_text(UNIQUE.read_text())
    return str(path)


@pytest.mark.parametrize("rules", [[], OTHER_RULES], ids=["pit", "television"])
@pytest.mark.parametrize("strategy", ["parts", "file"], indirect=True)
def test_the_book_has_the_tree_that_the_strategy_plays(source, strategy, rules, tmp_path, command, in_json, plays):
    options = ["--wordlist", source, *rules, "--strategy", strategy]
    book, tree = tmp_path / "a.book", tmp_path / "tree"
    said = command("book", *options, "--lengths", 4, "--jobs", 1, "--out", book)
    evaluated = ["evaluate", *options, "--lengths", 4, "--jobs", 1]
    live, by_book = (in_json(*evaluated, *one)["lengths"]["4"] for one in (["--no-book"], ["--book", book]))
    assert {**by_book, "seconds": 0} == {**live, "seconds": 0} if not rules else by_book["attempts"] == live["attempts"]
    assert "written to" in said
    command(*evaluated, "--no-book", "--tree", tree)
    assert f"book {book}" in plays(tree, *options, "--book", book, "--verbose")


@pytest.mark.parametrize("strategy", ["file"], indirect=True)
def test_a_changed_file_has_no_tree(source, strategy, tmp_path, command, run):
    book = tmp_path / "a.book"
    command("book", "--wordlist", source, "--strategy", strategy, "--lengths", 4, "--jobs", 1, "--out", book)
    Path(strategy).write_text(UNIQUE.read_text() + "\n# changed\n")
    refused = run("lingo-bot", "--wordlist", source, "--strategy", strategy, "--book", book, 4)
    assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)


def test_the_first_guess_is_the_strategys_own(source, command):
    with pytest.raises(click.UsageError, match="--first is for the search"):
        command("book", "--wordlist", source, "--lengths", 4, "--strategy", "parts", "--first", "abcd")
