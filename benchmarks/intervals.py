"""How often the 95 % intervals of `referee compare` and of the leaderboard cover the truth, and claims are false.

Contests are simulated: for each word the points of a player, or the difference between two players, are drawn from
known chances. So the true total is known, and the interval that is estimated from the drawn values is compared with it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any, NamedTuple

import numpy as np

from benchmarks.tables import figure, table
from referee.results.comparison import UNSEEN
from referee.results.estimates import CERTAIN, estimate

POINTS_OF_WORD = range(500, -1, -100)
"""The points that a word can win: 500 if it is guessed at once, then 400, … and 0 if it is missed."""
MOST = POINTS_OF_WORD[0]
"""The most points of a word."""
WORDS = (2, 3, 5, 10, 30, 100)
"""Words of each length."""
LENGTHS = (1, 10)
"""Numbers of lengths."""
ROUNDING = 1e-6
"""Points by which the limits of an interval may be wrong, because they are sums of floating-point numbers."""


class Chances(NamedTuple):
    """How probable each number of points, or each difference of points, is for one word."""

    name: str
    values: Sequence[int]
    """The numbers of points, or the differences."""
    weights: Sequence[int]
    """How often each of them occurs, in proportion to the others."""

    def contests(self, lengths: int, words: int, seed: int) -> Iterator[list[Counter[int]]]:
        """Yield contests without end: for each length how often each value is drawn in that many words."""
        rng = np.random.default_rng([seed, lengths, words])
        while True:
            drawn = rng.multinomial(words, np.array(self.weights) / sum(self.weights), size=lengths)
            yield [Counter(dict(zip(self.values, map(int, row), strict=True))) for row in drawn]

    @property
    def mean(self) -> float:
        """The expected value for one word."""
        return float(np.average(self.values, weights=self.weights))


def independent(name: str, ours: Sequence[int], theirs: Sequence[int]) -> Chances:
    """Return the differences of two players who play independently of each other.

    ours, theirs: how often each player wins 500, 400, … 0 points, in proportion.
    """
    weights = Counter[int]()
    for our_points, our_weight in zip(POINTS_OF_WORD, ours, strict=True):
        for their_points, their_weight in zip(POINTS_OF_WORD, theirs, strict=True):
            weights[our_points - their_points] += our_weight * their_weight
    return Chances(name, list(weights), list(weights.values()))


GOOD = (1, 72, 2628, 6145, 1996, 350)
"""How many words win 500, 400, … 0 points by lingo-bot at 5 letters (`precompute evaluate --lengths 5`)."""
POOR = (0, 0, 4, 7, 7, 6)
"""The same by a poor player, on a sample of 24 words."""
# Of two equal players most words are drawn: both win the same points.
EQUAL = (
    independent("equal, independent", GOOD, GOOD),
    Chances("equal, 80 % of words drawn", (-200, -100, 0, 100, 200), (3, 7, 80, 7, 3)),
    Chances("equal, 95 % of words drawn", (-200, -100, 0, 100, 200), (2, 3, 190, 3, 2)),
    Chances("equal, one fails 10 % of words", (100, 0, -400), (4, 5, 1)),
    Chances("equal, one fails 20 % of words", (100, -400), (4, 1)),
)
"""Differences of players of the same mean."""
UNEQUAL = (
    independent("good and poor", GOOD, POOR),
    Chances("one better at 5 % of words", (100, 0), (1, 19)),
    Chances("one better at 15 %, worse at 8 %", (300, 100, 0, -100), (2, 15, 75, 8)),
)
"""Differences of players of different means."""
POINTS = (
    Chances("points of the good player", POINTS_OF_WORD, GOOD),
    Chances("points of the poor player", POINTS_OF_WORD, POOR),
)
"""Points of one player, as a leaderboard has them."""


def shares(chances: Chances, lengths: int, words: int, contests: int) -> dict[str, float | None]:
    """Return the share of contests whose interval covers the truth, and the share that claims a difference.

    The keys are `covered` and `claimed`. Both are None if there are too few words for an interval.
    """
    # An interval allows for words that were not played: `unseen` is how far their values may lie from the mean.
    is_of_one_player = chances in POINTS
    if is_of_one_player:
        # As the leaderboard computes it: one such word may win nothing and another one the most points. Each of them is
        # half of that from the middle.
        unseen = MOST / 2
        limits = (0, MOST)
    else:
        # As `referee compare` computes it for differences; UNSEEN is a part of the most points.
        unseen = UNSEEN * MOST
        limits = (-MOST, MOST)

    true_total = chances.mean * lengths * words
    with_interval = covered = claimed = 0
    for counts in islice(chances.contests(lengths, words, seed=1), contests):
        estimated = estimate(counts, unseen, limits)
        if estimated.interval is None or estimated.positive is None:
            continue
        with_interval += 1
        lower, upper = estimated.interval
        if lower - ROUNDING <= true_total <= upper + ROUNDING:
            covered += 1
        # `positive` is the probability that the mean is above 0.
        if not 1 - CERTAIN <= estimated.positive <= CERTAIN:
            claimed += 1

    if with_interval == 0:
        return {"covered": None, "claimed": None}
    return {"covered": covered / with_interval, "claimed": claimed / with_interval}


def power(chances: Chances, words: int, contests: int) -> float:
    """Return the share of contests of one length in which a difference of one standard deviation is claimed."""
    squares = (np.array(chances.values) - chances.mean) ** 2
    deviation = np.average(squares, weights=chances.weights) ** 0.5
    # Values are whole numbers of points.
    shift = round(deviation)
    moved = Chances(chances.name, [value + shift for value in chances.values], chances.weights)
    return shares(moved, 1, words, contests)["claimed"] or 0.0


def measure(quick: bool) -> dict[str, Any]:
    """Return the shares of every case for every number of lengths and words, and the power of two cases at 30 words.

    The two are cases of equal players, whose difference is all from the shift.
    """
    contests = 200 if quick else 4000
    rows = []
    for case, lengths, words in product((*EQUAL, *UNEQUAL, *POINTS), LENGTHS, WORDS):
        row = {"case": case.name, "equal": case in EQUAL, "lengths": lengths, "words": words}
        rows.append(row | shares(case, lengths, words, contests))

    powers = {case.name: power(case, 30, contests) for case in EQUAL[:2]}
    return {"contests": contests, "shares": rows, "power": powers}


def tables(results: dict[str, Any]) -> dict[str, str]:
    """Return two tables: `intervals`, with the worst figures of any case for each size of a run, and `power`."""
    rows: list[list[Any]] = []
    for size in product(LENGTHS, WORDS):
        of_size = [row for row in results["shares"] if (row["lengths"], row["words"]) == size]
        cases = [row for row in of_size if row["covered"] is not None]
        if not cases:
            rows.append([*size, None, None, "too few words"])
            continue
        least_coverage = min(row["covered"] for row in cases)
        most_false_claims = max(row["claimed"] for row in cases if row["equal"])
        rows.append([*size, figure(100 * least_coverage, 1), figure(100 * most_false_claims, 1), ""])

    header = ("lengths", "words of each", "least coverage, %", 'most false "better", %', "")
    chances = [[name, figure(100 * share, 1)] for name, share in results["power"].items()]
    return {
        "intervals": table(header, rows),
        "power": table(("a difference of one standard deviation, 30 words", "found, %"), chances),
    }
