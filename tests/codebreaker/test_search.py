"""The search against a brute-force optimum on small random lists, and against hand-made games."""

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from brute_force import all_replies, least_cost, least_costs, least_costs_of_words, random_words
from objectives import guesses_only

from codebreaker.derived_games import table_game
from codebreaker.game import Game
from codebreaker.games.lingo import lingo
from codebreaker.objective import Objective
from codebreaker.search.beam import SCALE, BeamSearch
from codebreaker.search.bounds_by_size import Branching, least_by_size
from codebreaker.search.exact import ExactSearch
from codebreaker.search.learned_values import LearnedValues
from codebreaker.tree import cost_of
from wordlists.reply import reply_for


def exhaustive(words: list[str], objective: Objective, hard: bool = False) -> BeamSearch:
    """A beam search of the game over those words that keeps every guess at each attempt."""
    every_guess = [len(words)] * objective.attempts
    return BeamSearch(lingo(words), objective, LearnedValues(objective), every_guess, hard=hard)


@pytest.mark.parametrize("length", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "objective", [Objective.points(3), Objective.points(5), guesses_only(6)], ids=["points of 3", "points of 5", "mean"]
)
def test_keeping_every_guess_reaches_the_optimum(seed, length, objective):
    words = random_words(seed, length, 14)
    secrets = np.arange(len(words), dtype=np.int32)
    cost, tree = exhaustive(words, objective).best(secrets, objective.attempts)
    assert cost == least_cost(words, words, objective)
    assert cost_of(tree, lingo(words), objective) == cost


@pytest.fixture
def learned():
    """Values that have seen four bins, each with four guesses left. The sizes 21 and 22 are in one class."""
    values = LearnedValues(Objective.points())
    for size, points in ((5, 1500), (21, 6300), (22, 6000), (22, 5901)):
        # A secret that is never charged wins 100 points for each of the four guesses. What is missing is the cost.
        values.see(guesses_left=4, size=size, cost=400 * size - points)
    return values


def test_bins_of_similar_sizes_are_learned_together(learned):
    learned.learn()
    # A list for five, four, three and two guesses left each: (size, mean points of a secret) by class of sizes.
    _, with_four_guesses_left, _, _ = learned.breakpoints
    # A bin of the class has (21 + 22 + 22) / 3 secrets in the mean, and each of its 65 secrets 18,201 / 65 points.
    assert with_four_guesses_left == [(5.0, 300.0), (21.67, 280.02)]


def test_an_attempt_without_solved_bins_keeps_its_initial_values(learned):
    learned.learn()
    with_five_guesses_left, _, _, _ = learned.breakpoints
    # At the beginning the mean points of a secret fall by 25 with each doubling of the bin's size: from 400 at size 1,
    # what the second of five guesses wins, to 0 at size 2**16. The list begins at size 4, after two doublings.
    assert with_five_guesses_left[0] == (4.0, 350.0)
    assert with_five_guesses_left[-1] == (65536.0, 0.0)


def test_expected_costs_lie_between_those_of_learned_sizes(learned):
    learned.learn()
    # Two secrets win 400 and 300 points, 350 in the mean, and five secrets 300, as was learned. Between these sizes the
    # mean falls evenly with the logarithm of the size.
    mean_of_three = 350 - 50 * math.log(3 / 2) / math.log(5 / 2)
    # By size, from 0 to 5, with four guesses left; in the table a cost of 1 is SCALE.
    costs = learned(4, 5) / SCALE
    assert costs[:3].tolist() == [0, 0, 100]
    assert costs[3] == pytest.approx(1200 - 3 * mean_of_three, abs=0.1)
    assert costs[5] == 2000 - 1500


def test_with_one_guess_left_every_secret_but_one_is_missed(learned):
    assert (learned(1, 3) / SCALE).tolist() == [0, 0, 100, 200]


