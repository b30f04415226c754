"""Intervals, probabilities and the rule for stopping early: against closed forms, intervals by simulation too."""

import functools
import itertools

import pytest
from made_runs import game_record

from benchmarks import intervals
from referee.contest.contest import Contest
from referee.contest.player import Program
from referee.results.estimates import estimate, t_distribution, t_quantile
from referee.results.stopping_rule import BETS, START, Decision, StoppingRule, after_word, e_value


class TestStudentsT:
    @pytest.mark.parametrize(
        ("freedom", "quantile"), [(1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)]
    )
    def test_as_in_printed_tables(self, freedom, quantile):
        assert t_quantile(0.975, freedom) == pytest.approx(quantile, abs=0.0006)
        assert t_distribution(quantile, freedom) == pytest.approx(0.975, abs=0.0001)
        assert t_distribution(-quantile, freedom) == pytest.approx(0.025, abs=0.0001)


def of_difference(*strata):
    return estimate(strata, 400, (-500, 500))


class TestEstimate:
    def test_by_hand(self):
        """Sum of squares 8 x 100^2, so n s^2 = 10/9 x 80,000; with the two unseen words 408,889; t(9) is 2.262."""
        found = of_difference({100: 4, 0: 2, -100: 4})
        assert found.interval == pytest.approx((-2.262 * 639.4, 2.262 * 639.4), rel=0.001)
        assert (found.positive, found.reason) == (0.5, None)

    def test_lengths_may_differ_in_their_means(self):
        """The spread between lengths is no chance: the two interval widths are those of no spread at all."""
        low, high = of_difference({0: 50}, {500: 50}).interval
        same = of_difference({0: 50}, {0: 50}).interval
        assert high - low == pytest.approx(same[1] - same[0])

    def test_two_wins_and_two_draws_say_nothing(self):
        found = of_difference({0: 2, 100: 2})
        assert (found.interval, found.positive) == (None, None)
        assert found.reason == "too few words: 4, of 6 that are needed"

    def test_one_word_of_a_length_says_nothing(self):
        assert of_difference({0: 8, 100: 2}, {0: 1}).reason == "too few words: one alone of some length"

    def test_nothing_but_draws_is_no_certainty(self):
        low, high = of_difference({0: 10}).interval
        assert low < -1000 and high > 1000

    def test_stays_within_what_is_possible(self):
        assert estimate([{0: 3, 100: 3}], 250, (0, 500)).interval[0] == 0
        assert estimate([{500: 6}], 250, (0, 500)).interval[1] == 3000


class TestCalibration:
    """Seeded contests: what `python -m benchmarks intervals` measures at full length."""

    @pytest.mark.parametrize(("lengths", "words"), [(1, 6), (1, 10), (1, 30), (10, 2), (10, 5)])
    @pytest.mark.parametrize("case", intervals.EQUAL, ids=lambda case: case.name)
    def test_equal_players_are_seldom_told_apart(self, case, lengths, words):
        found = intervals.shares(case, lengths, words, 150)
        assert found["claimed"] <= 0.1
        assert found["covered"] >= 0.9

    def test_a_difference_of_one_standard_deviation_is_found(self):
        assert intervals.power(intervals.EQUAL[0], 30, 100) > 0.8


def evidence(differences):
    """The e-value of these differences, from -1 to 1."""
    return e_value(functools.reduce(after_word, differences, START))


class TestEValue:
    def test_grows_with_the_differences(self):
        assert evidence([]) == pytest.approx(1)
        assert evidence([1.0]) == pytest.approx(1 + sum(BETS) / len(BETS))
        assert evidence([-1.0] * 50) < 0.5

    def test_of_a_fair_game_is_1_on_average(self):
        """Over all sequences of ten fair differences, exactly."""
        games = itertools.product((-0.6, 0.6), repeat=10)
        assert sum(map(evidence, games)) / 2**10 == pytest.approx(1)

    def test_of_a_round_that_is_fair_as_a_whole_is_less(self):
        """Better at one length, worse at the other: the bets must not win by that."""
        assert evidence([0.5, -0.5]) < 1


def rule_after(void=(), **points):
    """The stopping rule after these points of each player at one length; void: (player, place) of each void game."""
    words = [f"{number:04}" for number in range(1000)]
    players = tuple(Program(name, name, (name,)) for name in points)
    rule = StoppingRule(Contest(players, {4: words}, 1000, 1, "made up", until_decided=True))
    for name, won in points.items():
        for index, each in enumerate(won):
            why = "a power cut" if (name, index) in void else None
            rule.add(game_record(name, "able", index, points=each, void=why))
    return rule


@pytest.mark.parametrize(("points", "void", "decision"), [
    ({"a": [400] * 40, "b": [0] * 40, "c": [200] * 40}, 0, Decision(40, "a")),
    ({"a": [300, 0] * 500, "b": [300, 0] * 500}, 0, Decision(1000, None)),  # equal players
    ({"a": [400] * 40, "b": [0] * 40, "c": [400] * 40}, 0, Decision(40, None)),  # ahead of one, not of the other
    ({"a": [400] * 3, "b": [300] * 3}, 0, Decision(3, None)),  # too early
    ({"a": [400] * 40, "b": [0] * 2}, 0, Decision(2, None)),  # only complete rounds count
    ({"a": [300] * 10 + [500] * 30, "b": [300] * 10 + [0] * 30}, 30, Decision(40, None)),  # a void game's word is out
])  # fmt: skip
def test_stopping_rule(points, void, decision):
    assert rule_after({("b", 39 - number) for number in range(void)}, **points).decision == decision
