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
        if attempt == self.payoff.attempts - 2:
            return super().shortlist(secrets, attempt)
        game, (pool, sample) = self.game, self.pool(secrets)
        guesses: Array = np.arange(len(game.guesses)) if pool is None else pool
        table = self.expected(attempt + 1, len(sample)) << _BITS
        table[1:] += 1
        points, bins = np.divmod(self.totals(game.terms(sample), game.features[guesses], table, game.codes), 1 << _BITS)
        hits = candidates(game, sample, pool)
        points[hits] += self.gain_of_hit(attempt)
        return guesses[largest(points * bins, min(self.keep[attempt], len(guesses)), hits)]
