"""Trees and books of `precompute optimal`: `check-tree` verifies them, and lingo-bot plays them.

The fixtures are those of conftest.py: `lists` is a list of 14 words, nine answers, and the options that name both
files; `command` and `in_json` launch a command of precompute; `plays` asserts that lingo-bot plays a tree, and returns
its standard error.
"""

import re
from typing import Any

import pytest
from brute_force import misses_and_guesses

from lingo_common.errors import DataError

pytest.importorskip("numba")

from precompute.commands import optimal
from precompute.optimal import solve_word_game

BEST_TOTAL = 22
"""The guesses of the best tree of `lists` for the nine answers, which begins with `film`."""
BAD_FIRST_GUESS = "bill"
BAD_TOTAL = 25
"""The guesses of the best tree that begins with BAD_FIRST_GUESS."""


def games_in(result: dict[str, Any]) -> list[dict[str, Any]]:
    """The records in a result of one length: one, or one for each first letter where it is shown."""
    has_one_game = "total" in result
    return [result] if has_one_game else list(result.values())


@pytest.mark.parametrize("rules", [[], ["--hard"], ["--show-first-letter"], ["--rules", "lingo"]])
def test_check_tree_verifies_the_trees(lists, command, in_json, tmp_path, rules):
    _, answers, options = lists
    tree = tmp_path / "tree"
    record = in_json("optimal", *options, *rules, "--lengths", 4, "--tree", tree, "--jobs", 1)
    games = games_in(record)
    # The rules of `optimal` are Wordle's unless others are named, and those of `check-tree` are the pit's.
    checked = command("check-tree", tree, *options, "--rules", "wordle", *rules).splitlines()

    # A line for each game, such as "4 letters, b: 2 words, …".
    counts = [int(re.search(r": (\d+) words?,", line)[1]) for line in checked]
    assert sum(counts) == len(answers)

    for game, line in zip(games, checked, strict=True):
        assert game["first_guess"] in line
        assert f"missed {game['missed']}" in line
        # Lingo is played for points, and its total is one of points.
        if "lingo" not in rules:
            assert re.search(f"{game['total']:,} guess(es)?,", line)


@pytest.fixture
def tree(lists, command, tmp_path):
    """The file of an optimal tree."""
    file = tmp_path / "tree"
    command("optimal", *lists.options, "--lengths", 4, "--tree", file, "--jobs", 1)
    return file


def test_check_tree_refuses_a_tree_without_the_game_of_an_answer(lists, tree, command):
    lines = [line for line in tree.read_text().splitlines() if not line.startswith(lists.answers[3])]
    tree.write_text("\n".join(lines))
    with pytest.raises(DataError, match=f"there is no game of {lists.answers[3]}"):
        command("check-tree", tree, *lists.options, "--rules", "wordle")


def test_check_tree_refuses_a_tree_of_answers_as_one_of_all_words(lists, tree, command):
    without_answers = lists.options[:2]
    with pytest.raises(DataError, match=r"line 1: the header has 'words=.* in the place of 'words="):
        command("check-tree", tree, *without_answers, "--rules", "wordle")


@pytest.mark.parametrize("rules", [[], ["--hard"], ["--rules", "lingo"], ["--objective", "worst"]])
def test_the_player_plays_the_book_that_it_writes(lists, command, plays, tmp_path, rules):
    options = lists.options
    book = tmp_path / "a.book"
    tree = tmp_path / "tree"
    command("optimal", *options, *rules, "--lengths", 4, "--out", book, "--tree", tree, "--jobs", 1)

    # The rules of `optimal` are Wordle's unless others are named, and those of lingo-bot are the pit's.
    standard_error = plays(tree, *options, "--rules", "wordle", *rules, "--book", book)
    assert standard_error == ""


def test_brute_force_finds_the_guesses_of_the_best_and_of_a_bad_first_guess(lists):
    guesses = misses_and_guesses(lists.words, lists.answers, attempts=6)
    assert min(guesses.values()) == (0, BEST_TOTAL)
    assert guesses[BAD_FIRST_GUESS] == (0, BAD_TOTAL)


def test_a_book_keeps_its_better_tree(lists, command, tmp_path):
    book = tmp_path / "a.book"
    tree = tmp_path / "tree"
    search = ["optimal", *lists.options, "--lengths", 4, "--jobs", 1, "--out", book, "--tree", tree]
    command(*search)
    best_book = book.read_bytes()

    command(*search, "--first", BAD_FIRST_GUESS)
    assert book.read_bytes() == best_book
    assert f" {BAD_TOTAL} guesses" in command("check-tree", tree, *lists.options, "--rules", "wordle")


def test_a_better_tree_that_another_command_has_added_meanwhile_is_kept(lists, command, tmp_path, monkeypatch):
    best = tmp_path / "best.book"
    book = tmp_path / "a.book"
    search = ["optimal", *lists.options, "--lengths", 4, "--jobs", 1]
    command(*search, "--out", best)

    def solve_while_another_adds(*arguments, **more):
        """Solve the game; then another command has written the best tree into the book."""
        result = solve_word_game(*arguments, **more)
        book.write_bytes(best.read_bytes())
        return result

    monkeypatch.setattr(optimal, "solve_word_game", solve_while_another_adds)
    command(*search, "--out", book, "--first", BAD_FIRST_GUESS)
    assert book.read_bytes() == best.read_bytes()


def test_a_better_tree_replaces_the_one_in_the_book(lists, command, in_json, tmp_path):
    game = [*lists.options, "--lengths", 4, "--jobs", 1]
    search = ["optimal", *game, "--out", tmp_path / "a.book"]
    command(*search, "--first", BAD_FIRST_GUESS)
    command(*search)

    record = in_json("evaluate", *game, "--rules", "wordle", "--book", tmp_path / "a.book")["lengths"]["4"]
    assert record["mean_guesses"] == BEST_TOTAL / len(lists.answers)


def test_words_are_printed_with_their_groups_written_out(tmp_path, in_json, command):
    (tmp_path / "words").write_text("bijter\nwijzer\nijzers\n")
    options = ["--wordlist", tmp_path / "words", "--letters", "ij", "--jobs", 1]
    record = in_json("optimal", *options, "--top", 3)
    assert {opener["first_guess"] for opener in record["openers"]} == {"bijter", "wijzer", "ijzers"}

    # These rules show the first letter, and only ijzers begins with ij: one guess.
    assert "5 letters, ij: ijzers, total 1," in command("optimal", *options, "--rules", "television")
