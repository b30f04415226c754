"""Intervals, probabilities and the rule for stopping early: against closed forms and by seeded simulation."""

import itertools
import math
import random
from collections import Counter

import numpy as np
import pytest

from referee.contest.contest import BLOCK, Contest
from referee.contest.players import Player
from referee.contest.termination import Termination
from referee.game.record import GameResult
from referee.results import resampling as statistics
from referee.results.stopping_rule import BETS, ERROR, Decision, EValue, StoppingRule


class TestBootstrap:
    def test_binomial(self):
        """100 words, half of them worth 500: the quantiles of the binomial distribution are 40 and 60."""
        assert statistics.interval_of_total([{0: 50, 500: 50}]) == (40 * 500, 60 * 500)

    def test_nothing_to_chance(self):
        assert statistics.interval_of_total([{300: 20}, {100: 5}]) == (6500, 6500)

    def test_against_words_drawn_one_by_one(self):
        """The same by drawing words, with another generator."""
        strata = [{0: 3, 300: 9, 400: 5}, {200: 30, 300: 12}]
        words = [[points for points, count in stratum.items() for _ in range(count)] for stratum in strata]
        dice = random.Random(1)
        totals = sorted(sum(sum(dice.choices(some, k=len(some))) for some in words) for _ in range(4000))
        low, high = statistics.interval_of_total(strata)
        assert low == pytest.approx(totals[100], abs=100)
        assert high == pytest.approx(totals[-101], abs=100)

    def test_words_of_a_length_stay_of_that_length(self):
        """Drawn without regard to length, half the words of 0 and half of 500 would make the interval wide."""
        assert statistics.interval_of_total([{0: 50}, {500: 50}]) == (25_000, 25_000)

    def test_covers_the_truth(self):
        """About 95 of 100 intervals hold the mean that words were drawn with."""
        dice = np.random.default_rng(3)
        covered = 0
        for _ in range(60):
            points = dice.choice([0, 200, 300, 400], p=[0.1, 0.2, 0.4, 0.3], size=60)
            low, high = statistics.interval_of_total([Counter(points.tolist())])
            covered += low <= 60 * (40 + 120 + 120) <= high
        assert 53 <= covered <= 59

    def test_same_games_same_figures(self):
        assert statistics.interval_of_total([{0: 7, 300: 9}]) == statistics.interval_of_total([{300: 9, 0: 7}])

    @pytest.mark.parametrize("strata", [[], [{}], [{300: 1}], [{300: 1}, {0: 1, 500: 1}]])
    def test_none_from_one_word_of_a_length(self, strata):
        assert statistics.interval_of_total(strata) is None


class TestProbability:
    @pytest.mark.parametrize(("won", "lost"), [(3, 1), (5, 5), (2, 4)])
    def test_of_equal_differences(self, won, lost):
        """P(Beta(won, lost) > 1/2), the share of the weights that the words won get, as a binomial sum."""
        n = won + lost - 1
        exact = sum(math.comb(n, k) for k in range(won)) / 2**n
        totals = statistics.weighted([{100: won, -100: lost}])
        assert statistics.probability_positive(totals) == pytest.approx(exact, abs=0.01)

    def test_of_no_difference(self):
        assert statistics.probability_positive(statistics.weighted([{0: 40}, {0: 2}])) == 0.5


def e_value(differences):
    """The e-value of these differences, from -1 to 1."""
    evidence = EValue()
    for difference in differences:
        evidence.add(difference)
    return evidence.value


class TestEValue:
    def test_grows_with_the_differences(self):
        assert e_value([]) == pytest.approx(1)
        assert e_value([1.0]) == pytest.approx(1 + sum(BETS) / len(BETS))
        assert e_value([-1.0] * 50) < 0.5

    def test_of_a_fair_game_is_1_on_average(self):
        """Over all sequences of ten fair differences, exactly."""
        games = itertools.product((-0.6, 0.6), repeat=10)
        assert sum(map(e_value, games)) / 2**10 == pytest.approx(1)

    def test_of_a_round_that_is_fair_as_a_whole_is_less(self):
        """Better at one length, worse at the other: the bets must not win by that."""
        assert e_value([0.5, -0.5]) < 1


def rule_after(void=(), **points):
    """The stopping rule after these points of each player at one length; void: (player, place) of each void game."""
    words = [f"{number:04}" for number in range(1000)]
    players = tuple(Player(name, name, (name,)) for name in points)
    rule = StoppingRule(Contest(players, {4: words}, 1000, 1, "made up", until_decided=True))
    for name, won in points.items():
        for index, each in enumerate(won):
            why = "a power cut" if (name, index) in void else None
            rule.add(GameResult(name, 4, index, each, Termination.SOLVED, void=why))
    return rule


