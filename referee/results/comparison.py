"""Compares two players over the words that both have played, in figures and in a sentence."""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from referee.results.estimates import CERTAIN, Estimate, estimate

UNSEEN = 0.8
"""The difference of two players at each of the two words that estimates.py adds, as a part of the most points.

It is the difference between 500 points for the first attempt and 100 for the last of five.
"""
HOW_CERTAIN = (
    "The percentage is the probability that the leader wins more points at words like these (one-sided). "
    "From 97.5 % on it is called certain: then the 95 % interval of the difference does not contain 0."
)
"""What the sentences of `verdict` mean."""
_MANY_ROUNDS = 10_000
"""The most rounds that a verdict counts as missing. No contest has more, so of more it says only that."""


Points = Mapping[str, Mapping[str, int]]
"""The points of every game that is not void, by player and word."""
PointsOfPair = Mapping[str, tuple[int, int]]
"""By word, the points of the first and of the second of two players, for the words that both have played."""


@dataclass(frozen=True)
class Comparison:
    """The first of two players compared with the second, over words that both have played."""

    first: str
    second: str
    """The names of the players."""
    words: int
    """The number of words. Words with a void game of either player are left out."""
    points: tuple[int, int]
    """What the first and the second won with these words."""
    won: int
    """The number of words for which the first won more points."""
    drawn: int
    """The number of words for which both won the same points."""
    lost: int
    """The number of words for which the second won more points."""
    estimate: Estimate
    """The 95 % interval of the difference over as many other words, and the probability that the first is better."""

    @property
    def difference(self) -> int:
        """How many more points the first won; negative if the second won more."""
        return self.points[0] - self.points[1]

    @property
    def is_certain(self) -> bool:
        """Whether one of the two is better with a probability of 97.5 % or more."""
        positive = self.estimate.positive
        return positive is not None and not 1 - CERTAIN < positive < CERTAIN


def points_of_pair(points: Points, first: str, second: str) -> PointsOfPair:
    """Return what two players won with the words that both have played, in the order of the first one's games."""
    points_of_second = points[second]
    points_by_word = {}
    for word, points_of_first in points[first].items():
        if word in points_of_second:
            points_by_word[word] = (points_of_first, points_of_second[word])

    return points_by_word


def compare_players(first: str, second: str, points_by_word: PointsOfPair, most: int) -> Comparison:
    """Return the comparison of two players over these words; most: the points of a word solved at the first attempt."""
    total_of_first = 0
    total_of_second = 0
    differences = []
    # For each length the number of words with each difference.
    counts: dict[int, Counter[int]] = defaultdict(Counter)
    for word, (points_of_first, points_of_second) in points_by_word.items():
        total_of_first += points_of_first
        total_of_second += points_of_second
        difference = points_of_first - points_of_second
        differences.append(difference)
        counts[len(word)][difference] += 1

    return Comparison(
        first=first,
        second=second,
        words=len(points_by_word),
        points=(total_of_first, total_of_second),
        won=sum(difference > 0 for difference in differences),
        drawn=sum(difference == 0 for difference in differences),
        lost=sum(difference < 0 for difference in differences),
        estimate=estimate(counts.values(), unseen=UNSEEN * most, within=(-most, most)),
    )


def verdict(comparison: Comparison, lengths: int, until_decided: bool = False) -> str:
    """Return who of the two leads, by how much, and whether that is certain, as a sentence.

    For example "lingo-bot leads entropy by 1,200 points; that is not certain (81 %): about 40 more rounds would
    decide."

    lengths: how many lengths are played; a round is a word of each. until_decided: whether the run ends when its
    stopping rule says so. Then the percentage does not hold, because the run is looked at again and again.
    """
    leader = comparison.first
    follower = comparison.second
    if comparison.difference == 0:
        return f"{leader} and {follower} are level at {comparison.points[0]:,} points."
    if comparison.difference < 0:
        leader, follower = follower, leader

    lead = f"{leader} leads {follower} by {abs(comparison.difference):,} points"
    if until_decided:
        return f"{lead}."

    positive = comparison.estimate.positive
    if positive is None:
        return f"{lead}; whether that is more than chance cannot be said: {comparison.estimate.reason}."

    certainty = max(positive, 1 - positive)
    if comparison.is_certain:
        # A probability that is rounded up to 100 % would say more than is known.
        percent = "over 99.9 %" if certainty > 0.999 else f"{100 * certainty:.1f} %"
        return f"{lead}; that is certain ({percent})."

    rounds = _rounds_to_decide(comparison, lengths)
    return f"{lead}; that is not certain ({100 * certainty:.0f} %): {rounds} would decide."


def _rounds_to_decide(comparison: Comparison, lengths: int) -> str:
    """Return about how many more rounds would decide, rounded up to two digits: 'about 420 more rounds' for 411."""
    growth = comparison.estimate.growth_to_decide
    assert growth is not None  # the two differ, and have an interval
    words = (growth - 1) * comparison.words
    rounds = math.ceil(words / lengths)
    if rounds > _MANY_ROUNDS:
        return f"more than {_MANY_ROUNDS:,} more rounds"
    if rounds <= 1:
        return "about one more round"

    unit = 10 ** max(0, len(str(rounds)) - 2)
    rounded = math.ceil(rounds / unit) * unit
    return f"about {rounded:,} more rounds"
