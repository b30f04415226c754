"""One-step criteria: what ranks a guess by the sizes of the bins it leaves.

A criterion is a table f(0), f(1), …: the cost of a guess is the sum of f(size) over its bins, and the least cost is
best. Only minimax takes the size of the largest bin instead. Costs are integers (entropy is rounded once for each bin
size), so no move depends on the order in which a sum is added up.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain

import numpy as np

from codebreaker.bins import count_codes
from codebreaker.candidates import can_win
from codebreaker.game import Game
from codebreaker.replies import Array, sum_terms
from lingo_common.errors import DataError

ENTROPY_UNIT = 1 << 20
"""Entropy costs are in 1/ENTROPY_UNIT bits, summed over the candidates."""

NUMBERS_AT_A_TIME = 1 << 22
"""Bin sizes, or replies, in memory at a time, 32 MB of int64, for the criteria that need the sizes themselves.

These are a user's own criteria, and all criteria in a game with weights.
"""


@dataclass(frozen=True)
class Criterion:
    """A rule that gives each guess a cost from its bin sizes; the least cost is the best."""

    name: str
    table: Callable[[int], Array]
    """table(n): int64 (n + 1,), what a bin of 0 … n secrets costs. Bins of one secret each never cost more than one bin
    of all these secrets: greedy_strategy relies on that."""
    figure: Callable[[int, int], float]
    """figure(cost, candidates): the cost as people know it, such as bits of entropy instead of a rounded sum.

    candidates: how many they are, or with weights the sum of these (Game.weight).
    """
    describes: str
    """What the figure is, with its unit: `entropy of the reply in bits`."""
    largest: bool = False
    """Whether the cost is the size of the largest bin instead of a sum; the table is not used then."""

    def costs(self, game: Game, secrets: Array, guesses: Array | None = None) -> Array:
        """The cost of each guess: int64 (guesses,).

        secrets: the candidates (indices). guesses: those to compare (indices), by default all.
        """
        # No bin is larger than all candidates together. With weights a size is a sum of weights.
        table = self.table(game.weight(secrets))
        if game.weights is None:
            # A reply code is the sum of the terms of the guess's features, so `totals` needs no replies of its own. It
            # counts each secret once.
            features = game.features if guesses is None else game.features[guesses]
            return game.totals(game.terms(secrets), features, table, game.codes, self.largest)

        # With weights the bins are added up here, which takes longer. An empty bin costs 0.
        costs: list[int] = []
        for sizes in _bin_sizes(game, secrets, guesses):
            costs_of_block = sizes.max(axis=1) if self.largest else table[sizes].sum(axis=1)
            costs += costs_of_block.tolist()
        return np.array(costs, dtype=np.int64)


@dataclass(frozen=True)
class FunctionCriterion:
    """A criterion that calls a Python function of a user, and checks what it returns; slower than a Criterion."""

    name: str
    function: Callable[..., Array]
    """function(game, secrets, guesses): a cost for each guess, as Criterion.costs."""

    def costs(self, game: Game, secrets: Array, guesses: Array | None = None) -> Array:
        """The cost of each guess: (guesses,); arguments as in Criterion.costs.

        DataError if the function fails, or returns anything but a number for each guess.
        """
        try:
            costs = np.asarray(self.function(game, secrets, guesses))
        except Exception as error:
            raise DataError(f"criterion {self.name}: {type(error).__name__}: {error}") from error

        count = len(game.guesses) if guesses is None else len(guesses)
        are_numbers = costs.dtype.kind in "iuf" and not np.isnan(costs).any()
        if costs.shape != (count,) or not are_numbers:
            raise DataError(f"criterion {self.name}: it returns no number, or not one for each of {count:,} guesses")
        return costs


Ranking = Criterion | FunctionCriterion
"""A rule that gives each guess a cost. It has a name, and `costs`, as Criterion describes them."""


def own_criterion(name: str, cost: Callable[[Array, bool], float]) -> FunctionCriterion:
    """The criterion that calls a function of your own with the bin sizes of each guess.

    cost(sizes, hit): the cost of a guess with bins of those sizes (int64, ascending); hit: whether it can win. The
    least cost is best: `own_criterion("largest", lambda sizes, hit: sizes[-1])` makes the guess whose largest bin is
    the smallest.
    """

    def costs(game: Game, secrets: Array, guesses: Array | None) -> Array:
        """The cost of each guess, as in Criterion.costs: float64 (guesses,)."""
        rows = chain.from_iterable(_bin_sizes(game, secrets, guesses))
        hits = can_win(game, secrets, guesses).tolist()

        # Many guesses leave bins of the same sizes. The function is called once for each list of sizes.
        cost_of: dict[tuple[bytes, bool], float] = {}
        costs = []
        for row, hit in zip(rows, hits, strict=True):
            key = (row.tobytes(), hit)
            if key not in cost_of:
                cost_of[key] = float(cost(row[row > 0], hit))
            costs.append(cost_of[key])
        return np.array(costs)

    return FunctionCriterion(name, costs)


def _bin_sizes(game: Game, secrets: Array, guesses: Array | None) -> Iterator[Array]:
    """Yield the bin sizes of each guess, int64 [guess, bin], in blocks of guesses.

    A size is the weight of the bin's secrets. Each row is ascending, and begins with zeros if the guess has fewer bins
    than there are columns.
    """
    features = game.features if guesses is None else game.features[guesses]
    terms = game.terms(secrets)
    weights = None if game.weights is None else game.weights[secrets]
    most_bins = min(game.codes, len(secrets))

    step = max(1, NUMBERS_AT_A_TIME // max(game.codes, len(secrets)))
    for start in range(0, len(features), step):
        replies = sum_terms(terms, features[start : start + step])
        # Sums of weights are whole numbers that float64 holds exactly.
        sizes = count_codes(replies, game.codes, weights).astype(np.int64)
        yield np.sort(sizes)[:, -most_bins:]


def best_guesses(costs: Array, count: int, hits: Array | None = None) -> Array:
    """The positions of the `count` least costs, least first; among equals that of the largest hit, then the first.

    hits: for each guess whether it can win (codebreaker.candidates.can_win), or the weight of the secrets that it wins
    against (codebreaker.candidates.hit_weights); None for no preference.
    """
    # To sort all costs would take long. Those above the largest cost that is chosen are left out first. If only one
    # guess is chosen, that is the minimum, which numpy finds faster than np.partition does.
    last = min(count, len(costs)) - 1
    largest_chosen = np.partition(costs, last)[last] if last else costs.min()
    near = np.flatnonzero(costs <= largest_chosen)

    # lexsort sorts by the last key first, and leaves equals in their order.
    hits_of_near = np.zeros(len(near)) if hits is None else hits[near].astype(np.int64)
    order = np.lexsort((-hits_of_near, costs[near]))
    return near[order[:count]]


def _squares(size: int) -> Array:
    """The square of each bin size from 0 to that one: int64 (size + 1,)."""
    return np.arange(size + 1, dtype=np.int64) ** 2


def _bits(size: int) -> Array:
    """n log2 n for each bin size n from 0 to that one, in 1/ENTROPY_UNIT bits: int64 (size + 1,).

    Of N candidates, a guess with bins of n1, n2, … has the entropy log2 N - (n1 log2 n1 + n2 log2 n2 + …) / N. So the
    least sum is the largest entropy.
    """
    sizes = np.arange(size + 1, dtype=np.float64)
    bits = sizes * np.log2(np.maximum(sizes, 1))
    return np.asarray(np.rint(bits * ENTROPY_UNIT).astype(np.int64))


def _presence(size: int) -> Array:
    """0 for an empty bin and -1 for each other size up to that one, so that most bins cost least: (size + 1,)."""
    return -np.minimum(np.arange(size + 1), 1)


def _entropy(cost: int, size: int) -> float:
    """The entropy of the reply in bits, from the sum of `_bits` over that many candidates."""
    # The sum is rounded, so what tells nothing could come out below 0.
    return max(0.0, float(np.log2(size) - cost / ENTROPY_UNIT / size))


CRITERIA: dict[str, Criterion] = {
    criterion.name: criterion
    for criterion in (
        # Irving 1978: the mean size of the bin that the secret lies in.
        Criterion("expected", _squares, lambda cost, size: cost / size, "expected remaining candidates"),
        # Neuwirth 1982: the information of the reply.
        Criterion("entropy", _bits, _entropy, "entropy of the reply in bits"),
        # Knuth 1977: the worst case. The cost is the size of one bin, so the table does not matter.
        Criterion("minimax", _squares, lambda cost, _: float(cost), "size of the largest bin", largest=True),
        # Kooi 2005: most parts.
        Criterion("parts", _presence, lambda cost, _: float(-cost), "number of bins"),
    )
}
