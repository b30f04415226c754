"""How often the intervals and probabilities of `referee compare` and of the leaderboard hold what they state.

Words are drawn with known points or differences, again and again, and each time the estimate is asked.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any, NamedTuple

import numpy as np

from benchmarks.tables import figure, table
from referee.results.comparison import UNSEEN
from referee.results.estimates import estimate

MOST = 500
"""Points of a word that is guessed at once."""
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

    def totals(self, lengths: int, words: int, seed: int) -> Iterator[list[Counter[int]]]:
        """Contests: the counts of the values drawn for each length."""
        rng = np.random.default_rng([seed, lengths, words])
        while True:
            drawn = rng.multinomial(words, np.array(self.weights) / sum(self.weights), size=lengths)
            yield [Counter(dict(zip(self.values, map(int, row), strict=True))) for row in drawn]

    @property
    def mean(self) -> float:
        """The mean of a word."""
        return float(np.average(self.values, weights=self.weights))


def independent(name: str, ours: Sequence[int], theirs: Sequence[int]) -> Chances:
    """Return the differences of two players who play independently of each other.

    ours, theirs: how often each player wins 500, 400, … 0 points, in proportion.
    """
    chances = Counter[int]()
    # Each step to the right in these sequences is worth 100 points less.
    for our_steps, our_weight in enumerate(ours):
        for their_steps, their_weight in enumerate(theirs):
            chances[100 * (their_steps - our_steps)] += our_weight * their_weight
    return Chances(name, list(chances), list(chances.values()))


GOOD = (1, 72, 2628, 6145, 1996, 350)
"""How many words are worth 500, 400, … 0 to lingo-bot at 5 letters (`precompute evaluate --lengths 5`)."""
POOR = (0, 0, 4, 7, 7, 6)
"""The same for the example player on 24 words."""
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
    Chances("points of the good player", range(500, -1, -100), GOOD),
    Chances("points of the poor player", range(500, -1, -100), POOR),
)
"""Points of one player, as a leaderboard has them."""


def shares(chances: Chances, lengths: int, words: int, contests: int) -> dict[str, float | None]:
    """Return the share of contests whose interval covers the truth, and the share that claims a difference.

    The keys are `covered` and `claimed`. Both are None if there are too few words for an interval.
    """
    # The points of one player lie between 0 and 500, a difference between -500 and 500.
    unseen = UNSEEN * MOST
    limits = (-MOST, MOST)
    if chances in POINTS:
        unseen = MOST / 2
        limits = (0, MOST)

    true_total = chances.mean * lengths * words
    with_interval = covered = claimed = 0
    for counts in islice(chances.totals(lengths, words, seed=1), contests):
        estimated = estimate(counts, unseen, limits)
        if estimated.interval is None or estimated.positive is None:
            continue
        with_interval += 1
        lower, upper = estimated.interval
        if lower - ROUNDING <= true_total <= upper + ROUNDING:
            covered += 1
        if not 0.025 <= estimated.positive <= 0.975:
            claimed += 1

    if with_interval == 0:
        return {"covered": None, "claimed": None}
    return {"covered": covered / with_interval, "claimed": claimed / with_interval}


def power(chances: Chances, words: int, contests: int) -> float:
    """The share of contests of one length in which a difference of one standard deviation is claimed."""
    squares = (np.array(chances.values) - chances.mean) ** 2
    deviation = np.average(squares, weights=chances.weights) ** 0.5
    shift = round(deviation)
    moved = Chances(chances.name, [value + shift for value in chances.values], chances.weights)
    return shares(moved, 1, words, contests)["claimed"] or 0.0


def measure(quick: bool) -> dict[str, Any]:
    """Coverage of every case and false claims between equal players, for every size; power at 30 words."""
    contests = 200 if quick else 4000
    rows = []
    for case, lengths, words in product((*EQUAL, *UNEQUAL, *POINTS), LENGTHS, WORDS):
        row = {"case": case.name, "equal": case in EQUAL, "lengths": lengths, "words": words}
        rows.append(row | shares(case, lengths, words, contests))
    return {"contests": contests, "shares": rows, "power": {case.name: power(case, 30, contests) for case in EQUAL[:2]}}


def tables(results: dict[str, Any]) -> dict[str, str]:
    """`intervals`: coverage and false claims in percent for each size, the worst and the mean of the cases; `power`."""
    rows: list[list[Any]] = []
    for size in product(LENGTHS, WORDS):
        cases = [row for row in results["shares"] if (row["lengths"], row["words"]) == size and row["covered"]]
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
