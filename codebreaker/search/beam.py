"""The search that keeps a few guesses: good trees of games that are too large to be searched exactly.

With two guesses left a guess's cost depends only on the sizes of its bins and the weights in them, so it is known
exactly. Before that guesses are ranked by tables of expected costs by bin size, and the best few are evaluated by
recursion. The search is exhaustive if it keeps every guess.
"""

from collections.abc import Callable, Sequence
from hashlib import blake2b

import numpy as np

from codebreaker.candidates import can_win
from codebreaker.criteria import CRITERIA, best_guesses
from codebreaker.game import FEW_CANDIDATES, Game
from codebreaker.letters import letters_of
from codebreaker.objective import Objective
from codebreaker.replies import Array, sum_terms
from codebreaker.search.compiled.hard_mode import allowed_after
from codebreaker.search.recursion import CostAndTree, Key, Recursion

SCALE = 1024
"""Tables are in 1/SCALE of a cost: integers, so that no rounding depends on the order of a sum."""
WEIGHED_FOR_EACH = 8
"""Where secrets have weights: for each guess that is kept, this many of the best by expected cost are ranked by weight.

If few are kept, more are ranked: this many for each secret, up to FEWEST_WEIGHED. For 5 secrets that is 8 x 5 = 40.
"""
FEWEST_WEIGHED = 64
"""Guesses that are ranked by weight even if one is kept: the expected costs do not know which bins are heavy."""
PART_BY_REMAINING = 4
"""One in this many guesses of a shortlist is chosen by its expected remaining candidates, in case the table of expected
costs misjudges the guesses."""
_MEAN_UNIT = 64
"""Costs by weight are in 1/_MEAN_UNIT of a cost and not in 1/SCALE, so that products with weights fit in 64 bits."""