class TestStoppingRule:
    def test_clear(self):
        assert rule_after(a=[400] * 40, b=[0] * 40, c=[200] * 40).decision == Decision(40, "a")

    def test_equal_players_are_never_told_apart(self):
        assert rule_after(a=[300, 0] * 500, b=[300, 0] * 500).decision == Decision(1000, None)

    def test_ahead_of_one_but_not_of_the_other(self):
        assert rule_after(a=[400] * 40, b=[0] * 40, c=[400] * 40).decision.leader is None

    def test_too_early(self):
        assert rule_after(a=[400] * 3, b=[300] * 3).decision == Decision(3, None)

    def test_only_complete_rounds_count(self):
        assert rule_after(a=[400] * 40, b=[0] * 2).decision == Decision(2, None)

    def test_a_word_with_a_void_game_counts_for_nobody(self):
        fair = rule_after(a=[300] * 10 + [500] * 30, b=[300] * 10 + [0] * 30, void={("b", n) for n in range(10, 40)})
        assert fair.decision == Decision(40, None)


RUNS, ROUNDS, LENGTHS = 500, 300, 3
POINTS = (0, 100, 200, 300, 400)


def drawn(seed, *chances):
    """Points of a player in many runs: array [run, round, length]; the chances of POINTS for each length."""
    dice = np.random.default_rng(seed)
    return np.stack([dice.choice(POINTS, p=p, size=(RUNS, ROUNDS)) for p in chances], axis=2)


def looks(differences):
    """What can be known at the end of every block: yields the words so far, array [run, word]."""
    for rounds in range(BLOCK, ROUNDS + 1, BLOCK):
        yield differences[:, :rounds].reshape(RUNS, -1)


def decided(differences):
    """In which runs the e-value for the first player ever sufficed, at the end of a block."""
    logs = np.stack([np.log1p(bet * differences / 500).sum(axis=2).cumsum(axis=1) for bet in BETS])
    capital = np.exp(logs).mean(axis=0)
    assert capital[0, -1] == pytest.approx(e_value((differences[0] / 500).ravel()))
    return (capital[:, BLOCK - 1 :: BLOCK] >= 2 / ERROR).any(axis=1)


MIDDLING = (0.1, 0.15, 0.35, 0.3, 0.1)
BETTER = (0.05, 0.15, 0.35, 0.3, 0.15)
"""20 points a word better than MIDDLING."""
WORSE = (0.15, 0.15, 0.35, 0.3, 0.05)


class TestFalseDecisions:
    """500 simulated runs of 300 rounds with a look after every tenth: one of two equals is seldom called better."""

    @pytest.mark.parametrize(
        ("ours", "theirs"),
        [((MIDDLING,) * 3, (MIDDLING,) * 3), ((BETTER, MIDDLING, WORSE), (WORSE, MIDDLING, BETTER))],
        ids=["alike", "each-better-at-some-length"],
    )
    def test_seldom(self, ours, theirs):
        differences = drawn(1, *ours) - drawn(2, *theirs)
        wrong = decided(differences) | decided(-differences)
        assert wrong.mean() <= ERROR

    def test_seldom_when_words_are_drawn_without_replacement(self):
        dice = np.random.default_rng(4)
        population = dice.choice([-200, -100, 0, 100, 300], p=[0.2, 0.3, 0.3, 0.0, 0.2], size=2 * ROUNDS)
        population[: int(abs(population.sum()) // 100)] -= 100 * np.sign(population.sum())
        assert population.sum() == 0
        differences = np.stack(
            [[dice.permutation(population)[:ROUNDS] for _ in range(RUNS)] for _ in range(LENGTHS)], axis=2
        )
        assert (decided(differences) | decided(-differences)).mean() <= ERROR

    def test_a_rule_for_one_look_fails_here(self):
        """The simulation can tell: a 95 % interval asked again and again is wrong in far more than 5 % of the runs."""
        differences = drawn(1, *(MIDDLING,) * 3) - drawn(2, *(MIDDLING,) * 3)
        wrong = np.zeros(RUNS, dtype=bool)
        for words in looks(differences):
            wrong |= abs(words.mean(axis=1)) > 1.96 * words.std(axis=1) / math.sqrt(words.shape[1])
        assert wrong.mean() > 0.15

    def test_real_differences_are_found(self):
        differences = drawn(1, *(BETTER,) * 3) - drawn(2, *(MIDDLING,) * 3)
        assert decided(differences).mean() > 0.7
        assert decided(-differences).mean() < ERROR
