"""Intervals and probabilities: against printed tables and hand counts, and by seeded simulation."""

import pytest

from benchmarks import intervals
from referee.results.estimates import estimate, t_distribution, t_quantile


class TestStudentsT:
    @pytest.mark.parametrize(
        ("freedom", "quantile"), [(1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)]
    )
    def test_as_in_printed_tables(self, freedom, quantile):
        """The column 0.975 of any table of Student's t; it has three digits after the point."""
        assert t_quantile(0.975, freedom) == pytest.approx(quantile, abs=0.0006)
        assert t_distribution(quantile, freedom) == pytest.approx(0.975, abs=0.0001)
        assert t_distribution(-quantile, freedom) == pytest.approx(0.025, abs=0.0001)


def of_difference(*lengths):
    """The estimate of a difference, from how many words of each length have each difference in points.

    A word wins 0 to 500 points. As in `referee compare`, two words that were not played are assumed to lie 400 points
    from the mean, one above it and one below.
    """
    return estimate(lengths, unseen=400, within=(-500, 500))


class TestEstimate:
    def test_by_hand(self):
        """Ten words: the sum of squares is 8 x 100^2, so n s^2 = 10/9 x 80,000 = 88,889.

        With the two unseen words the variance is 88,889 + 2 x 400^2 = 408,889, the square of 639.4. Student's t with 9
        degrees of freedom is 2.262: half the interval is 2.262 x 639.4 = 1,446.
        """
        estimated = of_difference({100: 4, 0: 2, -100: 4})
        # Either player is the better one with the same probability.
        assert estimated.interval == pytest.approx((-1446, 1446), abs=1)
        assert (estimated.positive, estimated.reason) == (0.5, None)

    def test_lengths_may_differ_in_their_means(self):
        """The spread between lengths is no chance: the two interval widths are those of no spread at all."""
        low, high = of_difference({0: 50}, {500: 50}).interval
        same = of_difference({0: 50}, {0: 50}).interval
        assert high - low == pytest.approx(same[1] - same[0])

    def test_two_wins_and_two_draws_say_nothing(self):
        estimated = of_difference({0: 2, 100: 2})
        assert (estimated.interval, estimated.positive) == (None, None)
        assert estimated.reason == "too few words: 4, of 6 that are needed"

    def test_one_word_of_a_length_says_nothing(self):
        assert of_difference({0: 8, 100: 2}, {0: 1}).reason == "too few words: one alone of some length"

    def test_nothing_but_draws_is_no_certainty(self):
        # Ten words may differ by 5,000 points; that nothing differed so far leaves more than a fifth of it possible.
        low, high = of_difference({0: 10}).interval
        assert low < -1000 and high > 1000

    def test_stays_within_what_is_possible(self):
        assert estimate([{0: 3, 100: 3}], 250, (0, 500)).interval[0] == 0
        assert estimate([{500: 6}], 250, (0, 500)).interval[1] == 3000


class TestCalibration:
    """Seeded contests: what `python -m benchmarks intervals` measures at full length.

    Intervals of 95 % cover the truth in 90 % of so few contests at least, and claim a difference in at most 10 %.
    """

    @pytest.mark.parametrize(("lengths", "words"), [(1, 6), (1, 10), (1, 30), (10, 2), (10, 5)])
    @pytest.mark.parametrize("case", intervals.EQUAL, ids=lambda case: case.name)
    def test_equal_players_are_seldom_told_apart(self, case, lengths, words):
        shares = intervals.shares(case, lengths, words, contests=150)
        assert shares["claimed"] <= 0.1
        assert shares["covered"] >= 0.9

    def test_a_difference_of_one_standard_deviation_is_found(self):
        # One of two players that were equal wins a standard deviation more with each word.
        assert intervals.power(intervals.EQUAL[0], words=30, contests=100) > 0.8
