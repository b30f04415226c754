"""The bounds against the optimum that brute force finds: valid first."""

import numpy as np
import pytest
from brute_force import brute_force, random_words

from codebreaker.games.lingo import lingo
from codebreaker.objective import INFINITY, Objective
from codebreaker.search import bounds
from codebreaker.search.beam import BeamSearch
from codebreaker.search.bounds import (
    bin_bound,
    branching_of,
    guess_bounds,
    least_by_size,
    least_total,
    most_parts,
    refine,
)
from codebreaker.search.learned_values import LearnedValues


@pytest.mark.parametrize("length", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("attempts", [2, 3, 5])
def test_no_bound_lies_above_the_optimum(seed, length, attempts):
    words = random_words(seed, length, 14, "abcde")
    objective = Objective.points(attempts)
    game = lingo(words)
    secrets = np.arange(len(words), dtype=np.int32)
    optimum = brute_force(words, words, objective)
    parts = most_parts(game, secrets)
    first_level = guess_bounds(game, objective, secrets, objective.attempts, branching_of(parts))
    second_level = [
        refine(game, objective, replies, parts, int(bound), 0, INFINITY)[0]
        for replies, bound in zip(game.replies(np.arange(len(words)), secrets), first_level, strict=True)
    ]
    assert optimum >= min(second_level) >= first_level.min()
    assert optimum >= bin_bound(game, objective, secrets, attempts)
    by_size = least_by_size(objective, attempts, len(words), branching_of(parts))[-1]
    assert optimum >= by_size >= objective.least(len(words), 1, attempts)


def test_each_first_guess_is_bounded_on_its_own():
    words = random_words(9, 3, 12, "abcd")
    objective = Objective.points(4)
    game = lingo(words)
    secrets = np.arange(len(words), dtype=np.int32)
    parts = most_parts(game, secrets)
    search = BeamSearch(game, objective, LearnedValues(objective), [len(words)] * 4)
    first_level = guess_bounds(game, objective, secrets, objective.attempts, branching_of(parts))
    for guess in range(len(words)):
        cost = search.evaluate(guess, secrets, 4)[0]
        replies = game.replies(np.array([guess]), secrets)[0]
        assert cost >= refine(game, objective, replies, parts, int(first_level[guess]), 0, INFINITY)[0]


def test_refining_goes_on_where_it_stopped():
    words = random_words(3, 3, 600, "abcdefghijklm")
    objective = Objective.points()
    game = lingo(words)
    secrets = np.arange(len(words))
    parts = most_parts(game, secrets)
    replies = game.replies(np.array([0]), secrets)[0]
    first = int(guess_bounds(game, objective, secrets, 5, branching_of(parts))[0])
    bound, bins, work = refine(game, objective, replies, parts, first, 0, INFINITY)
    half, some_bins, some_work = refine(game, objective, replies, parts, first, 0, (first + bound) // 2)
    assert 0 < some_bins < bins
    assert refine(game, objective, replies, parts, half, some_bins, INFINITY) == (bound, bins, work - some_work)


def test_the_first_level_by_hand():
    # Six words that "ab" splits into itself and bins of 1, 2 and 2 words: 500 + 3 x 400 + 2 x 300 points of 3,000.
    words = ["ab", "ac", "ad", "ba", "cb", "db"]
    game = lingo(words)
    objective = Objective.points()
    assert guess_bounds(game, objective, np.arange(6), 5, branching_of(6))[0] == 3000 - (500 + 3 * 400 + 2 * 300)


def test_a_bin_of_five_counts_for_no_more_parts_than_a_guess_has():
    # Three attempts left, at most two parts: one solved at once, one more at the next, the rest at the last.
    points = [0, 300, 500, 600, 700, 700]
    costs = [300 * size - won for size, won in enumerate(points)]
    assert least_by_size(Objective.points(), 3, 5, branching_of(2)).tolist() == costs


def test_identifying_by_two_replies_by_hand():
    """Two secrets are told apart by a guess; of three, one is alone after the first; four take two guesses each."""
    table = bounds.least_by_splitting(Objective.fewest_guesses(4), 4, 4, bounds.Branching(2, 0, 0))
    assert table.tolist()[2:] == [2 - 2, 5 - 3, 8 - 4]


def test_no_split_into_parts_costs_less_than_equal_ones():
    table = least_by_size(Objective.points(), 3, 9, branching_of(3))
    least = least_total(table)
    costs = {}
    for sizes in _splits(9, 9):
        costs[len(sizes)] = min(costs.get(len(sizes), INFINITY), sum(int(table[size]) for size in sizes))
    assert least.tolist() == [0, *(costs[parts] for parts in range(1, 10))]


def _splits(size, largest):
    """All ways to write size as a sum of numbers up to largest, in no order."""
    if size == 0:
        yield ()
    for first in range(min(size, largest), 0, -1):
        for rest in _splits(size - first, first):
            yield (first, *rest)
