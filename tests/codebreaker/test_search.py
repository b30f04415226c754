"""The search against a brute-force optimum on small random lists, and against hand-made games."""

import numpy as np
import pytest
from brute_force import brute_force, random_words

from codebreaker import bins, kernels
from codebreaker.lingo import lingo
from codebreaker.payoff import fewest_guesses, pit_points
from codebreaker.search import Search
from codebreaker.tree import attempts_distribution, value, walk
from codebreaker.worth import LearnedWorth


def exhaustive(words, answers, payoff, totals=bins.bin_totals) -> Search:
    game = lingo(words, answers)
    return Search(game, payoff, LearnedWorth(payoff), [len(words)] * payoff.attempts, totals)


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
    search = Search(game, payoff, LearnedWorth(payoff), [1, 1, 1])
    _, tree = search.best(np.arange(len(words), dtype=np.int32))
    solved, missed = attempts_distribution(tree)
    assert sum(solved.values()) + missed == len(words)
    assert max(depth for depth, _ in walk(tree)) <= 3


def test_numpy_and_numba_find_the_same_tree():
    words = random_words(6, 5, 120, "abcdefgh")
    payoff = pit_points(4)
    trees = []
    for totals in (bins.bin_totals, kernels.bin_totals):
        search = Search(lingo(words), payoff, LearnedWorth(payoff), [4, 4, 1, 1], totals)
        trees.append(search.best(np.arange(len(words), dtype=np.int32)))
    assert trees[0] == trees[1]


def test_keeping_more_is_never_worse_at_the_first_attempts():
    words = random_words(7, 4, 80, "abcdef")
    payoff = pit_points(4)
    reached = []
    for keep in ([1] * 4, [len(words)] * 4):
        search = Search(lingo(words), payoff, LearnedWorth(payoff), keep)
        reached.append(search.best(np.arange(len(words), dtype=np.int32))[0])
    assert reached[0] <= reached[1]
