"""Expected points of a bin of Lingo words by its size: averages that `precompute book` has learned."""

import json
import os

import numpy as np

from codebreaker.payoff import Payoff, pit_points
from codebreaker.replies import Array
from codebreaker.search.learned_values import Breakpoints, LearnedValues, initial_breakpoints
from lingo_bot.book import PACKAGED
from wordlists.reader import LONGEST, SHORTEST

_LEARNED = os.path.join(PACKAGED, "worth.json")


_FEW_LEARNED = 4
"""Guesses left from which the averages are over so few bins that they are replaced by a straight line."""
_LARGEST = 1 << 16


def _straightened(learned: Breakpoints) -> Breakpoints:
    """The straight line in the logarithm of the bin size that fits the averages best, each weighted with its size."""
    sizes, each = np.array(learned).T
    slope, level = np.polyfit(np.log(sizes), each, 1, w=np.sqrt(sizes))
    return [(size, max(0.0, float(level + slope * np.log(size)))) for size in (4.0, 256.0, float(_LARGEST))]


class ExpectedPoints:
    """The tables of expected points for words of one length; see codebreaker.search.beam.Search."""

    def __init__(self, length: int, attempts: int, payoff: Payoff | None = None) -> None:
        """payoff: points at the last attempt, where a miss may cost something; the pit's where None."""
        points = pit_points(attempts)
        with open(_LEARNED, encoding="ascii") as file:
            by_length = json.load(file)
        by_left = by_length[str(min(max(length, SHORTEST), LONGEST))]
        knots = []
        for attempt in range(attempts - 1):
            left = attempts - attempt
            known = min(left, max(map(int, by_left)))
            # Each guess beyond those measured adds about a hundred points to every secret.
            more = 100 * (left - known)
            learned = by_left.get(str(known), initial_breakpoints(points, attempt))
            if known >= _FEW_LEARNED:
                learned = _straightened(learned)
            knots.append([(size, each + more) for size, each in learned])
        self._tables = LearnedValues(payoff or points, knots)

    def __call__(self, attempt: int, size: int) -> Array:
        """int64 (size + 1,): the expected points of bins of 0 … size words, in 1/SCALE."""
        return self._tables(attempt, size)
