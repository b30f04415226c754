"""Positions and truth of the benchmark of estimates, on small lists."""

import pytest
from brute_force import brute_force

from benchmarks import estimates
from benchmarks.estimates import Rules, Truth
from codebreaker.payoff import pit_points
from wordlists.word_game import GUESSES


def test_positions_are_drawn_alike_and_have_candidates(some_words):
    rules = Rules(4, some_words(1, 4, 300), first_letter=True)
    drawn = [[player.steps for _, player in estimates.positions(rules, 12)] for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert {len(steps) for steps in drawn[0]} <= {1, 2, 3}
    for opening, player in estimates.positions(rules, 12):
        assert player.remaining >= 3 and not opening.steps
        assert {word[0] for word in player.candidates} == {opening.first_letter}


@pytest.mark.parametrize("objective", ["points", GUESSES])
def test_the_truth_of_a_tiny_game_is_that_of_the_best_play(objective, some_words):
    words = some_words(2, 3, 20, "abcd")
    player = Rules(3, words, objective=objective).player()
    best = Truth(player).points(player)
    assert round(best * len(words)) == brute_force(words, words, pit_points())
    assert max(Truth(player).points(player, word) for word in words) == best


def test_a_small_game_has_no_error_and_no_loss(some_words):
    rules = Rules(4, some_words(3, 4, 60))
    for opening, player in estimates.positions(rules, 5):
        measurement = estimates.measurement(rules, player, Truth(opening))
        assert measurement.candidates == player.remaining
        assert measurement.error == pytest.approx(0) and measurement.loss == pytest.approx(0)
