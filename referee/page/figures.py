"""The figures of a report, as functions of the games."""

import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.contest.termination import PLAYED_OUT
from referee.game.record import GameRecord


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


def means_by_length(games: Iterable[GameRecord]) -> dict[int, float]:
    """Per length, ascending, the points a game."""
    points_of_length: dict[int, list[int]] = defaultdict(list)
    for game in games:
        points_of_length[game.length].append(game.points)
    return {length: statistics.fmean(points) for length, points in sorted(points_of_length.items())}


def attempts(games: Iterable[GameRecord], most: int) -> list[int]:
    """How many games were solved at attempt 1, 2, …, and at last how many were not; most: the attempts of a game."""
    counts = Counter(game.attempts if game.solved else 0 for game in games)
    return [*(counts[attempt] for attempt in range(1, most + 1)), counts[0]]


def failures(games: Iterable[GameRecord]) -> Counter[str]:
    """How many games failed, by termination."""
    return Counter(game.termination.value for game in games if game.termination not in PLAYED_OUT)


def hardest(games: Iterable[GameRecord], count: int) -> list[HardWord]:
    """The words that brought the fewest points a game, hardest first, the alphabet deciding between equals."""
    by_word: dict[str, list[GameRecord]] = defaultdict(list)
    for game in games:
        by_word[game.word].append(game)
    words = [
        HardWord(word, sum(game.solved for game in own), len(own), statistics.fmean(game.points for game in own))
        for word, own in by_word.items()
    ]
    return sorted(words, key=lambda hard: (hard.mean, hard.word))[:count]


def times(seconds: Sequence[float]) -> Times | None:
    """What most of some times lie between; None if there are none."""
    if not seconds:
        return None
    ordered = sorted(seconds)
    return Times(*(ordered[min(len(ordered) - 1, len(ordered) * part // 100)] for part in (5, 50, 95)))


def three_digits(number: float) -> str:
    """A number that is not negative with three significant digits: 0.0123, 12.3, 1,230."""
    rounded = float(f"{number:.3g}")
    return f"{rounded:,.{max(0, 2 - math.floor(math.log10(rounded)))}f}" if rounded else "0"
