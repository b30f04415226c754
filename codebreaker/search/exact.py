"""The search that proves its cost to be the least: a guess is left out only where a bound excludes it.

Three bounds on a cost: of a bin by its size (search.bounds.least_by_size), of a guess by the sum over its bins, and of
a set of candidates by its best guess. Guesses come in the order of their bounds, so the first one that cannot be better
ends the search; of guesses that a symmetry maps onto each other one is looked at. (Koyama & Lai, Journal of
Recreational Mathematics 25, 1993, found the least mean of Mastermind by such a search.)
"""

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.criteria import CRITERIA, Criterion
from codebreaker.game import Game, hit_weights
from codebreaker.objective import INFINITY, Objective
from codebreaker.replies import Array
from codebreaker.search.bounds import (
    FEW_REPLIES,
    Branching,
    guess_bounds,
    least_by_size,
    least_by_splitting,
    lightest,
)
from codebreaker.search.recursion import CostAndTree, Key, Recursion

if TYPE_CHECKING:
    from codebreaker.search.compiled.search import CompiledSearch

FEW = 150
"""The most candidates that the compiled search looks at; over more, one guess of each symmetry class saves more."""


class OutOfBudget(Exception):
    """The search has done the work that it was allowed."""


class ExactSearch(Recursion):
    """The recursion over every guess that a bound does not exclude, for games that are small enough."""

    budget = INFINITY
    """Replies (guesses x candidates) that may still be computed; OutOfBudget is raised when they are used up.

    The caller sets it before a search.
    """
    second_guess: CostAndTree | None = None
    """The best tree found so far that begins at the second attempt.

    A caller that catches OutOfBudget has at least this tree. It sets None before a search.
    """

    def __init__(
        self,
        game: Game,
        objective: Objective,
        totals: BinTotals = bin_totals,
        among_equals: Criterion | None = None,
        small: "CompiledSearch | None" = None,
        hard: bool = False,
    ) -> None:
        """among_equals orders the guesses whose bounds are equal; without it those that can win come first.

        small searches sets of at most FEW candidates; the costs are the same without it. hard: see Recursion; the
        bounds hold for all words.
        """
        super().__init__(game, objective, totals, hard=hard)
        self.among_equals = among_equals
        self.small = small
        if not hard:
            # Of guesses that a symmetry maps onto each other one is looked at.
            self.pool = lambda secrets: (game.representatives(secrets), secrets)

        # Where a reply wins, it leaves no bin open. A game to identify has no such reply.
        if game.most_hits:
            self._branching = Branching(game.codes - 1, game.codes - 1, game.most_hits)
        else:
            self._branching = Branching(game.codes, 0, 0)

        @cache
        def by_splitting(guesses_left: int, branching: Branching) -> Array:
            return least_by_splitting(objective, guesses_left, len(game.secrets), branching)

        self._by_splitting = by_splitting

    def rank(self, secrets: Array, guesses_left: int, limit: int) -> tuple[Array, Array]:
        """Every guess (one of each class) that splits the secrets and may cost less, the smallest bound first."""
        guesses, hits, bounds = self._bound_guesses(secrets, guesses_left, self.pool(secrets)[0])
        if limit < INFINITY:
            chosen = np.flatnonzero(bounds < limit)
            guesses = guesses[chosen]
            hits = hits[chosen]
            bounds = bounds[chosen]

        # The last key is the first one that lexsort looks at.
        keys = [-hits]
        if self.among_equals:
            keys.append(self.among_equals.costs(self.game, secrets, guesses, self.totals))
        order = np.lexsort((*keys, bounds))
        return guesses[order], bounds[order]

    def _bound_guesses(self, secrets: Array, guesses_left: int, pool: Array | None) -> tuple[Array, Array, Array]:
        """The guesses of the pool (None for all) that win or split the secrets; the weight of the secrets that each
        wins against; the lower bounds on their costs: int64, of one length.
        """
        game = self.game
        self.budget -= len(secrets) * len(game.guesses)
        if self.budget < 0:
            raise OutOfBudget

        guesses = np.arange(len(game.guesses)) if pool is None else pool
        hits = hit_weights(game, secrets, guesses)
        parts_of = CRITERIA["parts"].table(len(secrets))
        parts = -self.totals(game.terms(secrets), game.features[guesses], parts_of, game.codes)
        other_parts = parts - (hits > 0)

        # No guess splits a part of these secrets into more bins than the secrets themselves.
        branching = Branching(int(other_parts.max()), int(other_parts[hits > 0].max(initial=0)), game.most_hits)
        table = None
        if game.weights is None and self._branching.open_bins <= FEW_REPLIES:
            table = self._by_splitting(guesses_left - 1, branching)[: len(secrets) + 1]
        bounds = guess_bounds(game, self.objective, secrets, guesses_left, branching, self.totals, guesses, table)
        chosen = np.flatnonzero((parts > 1) | (hits > 0))
        return guesses[chosen], hits[chosen], bounds[chosen]

    def evaluate(self, guess: int, secrets: Array, guesses_left: int, limit: int = INFINITY) -> CostAndTree | None:
        """The cost of a guess and its tree; None as soon as the cost cannot be less than the limit."""
        result = super().evaluate(guess, secrets, guesses_left, limit)
        if guesses_left == self.objective.attempts - 1 and result:
            self.second_guess = result
        return result

    def _over_guesses(self, secrets: Array, guesses_left: int, limit: int) -> CostAndTree | None:
        """The best of the guesses that are looked at; `small` looks at them where few candidates are left."""
        if self.small is None or len(secrets) > FEW:
            return super()._over_guesses(secrets, guesses_left, limit)

        result, self.budget = self.small.better(secrets, guesses_left, limit, self.budget)
        if self.budget < 0:
            raise OutOfBudget
        return result

    def least(self, key: Key, secrets: Array) -> int:
        """The bound of the best guess, or a higher one that an earlier search has proved."""
        guesses_left = key[0]
        if key in self._solved:
            return self._solved[key][0]
        if key not in self._bounds:
            if guesses_left <= 1 or len(secrets) == 1:
                return self.least_at_once(secrets, guesses_left)
            _, _, bounds = self._bound_guesses(secrets, guesses_left, self.game.representatives(secrets))
            self._bounds[key] = int(bounds.min())
        return self._bounds[key]

    def least_at_once(self, secrets: Array, guesses_left: int) -> int:
        """The bound of a bin by its size and, where there are weights, by those of its secrets."""
        light = lightest(self.game, secrets)
        if light is None:
            return int(self._by_splitting(guesses_left, self._branching)[len(secrets)])
        return int(least_by_size(self.objective, guesses_left, len(secrets), self._branching, light)[-1])
