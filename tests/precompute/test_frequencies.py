"""`--frequencies`: evaluations, books and proofs of games whose secrets count differently, against brute force."""

import click
import numpy as np
import pytest
from brute_force import least_guesses, random_words

from lingo_common.errors import DataError

OBJECTIVES = ["points", "guesses"]


@pytest.fixture(params=(0, 1, 2, 19))  # a greedy tree of 19 misses some in bins that have a better one
def weighted(request, tmp_path):
    """(words, answers, weights, options): a random game of a few words, with counts from 1 to 81."""
    random = np.random.default_rng(request.param)
    words = random_words(request.param, 4, 16, "abc")
    answers = words if request.param % 2 else words[::2]
    weights = [int(3 ** random.integers(0, 5)) for _ in answers]
    (tmp_path / "words").write_text("\n".join(words))
    (tmp_path / "answers").write_text("\n".join(answers))
    # Every separator is used, and a word that is no answer counts for nothing.
    separators = " \t,;" * 4
    counts = []
    for word, weight, separator in zip(answers, weights, separators, strict=False):
        counts.append(f"{word.upper()}{separator}{weight}")
    (tmp_path / "counts").write_text("\n".join([*counts, "", "other 5"]))

    options = ["--wordlist", tmp_path / "words", "--answers", tmp_path / "answers"]
    options += ["--frequencies", tmp_path / "counts", "--lengths", 4, "--jobs", 1]
    return words, answers, weights, options


def optimum(words, answers, weights, objective, attempts, hard=False):
    """(weight missed, guesses) or the points of the best tree, by trying everything."""
    total = sum(weights)
    # A miss costs as much as one more guess, or more than all guesses of all games.
    miss = 1 if objective == "points" else attempts * total + 1
    weight_of = dict(zip(answers, weights, strict=True))
    cost = min(least_guesses(words, answers, attempts, miss, hard, weight_of).values())

    if objective == "points":
        return 100 * ((attempts + 1) * total - cost)
    return divmod(cost, miss)


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("attempts", [2, 3, 5])
def test_a_book_that_tries_every_guess_is_the_best(weighted, objective, attempts, command, in_json, tmp_path):
    words, answers, weights, options = weighted
    book = tmp_path / "book"
    options += ["--objective", objective, "--attempts", attempts]
    command("book", *options, "--keep", "99,99,99", "--first-guesses", 99, "--widely", 99, "--out", book)
    record = in_json("evaluate", *options, "--book", book)["lengths"]["4"]

    best = optimum(words, answers, weights, objective, attempts)
    total = sum(weights)
    if objective == "points":
        assert record["mean_points"] * total == pytest.approx(best)
    else:
        assert (record["missed"], record["mean_guesses"] * total) == pytest.approx(best)

    assert sum(record["attempts"].values()) == total
    assert record["words"] == len(answers)


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("attempts", [2, 3, 5])
@pytest.mark.parametrize("hard", [False, True])
def test_a_proved_total_is_that_of_brute_force(weighted, objective, attempts, hard, in_json, monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setattr("codebreaker.search.first_guess_searcher.EFFORTS", [0, *(1 << bits for bits in range(60))])
    words, answers, weights, options = weighted
    options += ["--objective", objective, "--attempts", attempts]
    if hard:
        options.append("--hard")
    proof = in_json("optimal", *options)

    total = proof["total"] if objective == "points" else (proof["missed"], proof["total"])
    assert total == optimum(words, answers, weights, objective, attempts, hard)
    assert proof["bound"] == proof["total"]
    assert proof["proved"]
    assert sum(proof["distribution"].values()) + proof["missed"] == sum(weights)


def test_the_worst_case_comes_before_the_weights(weighted, in_json):
    pytest.importorskip("numba")
    words, answers, weights, options = weighted
    proof = in_json("optimal", *options, "--objective", "worst", "--attempts", 6, "--top", 3)
    worst = proof["worst"]

    assert (0, proof["total"]) == optimum(words, answers, weights, "guesses", worst)
    assert proof["openers"][0]["total"] == proof["total"]

    # With one attempt less some secret is missed; one attempt alone is not asked for.
    if worst > 2:
        missed, _ = optimum(words, answers, weights, "guesses", worst - 1)
        assert missed > 0


def test_an_evaluation_counts_each_game_of_the_tree_with_its_weight(weighted, in_json, tmp_path):
    _, answers, weights, options = weighted
    record = in_json("evaluate", *options, "--attempts", 3, "--tree", tmp_path / "tree")["lengths"]["4"]

    games = dict(line.split(": ") for line in (tmp_path / "tree").read_text().splitlines() if ":" in line)
    counts = dict.fromkeys(["1", "2", "3", "unsolved"], 0)
    for answer, weight in zip(answers, weights, strict=True):
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
    ("{0} 17000000\n", "add up to 17,000,059, more than 16,777,216: divide them all by 2 or more"),
])  # fmt: skip
def test_a_file_that_cannot_be_used_is_named_with_the_line(text, message, source, words, command, tmp_path):
    (tmp_path / "counts").write_text(text.format(words[0]))
    with pytest.raises(DataError, match=f"counts: .*{message}"):
        command("evaluate", "--wordlist", source, "--lengths", 4, "--frequencies", tmp_path / "counts")


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
    """The game is that of the answers without the words that count 0, which stay in the list."""
    pytest.importorskip("numba")
    words, answers, weights, options = weighted
    counts = dict(zip(answers, weights, strict=True)) | dict.fromkeys(answers[1::3], 0)
    (tmp_path / "counts").write_text("\n".join(f"{word} {count}" for word, count in counts.items()))
    proof = in_json("optimal", *options)

    hidden = {word: count for word, count in counts.items() if count}
    guesses = least_guesses(words, list(hidden), attempts=6, miss=1000, weights=hidden)
    assert proof["total"] == min(guesses.values())
    assert proof["proved"]


def test_fractions_are_the_same_game_as_whole_numbers_in_the_same_proportions(weighted, in_json, tmp_path):
    pytest.importorskip("numba")
    _, answers, weights, options = weighted
    whole = in_json("optimal", *options)
    lines = [f"{word} {weight / 1000:.3f}" for word, weight in zip(answers, weights, strict=True)]
    (tmp_path / "counts").write_text("\n".join(lines))
    fractions = in_json("optimal", *options)

    # Fractions are turned into the smallest whole numbers in their proportions.
    common = np.gcd.reduce(weights)
    assert fractions["total"] == whole["total"] // common
    assert (fractions["mean"], fractions["first_guess"]) == (whole["mean"], whole["first_guess"])