@pytest.mark.parametrize("shared", ["ab", "ba", "aa"])
def test_keeping_every_guess_of_hard_mode_reaches_its_optimum(shared):
    """Five words differ in their first letter alone. Four more words tell these letters apart.

    Once the shared letters are known, hard mode forbids the four, because they lack at least one of them.
    """
    words = sorted([*(letter + shared for letter in "cdefg"), "cde", "def", "fgc", "gac"])
    objective = guesses_only(4)
    secrets = np.arange(len(words))
    costs_in_hard_mode = least_costs_of_words(words, words, objective, hard=True)

    for guess, least in enumerate(costs_in_hard_mode):
        search = exhaustive(words, objective, hard=True)
        cost, tree = search.evaluate(guess, secrets, objective.attempts)
        assert cost == cost_of(tree, lingo(words), objective) == least, words[guess]

    # A search that forgets the rule would find other costs.
    assert costs_in_hard_mode != least_costs_of_words(words, words, objective)


@pytest.mark.parametrize("guesses_left", [3, 5])
def test_the_first_guess_of_a_shortlist_has_the_least_expected_cost(guesses_left):
    words = random_words(8, 4, 30)
    initial_values = LearnedValues(Objective.points())

    def expected_cost(guess: str) -> float:
        """100 for each secret that the guess leaves open, and for each bin what the table expects of its size."""
        sizes = Counter(reply_for(guess, secret) for secret in words)
        del sizes["OOOO"]
        total = 100 * sizes.total()
        for size in sizes.values():
            total += initial_values(guesses_left - 1, size)[size] / SCALE
        return total

    chosen = exhaustive(words, Objective.points()).shortlist(np.arange(len(words)), guesses_left)

    assert sorted(chosen.tolist()) == list(range(len(words)))
    assert expected_cost(words[chosen[0]]) == min(map(expected_cost, words))


def test_with_two_guesses_left_the_guess_of_most_bins_is_the_shortlist():
    words = random_words(8, 4, 30)
    counts = [len(set(replies)) for replies in all_replies(words, words)]

    [chosen] = exhaustive(words, Objective.points()).shortlist(np.arange(len(words)), 2)

    assert counts[chosen] == max(counts)


def game_of_heavy_secrets(weights: list[int] | None) -> Game:
    """Six secrets with a guess for each, which tells nothing else, and two more guesses.

    Guess 6 leaves the bins {0, 1}, {2, 3} and {4, 5}; guess 7 leaves {0}, {1, 2}, {3, 4} and {5}.
    """
    replies = np.where(np.eye(6, dtype=bool), 0, 1)
    pairs = [1, 1, 2, 2, 3, 3]
    shifted_pairs = [1, 2, 2, 3, 3, 4]
    game = table_game("heavy", range(8), range(6), np.vstack([replies, pairs, shifted_pairs]), winning=0, codes=5)
    return game if weights is None else replace(game, weights=np.array(weights))


def shortlist_by_sizes(game: Game, guesses_left: int) -> list[int]:
    """The four guesses that a beam keeps if a bin of n secrets is expected to cost 100 (n - 1)."""

    def expected(guesses_left: int, size: int) -> np.ndarray:
        return 100 * SCALE * np.maximum(np.arange(size + 1) - 1, 0)

    search = BeamSearch(game, Objective.points(), expected, [4] * 5)
    return search.shortlist(np.arange(6), guesses_left).tolist()


def test_without_weights_more_bins_come_first():
    assert shortlist_by_sizes(game_of_heavy_secrets(None), 4)[0] == 7


