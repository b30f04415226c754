"""LiveSearch: the search for trees with the ranking of guesses that the live player uses."""

import numpy as np

from codebreaker.criteria import largest
from codebreaker.game import candidates
from codebreaker.replies import Array
from codebreaker.search.beam import Search

_BITS = 20
"""Bits that hold the number of bins below the points, so that one sum over bins gives both."""


class LiveSearch(Search):
    """Ranks guesses by the product of expected points and number of bins.

    Neither decides alone: the first misjudges guesses with many small bins, the second those with a few large ones.
    """

    def shortlist(self, secrets: Array, attempt: int) -> Array:
        """The guesses to evaluate, most promising first: one where bin sizes alone decide, else up to keep[attempt]."""
        return self.most_promising(secrets, attempt, 1 if self.is_decided(attempt) else self.keep[attempt])

    def is_decided(self, attempt: int) -> bool:
        """Whether two attempts are left: the sizes of the bins give the exact total then."""
        return attempt == self.payoff.attempts - 2

    def most_promising(self, secrets: Array, attempt: int, count: int) -> Array:
        """At most `count` guesses, the most promising first."""
        game, (pool, sample) = self.game, self.pool(secrets)
        guesses: Array = np.arange(len(game.guesses)) if pool is None else pool
        table = self.expected(attempt + 1, len(sample))
        decided = self.is_decided(attempt)
        if not decided:
            table = table << _BITS
            table[1:] += 1
        totals = self.totals(game.terms(sample), game.features[guesses], table, game.codes)
        points, bins = (totals, 1) if decided else np.divmod(totals, 1 << _BITS)
        hits = candidates(game, sample, pool)
        points[hits] += self.gain_of_hit(attempt)
        return guesses[largest(points * bins, min(count, len(guesses)), hits)]
