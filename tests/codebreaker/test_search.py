"""The search against a brute-force optimum on small random lists, and against hand-made games."""

import numpy as np
import pytest
from brute_force import brute_force, fewest_guesses, least_cost, random_words

from codebreaker import bins
from codebreaker.games.lingo import lingo
from codebreaker.search import kernels
from codebreaker.search.beam import HardSearch, Search
from codebreaker.search.bounds import Branching, most_by_size
from codebreaker.search.exact import Exact
from codebreaker.search.learned_values import LearnedValues
from codebreaker.tree import attempts_distribution, never_missing, pit_points, value, walk


def exhaustive(words, answers, payoff, totals=bins.bin_totals) -> Search:
    game = lingo(words, answers)
    return Search(game, payoff, LearnedValues(payoff), [len(words)] * payoff.attempts, totals)


@pytest.mark.parametrize("length", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("payoff", [pit_points(3), pit_points(5), fewest_guesses(6)], ids=["3", "pit", "mean"])
def test_keeping_every_guess_reaches_the_optimum(seed, length, payoff):
    words = random_words(seed, length, 14)
    worth, tree = exhaustive(words, words, payoff).best(np.arange(len(words), dtype=np.int32))
    assert worth == brute_force(words, words, payoff)
    assert value(tree, payoff) == worth


@pytest.mark.parametrize("seed", range(3))
def test_secrets_may_be_fewer_than_the_guesses(seed):
    words = random_words(seed, 3, 16)
    answers = words[::2]
    search = exhaustive(words, answers, pit_points(4))
    assert search.best(np.arange(len(answers), dtype=np.int32))[0] == brute_force(words, answers, pit_points(4))


def test_two_words_are_worth_one_hit_now_and_one_later():
    assert exhaustive(["ab", "cd"], ["ab", "cd"], pit_points()).best(np.arange(2))[0] == 500 + 400


def test_every_secret_is_counted_once_in_a_tree():
    words = random_words(5, 4, 60, "abcdefg")
    payoff = pit_points(3)
    game = lingo(words)
    search = Search(game, payoff, LearnedValues(payoff), [1, 1, 1])
    _, tree = search.best(np.arange(len(words), dtype=np.int32))
    solved, missed = attempts_distribution(tree)
    assert sum(solved.values()) + missed == len(words)
    assert max(depth for depth, _ in walk(tree)) <= 3


def test_numpy_and_numba_find_the_same_tree():
    words = random_words(6, 5, 120, "abcdefgh")
    payoff = pit_points(4)
    trees = []
    for totals in (bins.bin_totals, kernels.compiled_bin_totals):
        search = Search(lingo(words), payoff, LearnedValues(payoff), [4, 4, 1, 1], totals)
        trees.append(search.best(np.arange(len(words), dtype=np.int32)))
    assert trees[0] == trees[1]


@pytest.mark.parametrize("shared", ["ab", "ba", "aa"])
def test_keeping_every_guess_of_hard_mode_reaches_its_optimum(shared):
    """Once the shared letters are known, hard mode forbids the words that tell the other letters apart."""
    words, payoff = sorted([*(letter + shared for letter in "cdefg"), "cde", "def", "fgc", "gac"]), fewest_guesses(4)
    secrets, (hard, plain) = np.arange(len(words)), (least_cost(words, words, 4, 1, mode) for mode in (True, False))
    for guess, word in enumerate(words):
        search = HardSearch(lingo(words), payoff, LearnedValues(payoff), [len(words)] * 4)
        total, tree = search.evaluate(guess, secrets, 0)
        assert total == value(tree, payoff) == -hard[word], word
    assert hard != plain


def test_keeping_more_is_never_worse_at_the_first_attempts():
    words = random_words(7, 4, 80, "abcdef")
    payoff = pit_points(4)
    reached = []
    for keep in ([1] * 4, [len(words)] * 4):
        search = Search(lingo(words), payoff, LearnedValues(payoff), keep)
        reached.append(search.best(np.arange(len(words), dtype=np.int32))[0])
    assert reached[0] <= reached[1]


@pytest.mark.parametrize("seed", range(6))
def test_a_shortlist_that_keeps_everything_omits_no_guess(seed):
    words = random_words(seed, 4, 15 + seed, "abcde")
    everything = np.arange(len(words), dtype=np.int32)
    for attempt in range(3):
        chosen = exhaustive(words, words, pit_points()).shortlist(everything, attempt)
        assert sorted(chosen.tolist()) == everything.tolist()


@pytest.mark.parametrize(
    "payoff", [pit_points(3), pit_points(5), fewest_guesses(6), never_missing(2), never_missing(3)]
)
@pytest.mark.parametrize("seed", range(4))
def test_the_exact_search_finds_the_optimum_of_every_payoff(seed, payoff):
    words = random_words(seed, 3, 16, "abcd")
    search = Exact(lingo(words), payoff)
    worth, tree = search.best(np.arange(len(words), dtype=np.int32))
    assert worth == value(tree, payoff) == brute_force(words, words, payoff)


@pytest.mark.parametrize("payoff", [pit_points(4), fewest_guesses(6), never_missing(3)])
def test_nothing_is_found_above_the_optimum_and_the_optimum_above_less(payoff):
    words = random_words(8, 3, 14, "abcd")
    secrets, optimum = np.arange(len(words), dtype=np.int32), brute_force(words, words, payoff)
    for search in (Exact(lingo(words), payoff), exhaustive(words, words, payoff)):
        assert search.better(secrets, 0, optimum) is None
        found = search.better(secrets, 0, optimum - 1)
        assert found and found[0] == value(found[1], payoff) == optimum


def test_sizes_bound_worth_by_hand():
    # Two replies that do not win: one secret at the root, two below it, four below those; the eighth is too many.
    assert most_by_size(fewest_guesses(9), 0, 8, Branching(2, 2)).tolist() == [0, -1, -3, -5, -8, -11, -14, -17, -21]
    assert most_by_size(never_missing(2), 0, 5, Branching(2, 2)).tolist() == [0, 0, 0, 0, -1, -2]
