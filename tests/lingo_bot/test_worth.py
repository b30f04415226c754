"""The table of what bins are worth: fits of known lines, and bins of small games against brute force."""

import subprocess
import sys

import numpy as np
import pytest
from word_games import words_of_few_letters

from codebreaker.games.lingo import lingo
from lingo_bot.expected_costs import ANSWERS, LETTER, WORDS
from tools import worth


def test_a_straight_line_in_the_logarithm_is_found_and_goes_on():
    line = 400 - 20 * np.log(worth.SIZES)
    bins = [(4, size, float(points)) for size, points in zip(worth.SIZES[:6], line, strict=False)]
    sizes, means = zip(*worth.smooth(bins, 4), strict=True)
    assert sizes == worth.SIZES
    assert means == pytest.approx(line, abs=0.1)


def test_without_bins_a_guess_fewer_is_a_hundred_points_fewer():
    # (guesses left, size, mean points). With four guesses left two sizes make a line, which loses 20 points for each
    # doubling of the size. With three left there is one size, too few for a line: its 240 points are not used.
    bins = [(4, 3, 330.0), (4, 6, 310.0), (3, 3, 240.0)]
    means = {}
    for guesses_left, table in worth.table_of(bins).items():
        means[guesses_left] = [mean for _, mean in table]

    # At the sizes 3, 8, 24, 72, 216, 648 and 65,536, for instance 330 - 20 × log2(24 / 3) = 270. No mean is below 0.
    assert means["4"] == [330.0, 301.7, 270.0, 238.3, 206.6, 174.9, 41.7]
    assert means["3"] == [230.0, 201.7, 170.0, 138.3, 106.6, 74.9, 0.0]
    assert means["2"] == [130.0, 101.7, 70.0, 38.3, 6.6, 0.0, 0.0]


@pytest.mark.parametrize("hard", [False, True])
def test_words_that_no_guess_tells_apart_are_worth_one_hit_a_guess(hard):
    bins = worth.measure(lingo([f"{letter}ake" for letter in "bcdfghjklmnpqrst"]), hard)
    # The first guess leaves the other 15 words in a bin, of which each guess finds one. With 4 guesses left they win
    # 400 + 300 + 200 + 100 points, with 3 left 14 words win 300 + 200 + 100, and so on.
    assert set(bins) == {(4, 15, 1000 / 15), (3, 14, 600 / 14), (2, 13, 300 / 13)}


@pytest.fixture
def games():
    """(kind, game): the games that are measured over a list of 90 words."""
    return list(worth.measured_games(words_of_few_letters(seed=6, length=4, count=90, letters="abcde")))


def test_a_list_is_measured_with_all_secrets_with_few_and_with_three_first_letters(games):
    assert [kind for kind, _ in games] == [WORDS, ANSWERS, LETTER, LETTER, LETTER]


def test_one_word_in_six_is_an_answer(games):
    sizes = {kind: len(game.secrets) for kind, game in games if kind != LETTER}
    assert sizes == {WORDS: 90, ANSWERS: 15}


def test_bins_of_one_and_two_are_not_measured(games):
    """Their costs are exact without a table."""
    sizes = set()
    for _, game in games:
        sizes |= {size for _, size, _ in worth.measure(game, hard=False)}
    assert min(sizes) == 3


def test_a_game_of_a_first_letter_has_its_words_alone(games):
    games_of_letters = [game for kind, game in games if kind == LETTER]
    for game in games_of_letters:
        assert len({word[0] for word in game.guesses}) == 1


def test_a_list_that_cannot_be_read_is_one_line():
    program = [sys.executable, "-m", "tools.worth", "/nowhere"]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "tools.worth: /nowhere: cannot be read: no such file or directory\n"
