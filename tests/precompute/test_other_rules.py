"""The offline commands under other rules than the pit's: against brute force, the player and the oracle.

Words with groups of letters are in test_letter_groups.py. The fixtures of conftest.py are used throughout: `lists` is a
list of 14 words, nine answers, and the options that name both files; `command` and `in_json` launch a command of
precompute, and `evaluated` returns what `evaluate` says of words of four letters. With the options `every_guess` a book
gets the best tree. `plays` asserts that lingo-bot plays a tree, and returns its standard error.
"""

import re
from collections import Counter

import pytest
from brute_force import misses_and_guesses

from lingo_bot import Player
from wordlists.reply import reply_for

FOUR_LETTERS = ["--lengths", 4, "--jobs", 1]


def least_misses_and_guesses(words, answers, attempts, hard=False):
    """(misses, guesses) of the tree with the fewest misses, then the fewest guesses, by trying everything."""
    return min(misses_and_guesses(words, answers, attempts, hard).values())


@pytest.mark.parametrize(("attempts", "hard"), [(2, False), (3, False), (6, False), (3, True), (6, True)])
def test_a_book_for_the_fewest_guesses_is_the_best_there_is(
    lists, every_guess, command, evaluated, tmp_path, attempts, hard
):
    words, answers, options = lists
    book = tmp_path / "a.book"
    rules = [*options, "--rules", "wordle", "--attempts", attempts]
    if hard:
        rules.append("--hard")

    printed = command("book", *rules, *FOUR_LETTERS, *every_guess, "--out", book)
    record = evaluated(*rules, "--book", book)

    missed, guesses = least_misses_and_guesses(words, answers, attempts, hard)
    mean = guesses / len(answers)
    assert (record["missed"], record["mean_guesses"]) == (missed, mean)
    assert f"{len(answers)} words, {mean:.4f} guesses a game, {missed} missed" in printed


def test_a_tree_for_the_fewest_guesses_is_kept_where_the_search_finds_none_better(lists, command, tmp_path):
    search = ["book", *lists.options, "--rules", "wordle", *FOUR_LETTERS, "--out", tmp_path / "a.book"]
    command(*search)
    assert command(*search).endswith("(kept the tree in the book)\n")


def test_a_book_for_the_worst_case_is_the_best_there_is(lists, every_guess, command, evaluated, tmp_path):
    words, answers, options = lists
    rules = [*options, "--objective", "worst", "--attempts", 6]
    command("book", *rules, *FOUR_LETTERS, *every_guess, "--out", tmp_path / "a.book")
    record = evaluated(*rules, "--book", tmp_path / "a.book")

    # With the worst case as the number of attempts nothing is missed, and with one less something is.
    worst = record["worst"]
    missed, guesses = least_misses_and_guesses(words, answers, worst)
    missed_with_one_less, _ = least_misses_and_guesses(words, answers, worst - 1)

    assert (missed, record["mean_guesses"]) == (0, guesses / len(answers))
    assert missed_with_one_less > 0


RULES = {
    "wordle": ["--rules", "wordle"],
    "wordle, hard": ["--rules", "wordle", "--hard"],
    "worst": ["--objective", "worst", "--attempts", 4],
    "points and hard": ["--hard"],
    "first letter": ["--rules", "television"],
    "first letter, hard": ["--rules", "television", "--hard", "--objective", "points"],
}
"""The options of rules under which the lists are played."""


@pytest.fixture(params=RULES.values(), ids=RULES)
def rules(request) -> list[object]:
    """The options of some rules."""
    return request.param


@pytest.fixture
def book(lists, rules, every_guess, command, tmp_path):
    """A book with the best tree of the lists under those rules."""
    command("book", *lists.options, *rules, *FOUR_LETTERS, *every_guess, "--out", tmp_path / "a.book")
    return tmp_path / "a.book"


def test_a_tree_of_a_book_is_checked_under_its_rules(lists, rules, book, command, evaluated, tmp_path):
    tree = tmp_path / "tree"
    record = evaluated(*lists.options, *rules, "--book", book, "--tree", tree)
    lines = command("check-tree", tree, *lists.options, *rules).splitlines()

    # A line for each first letter that is shown, such as "4 letters, b: 2 words, …".
    counts = [re.search(r": (\d+) words?,", line)[1] for line in lines]
    assert sum(map(int, counts)) == len(lists.answers) == record["words"]


def test_the_player_plays_the_book(lists, rules, book, evaluated, tmp_path, plays):
    tree = tmp_path / "tree"
    evaluated(*lists.options, *rules, "--book", book, "--tree", tree)
    assert plays(tree, *lists.options, *rules, "--book", book) == ""


def test_without_a_book_the_live_player_is_evaluated(lists, rules, in_json):
    words, answers, options = lists
    result = in_json("evaluate", *options, *rules, *FOUR_LETTERS, "--no-book")
    shows_letter = result["rules"]["first_letter"]
    rules_of_player = {name: result["rules"][name] for name in ("attempts", "hard", "objective")}

    ends: Counter[str] = Counter()
    for secret in answers:
        letter = secret[0] if shows_letter else None
        player = Player(4, words, answers=answers, first_letter=letter, **rules_of_player)
        steps = player.play(secret)
        ends[str(len(steps)) if player.solved else "unsolved"] += 1

    # The record has a 0 for an end that no game has, which `ends` lacks; as counters they are equal.
    assert Counter(result["lengths"]["4"]["attempts"]) == ends


