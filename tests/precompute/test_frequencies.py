"""`--frequencies`: evaluations, books and proofs of games whose secrets count differently, against brute force."""

from typing import Any

import click
import pytest
from brute_force import misses_and_guesses, most_points

from lingo_common.errors import DataError
from wordlists.frequencies import MAX_WEIGHT, Frequencies
from wordlists.spelling import PLAIN
from wordlists.word_list import read_list

WEIGHTS = {"bill": 1, "bulb": 1, "dame": 1, "dill": 1, "fill": 9, "film": 3, "gill": 2, "hill": 1, "mill": 2}
"""How much each answer of the fixture `lists` counts.

The best trees are others than where all answers count alike, and others in hard mode than without it. With five
attempts a search that keeps one guess at each attempt does not find them.
"""
WEIGHT = 21
"""The sum of WEIGHTS."""


@pytest.fixture
def options(lists, tmp_path) -> list[Any]:
    """The options of the game of `lists` whose answers have WEIGHTS."""
    lines = [f"{word} {weight}" for word, weight in WEIGHTS.items()]
    (tmp_path / "counts").write_text("\n".join(lines))
    return [*lists.options, "--frequencies", tmp_path / "counts", "--lengths", 4, "--jobs", 1]


@pytest.fixture
def evaluated_best(options, every_guess, command, in_json, tmp_path):
    """evaluated_best(*rules): the evaluation of the best tree of the weighted game under these rules."""

    def launch(*rules):
        command("book", *options, *rules, *every_guess, "--out", tmp_path / "book")
        return in_json("evaluate", *options, *rules, "--book", tmp_path / "book")["lengths"]["4"]

    return launch


@pytest.mark.parametrize("attempts", [2, 3, 5])
def test_a_book_that_tries_every_guess_wins_the_most_points(lists, evaluated_best, attempts):
    record = evaluated_best("--attempts", attempts)
    points = most_points(lists.words, lists.answers, attempts, weights=WEIGHTS)
    assert record["mean_points"] * WEIGHT == pytest.approx(points)


@pytest.mark.parametrize("attempts", [2, 3, 5])
def test_a_book_that_tries_every_guess_needs_the_fewest_guesses(lists, evaluated_best, attempts):
    record = evaluated_best("--objective", "guesses", "--attempts", attempts)
    missed, guesses = min(misses_and_guesses(lists.words, lists.answers, attempts, weights=WEIGHTS).values())
    assert record["missed"] == missed
    assert record["mean_guesses"] * WEIGHT == pytest.approx(guesses)


def test_an_evaluation_counts_words_once_and_attempts_by_weight(evaluated_best):
    record = evaluated_best()
    assert record["words"] == 9
    assert sum(record["attempts"].values()) == WEIGHT


@pytest.fixture
def proved(options, in_json, short_searches):
    """proved(*rules): the record of what `optimal` proves of the weighted game under these rules."""
    pytest.importorskip("numba")
    return lambda *rules: in_json("optimal", *options, *rules)


HARD_OR_NOT = pytest.mark.parametrize("hard", [False, True], ids=["plain", "hard"])


@pytest.mark.parametrize("attempts", [2, 3, 5])
@HARD_OR_NOT
def test_the_proved_points_are_those_of_brute_force(lists, proved, attempts, hard):
    proof = proved("--objective", "points", "--attempts", attempts, *(["--hard"] if hard else []))
    assert proof["proved"]
    assert proof["total"] == most_points(lists.words, lists.answers, attempts, hard, WEIGHTS)


@pytest.mark.parametrize("attempts", [2, 3, 5])
@HARD_OR_NOT
def test_the_proved_guesses_are_those_of_brute_force(lists, proved, attempts, hard):
    proof = proved("--objective", "guesses", "--attempts", attempts, *(["--hard"] if hard else []))
    figures = misses_and_guesses(lists.words, lists.answers, attempts, hard, WEIGHTS)
    assert proof["proved"]
    assert (proof["missed"], proof["total"]) == min(figures.values())


