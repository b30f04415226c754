"""`--frequencies`: evaluations, books and proofs of games whose secrets count differently, against brute force."""

import itertools
from typing import Any, NamedTuple

import click
import numpy as np
import pytest
from brute_force import least_guesses, random_words

from lingo_common.errors import DataError
from wordlists.frequencies import MAX_WEIGHT, Frequencies
from wordlists.spelling import PLAIN
from wordlists.word_list import read_list


class Weighted(NamedTuple):
    """A random game whose answers count differently."""

    words: list[str]
    answers: list[str]
    weights: list[int]
    """How much each answer counts."""
    options: list[Any]
    """The options that name the files of the game."""

    @property
    def weight_of(self) -> dict[str, int]:
        """How much each answer counts, by the answer."""
        return dict(zip(self.answers, self.weights, strict=True))

    def misses_and_guesses(self, attempts: int, hard: bool = False) -> tuple[int, int]:
        """(weight missed, guesses) of the tree with the fewest misses, then the fewest guesses, by brute force."""
        # A miss costs more than all guesses of all games, so the cost shows how many misses are in it.
        miss = attempts * sum(self.weights) + 1
        costs_of_first_guesses = least_guesses(self.words, self.answers, attempts, miss, hard, self.weight_of)
        return divmod(min(costs_of_first_guesses.values()), miss)

    def most_points(self, attempts: int, hard: bool = False) -> int:
        """The points of the best tree, by brute force."""
        # A game of n guesses wins 100 * (attempts + 1 - n) points. A missed secret counts all attempts and one guess
        # more, and so wins none.
        costs_of_first_guesses = least_guesses(
            self.words, self.answers, attempts, miss=1, hard=hard, weights=self.weight_of
        )
        return 100 * ((attempts + 1) * sum(self.weights) - min(costs_of_first_guesses.values()))


@pytest.fixture(params=(0, 19, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (1, 2))))
def weighted(request, tmp_path) -> Weighted:
    """A game of at most 16 words, all or half of them answers, which count 1, 3, 9, 27 or 81.

    Half of the words are answers with the seed 0, and all with 19, with which a search that keeps one guess misses more
    than the best tree. The soak tests have a further game of each kind.
    """
    seed = request.param
    random = np.random.default_rng(seed)
    words = random_words(seed, 4, 16, "abc")
    answers = words if seed % 2 else words[::2]
    weights = [int(3 ** random.integers(0, 5)) for _ in answers]

    # Words and counts may be separated by any of these. A word that is not in the list counts for nothing.
    separators = itertools.cycle(" \t,;")
    counts = ["other 5", ""]
    for answer, weight, separator in zip(answers, weights, separators, strict=False):
        counts.append(f"{answer.upper()}{separator}{weight}")

    (tmp_path / "words").write_text("\n".join(words))
    (tmp_path / "answers").write_text("\n".join(answers))
    (tmp_path / "counts").write_text("\n".join(counts))

    options = ["--wordlist", tmp_path / "words", "--answers", tmp_path / "answers"]
    options += ["--frequencies", tmp_path / "counts", "--lengths", 4, "--jobs", 1]
    return Weighted(words, answers, weights, options)


@pytest.fixture
def evaluated_best(weighted, command, in_json, tmp_path):
    """evaluated_best(*rules): the evaluation of the book whose search tries every guess.

    The search tries 99 first guesses, and as many guesses at each of the three attempts after it. No list has as many.
    """

    def launch(*rules):
        every_guess = ["--first-guesses", 99, "--widely", 99, "--keep", "99,99,99"]
        command("book", *weighted.options, *rules, *every_guess, "--out", tmp_path / "book")
        return in_json("evaluate", *weighted.options, *rules, "--book", tmp_path / "book")["lengths"]["4"]

    return launch


@pytest.mark.parametrize("attempts", [2, 3, 5])
def test_a_book_that_tries_every_guess_wins_the_most_points(weighted, evaluated_best, attempts):
    record = evaluated_best("--attempts", attempts)
    points = record["mean_points"] * sum(weighted.weights)
    assert points == pytest.approx(weighted.most_points(attempts))


@pytest.mark.parametrize("attempts", [2, 3, 5])
def test_a_book_that_tries_every_guess_needs_the_fewest_guesses(weighted, evaluated_best, attempts):
    record = evaluated_best("--objective", "guesses", "--attempts", attempts)
    guesses = record["mean_guesses"] * sum(weighted.weights)
    assert (record["missed"], guesses) == pytest.approx(weighted.misses_and_guesses(attempts))


def test_an_evaluation_counts_words_once_and_attempts_by_weight(weighted, evaluated_best):
    record = evaluated_best()
    assert record["words"] == len(weighted.answers)
    assert sum(record["attempts"].values()) == sum(weighted.weights)


