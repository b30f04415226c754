"""`precompute optimal` on small lists, against brute force; its trees under `check-tree`; and Wordle's lists."""

import os
import re
from pathlib import Path
from typing import Any

import click
import numpy as np
import pytest
from brute_force import least_guesses, random_words
from word_games import game_of

from codebreaker.proof import Execution, Proof
from codebreaker.tree import cost_of
from lingo_common.errors import DataError, UsageError
from wordlists.word_game import GUESSES, POINTS, WordGame

pytest.importorskip("numba")

from precompute.board import board_of
from precompute.figures import proved_objective
from precompute.optimal import word_proof

WORDLE = Path(os.environ.get("LINGO_WORDLE") or Path(__file__).resolve().parents[3] / "shared" / "wordle")
"""Wordle's two lists, which are not part of the project: by default in a folder beside it."""
KEYS = ["first_guess", "total", "mean", "distribution", "worst", "missed", "proved", "bound", "seconds", "nodes"]
UNREACHED = 1000
"""Guesses that a miss counts in brute force: more than all guesses of the 14 words together."""


def best(costs: dict[str, int]) -> int:
    """The cost of the best first guess."""
    return min(costs.values())


def test_the_keys_of_a_record(lists, in_json):
    options = lists.options
    assert list(in_json("optimal", *options, "--lengths", 4, "--jobs", 1)) == KEYS


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("attempts", [2, 3, 6])
def test_fewest_guesses_are_those_of_brute_force(lists, in_json, attempts, hard):
    words, answers, options = lists
    # A miss costs more than all guesses of all games.
    miss = attempts * len(answers) + 1
    cost = best(least_guesses(words, answers, attempts, miss, hard))
    missed, total = divmod(cost, miss)

    rules = ["--attempts", attempts]
    if hard:
        rules.append("--hard")
    record = in_json("optimal", *options, *rules, "--lengths", 4, "--jobs", 1)

    assert record["proved"]
    assert (record["missed"], record["total"], record["bound"]) == (missed, total, total)
    assert sum(record["distribution"].values()) == len(answers) - missed
    assert record["mean"] == total / len(answers)


def test_the_worst_case_comes_before_the_total(lists, in_json):
    words, answers, options = lists
    record = in_json("optimal", *options, "--objective", "worst", "--lengths", 4, "--jobs", 1)
    worst = record["worst"]

    guesses = best(least_guesses(words, answers, worst, UNREACHED))
    guesses_with_one_attempt_less = best(least_guesses(words, answers, worst - 1, UNREACHED))

    # Below UNREACHED nothing is missed.
    assert guesses == record["total"] < UNREACHED <= guesses_with_one_attempt_less
    assert record["proved"]


def test_one_first_guess_is_solved_alone(lists, in_json):
    words, answers, options = lists
    costs = least_guesses(words, answers, 6, UNREACHED)
    # Every fourth word is enough, and takes a quarter of the time.
    for first, cost in [*costs.items()][::4]:
        record = in_json("optimal", *options, "--first", first.upper(), "--lengths", 4, "--jobs", 1)
        assert (record["first_guess"], record["total"], record["proved"]) == (first, cost, True)


def random_game(random: np.random.Generator, seed: int) -> WordGame:
    """A game of a few words: few or many attempts, guesses or points, perhaps answers, hard mode and a first letter."""
    length = int(random.integers(2, 5))
    count = int(random.integers(6, 13))
    words = random_words(seed, length, count, "abc")
    answers = [word for word in words if random.random() < 0.8] or words
    letter = answers[0][0] if random.random() < 0.4 else None
    if letter:
        words = [word for word in words if word[0] == letter]
        answers = [word for word in answers if word[0] == letter]

    hard = bool(random.random() < 0.5)
    attempts = int(random.integers(2, 6))
    objective = str(random.choice([POINTS, GUESSES]))
    return game_of(words, answers, letter=letter, objective=objective, hard=hard, attempts=attempts)


def costs_by_brute_force(game: WordGame) -> dict[str, int]:
    """The least cost of the trees that begin with each word, in the unit of the game's proof."""
    objective = proved_objective(game)
    answers = game.secrets.words
    # Brute force counts guesses, the one that solves the game included; a cost does not count that one.
    miss = objective.miss // objective.charge + 1
    guesses = least_guesses(game.words.words, answers, game.attempts, miss, game.hard)
    return {word: objective.charge * (count - len(answers)) for word, count in guesses.items()}


