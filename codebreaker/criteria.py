"""One-step criteria: what ranks a guess by the sizes of the bins it leaves.

A criterion is a table f(0), f(1), …: the sum of f over the bins is the guess's cost, the least cost is best.
Only the largest bin takes a maximum instead. Costs are integers (entropy rounded once for each bin size), so no move
depends on the order of a sum.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.game import Game, candidates
from codebreaker.replies import Array, sum_terms
from lingo_common.errors import DataError, ProgramError

ENTROPY_UNIT = 1 << 20
"""Entropy costs are in 1/ENTROPY_UNIT bits, summed over the candidates."""
HISTOGRAM = 1 << 22
"""Bin sizes, or replies, that a BinFunction holds at a time."""


class Ranking(ABC):
    """A rule that gives each guess a cost; the least is the best."""

    name: str
    separates: bool
    """Whether a guess that leaves each candidate in its own bin has the least cost of all guesses."""

    @abstractmethod
    def costs(self, game: Game, secrets: Array, guesses: Array | None = None, totals: BinTotals = bin_totals) -> Array:
        """The cost of each guess (all of them, or those indices) over secret indices: (guesses,)."""


@dataclass(frozen=True)
class Criterion(Ranking):
    """A rule that gives each guess a cost from its bin sizes."""

    name: str
    table: Callable[[int], Array]
    """table(n): int64 (n + 1,), what a bin of 0 … n secrets costs."""
    figure: Callable[[int, int], float]
    """figure(cost, candidates): the cost as people know it (see describes)."""
    describes: str
    """What the figure is, with its unit."""
    largest: bool = False
    """Whether the cost is the size of the largest bin instead of a sum."""
    separates: bool = True

    def costs(self, game: Game, secrets: Array, guesses: Array | None = None, totals: BinTotals = bin_totals) -> Array:
        table = self.table(game.weight(secrets))
        if game.weights is not None:
            function = BinFunction(self.name, lambda sizes, _: sizes.max() if self.largest else table[sizes].sum())
            return function.costs(game, secrets, guesses).astype(np.int64)
        features = game.features if guesses is None else game.features[guesses]
        return totals(game.terms(secrets), features, table, game.codes, self.largest)


@dataclass(frozen=True)
class BinFunction(Ranking):
    """A criterion that calls a Python function with the bin sizes of each guess; slower than a Criterion."""

    name: str
    cost: Callable[[Array, bool], float]
    """cost(sizes, hit): of a guess with bins of those sizes (int64, ascending); hit: whether it can win."""
    separates: bool = False

    def costs(self, game: Game, secrets: Array, guesses: Array | None = None, totals: BinTotals = bin_totals) -> Array:
        features = game.features if guesses is None else game.features[guesses]
        terms = game.terms(secrets)
        hits = candidates(game, secrets, guesses)
        weights = None if game.weights is None else game.weights[secrets]
        cost_of: dict[tuple[bytes, bool], float] = {}  # many guesses leave bins of the same sizes
        costs = np.empty(len(features))
        for start in range(0, len(features), step := max(1, HISTOGRAM // max(game.codes, len(secrets)))):
            replies = sum_terms(terms, features[start : start + step])
            rows = len(replies)
            bins = replies + game.codes * np.arange(len(replies))[:, None]
            repeated = None if weights is None else np.tile(weights, rows)
            counts = np.bincount(bins.ravel(), weights=repeated, minlength=rows * game.codes)
            sizes = np.sort(counts.reshape(rows, game.codes).astype(np.int64))  # ascending after zeros
            for guess, row in enumerate(sizes[:, -min(game.codes, len(secrets)) :], start):
                key = row.tobytes(), bool(hits[guess])
                if key not in cost_of:
                    with _own_code(self.name):
                        cost_of[key] = float(self.cost(row[row > 0], key[1]))
                    if cost_of[key] != cost_of[key]:
                        raise DataError(f"criterion {self.name}: it returns no number")
                costs[guess] = cost_of[key]
        return costs


@dataclass(frozen=True)
class OwnRanking(Ranking):
    """The `costs` of an object that a user's file defines, whose errors become messages of one line."""

    name: str
    function: Callable[..., Array]
    """The object's costs(game, secrets, guesses, totals)."""
    separates: bool = False

    def costs(self, game: Game, secrets: Array, guesses: Array | None = None, totals: BinTotals = bin_totals) -> Array:
        with _own_code(self.name):
            costs = np.asarray(self.function(game, secrets, guesses, totals))
        count = len(game.guesses) if guesses is None else len(guesses)
        if costs.shape != (count,) or costs.dtype.kind not in "iuf" or (costs != costs).any():
            raise DataError(f"criterion {self.name}: `costs` does not return a number for each of {count:,} guesses")
        return costs


@contextmanager
def _own_code(name: str) -> Iterator[None]:
    """DataError if the code of that criterion, inside, fails."""
    try:
        yield
    except ProgramError:
        raise
    except Exception as error:
        raise DataError(f"criterion {name}: {type(error).__name__}: {error}") from error


def best_guess(costs: Array, hits: Array) -> int:
    """The position of the least cost; among equals the most hits (candidates or hit_weights), then the first."""
    least = np.flatnonzero(costs == costs.min())
    return int(least[hits[least].argmax()])


def best_guesses(costs: Array, hits: Array, count: int) -> Array:
    """The positions of the count best guesses, best first, in the order of best_guess."""
    return np.lexsort((-hits.astype(np.int64), costs))[:count]


def largest(values: Array, count: int, hits: Array) -> Array:
    """The indices of the count largest values, largest first; among equals hits (bool), then the lower index."""
    large = np.flatnonzero(values >= np.partition(values, -count)[-count])
    return large[best_guesses(-values[large], hits[large], count)]


def _squares(size: int) -> Array:
    return np.arange(size + 1, dtype=np.int64) ** 2


def _bits(size: int) -> Array:
    sizes = np.arange(size + 1, dtype=np.float64)
    bits: Array = np.rint(sizes * np.log2(np.maximum(sizes, 1)) * ENTROPY_UNIT).astype(np.int64)
    return bits


CRITERIA: dict[str, Criterion] = {
    criterion.name: criterion
    for criterion in (
        # Irving 1978: the mean size of the bin that the secret lies in.
        Criterion("expected", _squares, lambda cost, size: cost / size, "expected remaining candidates"),
        # Neuwirth 1982: the information of the reply.
        Criterion(
            "entropy",
            _bits,
            lambda cost, size: float(np.log2(size) - cost / ENTROPY_UNIT / size),
            "entropy of the reply in bits",
        ),
        # Knuth 1977: the worst case.
        Criterion("minimax", _squares, lambda cost, _: float(cost), "size of the largest bin", largest=True),
        # Kooi 2005: most parts.
        Criterion(
            "parts", lambda size: -np.minimum(np.arange(size + 1), 1), lambda cost, _: float(-cost), "number of bins"
        ),
    )
}