class BeamSearch(Recursion):
    """The recursion over the guesses of a shortlist: the cost of its tree is reached, and may not be the least."""

    def __init__(
        self,
        game: Game,
        objective: Objective,
        expected: Callable[[int, int], Array],
        keep: Sequence[int],
        seen: Callable[[int, int, int], None] | None = None,
        hard: bool = False,
    ) -> None:
        """expected(guesses_left, n): int64 (n + 1,), the expected costs of bins of 0 … n secrets with that many guesses
        left, in 1/SCALE; LearnedValues of codebreaker.search.learned_values, for instance.

        keep[a]: how many guesses are evaluated by recursion at attempt a, counted from 0. At the last attempt but one
        it is one guess, whatever `keep` says, because bins show there which guess is best. At the last attempt there is
        no recursion. seen(guesses_left, size, cost): called for every bin that is solved, so that the expected costs
        can be learned (LearnedValues.see). hard: only for words; every guess must use what the replies have shown.
        """
        super().__init__(game, objective)
        self.expected = expected
        self.keep = keep
        self.seen = seen
        self._allowed: Array | None = None
        """In hard mode the ascending indices of the guesses that the steps before the present candidates allow."""
        if hard:
            self._allowed = np.arange(len(game.guesses))
            self._letters = letters_of(game.guesses)

    def key(self, secrets: Array, guesses_left: int) -> Key:
        """The key of the result for those secrets; in hard mode it depends on the allowed guesses too."""
        if self._allowed is None:
            return super().key(secrets, guesses_left)
        digest = blake2b(self._allowed.tobytes(), digest_size=16).digest()
        return guesses_left, secrets.tobytes() + digest

    def after(self, guess: int, code: int, secrets: Array, guesses_left: int, limit: int) -> CostAndTree | None:
        """The best tree for the secrets that give this reply code to the guess; None if none costs less than the limit.

        In hard mode the guess and its reply restrict the guesses that follow.
        """
        if self._allowed is None:
            return self.better(secrets, guesses_left, limit)

        before = self._allowed
        self._allowed = allowed_after(self._letters, before, guess, code)
        try:
            return self.better(secrets, guesses_left, limit)
        finally:
            self._allowed = before

    def _solve(self, secrets: Array, guesses_left: int, limit: int) -> CostAndTree | None:
        """The best tree for those secrets, with whose cost `seen` is called; None if none costs less than the limit."""
        result = super()._solve(secrets, guesses_left, limit)
        if result is not None and self.seen is not None:
            self.seen(guesses_left, len(secrets), result[0])
        return result

    def rank(self, secrets: Array, guesses_left: int, limit: int) -> tuple[Array, Array]:
        """The shortlist, each guess with a lower bound on its cost: the bound by size, which is the same for all."""
        guesses = self.shortlist(secrets, guesses_left)
        return guesses, np.full(len(guesses), self.bound_by_size(secrets, guesses_left))

    def width(self, guesses_left: int) -> int:
        """How many guesses are evaluated by recursion with that many guesses left, at least two."""
        if guesses_left == 2:
            return 1
        return self.keep[self.objective.attempts - guesses_left]

    def shortlist(self, secrets: Array, guesses_left: int) -> Array:
        """The guesses to evaluate, most promising first, at most as many as `width` says.

        Most of them are the best by expected cost, and the others the best by expected remaining candidates. With
        weights all are the best by their weights.
        """
        game = self.game
        size = len(secrets)

        ranked = self._ranked_guesses(secrets)
        guesses: Array = np.arange(len(game.guesses)) if ranked is None else ranked
        features = game.features if ranked is None else game.features[ranked]

        # For each guess the expected costs of all its bins together. Replies are computed from the terms of the secrets
        # and the features of the guesses (codebreaker.game.Game).
        terms = game.terms(secrets)
        costs = game.totals(terms, features, self.expected(guesses_left - 1, size), game.codes)
        # A guess that may win costs less. Among guesses of equal cost best_guesses prefers it.
        may_win = can_win(game, secrets, ranked)
        costs[may_win] -= self.gain_of_hit(guesses_left)

        keep = min(self.width(guesses_left), len(guesses))
        if game.weights is not None:
            # The expected costs know sizes only: the guesses that they rank first are ranked again by weight.
            at_least = min(WEIGHED_FOR_EACH * size, FEWEST_WEIGHED)
            chosen = best_guesses(costs, max(WEIGHED_FOR_EACH * keep, at_least), may_win)
            return self._by_weight(guesses[chosen], secrets, guesses_left)[:keep]

        if keep in (1, len(guesses)):
            # One ranking is enough where one guess is kept, or every guess.
            return guesses[best_guesses(costs, keep, may_win)]

        by_remaining = keep // PART_BY_REMAINING
        chosen = best_guesses(costs, keep - by_remaining, may_win)
        if by_remaining:
            squares = CRITERIA["expected"].table(size)
            remaining = game.totals(terms, features, squares, game.codes)
            # Some of these are mostly among the chosen ones, so fewer guesses than `keep` may be returned.
            fewest = best_guesses(remaining, by_remaining)
            chosen = np.concatenate((chosen, np.setdiff1d(fewest, chosen)))
        return guesses[chosen]

    def _ranked_guesses(self, secrets: Array) -> Array | None:
        """The guesses to rank: those that hard mode allows, or one of each class of symmetry; None for all."""
        if self._allowed is not None:
            return self._allowed
        # Guesses that a symmetry maps onto each other cost the same, so one of them is kept in place of all. Over few
        # candidates it takes less time to rank all guesses than to find the symmetries.
        return self.game.representatives(secrets) if len(secrets) > FEW_CANDIDATES else None

    def _by_weight(self, guesses: Array, secrets: Array, guesses_left: int) -> Array:
        """The guesses in the order of their costs by the weights of their bins, the least first.

        With two guesses left these costs are exact. With more, a bin whose secrets have the weights w counts as one of
        (sum w)² / sum w² equal secrets (Kish 1965: the effective sample size). Its cost is its weight times the
        expected cost of a secret in a bin of that size.
        """
        game = self.game
        assert game.weights is not None
        terms = game.terms(secrets)
        weights = game.weights[secrets]
        means = self._mean_costs(guesses_left - 1, len(secrets))

        costs = np.empty(len(guesses), dtype=np.int64)
        for index, features in enumerate(game.features[guesses]):
            replies = sum_terms(terms, features[None, :])[0]
            codes, bin_of_secret = np.unique(replies, return_inverse=True)
            sums = np.bincount(bin_of_secret, weights).astype(np.int64)
            # Every secret that this guess leaves open is charged for it.
            charged = self.objective.open_charge(guesses_left) * sums * _MEAN_UNIT
            if guesses_left == 2:
                # The last guess solves the heaviest secret of each bin. The others are charged for it and for a miss.
                heaviest = np.zeros(len(codes), dtype=np.int64)
                np.maximum.at(heaviest, bin_of_secret, weights)
                later_costs = self.objective.open_charge(1) * (sums - heaviest) * _MEAN_UNIT
            else:
                squares = np.bincount(bin_of_secret, weights**2).astype(np.int64)
                effective_sizes = sums**2 // squares
                later_costs = means[effective_sizes] * sums
            # The bin of the hit costs nothing.
            costs[index] = (charged + later_costs)[codes != game.winning].sum()
        return guesses[np.argsort(costs, kind="stable")]

    def _mean_costs(self, guesses_left: int, size: int) -> Array:
        """int64 (size + 1,): the expected cost of one secret in a bin of 0 … size, in 1/_MEAN_UNIT, rounded up."""
        sizes = np.arange(1, size + 1)
        # -(-a // b) is a / b rounded up, so that a cost of less than a unit does not become 0.
        in_scale = -(-self.expected(guesses_left, size)[1:] // sizes)
        means = np.zeros(size + 1, dtype=np.int64)
        means[1:] = -(-in_scale * _MEAN_UNIT // SCALE)
        return means

    def gain_of_hit(self, guesses_left: int) -> int:
        """How much less a guess costs because it is a candidate and can end the game now, in 1/SCALE.

        If it could not win, the secret that it wins against would be open after it, in a bin of its own. That secret
        would be charged for the guess, and cost what one secret costs with the guesses that are left.
        """
        return self.objective.open_charge(guesses_left) * SCALE + int(self.expected(guesses_left - 1, 1)[1])
