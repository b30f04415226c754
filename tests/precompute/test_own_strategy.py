"""`precompute evaluate` and `book` with --strategy: the trees of criteria, by name and of a file, and their books.

The fixture `source` is the file of a list of sixty words of four letters.
"""

import re
import sys
from pathlib import Path

import click
import pytest
from word_games import WORST_CASE_WORDS, game_of

from lingo_bot.book_player import strategy_key
from lingo_common.errors import DataError
from precompute.board import board_of, criterion_digest

# The criteria of codebreaker.criteria. Entropy is counted there in whole units of 2^-20 bits, rounded for each bin.
FORMULAS = {
    "expected": "(sizes**2).sum()",
    "entropy": "np.rint(sizes * np.log2(sizes) * (1 << 20)).sum()",
    "minimax": "sizes.max()",
    "parts": "-len(sizes)",
}


@pytest.fixture
def criterion_file(tmp_path):
    """criterion_file(cost): the path, with a space in it, of a file that defines a criterion with that cost."""

    def written(cost: str) -> str:
        file = tmp_path / "my rules" / "own.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"import numpy as np\n\n\ndef criterion(sizes, hit):\n    return {cost}\n")
        return str(file)

    return written


@pytest.mark.parametrize("name", FORMULAS)
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_tree_of_a_formula_is_that_of_the_built_in_criterion(name, jobs, criterion_file, source, tmp_path, in_json):
    trees = []
    records = []
    for strategy in (name, criterion_file(FORMULAS[name])):
        out = tmp_path / "tree.txt"
        options = ["--wordlist", source, "--lengths", 4, "--no-book", "--tree", out, "--jobs", jobs]
        result = in_json("evaluate", "--strategy", strategy, *options)
        assert result["strategy"] == strategy
        records.append(result["lengths"]["4"] | {"seconds": 0})
        trees.append(out.read_text())

    assert trees[0] == trees[1]
    assert records[0] == records[1]


def test_a_changed_file_does_not_go_on_from_the_old_ones_checkpoint(criterion_file, source, in_json, monkeypatch):
    options = ["--wordlist", source, "--lengths", 4, "--jobs", 1]
    # The checkpoint of the first command stays, as if it had been killed.
    monkeypatch.setattr("lingo_common.pieces.Checkpoint.done", lambda self: None)
    first = in_json("first-guesses", "--criterion", criterion_file("sizes.max()"), *options)
    assert in_json("first-guesses", "--criterion", criterion_file("-sizes.max()"), *options) != first


def test_a_book_holds_no_criterion_of_a_file(criterion_file, source, command, tmp_path):
    with pytest.raises(click.UsageError, match=r"--out does not go with FILE\.py"):
        command(
            "first-guesses", "--criterion", criterion_file("sizes.max()"), "--wordlist", source, "--out", tmp_path / "a"
        )


@pytest.mark.parametrize(("cost", "says"), [
    ("1 / 0", r"criterion own: ZeroDivisionError: division by zero"),
    ("'few'", r"criterion own: ValueError"),
    ("np.nan", r"criterion own: it returns no number"),
    ("(", r"own.py, line 5: SyntaxError"),
])  # fmt: skip
def test_a_function_that_fails_is_one_line(cost, says, criterion_file, source, command):
    with pytest.raises(DataError, match=says) as raised:
        command("evaluate", "--strategy", criterion_file(cost), "--wordlist", source, "--lengths", 4, "--no-book")
    assert "\n" not in str(raised.value)


def test_a_strategy_whose_file_does_not_exist_is_refused(source, command):
    with pytest.raises(DataError, match=r"none.py: there is no such file"):
        command("evaluate", "--strategy", "none.py", "--wordlist", source, "--lengths", 4)


def test_a_directory_is_no_strategy(source, command, tmp_path):
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(DataError, match=r"folder.py: is not a file"):
        command("evaluate", "--strategy", str(tmp_path / "folder.py"), "--wordlist", source, "--lengths", 4)


def test_a_name_that_is_no_strategy_is_refused_with_those_that_there_are(source, command):
    with pytest.raises(click.BadParameter, match=r"must be score, .* or FILE\.py, not 'knuth'"):
        command("evaluate", "--strategy", "knuth", "--wordlist", source, "--lengths", 4)


UNIQUE = Path(__file__).parents[2] / "examples" / "strategies" / "unique.py"
OTHER_RULES = ["--rules", "television", "--attempts", 4]
"""In these rules the first letter is shown, so a book has a tree for each letter."""


@pytest.fixture
def unique_file(tmp_path):
    """The path, with a space in it, of a copy of the strategy UNIQUE."""
    path = tmp_path / "my strategies" / "unique.py"
    path.parent.mkdir()
    path.write_text(UNIQUE.read_text())
    return path


def without_times(record):
    """The record of a length without its seconds, nor those of its first letters."""
    letters = record.get("first_letters", {})
    by_letter = {letter: {**of_letter, "seconds": None} for letter, of_letter in letters.items()}
    return {**record, "seconds": None, "first_letters": by_letter}


@pytest.mark.parametrize("rules", [[], OTHER_RULES], ids=["pit", "television"])
@pytest.mark.parametrize("is_file", [False, True], ids=["parts", "file"])
def test_the_book_has_the_tree_that_the_strategy_plays(
    source, unique_file, is_file, rules, tmp_path, command, in_json, plays
):
    strategy = unique_file if is_file else "parts"
    options = ["--wordlist", source, *rules, "--strategy", strategy]
    book = tmp_path / "a.book"
    tree = tmp_path / "tree"

    assert "written to" in command("book", *options, "--lengths", 4, "--jobs", 1, "--out", book)

    evaluate = ["evaluate", *options, "--lengths", 4, "--jobs", 1]
    live = in_json(*evaluate, "--no-book", "--tree", tree)["lengths"]["4"]
    by_book = in_json(*evaluate, "--book", book)["lengths"]["4"]

    assert without_times(by_book) == without_times(live)

    # lingo-bot finds the tree in the book, and makes the guesses of the file `tree`, which the live player made.
    assert plays(tree, *options, "--book", book) == ""


