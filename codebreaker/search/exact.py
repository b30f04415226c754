"""The search that proves its worth to be the most: a guess is left out only where a bound says it cannot be better.

With at most r replies that do not win, a tree solves one secret at its root, at most r one step down, r squared
below that, and so on. That bounds what a bin is worth by its size, a guess by the sum over its bins, and a set of
candidates by its best guess. Guesses come in the order of their bounds, so the first one that cannot be better
ends the search; of guesses that a symmetry turns into each other one is looked at. (Koyama & Lai, Journal of
Recreational Mathematics 25, 1993, found the least mean of Mastermind by such a search.)
"""

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.criteria import CRITERIA, Criterion, candidates
from codebreaker.game import Game
from codebreaker.payoff import Payoff
from codebreaker.replies import Array
from codebreaker.search.recursion import Key, Ranked, Recursion


class Exact(Recursion):
    """The recursion over every guess that may be better; worth it for games that are small enough."""

    def __init__(
        self,
        game: Game,
        payoff: Payoff,
        totals: BinTotals = bin_totals,
        among_equals: Criterion | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> None:
        """among_equals orders the guesses whose bounds are equal; without it a candidate is first."""
        super().__init__(game, payoff, totals, progress=progress)
        self.among_equals = among_equals
        self._by_size = cache(lambda attempt: most_by_size(payoff, attempt, game.codes - 1, len(game.secrets)))

    def ranked(self, secrets: Array, attempt: int, above: int | None) -> Ranked:
        """Every guess (one of each kind) that tells something and whose bound is above, best bound first."""
        game, size = self.game, len(secrets)
        pool = game.representatives(secrets)
        guesses = np.arange(len(game.guesses)) if pool is None else pool
        terms, features, hits = game.terms(secrets), game.features[guesses], candidates(game, secrets, guesses)
        bins = -self.totals(terms, features, CRITERIA["parts"].table(size), game.codes)
        table = most_by_size(self.payoff, attempt + 1, int((bins - hits).max()), size)
        worths = self.totals(terms, features, table, game.codes) + (self.payoff.solved[attempt] - table[1]) * hits
        kept = np.flatnonzero(bins > 1 if above is None else (bins > 1) & (worths > above))
        guesses, worths = guesses[kept], worths[kept]
        ties = (~hits[kept]).astype(np.int64)
        if self.among_equals:
            ties += 2 * self.among_equals.costs(game, secrets, guesses, self.totals)
        order = np.lexsort((ties, -worths))
        return Ranked(guesses[order], worths[order])

    def bounds(self, bins: Sequence[Array], attempt: int, above: int | None) -> list[int] | None:
        """By size alone first, then bin by bin from their best guesses while the sum is above."""
        bounds = [int(self._by_size(attempt)[len(members)]) for members in bins]
        if above is None:
            return bounds
        spare = sum(bounds) - above
        for place, members in enumerate(bins):
            if spare <= 0:
                return None
            if len(members) > 2:
                bound = self.most((attempt, members.tobytes()), members)
                spare, bounds[place] = spare + bound - bounds[place], bound
        return bounds if spare > 0 else None

    def most(self, key: Key, secrets: Array) -> int:
        """The bound of the best guess, or what an earlier search has left to be possible."""
        attempt = key[0]
        if key in self._solved:
            return self._solved[key][0]
        if key not in self._at_most:
            if attempt == self.payoff.attempts - 1:
                return int(self._by_size(attempt)[len(secrets)])
            self._at_most[key] = int(self.ranked(secrets, attempt, None).worths[0])
        return self._at_most[key]


def most_by_size(payoff: Payoff, attempt: int, others: int, size: int) -> Array:
    """int64 (size + 1,): no bin of 0 … size secrets is worth more with that attempt (from 0) next.

    others: no guess leads to more replies than that other than the winning one.
    """
    each = np.full(size + 1, payoff.missed, dtype=np.int64)
    each[0], solved, width = 0, 1, 1
    for worth in payoff.solved[attempt:]:
        if solved > size:
            break
        each[solved : solved + width] = worth
        solved, width = solved + width, width * max(1, others)
    return np.cumsum(each)
