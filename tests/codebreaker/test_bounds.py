"""The bounds against the optimum that brute force finds: valid first."""

import numpy as np
import pytest
from brute_force import brute_force, fewest_guesses, random_words

from codebreaker.games.lingo import lingo
from codebreaker.search import bounds
from codebreaker.search.beam import Search
from codebreaker.search.bounds import at_most, bin_bound, guess_bounds, most_by_size, most_parts, most_total, refine
from codebreaker.search.learned_values import LearnedValues
from codebreaker.tree import pit_points


@pytest.mark.parametrize("length", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("attempts", [2, 3, 5])
def test_no_bound_lies_below_the_optimum(seed, length, attempts):
    words = random_words(seed, length, 14, "abcde")
    payoff, game = pit_points(attempts), lingo(words)
    secrets = np.arange(len(words), dtype=np.int32)
    optimum = brute_force(words, words, payoff)
    parts = most_parts(game, secrets)
    first_level = guess_bounds(game, payoff, secrets, 0, at_most(parts))
    second_level = [
        refine(game, payoff, replies, parts, int(bound), 0, 0)[0]
        for replies, bound in zip(game.replies(np.arange(len(words)), secrets), first_level, strict=True)
    ]
    assert optimum <= max(second_level) <= first_level.max()
    assert optimum <= bin_bound(game, payoff, secrets, 0)
    assert optimum <= most_by_size(payoff, 0, len(words), at_most(parts))[-1] <= payoff.most(len(words), 0)


def test_each_first_guess_is_bounded_on_its_own():
    words = random_words(9, 3, 12, "abcd")
    payoff, game = pit_points(4), lingo(words)
    secrets = np.arange(len(words), dtype=np.int32)
    parts = most_parts(game, secrets)
    search = Search(game, payoff, LearnedValues(payoff), [len(words)] * 4)
    first_level = guess_bounds(game, payoff, secrets, 0, at_most(parts))
    for guess in range(len(words)):
        worth = search.evaluate(guess, secrets, 0)[0]
        replies = game.replies(np.array([guess]), secrets)[0]
        assert worth <= refine(game, payoff, replies, parts, int(first_level[guess]), 0, 0)[0]


def test_refining_goes_on_where_it_stopped():
    words = random_words(3, 3, 600, "abcdefghijklm")
    payoff, game = pit_points(), lingo(words)
    secrets = np.arange(len(words))
    parts, replies = most_parts(game, secrets), game.replies(np.array([0]), secrets)[0]
    first = int(guess_bounds(game, payoff, secrets, 0, at_most(parts))[0])
    bound, bins, work = refine(game, payoff, replies, parts, first, 0, 0)
    half, some_bins, some_work = refine(game, payoff, replies, parts, first, 0, (first + bound) // 2)
    assert 0 < some_bins < bins
    assert refine(game, payoff, replies, parts, half, some_bins, 0) == (bound, bins, work - some_work)


def test_the_first_level_by_hand():
    # Six words that "ab" splits into itself and bins of 1, 2 and 2 words: 500 + 3 x 400 + 2 x 300.
    words = ["ab", "ac", "ad", "ba", "cb", "db"]
    game, payoff = lingo(words), pit_points()
    assert guess_bounds(game, payoff, np.arange(6), 0, at_most(6))[0] == 500 + 3 * 400 + 2 * 300


def test_a_bin_of_five_counts_for_no_more_parts_than_a_guess_has():
    # Three attempts left, at most two parts: one solved at once, one more at the next, the rest at the last.
    assert most_by_size(pit_points(), 2, 5, at_most(2)).tolist() == [0, 300, 500, 600, 700, 700]


def test_identifying_by_two_replies_by_hand():
    """Two secrets are told apart by a guess; of three, one is alone after the first; four take two guesses each."""
    table = bounds.most_by_splitting(fewest_guesses(4), 0, 4, bounds.Branching(2, 0, 0))
    assert table.tolist()[2:] == [-2, -5, -8]


def test_no_split_into_parts_is_worth_more_than_equal_ones():
    table = most_by_size(pit_points(), 2, 9, at_most(3))
    most = most_total(table)
    worth = {}
    for sizes in _splits(9, 9):
        worth[len(sizes)] = max(worth.get(len(sizes), 0), sum(int(table[size]) for size in sizes))
    assert most.tolist() == [0, *(worth[parts] for parts in range(1, 10))]


def _splits(size, largest):
    """All ways to write size as a sum of numbers up to largest, in no order."""
    if size == 0:
        yield ()
    for first in range(min(size, largest), 0, -1):
        for rest in _splits(size - first, first):
            yield (first, *rest)
