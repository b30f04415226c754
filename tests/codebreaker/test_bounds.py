"""No bound lies above the optimum that brute force finds; and bounds by hand."""

from collections.abc import Iterator

import numpy as np
import pytest
from brute_force import brute_force, random_words

from codebreaker.game import Game
from codebreaker.games.lingo import lingo
from codebreaker.objective import INFINITY, Objective
from codebreaker.search.beam import BeamSearch
from codebreaker.search.bounds import (
    Branching,
    bin_bound,
    branching_of,
    guess_bounds,
    least_by_size,
    least_by_splitting,
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
    first_level = guess_bounds(game, objective, secrets, attempts, branching_of(parts))
    second_level = [refined(game, objective, guess, int(bound)) for guess, bound in enumerate(first_level)]
    assert optimum >= min(second_level) >= first_level.min()

    assert optimum >= bin_bound(game, objective, secrets, attempts)
    by_size = least_by_size(objective, attempts, len(words), branching_of(parts))[-1]
    assert optimum >= by_size >= objective.least(len(words), 1, attempts)


def refined(game: Game, objective: Objective, guess: int, bound: int) -> int:
    """The bound of a first guess when all of its bins are done; bound: its first-level bound."""
    secrets = np.arange(len(game.secrets), dtype=np.int32)
    replies = game.replies(np.array([guess]), secrets)[0]
    refined_bound, _, _ = refine(game, objective, replies, most_parts(game, secrets), bound, 0, INFINITY)
    return refined_bound


def test_each_first_guess_is_bounded_on_its_own():
    words = random_words(9, 3, 12, "abcd")
    objective = Objective.points(4)
    game = lingo(words)
    secrets = np.arange(len(words), dtype=np.int32)
    branching = branching_of(most_parts(game, secrets))
    first_level = guess_bounds(game, objective, secrets, 4, branching)
    search = BeamSearch(game, objective, LearnedValues(objective), [len(words)] * 4)
    for guess, bound in enumerate(first_level):
        cost, _ = search.evaluate(guess, secrets, 4)
        assert cost >= refined(game, objective, guess, int(bound))


def test_refining_goes_on_where_it_stopped():
    words = random_words(3, 3, 600, "abcdefghijklm")
    objective = Objective.points()
    game = lingo(words)
    secrets = np.arange(len(words))
    parts = most_parts(game, secrets)
    replies = game.replies(np.array([0]), secrets)[0]
    first = int(guess_bounds(game, objective, secrets, 5, branching_of(parts))[0])

    bound, bins, work = refine(game, objective, replies, parts, first, 0, INFINITY)
    half_way = (first + bound) // 2
    bound_then, bins_then, work_then = refine(game, objective, replies, parts, first, 0, half_way)
    assert 0 < bins_then < bins

    continued = refine(game, objective, replies, parts, bound_then, bins_then, INFINITY)
    assert continued == (bound, bins, work - work_then)


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
    """Two secrets are told apart by a guess; of three, one is alone after the first; four take two guesses each.

    So they take 2, 5 and 8 guesses; a cost does not count the one that solves a secret.
    """
    table = least_by_splitting(Objective.fewest_guesses(4), 4, 4, Branching(2, 0, 0))
    assert table.tolist()[2:] == [2 - 2, 5 - 3, 8 - 4]


def test_bins_bound_more_than_sizes_by_hand():
    """A guess leaves three bins, or one if it may win.

    Three secrets: one that wins charges 2 and leaves two, which cost 1; one that does not charges 3 and leaves one in
    each bin. Four: one that does not win charges 4 and leaves 2, 1 and 1. By size one may win and leave three bins.
    """
    branching = Branching(open_bins=3, after_hit=1)
    objective = Objective.fewest_guesses(9)
    assert least_by_splitting(objective, 9, 4, branching).tolist() == [0, 0, 1, 3, 5]
    assert least_by_size(objective, 9, 4, branching).tolist() == [0, 0, 1, 2, 4]


def test_no_division_into_parts_costs_less_than_equal_ones():
    table = least_by_size(Objective.points(), 3, 9, branching_of(3))
    least = [0] + [INFINITY] * 9
    for sizes in divisions(9, 9):
        cost = sum(int(table[size]) for size in sizes)
        least[len(sizes)] = min(least[len(sizes)], cost)
    assert least_total(table).tolist() == least


def divisions(size: int, largest: int) -> Iterator[tuple[int, ...]]:
    """All ways to write size as a sum of numbers up to largest, in no order."""
    if size == 0:
        yield ()
    for first in range(min(size, largest), 0, -1):
        for numbers in divisions(size - first, first):
            yield (first, *numbers)