def test_a_changed_file_has_no_tree_in_the_book(source, unique_file, tmp_path, command, run, error_line):
    options = ["--wordlist", source, "--strategy", unique_file]
    book = tmp_path / "a.book"
    command("book", *options, "--lengths", 4, "--jobs", 1, "--out", book)
    unique_file.write_text(UNIQUE.read_text() + "\n# changed\n")
    refused = run("lingo-bot", *options, "--book", book, 4)
    # The name of a strategy of a file has a part of the file's digest.
    assert re.search("this book has no tree of file-[0-9a-f]{16} with 5 attempts", error_line(refused, exit_code=1))


@pytest.fixture
def helper_file(unique_file):
    """A module beside the copy of UNIQUE, which imports it."""
    unique_file.write_text("import helper_of_unique\n" + UNIQUE.read_text())
    file = unique_file.with_name("helper_of_unique.py")
    file.write_text("FACTOR = 1\n")
    return file


def test_a_file_whose_import_changed_does_not_go_on_from_the_old_ones_checkpoint(unique_file, helper_file):
    before = criterion_digest(str(unique_file))
    helper_file.write_text("FACTOR = 2\n")
    assert criterion_digest(str(unique_file)) != before


@pytest.mark.parametrize(
    "identity", [criterion_digest, lambda file: strategy_key(file, "points", hard=False)], ids=["checkpoint", "book"]
)
def test_a_line_that_moves_from_a_file_to_its_import_makes_another_strategy(identity, unique_file, helper_file):
    text = unique_file.read_text()
    unique_file.write_text(f"{text}FACTOR = 2\n")
    before = identity(str(unique_file))

    unique_file.write_text(text)
    helper_file.write_text(f"FACTOR = 2\n{helper_file.read_text()}")

    assert identity(str(unique_file)) != before


def test_a_file_whose_import_changed_has_no_tree_in_the_book(
    source, unique_file, helper_file, tmp_path, command, run, error_line
):
    options = ["--wordlist", source, "--strategy", unique_file]
    book = tmp_path / "a.book"
    command("book", *options, "--lengths", 4, "--jobs", 1, "--out", book)
    play = ["lingo-bot", *options, "--book", book, 4]
    assert run(*play).returncode == 0

    helper_file.write_text("FACTOR = 2\n")
    refused = error_line(run(*play), exit_code=1)
    assert "this book has no tree of file-" in refused


@pytest.fixture
def module(tmp_path, monkeypatch):
    """The file of the module `ranks` in the working directory, which defines the criterion `ranks:unique`."""
    file = tmp_path / "ranks.py"
    file.write_text(UNIQUE.read_text() + "\nunique = criterion\n")
    monkeypatch.chdir(tmp_path)
    # Another test may have imported a module of that name, from its own directory.
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "ranks", raising=False)
    return file


def test_a_changed_module_does_not_go_on_from_the_old_ones_checkpoint(module):
    before = criterion_digest("ranks:unique")
    module.write_text(module.read_text() + "\n# changed\n")
    assert criterion_digest("ranks:unique") != before


def test_a_module_whose_import_changed_does_not_go_on_from_the_old_ones_checkpoint(module):
    module.write_text("import helper_of_ranks\n" + module.read_text())
    helper = module.with_name("helper_of_ranks.py")
    helper.write_text("FACTOR = 1\n")
    before = criterion_digest("ranks:unique")
    helper.write_text("FACTOR = 2\n")
    assert criterion_digest("ranks:unique") != before


def test_a_changed_module_has_no_tree_in_the_book(module, source, command, run, error_line):
    options = ["--wordlist", source, "--strategy", "ranks:unique"]
    command("book", *options, "--lengths", 4, "--jobs", 1, "--out", "a.book")
    play = ["lingo-bot", *options, "--book", "a.book", 4]
    assert run(*play).returncode == 0

    module.write_text(module.read_text() + "\n# changed\n")
    refused = error_line(run(*play), exit_code=1)
    assert re.search("this book has no tree of ranks:unique-[0-9a-f]{16} with 5 attempts", refused)


def test_a_tree_of_minimax_for_points_is_not_played_for_the_worst_case(source, command, run, error_line, tmp_path):
    """For the worst case minimax searches where few candidates are left, and so makes other guesses."""
    options = ["--wordlist", source, "--strategy", "minimax"]
    book = tmp_path / "a.book"
    command("book", *options, "--lengths", 4, "--jobs", 1, "--out", book)
    refused = run("lingo-bot", *options, "--objective", "worst", "--book", book, 4)
    assert "this book has no tree of minimax-worst with 5 attempts" in error_line(refused, exit_code=1)


def test_the_first_guess_is_the_strategys_own(source, command):
    with pytest.raises(click.UsageError, match="--first is for the search"):
        command("book", "--wordlist", source, "--lengths", 4, "--strategy", "parts", "--first", "abcd")


def test_a_file_that_was_changed_is_another_strategy(criterion_file):
    """A worker of a cluster keeps its board from one command to the next."""
    board = board_of(game_of(WORST_CASE_WORDS))

    most_bins = board.strategy(criterion_file("-len(sizes)"))
    fewest_bins = board.strategy(criterion_file("len(sizes)"))

    assert most_bins.choice(most_bins.start) != fewest_bins.choice(fewest_bins.start)