SOAK_SEEDS = [range(start, start + 100) for start in range(60, 500, 100)]
"""Seeds of more random games, which only the long tests play."""


@pytest.mark.parametrize("seeds", [range(60), *(pytest.param(seeds, marks=pytest.mark.soak) for seeds in SOAK_SEEDS)])
def test_every_bracket_of_random_word_games_holds(seeds, monkeypatch, cache):
    """The truth is that of brute force.

    The efforts are 0, 1, 2, 4, … sets of candidates, so that most searches end early, with a bound.
    """
    efforts = [0, *(1 << bits for bits in range(60))]
    monkeypatch.setattr("codebreaker.search.first_guess_searcher.EFFORTS", efforts)
    for seed in seeds:
        random = np.random.default_rng(seed)
        game = random_game(random, seed)
        costs = costs_by_brute_force(game)
        least = min(costs.values())

        top = int(random.integers(1, 4))
        proof = word_proof(game, Execution(), top=top, keep=[2] * int(random.integers(3)))
        for _ in proof.steps():
            assert proof.at_least <= least <= proof.best, seed
        tree_cost = cost_of(proof.tree, board_of(game).game, proved_objective(game))

        assert proof.best == least == tree_cost, seed

        check_openers(proof, top, costs, game.words.words)


def check_openers(proof: Proof, top: int, costs: dict[str, int], words: list[str]) -> None:
    """Assert that a proof of several first guesses names the best ones, and each with its least cost.

    A proof of one first guess names none where its first bounds meet its first tree.
    """
    if top > 1:
        assert [cost for _, cost in proof.openers] == sorted(costs.values())[:top]
    for guess, cost in proof.openers:
        assert costs[words[guess]] == cost


def games_in(result: dict[str, Any]) -> list[dict[str, Any]]:
    """The records in a result of one length: one, or one for each first letter that is shown."""
    return [result] if "total" in result else list(result.values())


@pytest.mark.parametrize("rules", [[], ["--hard"], ["--show-first-letter"], ["--rules", "lingo"]])
def test_check_tree_verifies_the_trees(lists, command, in_json, tmp_path, rules):
    answers = lists.answers
    options = lists.options
    tree = tmp_path / "tree"
    record = in_json("optimal", *options, *rules, "--lengths", 4, "--tree", tree, "--jobs", 1)
    games = games_in(record)
    # The rules of `optimal` are Wordle's unless others are named.
    checked = command("check-tree", tree, *options, "--rules", "wordle", *rules).splitlines()

    # A line for each game, such as "4 letters, a: 3 words, …".
    counts = [int(re.search(r": (\d+) words,", line)[1]) for line in checked]
    assert sum(counts) == len(answers)

    for game, line in zip(games, checked, strict=True):
        assert game["first_guess"] in line
        assert f"missed {game['missed']}" in line
        # Lingo is played for points, and its total is one of points.
        if "lingo" not in rules:
            assert f"{game['total']:,} guesses" in line


@pytest.fixture
def tree(lists, command, tmp_path):
    """The file of an optimal tree."""
    options = lists.options
    file = tmp_path / "tree"
    command("optimal", *options, "--lengths", 4, "--tree", file, "--jobs", 1)
    return file


def test_check_tree_misses_the_game_of_an_answer(lists, tree, command):
    answers = lists.answers
    options = lists.options
    lines = [line for line in tree.read_text().splitlines() if not line.startswith(answers[3])]
    tree.write_text("\n".join(lines))
    with pytest.raises(DataError, match="not the list that the header names"):
        command("check-tree", tree, *options, "--attempts", 6)


def test_check_tree_refuses_a_tree_of_answers_as_one_of_all_words(lists, tree, command):
    options = lists.options
    without_answers = options[:2]
    with pytest.raises(DataError, match="the secrets of 4 letters are not those of the lists given"):
        command("check-tree", tree, *without_answers, "--attempts", 6)


def test_one_first_guess_and_the_best_few_exclude_each_other(lists, command):
    options = lists.options
    with pytest.raises(click.UsageError, match="exclude each other"):
        command("optimal", *options, "--first", "aaaa", "--top", 2)


def test_a_game_of_one_attempt_is_refused(lists, command):
    options = lists.options
    with pytest.raises(UsageError, match="at least 2 attempts"):
        command("optimal", *options, "--lengths", 4, "--attempts", 1)


