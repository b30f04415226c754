"""Compares two players over the words that both have played, in figures and in a sentence."""

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lingo_common.errors import DataError
from referee.contest.contest import Contest
from referee.game.record import GameRecord
from referee.results.estimates import CERTAIN, Estimate, estimate
from wordlists.word_game import WordGame

UNSEEN = 0.8
"""The difference of a word that was not played (see estimates.py), as a part of the most points of a word.

It is the difference of a word that one player solves at the first of five attempts, and the other at the last.
"""
HOW_CERTAIN = (
    "The percentage is the probability that the leader wins more points at words like these (one-sided). "
    "From 97.5 % on it is called certain: then the 95 % interval of the difference does not contain 0."
)
"""What the sentences of `verdict` mean."""
_MANY_ROUNDS = 10_000
"""More rounds than this are not counted out: no contest is that long."""


@dataclass(frozen=True)
class Pair:
    """The points of both players for one word."""

    length: int
    word: str
    a: int
    b: int

    @property
    def difference(self) -> int:
        """Points that the first won more."""
        return self.a - self.b


@dataclass(frozen=True)
class Comparison:
    """Two players, a and b, compared over some words."""

    words: int
    """How many both have played, without those that are void for one of them."""
    a: int
    """The points of a for these words."""
    b: int
    won: int
    """The number of words for which a won more points than b."""
    drawn: int
    lost: int
    estimate: Estimate
    """The 95 % interval of the difference of points for as many words, and the probability that a is better."""

    @property
    def difference(self) -> int:
        """Points that the first won more."""
        return self.a - self.b

    @property
    def is_certain(self) -> bool:
        """Whether one of the two is better with a probability of 97.5 % or more."""
        positive = self.estimate.positive
        return positive is not None and not 1 - CERTAIN < positive < CERTAIN


Pairs = Mapping[int, Sequence[Pair]]
"""The words that both players have played, by length, in the order of the draw. A length without one is left out."""
Duel = tuple[tuple[str, str], Comparison]
"""The names of two players, and the first compared with the second."""
Points = Mapping[tuple[str, int, int], int]
"""The points of every game that is not void, by player, length and place in the draw."""


def pairs_of(contest: Contest, results: Iterable[GameRecord], a: str, b: str) -> Pairs:
    """Return the words that both players have played; DataError if there are none."""
    for name in (a, b):
        if name in contest.disqualified:
            raise DataError(f"player '{name}' is disqualified: {contest.disqualified[name]}")

    pairs = _pairs(contest, points_of(results), a, b)
    if not pairs:
        raise DataError(f"there is no word yet that both '{a}' and '{b}' have played")
    return pairs


def compare_all(contest: Contest, points: Points, players: Sequence[str]) -> Iterator[Duel]:
    """Yield the comparison of each player with every later one, over all lengths, if both have played some word."""
    for a, b in itertools.combinations(players, 2):
        pairs = _pairs(contest, points, a, b)
        if pairs:
            yield (a, b), compare_points(pairs.values(), contest.rules)


def points_of(results: Iterable[GameRecord]) -> Points:
    """Return the points of every game that is not void."""
    return {(result.player, result.length, result.index): result.points for result in results if result.void is None}


def _pairs(contest: Contest, points: Points, a: str, b: str) -> Pairs:
    """Return the words that both players have played, with the points of each."""
    pairs: dict[int, list[Pair]] = {}
    for length in contest.lengths:
        for index, word in enumerate(contest.words[length]):
            points_of_a = points.get((a, length, index))
            points_of_b = points.get((b, length, index))
            if points_of_a is not None and points_of_b is not None:
                pair = Pair(length, word, points_of_a, points_of_b)
                pairs.setdefault(length, []).append(pair)

    return pairs


def compare_points(pairs_by_length: Iterable[Sequence[Pair]], rules: WordGame) -> Comparison:
    """Return the comparison of two players over the words of some lengths."""
    pairs_by_length = list(pairs_by_length)
    pairs = list(itertools.chain.from_iterable(pairs_by_length))
    most = rules.points_for(1)

    counts = []
    for pairs_of_length in pairs_by_length:
        counts.append(Counter(pair.difference for pair in pairs_of_length))

    return Comparison(
        words=len(pairs),
        a=sum(pair.a for pair in pairs),
        b=sum(pair.b for pair in pairs),
        won=sum(pair.difference > 0 for pair in pairs),
        drawn=sum(pair.difference == 0 for pair in pairs),
        lost=sum(pair.difference < 0 for pair in pairs),
        estimate=estimate(counts, unseen=UNSEEN * most, within=(-most, most)),
    )


def verdict(duel: Duel, lengths: int, until_decided: bool = False) -> str:
    """Return who of the two leads, by how much, and whether that is certain, as a sentence.

    For example "lingo-bot leads entropy by 1,200 points; that is not certain (81 %): about 40 more rounds would
    decide."

    lengths: how many lengths are played; a round is a word of each. until_decided: whether the run ends when its
    stopping rule says so. Then the percentage does not hold, because the run is looked at again and again.
    """
    (first, second), comparison = duel
    if comparison.difference == 0:
        return f"{first} and {second} are level at {comparison.a:,} points."

    leader, follower = (first, second) if comparison.difference > 0 else (second, first)
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
    """Return about how many more rounds would decide, rounded up to two digits: 'about 40 more rounds'."""
    growth = comparison.estimate.growth_to_decide
    assert growth is not None
    words = (growth - 1) * comparison.words
    rounds = math.ceil(words / lengths)
    if rounds > _MANY_ROUNDS:
        return f"more than {_MANY_ROUNDS:,} more rounds"
    if rounds <= 1:
        return "about one more round"

    unit = 10 ** max(0, len(str(rounds)) - 2)
    rounded = math.ceil(rounds / unit) * unit
    return f"about {rounded:,} more rounds"