def test_a_proof_counts_attempts_by_weight(proved):
    proof = proved("--attempts", 3)
    assert proof["bound"] == proof["total"]
    assert proof["missed"] == 1
    assert sum(proof["distribution"].values()) == WEIGHT - 1


def test_the_worst_case_comes_before_the_weights(lists, options, in_json):
    """Three attempts miss an answer. Four take 44 guesses, and five, which the weights prefer, take 43."""
    pytest.importorskip("numba")
    words, answers, _ = lists
    proof = in_json("optimal", *options, "--objective", "worst", "--attempts", 6, "--top", 3)

    assert proof["worst"] == 4
    assert (0, proof["total"]) == min(misses_and_guesses(words, answers, attempts=4, weights=WEIGHTS).values())
    assert proof["openers"][0]["total"] == proof["total"]


def test_an_evaluation_counts_each_game_of_the_tree_with_its_weight(options, in_json, tmp_path):
    record = in_json("evaluate", *options, "--attempts", 3, "--tree", tmp_path / "tree")["lengths"]["4"]

    # Lines such as "catt: batt XOOO catt OOOO", below a header without a colon.
    lines = (tmp_path / "tree").read_text().splitlines()
    games = dict(line.split(": ") for line in lines if ":" in line)
    counts = dict.fromkeys(["1", "2", "3", "unsolved"], 0)
    for answer, weight in WEIGHTS.items():
        replies = games[answer].split()[1::2]
        end = str(len(replies)) if replies[-1] == "OOOO" else "unsolved"
        counts[end] += weight

    assert record["attempts"] == counts


@pytest.mark.parametrize(("text", "message"), [
    ("able 5\n\nacid 5 6\n", "line 3: not a word and a number: 'acid 5 6'"),
    ("able 5\nacid\n", "line 2: not a word and a number: 'acid'"),
    ("able .5\n", "line 1: not a word and a number: 'able .5'"),
    ("able 1e3\n", "line 1: not a word and a number: 'able 1e3'"),
    ("able -5\n", "line 1: not a word and a number: 'able -5'"),
    ("zzzz 5\n", "counts none of the 60 words of 4 letters"),
])  # fmt: skip
def test_a_file_that_cannot_be_used_is_named_with_the_line(text, message, source, command, tmp_path):
    (tmp_path / "counts").write_text(text)
    with pytest.raises(DataError, match=f"counts: .*{message}"):
        command("evaluate", "--wordlist", source, "--lengths", 4, "--frequencies", tmp_path / "counts")


@pytest.mark.parametrize("separator", [" ", "\t", ",", ";"])
def test_a_word_in_any_letters_and_its_count_are_read(separator, source, words, tmp_path):
    """A word that is not in the list counts for nothing."""
    (tmp_path / "counts").write_text(f"other 5\n\n{words[0].upper()}{separator}3\n")
    frequencies = Frequencies(str(tmp_path / "counts"), PLAIN)

    _, weights, _ = frequencies.weights(read_list(4, source), letter=None)

    assert weights == [3, *([1] * 59)]


def test_counts_that_add_up_to_too_much_are_scaled(source, words, tmp_path):
    """They are three times MAX_WEIGHT together, so that 3 counts as 1."""
    (tmp_path / "counts").write_text(f"{words[0]} {2 * MAX_WEIGHT}\n{words[1]} {MAX_WEIGHT}\n")
    frequencies = Frequencies(str(tmp_path / "counts"), PLAIN)

    _, weights, remarks = frequencies.weights(read_list(4, source), letter=None)

    assert sum(weights) <= MAX_WEIGHT
    assert weights[0] == pytest.approx(2 * weights[1], abs=1)
    assert set(weights[2:]) == {1}
    assert remarks[0].endswith("counts: figures count 3 as 1")


