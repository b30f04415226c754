"""Expected totals by bin size, learned from the bins that a search has solved; they rank guesses before recursion."""

from collections.abc import Sequence

import numpy as np

from codebreaker.replies import Array
from codebreaker.search.beam import SCALE
from codebreaker.tree import Payoff

Breakpoints = Sequence[tuple[float, float]]
"""(bin size, mean payoff of one secret in bins of that size), sizes ascending; linear between them."""


def value_table(breakpoints: Breakpoints, payoff: Payoff, attempt: int, size: int) -> Array:
    """int64 (size + 1,): the expected totals of bins of 0 … size secrets with that attempt next, in 1/SCALE.

    Sizes 1 and 2 are exact; the mean payoff of a secret is interpolated linearly in the logarithm of the size.
    """
    sizes = np.arange(size + 1, dtype=np.int64)
    if attempt == payoff.attempts - 1:
        values = (payoff.solved[attempt] + payoff.missed * (sizes - 1)) * SCALE
    else:
        at, payoffs = np.array([(2.0, payoff.most(2, attempt) / 2), *breakpoints]).T
        # The mean payoff never rises with the size of the bin; averages over few bins could.
        falling = np.minimum.accumulate(payoffs)
        means = np.interp(np.log(np.maximum(sizes, 2)), np.log(at), falling)
        values = np.rint(means * sizes * SCALE).astype(np.int64)
        values[1:2] = payoff.solved[attempt] * SCALE
    values[0] = 0
    return values


def initial_breakpoints(payoff: Payoff, attempt: int) -> Breakpoints:
    """Breakpoints before any bin is solved: from the next attempt's payoff down to that of a miss at 65,536 secrets."""
    later = payoff.solved[attempt + 1]
    return [(float(1 << bit), later + (payoff.missed - later) * bit / 16) for bit in range(2, 17)]


class LearnedValues:
    """Tables of expected totals, averaged over the bins that a search has solved."""

    def __init__(self, payoff: Payoff, breakpoints: Sequence[Breakpoints] = ()) -> None:
        """breakpoints: one list for each attempt but the last; the initial ones where none are given."""
        self.payoff = payoff
        initial = (initial_breakpoints(payoff, attempt) for attempt in range(payoff.attempts - 1))
        self.breakpoints = list(breakpoints or initial)
        self._sums: dict[tuple[int, int], tuple[int, int, int]] = {}
        self._tables: dict[int, Array] = {}

    def see(self, attempt: int, size: int, total: int) -> None:
        """Add a solved bin; the tables change with the next learn()."""
        key = size if size < 16 else 64 + int(8 * np.log2(size))  # eight breakpoints an octave
        bins, secrets, totals = self._sums.get((attempt, key), (0, 0, 0))
        self._sums[attempt, key] = bins + 1, secrets + size, totals + total

    def learn(self) -> list[Breakpoints]:
        """The breakpoints of every attempt but the last from all bins added so far; later tables use them."""
        seen: dict[int, list[tuple[float, float]]] = {}
        for (attempt, _), (bins, secrets, total) in sorted(self._sums.items()):
            seen.setdefault(attempt, []).append((round(secrets / bins, 2), round(total / secrets, 2)))
        self.breakpoints = [sorted(seen.get(attempt, earlier)) for attempt, earlier in enumerate(self.breakpoints)]
        self._tables.clear()
        return list(self.breakpoints)

    def __call__(self, attempt: int, size: int) -> Array:
        """The table of an attempt for bins up to that size."""
        table = self._tables.get(attempt)
        if table is None or len(table) <= size:
            breakpoints = () if attempt == self.payoff.attempts - 1 else self.breakpoints[attempt]
            table = self._tables[attempt] = value_table(breakpoints, self.payoff, attempt, max(size, 1 << 12))
        return table[: size + 1]