def test_lists_that_are_too_long_are_refused(lists, command, monkeypatch):
    options = lists.options
    monkeypatch.setattr("precompute.optimal.MOST_BYTES", 100)
    with pytest.raises(DataError, match="all replies of 4 letters would take"):
        command("optimal", *options, "--lengths", 4)


@pytest.mark.skipif(not WORDLE.is_dir(), reason="needs Wordle's lists")
@pytest.mark.parametrize(("rules", "total"), [([], 7920), (["--hard"], 8122)])
def test_the_published_totals_of_salet(in_json, command, tmp_path, rules, total):
    lists = ["--wordlist", WORDLE / "allowed.txt", "--answers", WORDLE / "answers.txt"]
    tree = tmp_path / "tree"
    record = in_json("optimal", *lists, *rules, "--first", "salet", "--tree", tree, "--jobs", 1)
    assert (record["total"], record["missed"], record["proved"]) == (total, 0, True)
    assert f"{total:,} guesses" in command("check-tree", tree, *lists, "--rules", "wordle", *rules)


@pytest.mark.parametrize("rules", [[], ["--hard"], ["--rules", "lingo"], ["--objective", "worst"]])
def test_the_player_plays_the_book_that_it_writes(lists, command, plays, tmp_path, rules):
    options = lists.options
    book = tmp_path / "a.book"
    tree = tmp_path / "tree"
    command("optimal", *options, *rules, "--lengths", 4, "--out", book, "--tree", tree, "--jobs", 1)
    preset = [] if "--rules" in rules else ["--rules", "wordle"]
    assert plays(tree, *options, *preset, *rules, "--book", book) == ""


def test_a_book_keeps_its_better_tree(lists, command, tmp_path):
    words, answers, options = lists
    costs = least_guesses(words, answers, 6, UNREACHED)
    worst = max(costs, key=costs.__getitem__)

    assert costs[worst] > best(costs)

    book = tmp_path / "a.book"
    tree = tmp_path / "tree"
    search = ["optimal", *options, "--lengths", 4, "--jobs", 1, "--out", book, "--tree", tree]
    command(*search)
    best_book = book.read_bytes()

    command(*search, "--first", worst)
    assert book.read_bytes() == best_book
    assert f" {costs[worst]} guesses" in command("check-tree", tree, *options, "--rules", "wordle")


def test_a_better_tree_replaces_the_one_in_the_book(lists, command, in_json, tmp_path):
    words, answers, options = lists
    costs = least_guesses(words, answers, 6, UNREACHED)
    worst = max(costs, key=costs.__getitem__)
    search = ["optimal", *options, "--lengths", 4, "--jobs", 1, "--out", tmp_path / "a.book"]
    command(*search, "--first", worst)
    command(*search)

    evaluate = ["evaluate", *options, "--lengths", 4, "--rules", "wordle", "--book", tmp_path / "a.book", "--jobs", 1]
    record = in_json(*evaluate)["lengths"]["4"]
    assert record["mean_guesses"] == best(costs) / len(answers)


def test_words_are_printed_with_their_groups_written_out(tmp_path, in_json, command):
    (tmp_path / "words").write_text("bijter\nwijzer\nijzers\n")
    options = ["--wordlist", tmp_path / "words", "--letters", "ij", "--jobs", 1]
    record = in_json("optimal", *options, "--top", 3)
    assert {opener["first_guess"] for opener in record["openers"]} == {"bijter", "wijzer", "ijzers"}
    assert "5 letters, ij: ijzers, total 1" in command("optimal", *options, "--rules", "television")


def test_it_says_that_other_first_guesses_miss_the_best_worst_case(tmp_path, command):
    """Ten words. After three of them as first guess the second guess always wins, as brute force finds."""
    words = ["abbc", "abca", "acbb", "bcba", "bcbb", "bcca", "cabb", "cbab", "ccab", "aaab"]
    (tmp_path / "words").write_text("\n".join(words))
    enough = [word for word, cost in least_guesses(words, words, 2, UNREACHED).items() if cost < UNREACHED]

    assert len(enough) == 3

    options = ["--wordlist", tmp_path / "words", "--objective", "worst", "--lengths", 4, "--jobs", 1]
    _, *openers, last = command("optimal", *options, "--top", 9).splitlines()
    assert [line.split()[0] for line in openers] == enough
    assert last == "  no other first guess keeps to 2 guesses"