@pytest.mark.parametrize(("count", "least"), [("3", "1"), ("0.5", "0.5")])
def test_a_word_without_a_count_counts_as_the_least_weight_does(source, words, tmp_path, count, least):
    (tmp_path / "counts").write_text(f"{words[0]} {count}\n")
    frequencies = Frequencies(str(tmp_path / "counts"), PLAIN)

    _, weights, remarks = frequencies.weights(read_list(4, source), letter=None)

    assert set(weights[1:]) == {1}
    assert remarks[-1].endswith(f"counts: words of 4 letters without a count: 59 of 60; each counts {least}")


def test_where_letters_are_shown_the_counts_need_not_name_a_secret_of_every_letter(tmp_path, in_json):
    """`bulk` and `bull` have no count. They count once each, as in the game that shows no letter."""
    pytest.importorskip("numba")
    (tmp_path / "words").write_text("able\nacid\nbulk\nbull\n")
    (tmp_path / "counts").write_text("able 3\nacid 1\n")
    options = ["--wordlist", tmp_path / "words", "--frequencies", tmp_path / "counts", "--lengths", 4, "--jobs", 1]

    found = in_json("optimal", *options, "--show-first-letter", "--objective", "guesses")

    # The first guess is one of the two words, and the second the other one: 3 + 2 * 1 and 1 + 2 * 1 guesses.
    totals = {letter: record["total"] for letter, record in found.items()}
    assert totals == {"a": 5, "b": 3}


def test_a_book_of_weighted_secrets_needs_out(source, command):
    with pytest.raises(click.UsageError, match="wants --out FILE"):
        command("book", "--wordlist", source, "--frequencies", source)


def test_the_best_first_guesses_include_those_that_tell_nothing(tmp_path, in_json):
    """One answer: it is found at once, or with the second guess after any other word."""
    pytest.importorskip("numba")
    (tmp_path / "words").write_text("acca\nbacb\nbbbb\ncccc\n")
    (tmp_path / "answers").write_text("bbbb\n")
    (tmp_path / "counts").write_text("bbbb 1\n")
    options = ["--wordlist", tmp_path / "words", "--answers", tmp_path / "answers", "--lengths", 4, "--jobs", 1]
    weighted = in_json("optimal", *options, "--frequencies", tmp_path / "counts", "--top", 3)["openers"]
    unweighted = in_json("optimal", *options, "--top", 3)["openers"]

    assert weighted[0]["first_guess"] == "bbbb"
    assert [opener["total"] for opener in weighted] == [1, 2, 2]
    assert [opener["total"] for opener in unweighted] == [1, 2, 2]


def test_a_word_that_counts_0_is_guessed_and_is_never_the_secret(lists, options, in_json, tmp_path):
    """The game is that of the seven other answers. The words of both stay in the list."""
    pytest.importorskip("numba")
    counts = {**WEIGHTS, "fill": 0, "gill": 0}
    (tmp_path / "counts").write_text("\n".join(f"{word} {count}" for word, count in counts.items()))

    proof = in_json("optimal", *options)

    answers = ["bill", "bulb", "dame", "dill", "film", "hill", "mill"]
    # Wordle's rules, which `optimal` has by default, allow six attempts.
    figures = misses_and_guesses(lists.words, answers, attempts=6, weights=WEIGHTS)
    assert (proof["missed"], proof["total"]) == min(figures.values())
    assert proof["proved"]


def test_fractions_are_the_same_game_as_the_least_whole_numbers_in_their_proportions(options, in_json, tmp_path):
    pytest.importorskip("numba")
    of_whole_numbers = in_json("optimal", *options)
    # A quarter of WEIGHTS.
    (tmp_path / "counts").write_text(
        "bill 0.25\nbulb 0.25\ndame 0.25\ndill 0.25\nfill 2.25\nfilm 0.75\ngill 0.5\nhill 0.25\nmill 0.5\n"
    )
    of_fractions = in_json("optimal", *options)

    for key in ("total", "mean", "first_guess"):
        assert of_fractions[key] == of_whole_numbers[key]
