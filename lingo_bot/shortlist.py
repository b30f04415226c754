"""The guesses worth trying in a move: a shortlist where there are too many, and LiveSearch, which ranks them."""

import math
from collections.abc import Sequence

import numpy as np

from codebreaker.candidates import can_win
from codebreaker.criteria import best_guesses
from codebreaker.derived_games import part_of
from codebreaker.game import Game
from codebreaker.replies import Array
from codebreaker.search.beam import SCALE, BeamSearch
from codebreaker.search.learned_values import LearnedValues

MAX_REPLIES = 2_000_000
"""The budget of a move: replies (guesses × candidates) that rank its guesses. They take about 0.1 s in numpy."""
MIN_GUESSES = 40
"""Guesses that are tried at least; where the budget is exceeded, fewer candidates stand for all of them."""
SMALL_SAMPLE = 400
"""Evenly spaced candidates on which all guesses are compared, one letter at a time, to choose a shortlist."""
_LOGARITHM_UNIT = 1024
"""Logarithms are whole numbers of 1/1024, so that their sums do not depend on the order."""
_COUNT_BITS = 20
"""Bits of a number that count bins; the bits above them are a cost. A guess has fewer than 2**20 bins."""


def shortlist(game: Game, secrets: Array) -> tuple[Array, Game, Array]:
    """(guesses, part, sample): the guesses to rank, the game in which they are ranked, its secrets to rank them by.

    guesses: indices of `game`, ascending; guess n of `part` is guesses[n] of `game`. If all replies of those secrets to
    all guesses are at most MAX_REPLIES, the result is all guesses, `game` itself and those secrets.

    Otherwise the guesses are those that seem to leave the fewest candidates, judged letter by letter as if the marks of
    different letters were independent. `part` has these guesses and secrets alone, and `sample` all its secrets. If
    even MIN_GUESSES exceed MAX_REPLIES, `part` has an evenly spaced sample of those secrets.
    """
    if len(secrets) * len(game.guesses) <= MAX_REPLIES:
        return np.arange(len(game.guesses)), game, secrets

    # At least MIN_GUESSES guesses fit into the budget, and more if there are few secrets.
    sample = evenly_spaced(secrets, MAX_REPLIES // MIN_GUESSES)
    count = min(MAX_REPLIES // len(sample), len(game.guesses))

    # The smaller the chance that two secrets give the same reply, the fewer candidates a guess leaves.
    log_chances = _log_chances_to_share_a_reply(game, evenly_spaced(secrets, SMALL_SAMPLE))
    guesses = np.sort(best_guesses(log_chances, count))

    return guesses, part_of(game, guesses, sample), np.arange(len(sample), dtype=np.int32)


def _log_chances_to_share_a_reply(game: Game, secrets: Array) -> Array:
    """For each guess the logarithm of the chance that two of the secrets give the same reply: int64 (guesses,).

    It is in 1/_LOGARITHM_UNIT.

    The features of a guess are its letters, each with its places. A reply is the sum of a term for each feature. The
    terms are taken to be independent, so the chance is the product of the chances to share each term.
    """
    # (features + 1, secrets): a row for each feature, and the row of zeros that pads guesses of few features.
    terms = game.terms(secrets)
    one_feature_guesses = np.arange(len(terms))[:, None]

    # Two secrets give the same reply to a guess with one feature if they share its term. A bin of n secrets has n²
    # such pairs, and `totals` adds up squares[n] over the bins of each guess.
    squares = np.arange(len(secrets) + 1, dtype=np.int64) ** 2
    pairs = game.totals(terms, one_feature_guesses, squares, game.codes)

    chances = pairs / len(secrets) ** 2
    logarithms = np.rint(_LOGARITHM_UNIT * np.log(chances)).astype(np.int64)
    log_chances: Array = logarithms[game.features].sum(axis=1)
    return log_chances


def evenly_spaced(secrets: Array, most: int) -> Array:
    """At most that many of the secrets, evenly spaced."""
    step = math.ceil(len(secrets) / most)
    return secrets[::step]


def put_first(best: int, guesses: Array) -> Array:
    """The best guess, then the guesses without it."""
    return np.concatenate(([best], guesses[guesses != best]))


class LiveSearch(BeamSearch):
    """Ranks the guesses of a game by their promise, and searches trees that begin with the most promising.

    The promise is the product of expected points and number of bins. Neither decides alone: the first misjudges
    guesses with many small bins, the second those with a few large ones.
    """

    def __init__(
        self,
        game: Game,
        expected: LearnedValues,
        keep: Sequence[int] = (),
        candidates_below: int = 0,
        indices: Array | None = None,
    ) -> None:
        """expected: the expected costs of bins. keep[a]: how many guesses' trees are searched at attempt a, from 0.

        Without `keep` the search only ranks guesses. candidates_below: with fewer guesses left than this, only
        candidates are guessed. indices: if the game is a part of a larger one, the index of each of its guesses in the
        larger game; None if it is the whole game.
        """
        super().__init__(game, expected.objective, expected, keep)
        self._candidates_below = candidates_below
        self.indices = np.arange(len(game.guesses)) if indices is None else indices

    def shortlist(self, secrets: Array, guesses_left: int) -> Array:
        """The guesses whose trees are searched, most promising first; the recursion of BeamSearch asks for them."""
        return self.most_promising(secrets, guesses_left, self.width(guesses_left))

    def most_promising(self, secrets: Array, guesses_left: int, count: int) -> Array:
        """At most `count` guesses, the most promising first, with that many guesses left (at least two).

        With two guesses left they are ranked by expected points alone, which the bin sizes give exactly.
        """
        game = self.game
        guesses = np.arange(len(game.guesses))
        if guesses_left < self._candidates_below:
            guesses = game.guess_of[secrets]

        costs, bins = self._costs_and_bins(guesses, secrets, guesses_left)
        # The costs count the secret that a guess wins against as still open after it. It is not, so they are lowered.
        hits = can_win(game, secrets, guesses)
        costs[hits] -= self.gain_of_hit(guesses_left)

        # The points expected of the guesses after this one: the most that they can win, less the cost. Both are in
        # 1/SCALE of a point.
        most_points = self.objective.points_of(cost=0, weight=len(secrets), guesses_left=guesses_left - 1) * SCALE
        promise = (most_points - costs) * bins

        best = best_guesses(-promise, count, hits=hits)
        return guesses[best]

    def _costs_and_bins(self, guesses: Array, secrets: Array, guesses_left: int) -> tuple[Array, Array]:
        """(the expected costs of all bins of each guess together, the number of its bins): int64 (guesses,) each.

        The costs are in 1/SCALE. With two guesses left, where they are exact, the number of bins is given as 1.
        """
        game = self.game
        terms = game.terms(secrets)
        features = game.features[guesses]
        cost_by_size = self.expected(guesses_left - 1, len(secrets))
        if guesses_left == 2:
            # The bins could not be counted as below: a miss costs so much that no bits are free for a count.
            costs = game.totals(terms, features, cost_by_size, game.codes)
            return costs, np.ones_like(costs)

        # `totals` adds up a number for each bin, by its size. This number holds the cost in its high bits and 1 in its
        # low ones, so that one sum has the costs and the count. It is 0 for size 0: a reply that no secret gives is no
        # bin.
        cost_and_count = cost_by_size << _COUNT_BITS
        cost_and_count[1:] += 1
        sums = game.totals(terms, features, cost_and_count, game.codes)
        return sums >> _COUNT_BITS, sums & ((1 << _COUNT_BITS) - 1)