@pytest.fixture
def proved(weighted, in_json, short_searches):
    """proved(objective, attempts, hard): the record of what `optimal` proves of the game under these rules."""
    pytest.importorskip("numba")

    def launch(objective, attempts, hard):
        rules = ["--objective", objective, "--attempts", attempts]
        if hard:
            rules.append("--hard")
        proof = in_json("optimal", *weighted.options, *rules)

        assert proof["proved"]
        assert proof["bound"] == proof["total"]
        assert sum(proof["distribution"].values()) + proof["missed"] == sum(weighted.weights)
        return proof

    return launch


HARD_OR_NOT = pytest.mark.parametrize("hard", [False, True], ids=["plain", "hard"])


@pytest.mark.parametrize("attempts", [2, 3, 5])
@HARD_OR_NOT
def test_the_proved_points_are_those_of_brute_force(weighted, proved, attempts, hard):
    proof = proved("points", attempts, hard)
    assert proof["total"] == weighted.most_points(attempts, hard)


@pytest.mark.parametrize("attempts", [2, 3, 5])
@HARD_OR_NOT
def test_the_proved_guesses_are_those_of_brute_force(weighted, proved, attempts, hard):
    proof = proved("guesses", attempts, hard)
    assert (proof["missed"], proof["total"]) == weighted.misses_and_guesses(attempts, hard)


def test_the_worst_case_comes_before_the_weights(weighted, in_json):
    pytest.importorskip("numba")
    proof = in_json("optimal", *weighted.options, "--objective", "worst", "--attempts", 6, "--top", 3)
    worst = proof["worst"]

    assert (0, proof["total"]) == weighted.misses_and_guesses(worst)
    assert proof["openers"][0]["total"] == proof["total"]

    missed_with_one_attempt_less, _ = weighted.misses_and_guesses(worst - 1)
    assert missed_with_one_attempt_less > 0


def test_an_evaluation_counts_each_game_of_the_tree_with_its_weight(weighted, in_json, tmp_path):
    record = in_json("evaluate", *weighted.options, "--attempts", 3, "--tree", tmp_path / "tree")["lengths"]["4"]

    # Lines such as "catt: batt XOOO catt OOOO", below a header without a colon.
    lines = (tmp_path / "tree").read_text().splitlines()
    games = dict(line.split(": ") for line in lines if ":" in line)
    counts = dict.fromkeys(["1", "2", "3", "unsolved"], 0)
    for answer, weight in zip(weighted.answers, weighted.weights, strict=True):
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
def test_a_file_that_cannot_be_used_is_named_with_the_line(text, message, source, words, command, tmp_path):
    """WORD stands for a word of the list, which has 60 words of four letters."""
    (tmp_path / "counts").write_text(text.replace("WORD", words[0]))
    with pytest.raises(DataError, match=f"counts: .*{message}"):
        command("evaluate", "--wordlist", source, "--lengths", 4, "--frequencies", tmp_path / "counts")


def test_counts_that_add_up_to_too_much_are_scaled(source, words, tmp_path):
    (tmp_path / "counts").write_text(f"{words[0]} 17000000\n{words[1]} 8500000\n")
    frequencies = Frequencies(str(tmp_path / "counts"), PLAIN)

    _, weights, remarks = frequencies.weights(read_list(4, source), letter=None)

    assert sum(weights) <= MAX_WEIGHT
    assert weights[0] == pytest.approx(2 * weights[1], abs=1)
    assert set(weights[2:]) == {1}
    assert remarks[0].endswith("counts: figures count 1.52 as 1")


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


def test_a_word_that_counts_0_is_guessed_and_is_never_the_secret(weighted, in_json, tmp_path):
    """Every third answer counts 0. The game is the one without these answers, whose words stay in the list."""
    pytest.importorskip("numba")
    never_secret = weighted.answers[1::3]
    counts = weighted.weight_of | dict.fromkeys(never_secret, 0)
    (tmp_path / "counts").write_text("\n".join(f"{word} {count}" for word, count in counts.items()))

    proof = in_json("optimal", *weighted.options)

    answers = [answer for answer in weighted.answers if answer not in never_secret]
    game = weighted._replace(answers=answers, weights=[counts[answer] for answer in answers])
    # Wordle's rules, which `optimal` has by default, allow six attempts.
    assert (proof["missed"], proof["total"]) == game.misses_and_guesses(attempts=6)
    assert proof["proved"]


def test_fractions_are_the_same_game_as_whole_numbers_in_the_same_proportions(weighted, in_json, tmp_path):
    pytest.importorskip("numba")
    whole = in_json("optimal", *weighted.options)
    lines = [f"{word} {weight / 1000:.3f}" for word, weight in zip(weighted.answers, weighted.weights, strict=True)]
    (tmp_path / "counts").write_text("\n".join(lines))
    fractions = in_json("optimal", *weighted.options)

    # Fractions are turned into the smallest whole numbers in their proportions.
    common = np.gcd.reduce(weighted.weights)
    assert fractions["total"] == whole["total"] // common
    assert (fractions["mean"], fractions["first_guess"]) == (whole["mean"], whole["first_guess"])
