"""The table of what bins are worth: fits of known lines, and bins of small games against brute force."""

import numpy as np
import pytest

from codebreaker.games.lingo import lingo
from lingo_bot.strategy import ANSWERS, LETTER, WORDS
from precompute import worth


def test_a_straight_line_in_the_logarithm_is_found_and_goes_on():
    line = 400 - 20 * np.log(worth.SIZES)
    bins = [(4, size, float(points)) for size, points in zip(worth.SIZES[:6], line, strict=False)]
    sizes, means = zip(*worth.smooth(bins, 4), strict=True)
    assert sizes == worth.SIZES
    assert means == pytest.approx(line, abs=0.1)


def test_without_bins_a_guess_fewer_is_a_hundred_points_fewer():
    bins = [(4, 3, 330.0), (4, 6, 310.0), (3, 3, 240.0)]
    by_left = worth.table_of_bins(bins)
    assert by_left["3"] == [(size, max(0.0, round(mean - 100, 1))) for size, mean in by_left["4"]]
    assert by_left["2"] == [(size, max(0.0, round(mean - 200, 1))) for size, mean in by_left["4"]]


@pytest.mark.parametrize("hard", [False, True])
def test_words_that_no_guess_tells_apart_are_worth_one_hit_a_guess(hard):
    bins = worth.bins_of(lingo([f"{letter}ake" for letter in "bcdfghjklmnpqrst"]), hard)
    assert set(bins) == {(4, 15, 1000 / 15), (3, 14, 600 / 14), (2, 13, 300 / 13)}


def test_games_of_a_list(some_words):
    words = some_words(6, 4, 90, "abcde")
    games = list(worth.measured_games(words))
    assert [kind for kind, _ in games] == [WORDS, ANSWERS, *[LETTER] * worth.LETTERS]
    assert [len(game.secrets) for _, game in games[:2]] == [90, 15]
    for _, game in games[2:]:
        assert len({word[0] for word in game.guesses}) == 1
