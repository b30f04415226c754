"""Compares two players over the words that both have played."""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lingo_common.errors import DataError
from referee.contest.contest import Contest
from referee.game.record import GameRecord
from referee.results.estimates import estimate
from wordlists.word_game import WordGame

UNSEEN = 0.8
"""The difference of a word that was not played (see estimates), as a part of the most points: four attempts of five."""


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
class Difference:
    """Two players compared over some words: the points of each, and how many words were worth more to the first."""

    words: int
    """How many both have played, without those that are void for one of them."""
    a: int
    b: int
    interval: tuple[float, float] | None
    """95 % interval of the difference of points, for as many words; None if there are too few words."""
    a_better: float | None
    """The probability that the first is better at words like these; None as above."""
    won: int
    drawn: int
    lost: int
    reason: str | None = None
    """Why there is no interval and no probability; None if there are."""

    @property
    def difference(self) -> int:
        """Points that the first won more."""
        return self.a - self.b


Pairs = Mapping[int, Sequence[Pair]]
"""Words that both players have played, by length, in the order of the draw; no length without one."""
Duel = tuple[tuple[str, str], Difference]
"""The names of two players, and the first compared with the second."""


def pairs_of(contest: Contest, results: Iterable[GameRecord], a: str, b: str) -> Pairs:
    """The words that both players have played; DataError if there are none."""
    for name in (a, b):
        if name in contest.disqualified:
            raise DataError(f"player '{name}' is disqualified: {contest.disqualified[name]}")
    pairs = _pairs(contest, _points(results), a, b)
    if not pairs:
        raise DataError(f"there is no word yet that both '{a}' and '{b}' have played")
    return pairs


def compare_all(contest: Contest, results: Iterable[GameRecord], players: Sequence[str]) -> Iterator[Duel]:
    """The difference over all lengths of each player and every later one that it has a word in common with."""
    points = _points(results)
    for a, b in itertools.combinations(players, 2):
        if pairs := _pairs(contest, points, a, b):
            yield (a, b), difference(pairs.values(), contest.rules)


def _points(results: Iterable[GameRecord]) -> dict[tuple[str, int, int], int]:
    """The points of every game that counts, by player, length and place in the draw."""
    return {(result.player, result.length, result.index): result.points for result in results if result.void is None}


def _pairs(contest: Contest, points: Mapping[tuple[str, int, int], int], a: str, b: str) -> Pairs:
    pairs: dict[int, list[Pair]] = {}
    for length in contest.lengths:
        for index, word in enumerate(contest.words[length]):
            if (a, length, index) in points and (b, length, index) in points:
                pair = Pair(length, word, points[a, length, index], points[b, length, index])
                pairs.setdefault(length, []).append(pair)
    return pairs


def difference(strata: Iterable[Sequence[Pair]], rules: WordGame) -> Difference:
    """The players compared over the words of some lengths."""
    most = rules.points_for(1)
    strata = list(strata)
    pairs = [pair for stratum in strata for pair in stratum]
    counts = [Counter(pair.difference for pair in stratum) for stratum in strata]
    estimated = estimate(counts, UNSEEN * most, (-most, most))
    return Difference(
        words=len(pairs),
        a=sum(pair.a for pair in pairs),
        b=sum(pair.b for pair in pairs),
        interval=estimated.interval,
        a_better=estimated.positive,
        won=sum(pair.difference > 0 for pair in pairs),
        drawn=sum(pair.difference == 0 for pair in pairs),
        lost=sum(pair.difference < 0 for pair in pairs),
        reason=estimated.reason,
    )
