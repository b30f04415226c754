"""`precompute evaluate`: the tree is what the player plays, and the figures are those of its games.

The fixtures are those of conftest.py: `words` are 60 words of four letters, and `source` is their file; `command` and
`in_json` launch a command of precompute; `evaluated` launches `evaluate` for words of four letters.
"""

import re
from collections import Counter
from pathlib import Path

import pytest
from programs import program_path
from terminals import Terminal
from word_games import guesses_of

from lingo_bot.book_player import NO_BOOK
from lingo_bot.launch import STRATEGIES, player_for
from wordlists.word_game import read_game

POINTS = {1: 500, 2: 400, 3: 300, 4: 200, 5: 100}
"""What the contest gives for a hit, by the attempt."""


def games_in(tree: Path) -> dict[str, list[str]]:
    """The guesses of each game in a tree file, whose lines are `SECRET: GUESS REPLY GUESS REPLY …` after a header."""
    _, *lines = tree.read_text().splitlines()

    games = {}
    for line in lines:
        secret, _, moves = line.partition(": ")
        games[secret] = moves.split()[::2]
    return games


def end_of(secret: str, guesses: list[str]) -> str:
    """How a game ended, as the figures name it: "2" if the second guess is the secret, else "unsolved"."""
    return str(len(guesses)) if guesses[-1] == secret else "unsolved"


@pytest.fixture
def tree(tmp_path) -> Path:
    """Where an evaluation writes its tree."""
    return tmp_path / "tree.txt"


@pytest.fixture
def evaluated_without_book(source, tree, evaluated):
    """evaluated_without_book(*options): the record of the 60 words of `source`, as the player plays them itself.

    The evaluation writes its tree to `tree`.
    """
    return lambda *options: evaluated("--wordlist", source, "--no-book", "--tree", tree, *options)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("attempts", [5, 3, 1])
def test_the_tree_has_the_games_that_the_player_plays(strategy, attempts, words, source, evaluated_without_book, tree):
    evaluated_without_book("--strategy", strategy, "--attempts", attempts)

    word_game = read_game(4, str(source), attempts=attempts)
    games = {}
    for secret in words:
        player = player_for(word_game, strategy, book=NO_BOOK)
        games[secret] = guesses_of(player, secret, attempts)

    assert games_in(tree) == games


@pytest.mark.parametrize("attempts", [5, 3, 1])
def test_words_are_counted_by_the_end_of_their_games(attempts, evaluated_without_book, tree):
    record = evaluated_without_book("--attempts", attempts)
    ends = Counter(end_of(secret, guesses) for secret, guesses in games_in(tree).items())
    assert Counter(record["attempts"]) == ends
    assert ends.total() == 60


def test_the_mean_points_are_those_of_the_contest(evaluated_without_book, tree):
    record = evaluated_without_book()
    points = [POINTS[len(guesses)] for secret, guesses in games_in(tree).items() if guesses[-1] == secret]
    assert record["mean_points"] == sum(points) / 60


def test_check_tree_finds_the_same_figure_in_the_tree(source, evaluated_without_book, tree, command):
    record = evaluated_without_book("--attempts", 3)
    checked = command("check-tree", tree, "--wordlist", source, "--attempts", 3)
    assert f"mean points {record['mean_points']:.4f}" in checked


def test_the_keys_of_the_result_in_json(source, in_json):
    result = in_json("evaluate", "--wordlist", source, "--lengths", 4, "--strategy", "parts")
    assert result.keys() == {"strategy", "wordlist", "answers", "rules", "lengths", "expected_total"}
    assert result["strategy"] == "parts"
    assert result["wordlist"] == str(source)


def test_the_record_of_a_length_in_json(words, evaluated_without_book):
    record = evaluated_without_book("--strategy", "parts")
    assert {"words", "first_guess", "mean_points", "attempts", "seconds"} <= record.keys()
    assert list(record["attempts"]) == ["1", "2", "3", "4", "5", "unsolved"]
    assert record["words"] == 60
    assert record["first_guess"] in words


def test_the_expected_total_is_that_of_a_hundred_words_of_each_length(tmp_path, in_json):
    (tmp_path / "list").write_text("able\nacid\nabbey\n")
    result = in_json("evaluate", "--wordlist", tmp_path / "list", "--lengths", "4,5", "--no-book")

    # Two words: 500 and 400; one word: 500.
    assert result["lengths"]["4"]["mean_points"] == 450
    assert result["lengths"]["5"]["mean_points"] == 500
    assert result["expected_total"] == 95_000


def test_words_that_no_guess_tells_apart_stay_together(tmp_path, in_json):
    # Each guess of the five words tells itself from the others, and no two of the others from one another.
    (tmp_path / "list").write_text("bill\ndill\nfill\ngill\nhill\n")
    options = ["--wordlist", tmp_path / "list", "--lengths", 4, "--no-book", "--attempts", 3]
    record = in_json("evaluate", *options)["lengths"]["4"]

    assert record["attempts"] == {"1": 1, "2": 1, "3": 1, "unsolved": 2}
    # At the last of three attempts three words are left, one of which the guess wins against.
    assert record["largest_unseparated"] == 3
    # 300 + 200 + 100 points for five words.
    assert record["mean_points"] == 120
    # Of the three words that are found, at the attempts 1, 2 and 3.
    assert record["mean_attempts"] == 2


