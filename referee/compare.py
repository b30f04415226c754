"""Two players on the same words: the differences, and how sure they are."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from programs.errors import DataError
from referee.store import Run


@dataclass(frozen=True)
class Pair:
    """What both players won for one word."""

    length: int
    word: str
    a: int
    """Points of the first player."""
    b: int
    """Points of the second."""

    @property
    def difference(self) -> int:
        """Points that the first won more."""
        return self.a - self.b


@dataclass(frozen=True)
class Difference:
    """Some words together."""

    words: int
    """How many both have played."""
    a: int
    """Points of the first player."""
    b: int
    """Points of the second."""
    interval: tuple[float, float] | None
    """95 % interval of the difference of points, for as many words; None from one word of a length."""
    a_better: float | None
    """The probability that the first is better at words like these; None from one word of a length."""
    won: int
    """Words that were worth more to the first."""
    drawn: int
    """Words that were worth the same to both."""
    lost: int
    """Words that were worth more to the second."""

    @property
    def difference(self) -> int:
        """Points that the first won more."""
        return self.a - self.b


@dataclass(frozen=True)
class Comparison:
    """The first player beside the second."""

    a: str
    b: str
    by_length: Mapping[int, Difference]
    total: Difference
    words: tuple[Pair, ...]
    """All words, those where they differ most first."""


def comparison_of(run: Run, a: str, b: str) -> Comparison:
    """The comparison of two players over the words that both have played; DataError where there are none."""
    pairs = _pairs(run, a, b)
    if not pairs:
        raise DataError(f"{run.directory}: there is no word yet that both '{a}' and '{b}' have played")
    lengths = sorted({pair.length for pair in pairs})
    by_length = {length: [pair for pair in pairs if pair.length == length] for length in lengths}
    return Comparison(
        a,
        b,
        {length: _difference([those]) for length, those in by_length.items()},
        _difference(by_length.values()),
        tuple(sorted(pairs, key=lambda pair: -abs(pair.difference))),
    )


def _pairs(run: Run, a: str, b: str) -> list[Pair]:
    """The words that both have played, by length and place in the draw."""
    points = {(result.player, result.length, result.index): result.points for result in run.results()}
    return [
        Pair(length, word, points[a, length, index], points[b, length, index])
        for length, words in run.contest.words.items()
        for index, word in enumerate(words)
        if (a, length, index) in points and (b, length, index) in points
    ]


def _difference(strata: Iterable[list[Pair]]) -> Difference:
    """The words of some lengths together."""
    from referee import statistics  # numpy is slow to import, and most commands do without

    strata = list(strata)
    pairs = [pair for stratum in strata for pair in stratum]
    counts = [Counter(pair.difference for pair in stratum) for stratum in strata]
    return Difference(
        words=len(pairs),
        a=sum(pair.a for pair in pairs),
        b=sum(pair.b for pair in pairs),
        interval=statistics.interval_of_total(counts),
        a_better=statistics.probability_positive(statistics.weighted(counts)) if statistics.enough(counts) else None,
        won=sum(pair.difference > 0 for pair in pairs),
        drawn=sum(pair.difference == 0 for pair in pairs),
        lost=sum(pair.difference < 0 for pair in pairs),
    )
