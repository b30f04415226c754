"""Expected worth by bin size, learned from the bins that a search has solved: what ranks guesses before recursion."""

from collections.abc import Sequence

import numpy as np

from codebreaker.payoff import Payoff
from codebreaker.replies import Array
from codebreaker.search.beam import SCALE

Knots = Sequence[tuple[float, float]]
"""(bin size, mean worth of one secret in bins of that size), sizes ascending."""


def worth_table(knots: Knots, payoff: Payoff, attempt: int, size: int) -> Array:
    """int64 (size + 1,): the expected worth of bins of 0 … size secrets with that attempt next, in 1/SCALE.

    Sizes 1 and 2 are exact; the worth of one secret is interpolated linearly in the logarithm of the size.
    """
    sizes = np.arange(size + 1, dtype=np.int64)
    if attempt == payoff.attempts - 1:
        worth = (payoff.solved[attempt] + payoff.missed * (sizes - 1)) * SCALE
    else:
        at, each = np.array([(2.0, payoff.most(2, attempt) / 2), *knots]).T
        # Worth a secret only falls as bins grow; averages over few bins must not say otherwise.
        falling = np.minimum.accumulate(each)
        worth = np.rint(np.interp(np.log(np.maximum(sizes, 2)), np.log(at), falling) * sizes * SCALE).astype(np.int64)
        worth[1:2] = payoff.solved[attempt] * SCALE
    worth[0] = 0
    return worth


def first_knots(payoff: Payoff, attempt: int) -> Knots:
    """A guess at the knots before anything was seen: from the next attempt's worth down to a miss at 65,536 secrets."""
    later = payoff.solved[attempt + 1]
    return [(float(1 << bit), later + (payoff.missed - later) * bit / 16) for bit in range(2, 17)]


class LearnedWorth:
    """Tables of expected worth, averaged over the bins whose worth a search has found."""

    def __init__(self, payoff: Payoff, knots: Sequence[Knots] = ()) -> None:
        """Tables from knots, one list an attempt but the last, where given."""
        self.payoff = payoff
        self._knots = list(knots) or [first_knots(payoff, attempt) for attempt in range(payoff.attempts - 1)]
        self._sums: dict[tuple[int, int], tuple[int, int, int]] = {}
        self._tables: dict[int, Array] = {}

    def see(self, attempt: int, size: int, worth: int) -> None:
        """Count in a bin of that size; it shows in the tables after learn()."""
        place = size if size < 16 else 64 + int(8 * np.log2(size))  # eight knots an octave
        bins, secrets, total = self._sums.get((attempt, place), (0, 0, 0))
        self._sums[attempt, place] = bins + 1, secrets + size, total + worth

    def learn(self) -> list[Knots]:
        """The knots of every attempt but the last from all that was seen, used from now on; as before where nothing."""
        seen: dict[int, list[tuple[float, float]]] = {}
        for (attempt, _), (bins, secrets, total) in sorted(self._sums.items()):
            seen.setdefault(attempt, []).append((round(secrets / bins, 2), round(total / secrets, 2)))
        self._knots = [sorted(seen.get(attempt, self._knots[attempt])) for attempt in range(len(self._knots))]
        self._tables.clear()
        return list(self._knots)

    def __call__(self, attempt: int, size: int) -> Array:
        """The table of an attempt for bins up to that size."""
        table = self._tables.get(attempt)
        if table is None or len(table) <= size:
            knots = () if attempt == self.payoff.attempts - 1 else self._knots[attempt]
            table = self._tables[attempt] = worth_table(knots, self.payoff, attempt, max(size, 1 << 12))
        return table[: size + 1]