def test_a_bin_of_unequal_weights_counts_as_one_of_fewer_secrets():
    """A bin of weights w counts as (sum w)² / sum w² secrets, rounded down (Kish 1965: the effective sample size).

    n secrets of weight 1 are expected to cost 100 (n - 1). So a bin of weight W that counts as n secrets is expected to
    cost 100 W (n - 1) / n, and nothing if it counts as one. Besides, a guess charges 100 for each unit of weight that
    it does not win; all secrets together weigh 12.

    guess  charge  bins that cost something  count as               expected cost
    0         600  1, 1, 1, 1, 2             36 / 8, so 4 secrets   600 + 600 * 3 / 4 = 1,050
    6       1,200  1, 1                      4 / 2 = 2 secrets      1,200 + 200 / 2 = 1,300
    7       1,200  1, 1 and again 1, 1       2 secrets each         1,200 + 200 / 2 + 200 / 2 = 1,400
    5       1,000  6, 1, 1, 1, 1             100 / 40, so 2         1,000 + 1,000 / 2 = 1,500
    """
    assert shortlist_by_sizes(game_of_heavy_secrets([6, 1, 1, 1, 1, 2]), 4) == [0, 6, 7, 5]


def test_with_two_guesses_left_the_heaviest_secret_of_a_bin_is_found():
    """The last guess finds the heaviest secret of each bin; every other one is charged once more.

    Guess 0 charges 600 and leaves 1, 1, 1, 1, 2 in one bin. The last guess finds the 2, so it costs 600 + 400.
    Guess 6 costs 1,200 + 300, and guess 7 costs 1,200 + 200.
    """
    assert shortlist_by_sizes(game_of_heavy_secrets([6, 1, 1, 1, 1, 2]), 2) == [0]


@pytest.mark.parametrize("objective", [Objective.points(4), guesses_only(6), Objective.misses_only(3)])
@pytest.mark.parametrize("is_exact", [True, False])
def test_the_limit_of_a_search_is_the_first_cost_that_it_does_not_find(objective, is_exact):
    """With the optimum as its limit it finds no tree, and with one more the optimum."""
    words = random_words(8, 3, 14, "abcd")
    secrets = np.arange(len(words), dtype=np.int32)
    optimum = least_cost(words, words, objective)
    search = ExactSearch(lingo(words), objective) if is_exact else exhaustive(words, objective)
    assert search.better(secrets, objective.attempts, optimum) is None
    cost, tree = search.better(secrets, objective.attempts, optimum + 1)
    assert cost == cost_of(tree, lingo(words), objective) == optimum


def test_with_weights_a_heavy_candidate_is_better_than_one_that_tells_all_others_apart():
    # The rows are guesses, and the columns secrets. The first guess tells the other two secrets apart, the second and
    # the third do not.
    replies = [[0, 1, 2], [1, 0, 1], [1, 1, 0]]
    weights = [1, 100, 1]
    objective = guesses_only(4)
    # The second guess charges both light secrets once, and one of them is charged once more.
    assert least_costs(replies, 0, objective, weights) == [101, 3, 102]

    plain_game = table_game("three", range(3), range(3), np.array(replies), winning=0, codes=3)
    game = replace(plain_game, weights=np.array(weights))
    cost, tree = ExactSearch(game, objective).best(np.arange(3), objective.attempts)

    assert (cost, tree.guess) == (3, 1)


TWO_BINS = Branching(open_bins=2, after_hit=2)
"""Each guess leaves at most two bins open, whether it can win or not."""


def test_sizes_bound_the_number_of_guesses():
    # One secret is found by the first guess, 2 by the second, 4 by the third; the eighth needs a fourth guess.
    # Each costs the guesses before its own: 0, then 1, 1, then 2, 2, 2, 2, then 3.
    objective = guesses_only(9)
    costs = least_by_size(objective, guesses_left=9, size=8, branching=TWO_BINS)
    assert costs.tolist() == [0, 0, 1, 2, 4, 6, 8, 10, 13]


def test_sizes_bound_the_number_of_misses():
    # Two guesses find the secret at the root and two below it; each further one is missed.
    costs = least_by_size(Objective.misses_only(2), guesses_left=2, size=5, branching=TWO_BINS)
    assert costs.tolist() == [0, 0, 0, 0, 1, 2]