@pytest.fixture
def own_criterion(tmp_path) -> Path:
    """A file that defines a criterion: the largest bin."""
    path = tmp_path / "mine.py"
    path.write_text("def criterion(sizes, hit):\n    return max(sizes)\n")
    return path


@pytest.fixture
def comparison(source, own_criterion) -> list[object]:
    """The arguments that compare the criterion `parts` with the one of the file."""
    evaluate = ["evaluate", "--wordlist", source, "--lengths", 4, "--no-book"]
    return [*evaluate, "--strategy", "parts", "--strategy", own_criterion]


def test_several_strategies_are_a_list_in_json(comparison, own_criterion, in_json):
    of_parts, of_own_criterion = in_json(*comparison)
    *without_own_criterion, _strategy_option, _file = comparison
    parts_alone = in_json(*without_own_criterion)

    assert of_parts["strategy"] == "parts"
    assert of_own_criterion["strategy"] == str(own_criterion)
    assert of_parts["expected_total"] == parts_alone["expected_total"]


def test_several_strategies_are_compared_in_a_table_at_the_end(comparison, command, in_json):
    *_, heading, parts, own_criterion = command(*comparison).splitlines()

    assert heading.split() == ["strategy", "4", "pit", "total"]
    for line, record in zip((parts, own_criterion), in_json(*comparison), strict=True):
        mean_points = record["lengths"]["4"]["mean_points"]
        assert line.split()[:2] == [record["strategy"], f"{mean_points:.2f}"]


def test_the_tree_of_several_strategies_is_refused(comparison, tree, run, error_line):
    refused = run("precompute", *comparison, "--tree", tree)
    assert "--tree writes the tree of one --strategy" in error_line(refused, exit_code=2)


SECONDS = re.compile(r"\b\d+\.\d\b")
"""A number with one decimal place, as the seconds are printed, which no two runs share."""


def test_tables_fit_a_narrow_terminal_and_lose_nothing(source, command):
    columns = 30
    arguments = ["evaluate", "--wordlist", source, "--lengths", 4, "--no-book", "--quiet"]
    arguments += ["--strategy", "parts", "--strategy", "entropy"]
    whole = command(*arguments)

    terminal = Terminal([program_path("precompute"), *arguments], columns)
    fitted = terminal.read()

    assert terminal.wait() == 0
    assert max(map(len, fitted.splitlines())) <= columns < max(map(len, whole.splitlines()))
    assert SECONDS.sub("", fitted).split() == SECONDS.sub("", whole).split()


def test_columns_stand_below_each_other_where_the_longest_words_come_last(tmp_path, command):
    (tmp_path / "words.txt").write_text("crane\nantidisestablishment\n")
    options = ["--wordlist", tmp_path / "words.txt", "--lengths", "5,20", "--jobs", 1]

    heading, of_5_letters, of_20_letters, _ = command("evaluate", *options).splitlines()

    assert heading.startswith("letters  words  first guess             points    at 1")
    assert of_5_letters.startswith("      5      1  crane                 500.0000 100.00%")
    assert of_20_letters.startswith("     20      1  antidisestablishment  500.0000 100.00%")


def test_columns_stand_below_each_other_beside_letters_that_are_two_columns_wide(tmp_path, command):
    """A letter of Korean takes two columns of a terminal."""
    (tmp_path / "korean.txt").write_text("가나\n나다\n")
    options = ["--wordlist", tmp_path / "korean.txt", "--lengths", 2, "--show-first-letter", "--jobs", 1]

    heading, row, *_ = command("evaluate", *options).splitlines()

    assert heading.startswith("letters  words  first guess      points    at 1")
    assert row.startswith("   2 가      1  가나           500.0000 100.00%")


@pytest.mark.parametrize(("arguments", "beginning"), [
    (["evaluate", "--no-book"], "letters  words"),
    (["first-guesses"], "4 letters, 60 words"),
    (["book", "--first-guesses", 1, "--out", "a.book"], "4 letters: 60 words"),
])  # fmt: skip
def test_on_a_terminal_a_result_has_a_line_without_the_bar(arguments, beginning, source, tmp_path):
    options = ["--wordlist", source, "--lengths", 4, "--jobs", 1]
    terminal = Terminal([program_path("precompute"), *arguments, *options], cwd=tmp_path)

    lines = terminal.read().splitlines()

    assert terminal.wait() == 0
    # What follows a carriage return is written over the line.
    seen = [line.rpartition("\r")[2] for line in lines]
    [line_of_result] = [line for line in seen if beginning in line]
    assert line_of_result.startswith(beginning)


@pytest.mark.parametrize("name", ["evaluate", "bound", "first-guesses", "book"])
def test_a_list_without_words_of_the_last_length_is_refused_before_the_first_result(name, source, run):
    done = run("precompute", name, "--wordlist", source, "--lengths", "4,5", "--jobs", 1)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"precompute: {source}: no words of 5 letters, only of 4\n"
