"""Expected costs by bin size, learned from the bins that a search has solved; they rank guesses before recursion.

Two units occur here. The tables that a search adds up are costs. What is learned, stored in books' checkpoints and
printed are points. A secret begins with the charges of all guesses that are left as its points, and its cost is taken
off (Objective.points_of). With a charge of 100 and four guesses left it begins with 400: it keeps them if the first of
these guesses solves it, and 300 if the second does.
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
"""Before anything is learned, all secrets of a bin of 2**_MISSED_BITS are taken to be missed: no list is as long."""


def cost_table(breakpoints: Breakpoints, objective: Objective, guesses_left: int, size: int) -> Array:
    """int64 (size + 1,): the expected costs of bins of 0 … size secrets with that many guesses left, in 1/SCALE.

    With one guess left all costs are exact, and the breakpoints are not used. Before, the costs of one and two secrets
    are exact. From two secrets on the mean points of a secret are interpolated between the breakpoints, linearly in the
    logarithm of the size.
    """
    sizes = np.arange(size + 1, dtype=np.int64)
    if guesses_left == 1:
        # The last guess solves one secret. The others are charged for it and for a miss.
        return objective.open_charge(1) * np.maximum(sizes - 1, 0) * SCALE

    # At best the next guess wins against one of two secrets (won=1), and the guess after it solves the other.
    cost_of_two = objective.least(weight=2, won=1, guesses_left=guesses_left)
    mean_of_two = objective.points_of(cost_of_two, 2, guesses_left) / 2
    at_sizes, points = np.array([(2.0, mean_of_two), *breakpoints]).T
    # A secret in a larger bin wins fewer points, but averages over few bins may say otherwise: they are lowered to that
    # of the next smaller size.
    falling = np.minimum.accumulate(points)
    means = np.interp(np.log(np.maximum(sizes, 2)), np.log(at_sizes), falling)
    expected_points = np.rint(means * sizes * SCALE).astype(np.int64)
    # The most points are those of secrets that cost nothing.
    most_points = objective.points_of(0, 1, guesses_left) * sizes * SCALE
    costs = most_points - expected_points
    # One secret is guessed at once, which costs nothing.
    costs[:2] = 0
    return costs


def initial_breakpoints(objective: Objective, guesses_left: int) -> Breakpoints:
    """Breakpoints before any bin is solved, at the sizes 4, 8, … 65,536.

    The mean points fall by the same number with each doubling of the size. At size 1 they are those of a secret that
    the second guess from now solves: the first guess can solve only one secret of a bin, so the others win these points
    at best. At the last size they are the points of a miss.
    """
    points_at_second_guess = objective.points_of(0, 1, guesses_left - 1)
    # The charges of all guesses leave no points, and a miss costs this much besides.
    points_of_miss = -objective.miss
    fall = (points_of_miss - points_at_second_guess) / _MISSED_BITS
    return [(float(1 << bits), points_at_second_guess + fall * bits) for bits in range(2, _MISSED_BITS + 1)]


def _size_class(size: int) -> int:
    """A number that bins of similar sizes have in common: 5 for 5, 48 for 16 and 17, 51 for 21 and 22."""
    if size < _SINGLE_SIZES:
        return size
    return _SINGLE_SIZES + int(_CLASSES_AN_OCTAVE * np.log2(size))


class LearnedValues:
    """Tables of expected costs, averaged over the bins that a search has solved."""

    def __init__(self, objective: Objective, breakpoints: Sequence[Breakpoints] = ()) -> None:
        """breakpoints: those of each attempt but the last, from the first one on; by default the initial ones."""
        self.objective = objective
        self.breakpoints = list(breakpoints)
        if not breakpoints:
            for guesses_left in range(objective.attempts, 1, -1):
                self.breakpoints.append(initial_breakpoints(objective, guesses_left))
        self._sums: dict[tuple[int, int], tuple[int, int, int]] = {}
        """(number of bins, their secrets, their points) of the bins seen, by attempt from 0 and by _size_class."""
        self._tables: dict[int, Array] = {}

    def see(self, guesses_left: int, size: int, cost: int) -> None:
        """Add a solved bin; the tables change with the next learn()."""
        attempt = self.objective.attempts - guesses_left
        points = self.objective.points_of(cost, size, guesses_left)
        key = (attempt, _size_class(size))
        bins, secrets, sum_of_points = self._sums.get(key, (0, 0, 0))
        self._sums[key] = (bins + 1, secrets + size, sum_of_points + points)

    def learn(self) -> None:
        """Make the breakpoints of every attempt but the last from all bins added so far; later tables use them."""
        learned: dict[int, list[tuple[float, float]]] = {}
        for (attempt, _), (bins, secrets, points) in sorted(self._sums.items()):
            # They are written to files as text, where 1/100 of a secret or of a point is exact enough.
            mean_size = round(secrets / bins, 2)
            mean_points = round(points / secrets, 2)
            learned.setdefault(attempt, []).append((mean_size, mean_points))

        # An attempt at which no bin was solved keeps its breakpoints.
        self.breakpoints = [sorted(learned.get(attempt, earlier)) for attempt, earlier in enumerate(self.breakpoints)]
        self._tables.clear()

    def __call__(self, guesses_left: int, size: int) -> Array:
        """The table for bins up to that size with that many guesses left."""
        table = self._tables.get(guesses_left)
        if table is None or len(table) <= size:
            # There are no breakpoints for the last guess.
            breakpoints = () if guesses_left == 1 else self.breakpoints[self.objective.attempts - guesses_left]
            table = cost_table(breakpoints, self.objective, guesses_left, max(size, SMALLEST_TABLE))
            self._tables[guesses_left] = table
        return table[: size + 1]
