"""The figures of a report, as functions of the games."""

import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from referee.record import ATTEMPTS, PLAYED_OUT, GameRecord

_NORMAL_95 = 1.959964
"""The part of a normal distribution within so many standard deviations is 95 %."""


@dataclass(frozen=True)
class Estimate:
    """A mean of points a game and how sure it is."""

    mean: float
    margin: float | None
    """Half of its 95 % interval; None where there are too few games of a length to tell."""


@dataclass(frozen=True)
class Duel:
    """Two players on the words that both have played."""

    words: int
    difference: Estimate
    """Points a game by which the first is ahead."""
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True)
class HardWord:
    """A word and what all players made of it."""

    word: str
    solved: int
    games: int
    mean: float
    """Points a game."""


@dataclass(frozen=True)
class Times:
    """The 5th, 50th and 95th of a hundred times, in seconds."""

    low: float
    middle: float
    high: float


def estimate(by_length: Mapping[int, Sequence[float]]) -> Estimate:
    """The mean over all games of a player, and its interval for words drawn anew for each length.

    The variance of a stratified mean (Cochran, Sampling Techniques, 1977, 5.3), and a normal distribution.
    """
    games = sum(map(len, by_length.values()))
    mean = sum(map(sum, by_length.values())) / games
    if min(map(len, by_length.values())) < 2:
        return Estimate(mean, None)
    variance = sum(len(points) * statistics.variance(points) for points in by_length.values()) / games**2
    return Estimate(mean, _NORMAL_95 * math.sqrt(variance))


def points_by_length(games: Iterable[GameRecord]) -> dict[int, list[float]]:
    """Per length, ascending, the points of every game."""
    found: dict[int, list[float]] = defaultdict(list)
    for game in games:
        found[game.length].append(game.points)
    return dict(sorted(found.items()))


def attempts(games: Iterable[GameRecord]) -> list[int]:
    """How many games were solved at attempt 1, 2, …, and at last how many were not."""
    counts = Counter(game.attempts if game.solved else 0 for game in games)
    return [*(counts[attempt] for attempt in range(1, ATTEMPTS + 1)), counts[0]]


def failures(games: Iterable[GameRecord]) -> Counter[str]:
    """How many games failed, by termination."""
    return Counter(game.termination.value for game in games if game.termination not in PLAYED_OUT)


def duel(mine: Iterable[GameRecord], theirs: Iterable[GameRecord]) -> Duel | None:
    """The comparison of two players word by word; None where they have no word in common."""
    points = {(game.length, game.index): game.points for game in theirs}
    differences: dict[int, list[float]] = defaultdict(list)
    for game in mine:
        if (game.length, game.index) in points:
            differences[game.length].append(game.points - points[game.length, game.index])
    if not differences:
        return None
    every = [difference for some in differences.values() for difference in some]
    wins, losses = sum(one > 0 for one in every), sum(one < 0 for one in every)
    return Duel(len(every), estimate(differences), wins, len(every) - wins - losses, losses)


def hardest(games: Iterable[GameRecord], count: int) -> list[HardWord]:
    """The words that brought the fewest points a game, hardest first, the alphabet deciding between equals."""
    by_word: dict[str, list[GameRecord]] = defaultdict(list)
    for game in games:
        by_word[game.word].append(game)
    words = [
        HardWord(word, sum(one.solved for one in some), len(some), statistics.fmean(one.points for one in some))
        for word, some in by_word.items()
    ]
    return sorted(words, key=lambda one: (one.mean, one.word))[:count]


def times(seconds: Sequence[float]) -> Times | None:
    """What most of some times lie between; None where there are none."""
    if not seconds:
        return None
    ordered = sorted(seconds)
    return Times(*(ordered[min(len(ordered) - 1, len(ordered) * part // 100)] for part in (5, 50, 95)))
