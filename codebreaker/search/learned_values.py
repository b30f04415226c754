"""Expected costs by bin size, learned from the bins that a search has solved; they rank guesses before recursion.

What is learned, stored in books' checkpoints and printed in tables are mean points (Objective.points_of): what is left
of the charges that a secret can pay. The tables that a search adds up are costs.
"""

from collections.abc import Sequence

import numpy as np

from codebreaker.objective import Objective
from codebreaker.replies import Array
from codebreaker.search.beam import SCALE

Breakpoints = Sequence[tuple[float, float]]
"""(bin size, mean points of one secret in bins of that size), sizes ascending; linear between them."""
SMALLEST_TABLE = 1 << 12
"""Bin sizes for which a table is made at least, so that it is not made again for every larger bin."""
_SINGLE_SIZES = 16
"""Smaller bins than this are averaged by their size; larger ones in classes of similar sizes."""
_CLASSES_AN_OCTAVE = 8
"""Classes of sizes between one size and twice that size."""
_MISSED_BITS = 16
"""Before anything is learned, all secrets of a bin of 2 to the power of this are taken to be missed."""


def cost_table(breakpoints: Breakpoints, objective: Objective, guesses_left: int, size: int) -> Array:
    """int64 (size + 1,): the expected costs of bins of 0 … size secrets with that many guesses left, in 1/SCALE.

    Sizes 1 and 2 are exact; the mean points of a secret are interpolated linearly in the logarithm of the size.
    """
    sizes = np.arange(size + 1, dtype=np.int64)
    if guesses_left == 1:
        return objective.open_charge(1) * np.maximum(sizes - 1, 0) * SCALE

    mean_of_two = objective.points_of(objective.least(2, 1, guesses_left), 2, guesses_left) / 2
    at_sizes, points = np.array([(2.0, mean_of_two), *breakpoints]).T
    # The mean points never rise with the size of the bin; averages over few bins could.
    falling = np.minimum.accumulate(points)
    means = np.interp(np.log(np.maximum(sizes, 2)), np.log(at_sizes), falling)
    won = np.rint(means * sizes * SCALE).astype(np.int64)
    costs = objective.points_of(0, 1, guesses_left) * sizes * SCALE - won
    costs[:2] = 0
    return costs


def initial_breakpoints(objective: Objective, guesses_left: int) -> Breakpoints:
    """Breakpoints before any bin is solved, at the powers of two.

    Their points fall evenly from those of the next guess, for one secret, to those of a miss.
    """
    next_points = objective.points_of(0, 1, guesses_left - 1)
    fall = -objective.miss - next_points
    return [(float(1 << bits), next_points + fall * bits / _MISSED_BITS) for bits in range(2, _MISSED_BITS + 1)]


def _size_class(size: int) -> int:
    """The number of the class of bins that count together; classes ascend with the sizes, and leave numbers out."""
    if size < _SINGLE_SIZES:
        return size
    return _SINGLE_SIZES + int(_CLASSES_AN_OCTAVE * np.log2(size))


class LearnedValues:
    """Tables of expected costs, averaged over the bins that a search has solved."""

    def __init__(self, objective: Objective, breakpoints: Sequence[Breakpoints] = ()) -> None:
        """breakpoints: a list for each attempt but the last; the initial ones if there is none."""
        self.objective = objective
        self.breakpoints = list(breakpoints)
        if not breakpoints:
            for guesses_left in range(objective.attempts, 1, -1):
                self.breakpoints.append(initial_breakpoints(objective, guesses_left))
        self._sums: dict[tuple[int, int], tuple[int, int, int]] = {}
        """(bins, secrets, points) by attempt (from 0) and class of sizes (see _size_class)."""
        self._tables: dict[int, Array] = {}

    def see(self, guesses_left: int, size: int, cost: int) -> None:
        """Add a solved bin; the tables change with the next learn()."""
        attempt = self.objective.attempts - guesses_left
        points = self.objective.points_of(cost, size, guesses_left)
        key = (attempt, _size_class(size))
        bins, secrets, sum_of_points = self._sums.get(key, (0, 0, 0))
        self._sums[key] = (bins + 1, secrets + size, sum_of_points + points)

    def learn(self) -> list[Breakpoints]:
        """The breakpoints of every attempt but the last from all bins added so far; later tables use them."""
        learned: dict[int, list[tuple[float, float]]] = {}
        for (attempt, _), (bins, secrets, points) in sorted(self._sums.items()):
            mean_size = round(secrets / bins, 2)
            mean_points = round(points / secrets, 2)
            learned.setdefault(attempt, []).append((mean_size, mean_points))

        # An attempt at which no bin was solved keeps its breakpoints.
        self.breakpoints = [sorted(learned.get(attempt, earlier)) for attempt, earlier in enumerate(self.breakpoints)]
        self._tables.clear()
        return list(self.breakpoints)

    def __call__(self, guesses_left: int, size: int) -> Array:
        """The table for bins up to that size with that many guesses left."""
        table = self._tables.get(guesses_left)
        if table is None or len(table) <= size:
            # With one guess left the costs are exact, and there are no breakpoints.
            breakpoints = () if guesses_left == 1 else self.breakpoints[self.objective.attempts - guesses_left]
            table = cost_table(breakpoints, self.objective, guesses_left, max(size, SMALLEST_TABLE))
            self._tables[guesses_left] = table
        return table[: size + 1]
