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
    """(the guesses to try, the game to try them in, the secrets to try them on), with MAX_REPLIES replies at most.

    The guesses are indices of this game, ascending. If all guesses with all those secrets are few enough, they are all
    guesses, this game, and those secrets. Otherwise they are the guesses that seem to leave the fewest candidates,
    judged letter by letter as if the marks of different letters were independent; the game to try them in is a part of
    this one, which has these guesses alone and numbers its secrets from 0. Where even MIN_GUESSES exceed the budget, an
    evenly spaced sample stands for the secrets.
    """
    if len(secrets) * len(game.guesses) <= MAX_REPLIES:
        return np.arange(len(game.guesses)), game, secrets

    log_chances = _log_chances_to_share_a_reply(game, evenly_spaced(secrets, SMALL_SAMPLE))
    sample = evenly_spaced(secrets, MAX_REPLIES // MIN_GUESSES)
    count = min(MAX_REPLIES // len(sample), len(log_chances))
    guesses = np.sort(best_guesses(log_chances, count))

    return guesses, part_of(game, guesses, sample), np.arange(len(sample), dtype=np.int32)


def _log_chances_to_share_a_reply(game: Game, secrets: Array) -> Array:
    """For each guess the logarithm of the chance that two of the secrets give the same reply: int64 (guesses,).

    The features of a guess are its letters, each with its places. A reply is the sum of a term for each feature, and
    the terms are taken to be independent: the chance is the product of the chances to share each term.
    """
    terms = game.terms(secrets)  # (features + 1, secrets): a row of zeros follows, which pads guesses of few features
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
        """expected: the expected costs of bins. keep: by attempt, how many guesses' trees are searched.

        Without `keep` the search only ranks guesses. candidates_below: with fewer guesses left than this, only
        candidates are guessed. indices: if the game is a part of a larger one, the index of each of its guesses in the
        larger game; None if it is the whole game.
        """
        super().__init__(game, expected.objective, expected, keep)
        self._candidates_below = candidates_below
        self.indices = np.arange(len(game.guesses)) if indices is None else indices

    def shortlist(self, secrets: Array, guesses_left: int) -> Array:
        """The guesses whose trees are searched, most promising first; the recursion of BeamSearch asks for them."""
        # With two guesses left the bins give exact costs, so the first one is the best.
        count = 1 if guesses_left == 2 else self.width(guesses_left)
        return self.most_promising(secrets, guesses_left, count)

    def most_promising(self, secrets: Array, guesses_left: int, count: int) -> Array:
        """At most `count` guesses, the most promising first, with that many guesses left (at least two).

        With two guesses left they are ranked by expected points alone, which the bin sizes give exactly.
        """
        game = self.game
        guesses = np.arange(len(game.guesses))
        if guesses_left < self._candidates_below:
            guesses = game.guess_of[secrets]

        terms = game.terms(secrets)
        features = game.features[guesses]
        cost_by_size = self.expected(guesses_left - 1, len(secrets))
        if guesses_left == 2:
            # These costs are exact, so the number of bins is not needed. It could not be counted as below: the cost of
            # a miss is so large that no bits are free for a count.
            costs = game.totals(terms, features, cost_by_size, game.codes)
            bins = np.ones_like(costs)
        else:
            # One sum over the bins gives both: each bin adds its cost in the high bits, and 1 in the low ones. The
            # entry of size 0 stays 0, because a reply that no secret gives is no bin.
            cost_and_count = cost_by_size << _COUNT_BITS
            cost_and_count[1:] += 1
            sums = game.totals(terms, features, cost_and_count, game.codes)
            costs = sums >> _COUNT_BITS
            bins = sums & ((1 << _COUNT_BITS) - 1)

        # The costs of the bins do not say that a candidate can end the game now.
        hits = can_win(game, secrets, guesses)
        costs[hits] -= self.gain_of_hit(guesses_left)

        # A tree that costs nothing wins the most points that the guesses after this one can win; a cost takes as much
        # away from them. Costs are in 1/SCALE of a point, and so are these points.
        most_points = self.objective.points_of(cost=0, weight=len(secrets), guesses_left=guesses_left - 1) * SCALE
        promise = (most_points - costs) * bins

        best = best_guesses(-promise, count, hits)
        return guesses[best]
