"""The guesses that are worth trying: a shortlist where there are too many, and LiveSearch, which ranks them."""

import math
from dataclasses import replace

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.criteria import largest
from codebreaker.game import Game, candidates, restrict
from codebreaker.replies import Array
from codebreaker.search.beam import SCALE, BeamSearch

MAX_REPLIES = 2_000_000
"""Replies (guesses × candidates) computed to rank the guesses of one move; 0.1 s in numpy, more or less."""
MIN_GUESSES = 40
"""Guesses that are tried at least; where the budget is exceeded, fewer candidates stand for all of them."""
SMALL_SAMPLE = 400
"""Evenly spaced candidates on which the terms of the features are compared."""
_LOGARITHM_UNIT = 1024
"""Logarithms are whole numbers of 1/1024, so that their sums do not depend on the order."""
_BITS = 20
"""Bits below the cost of a bin in which bins are counted, so that one sum over bins gives both: 2**20 bins at most."""


def shortlist(game: Game, secrets: Array, totals: BinTotals = bin_totals) -> tuple[Array | None, Array]:
    """The guesses to try (ascending indices; None for all) and the secrets to try them on, within the budget.

    A reply is a sum of terms, one for each feature of the guess: a letter with its places (codebreaker.replies). Over
    the budget, the guesses are those that would leave the fewest expected candidates if these terms were independent
    of each other. Where even few guesses exceed it, an evenly spaced sample stands for the secrets.
    """
    if len(secrets) * len(game.guesses) <= MAX_REPLIES:
        return None, secrets

    # How many pairs of a few secrets share a feature's term: the sum of the squares of its bin sizes. The bins of a
    # feature are those of a guess with this feature alone.
    few = evenly_spaced(secrets, SMALL_SAMPLE)
    terms = game.terms(few)
    one_feature_guesses = np.arange(len(terms))[:, None]
    squares = np.arange(len(few) + 1, dtype=np.int64) ** 2
    pairs = totals(terms, one_feature_guesses, squares, game.codes)

    # For independent terms the chance that two secrets share a reply is the product of the chances that they share
    # each term, so the logarithms are added.
    chances = pairs / len(few) ** 2
    logarithms = np.rint(_LOGARITHM_UNIT * np.log(chances)).astype(np.int64)
    log_chances = logarithms[game.features].sum(axis=1)  # int64 (guesses,)

    sample = evenly_spaced(secrets, MAX_REPLIES // MIN_GUESSES)
    count = min(MAX_REPLIES // len(sample), len(log_chances))
    no_preference = np.zeros(len(log_chances), dtype=bool)
    guesses = np.sort(largest(-log_chances, count, no_preference))

    return guesses, sample


def among(game: Game, guesses: Array | None) -> Game:
    """The game where only those guesses (ascending indices; None for all) may be made.

    Its features are the guesses themselves, so that the terms of the features of all other guesses are not computed.
    """
    if guesses is None:
        return game

    fewer = restrict(game, guesses)
    guess_indices = np.arange(len(guesses), dtype=np.int32)

    def terms(secrets: Array) -> Array:
        """The replies to each guess, and a last row of zeros, which games need as the term of no feature."""
        replies = fewer.replies(guess_indices, secrets)
        no_feature = np.zeros_like(replies[:1])
        return np.concatenate((replies, no_feature))

    return replace(fewer, features=guess_indices[:, None], terms=terms)


def evenly_spaced(secrets: Array, most: int) -> Array:
    """At most that many of the secrets, evenly spaced."""
    step = math.ceil(len(secrets) / most)
    return secrets[::step]


class LiveSearch(BeamSearch):
    """Ranks guesses by the product of expected points and number of bins.

    Neither decides alone: the first misjudges guesses with many small bins, the second those with a few large ones.
    """

    def shortlist(self, secrets: Array, guesses_left: int) -> Array:
        """The guesses to evaluate, most promising first: as many as `keep` has, or one where bin sizes alone decide."""
        count = 1 if guesses_left == 2 else self.width(guesses_left)
        return self.most_promising(secrets, guesses_left, count)

    def most_promising(self, secrets: Array, guesses_left: int, count: int) -> Array:
        """At most `count` guesses, the most promising first, with that many guesses left.

        With two guesses left the sizes of the bins give the cost of a guess, and the least cost is the most promising.
        """
        game = self.game
        pool, sample = self.pool(secrets)
        guesses: Array = np.arange(len(game.guesses)) if pool is None else pool
        terms = game.terms(sample)
        features = game.features[guesses]
        expected = self.expected(guesses_left - 1, len(sample))

        if guesses_left == 2:
            costs = self.totals(terms, features, expected, game.codes)
            bins = np.ones_like(costs)
        else:
            # The cost of a bin above the lowest bits, and in them 1 for the bin itself.
            table = expected << _BITS
            table[1:] += 1
            totals = self.totals(terms, features, table, game.codes)
            costs = totals >> _BITS
            bins = totals & ((1 << _BITS) - 1)

        hits = candidates(game, sample, pool)
        costs[hits] -= self.gain_of_hit(guesses_left)
        points = self.objective.points_of(0, len(sample), guesses_left - 1) * SCALE - costs
        promise = points * bins

        best = largest(promise, min(count, len(guesses)), hits)
        return guesses[best]
