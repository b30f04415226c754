"""The search that keeps a few guesses: good trees of games that are too large to be searched exactly.

With two attempts left a guess's worth depends on its bin sizes alone, so that the best guess is known exactly. Before
that guesses are ranked by tables of *expected* worth by bin size, and the best few evaluated by recursion. Keeping
every guess makes the search exhaustive.
"""

from collections.abc import Callable, Sequence

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.criteria import candidates
from codebreaker.game import Game
from codebreaker.payoff import Payoff
from codebreaker.replies import Array
from codebreaker.search.recursion import Ranked, Recursion

SCALE = 1024
"""Tables hold worth in 1/1024: integers, so that no rounding ever depends on the order of a sum."""


def _all(secrets: Array) -> tuple[Array | None, Array]:
    return None, secrets


class Search(Recursion):
    """The recursion over the guesses of a shortlist; what it finds can be reached, and need not be the optimum."""

    def __init__(
        self,
        game: Game,
        payoff: Payoff,
        expected: Callable[[int, int], Array],
        keep: Sequence[int],
        totals: BinTotals = bin_totals,
        seen: Callable[[int, int, int], None] | None = None,
        pool: Callable[[Array], tuple[Array | None, Array]] = _all,
    ) -> None:
        """A search with its tables and its width.

        expected(attempt, n): int64 (n + 1,), the expected worth of bins of 0 … n secrets with that attempt (from 0)
        next, in 1/SCALE. keep[a]: how many guesses are evaluated by recursion at attempt a, for a below attempts - 2.
        pool(secrets): which guesses (ascending indices; None for all) to rank, and on which of the secrets.
        """
        super().__init__(game, payoff, totals, seen)
        self.expected, self.keep, self.pool = expected, keep, pool

    def ranked(self, secrets: Array, attempt: int, above: int | None) -> Ranked:
        """The shortlist; the bound on all of it is that of any guess at all."""
        guesses = self.shortlist(secrets, attempt)
        return Ranked(guesses, np.full(len(guesses), self.payoff.most(len(secrets), attempt)))

    def shortlist(self, secrets: Array, attempt: int) -> Array:
        """The guesses to evaluate, most promising first: one where bin sizes alone decide, else up to keep[attempt].

        Three quarters by expected worth, then one quarter by expected remaining candidates, without repetitions.
        """
        game = self.game
        pool, secrets = self.pool(secrets)
        size = len(secrets)
        guesses: Array = np.arange(len(game.guesses)) if pool is None else pool
        terms, features = game.terms(secrets), game.features if pool is None else game.features[pool]
        worth = self.totals(terms, features, self.expected(attempt + 1, size), game.codes)
        worth = self._with_hits(worth, candidates(game, secrets, pool), attempt)
        if attempt == self.payoff.attempts - 2 or self.keep[attempt] == 1:
            return guesses[[int(worth.argmax())]]
        keep = min(self.keep[attempt], len(worth))
        others = keep // 4 if keep < len(worth) else 0  # the two rankings overlap: kept whole, one is enough
        chosen = _largest(worth, keep - others)
        if others:
            squares = np.arange(size + 1, dtype=np.int64) ** 2
            remaining = self.totals(terms, features, squares, game.codes)
            chosen = np.concatenate((chosen, np.setdiff1d(_largest(-remaining, others), chosen)))
        return guesses[chosen]

    def _with_hits(self, worth: Array, candidate: Array, attempt: int) -> Array:
        """Expected worth with what a candidate gains by ending the game now; between equals a candidate is first.

        int64 (guesses,), in 1/(2 SCALE).
        """
        gain = self.payoff.solved[attempt] * SCALE - int(self.expected(attempt + 1, 1)[1])
        with_hits: Array = (worth + gain * candidate) * 2 + candidate
        return with_hits


def _largest(values: Array, count: int) -> Array:
    """The indices of the count largest values, largest first, the lower index first among equals."""
    threshold = np.partition(values, -count)[-count]
    candidates = np.flatnonzero(values >= threshold)
    return candidates[np.argsort(-values[candidates], kind="stable")][:count]