def test_an_evaluation_has_a_record_for_each_first_letter_that_is_shown(lists, evaluated):
    record = evaluated(*lists.options, "--rules", "television", "--no-book")
    words_by_letter = {letter: of_letter["words"] for letter, of_letter in record["first_letters"].items()}
    # Of the answers bill, bulb, dame, dill, fill, film, gill, hill and mill.
    assert words_by_letter == {"b": 2, "d": 2, "f": 2, "g": 1, "h": 1, "m": 1}


@pytest.mark.parametrize(("rules", "heading"), [
    (["--rules", "television"], "guesses  missed"),
    (["--objective", "worst"], "worst   guesses"),
])  # fmt: skip
def test_the_table_shows_the_figure_of_the_objective(lists, command, rules, heading):
    printed = command("evaluate", *lists.options, *rules, *FOUR_LETTERS, "--no-book")
    assert heading in printed.splitlines()[0]
    assert "expected total" not in printed


def test_the_last_line_of_the_table_is_that_of_all_first_letters(lists, command):
    *_, last_line = command("evaluate", *lists.options, "--rules", "television", *FOUR_LETTERS).splitlines()
    assert last_line.split()[:3] == ["4", "all", "9"]


def expected_remaining(word, secrets):
    """The mean size of the bin that the secret lies in, by the oracle."""
    bins = Counter(reply_for(word, secret) for secret in secrets)
    return sum(size * size for size in bins.values()) / len(secrets)


def test_first_guesses_are_ranked_over_the_answers(lists, in_json):
    words, answers, options = lists
    ranking = in_json("first-guesses", *options, "--lengths", 4, "--top", 99)["lengths"]["4"]
    figures = {guess["word"]: guess["figure"] for guess in ranking}
    assert figures == {word: expected_remaining(word, answers) for word in words}


def test_first_guesses_of_a_shown_letter_are_ranked_over_the_answers_with_it(lists, in_json):
    words, answers, options = lists
    television = [*options, "--rules", "television"]
    by_letter = in_json("first-guesses", *television, "--lengths", 4, "--top", 99)["lengths"]["4"]

    assert list(by_letter) == ["b", "d", "f", "g", "h", "m"]
    for letter, ranking in by_letter.items():
        figures = {guess["word"]: guess["figure"] for guess in ranking}
        words_of_letter = [word for word in words if word[0] == letter]
        secrets = [word for word in answers if word[0] == letter]
        assert figures == {word: expected_remaining(word, secrets) for word in words_of_letter}


@pytest.fixture
def options_of_wordle(lists, every_guess, command, tmp_path):
    """options_of_wordle(attempts): the options of Wordle's game over the lists, and of a book with its best tree."""

    def options_with(attempts: int) -> list[object]:
        game = [*lists.options, "--rules", "wordle", "--attempts", attempts, *FOUR_LETTERS]
        command("book", *game, *every_guess, "--out", tmp_path / "a.book")
        return [*game, "--book", tmp_path / "a.book"]

    return options_with


@pytest.mark.parametrize("attempts", [3, 6])
def test_the_bound_of_guesses_meets_the_best_tree(lists, options_of_wordle, in_json, attempts):
    proved = in_json("bound", *options_of_wordle(attempts))["lengths"]["4"]

    missed, guesses = least_misses_and_guesses(lists.words, lists.answers, attempts)
    assert (proved["missed"], proved["bound"], proved["gap"]) == (missed, guesses / len(lists.answers), 0)
    assert proved["optimal"]
    # The bound by the bins of the first guess alone is no closer than the proved one.
    assert proved["first_level"] <= proved["bound"]


@pytest.mark.parametrize("attempts", [3, 6])
def test_a_stored_bound_of_guesses_tells_that_a_tree_is_optimal(options_of_wordle, command, tmp_path, attempts):
    options = options_of_wordle(attempts)
    command("bound", *options, "--out", tmp_path / "bounds")
    _, line = command("evaluate", *options, "--bounds", tmp_path / "bounds").splitlines()
    assert line.endswith("  optimal")


@pytest.fixture
def television(lists):
    """The options of `bound` for a game of guesses whose first letter is shown."""
    return [*lists.options, "--rules", "television", "--no-book", *FOUR_LETTERS]


def test_the_bound_for_each_first_letter_is_no_more_than_the_guesses_of_the_best_tree(lists, television, in_json):
    proved_by_letter = in_json("bound", *television)["lengths"]["4"]

    assert list(proved_by_letter) == ["b", "d", "f", "g", "h", "m"]
    for letter, proved in proved_by_letter.items():
        words_of_letter = [word for word in lists.words if word[0] == letter]
        secrets = [word for word in lists.answers if word[0] == letter]
        missed, guesses = least_misses_and_guesses(words_of_letter, secrets, attempts=5)

        assert proved["words"] == len(secrets)
        assert proved["missed"] == missed == 0
        assert proved["bound"] <= guesses / len(secrets)


def test_the_table_has_a_line_for_each_first_letter(television, command):
    _, *lines = command("bound", *television).splitlines()
    assert [line.split()[:2] for line in lines] == [["4", letter] for letter in "bdfghm"]
