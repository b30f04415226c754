"""The search that proves its total to be the largest: a guess is left out only where a bound excludes it.

Three bounds on a total: of a bin by its size (search.bounds.most_by_size), of a guess by the sum over its bins, and of
a set of candidates by its best guess. Guesses come in the order of their bounds, so the first one that cannot be better
ends the search; of guesses that a symmetry maps onto each other one is looked at. (Koyama & Lai, Journal of
Recreational Mathematics 25, 1993, found the least mean of Mastermind by such a search.)
"""

from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.criteria import CRITERIA, Criterion
from codebreaker.game import Game, hit_weights
from codebreaker.replies import Array
from codebreaker.search.bounds import FEW_REPLIES, Branching, guess_bounds, heaviest, most_by_size, most_by_splitting
from codebreaker.search.recursion import Found, Key, Ranked, Recursion
from codebreaker.tree import INFINITY, Payoff

if TYPE_CHECKING:
    from codebreaker.search.compiled.search import CompiledSearch

FEW = 150
"""The most candidates that `small` searches; over more, symmetries save more."""


class OutOfBudget(Exception):
    """The search has done the work that it was allowed."""


class Exact(Recursion):
    """The recursion over every guess that a bound does not exclude, for games that are small enough."""

    budget = INFINITY
    """Replies (guesses x candidates) that may still be computed; OutOfBudget is raised when they are used up."""
    second_guess: Found | None = None
    """The best tree found so far that begins at the second attempt, for callers that catch OutOfBudget."""

    def __init__(
        self,
        game: Game,
        payoff: Payoff,
        totals: BinTotals = bin_totals,
        among_equals: Criterion | None = None,
        small: "CompiledSearch | None" = None,
    ) -> None:
        """among_equals orders the guesses whose bounds are equal; without it those that can win come first.

        small searches few candidates; the totals are the same without it.
        """
        super().__init__(game, payoff, totals)
        self.among_equals, self.small = among_equals, small
        self.pool = lambda secrets: (game.representatives(secrets), secrets)  # one guess of each class
        other_replies = game.codes - bool(game.most_hits)
        self._branching = Branching(other_replies, other_replies if game.most_hits else 0, game.most_hits)
        self._tables = cache(partial(most_by_splitting, payoff, size=len(game.secrets)))

    def rank(self, secrets: Array, attempt: int, above: int | None) -> Ranked:
        """Every guess (one of each class) that splits the secrets and whose bound is above, largest bound first."""
        guesses, hits, bounds = self._bound_guesses(secrets, attempt, self.pool(secrets)[0])
        if above is not None:
            chosen = np.flatnonzero(bounds > above)
            guesses, hits, bounds = guesses[chosen], hits[chosen], bounds[chosen]
        costs = [-hits]
        if self.among_equals:
            costs.append(self.among_equals.costs(self.game, secrets, guesses, self.totals))
        order = np.lexsort((*costs, -bounds))
        return Ranked(guesses[order], bounds[order])

    def _bound_guesses(self, secrets: Array, attempt: int, pool: Array | None) -> tuple[Array, Array, Array]:
        """The guesses of the pool (None for all) that win or split the secrets; the weight of the secrets that each
        wins against; the upper bounds on their totals: int64, of one length.
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
        branching = Branching(int(other_parts.max()), int(other_parts[hits > 0].max(initial=0)), game.most_hits)
        table = None
        if game.weights is None and self._branching.others <= FEW_REPLIES:
            table = self._tables(attempt + 1, branching=branching)[: len(secrets) + 1]
        bounds = guess_bounds(game, self.payoff, secrets, attempt, branching, self.totals, guesses, table)
        chosen = np.flatnonzero((parts > 1) | (hits > 0))
        return guesses[chosen], hits[chosen], bounds[chosen]

    def evaluate(self, guess: int, secrets: Array, attempt: int, above: int | None = None) -> Found | None:
        """The total of a guess and its tree, or None as soon as the total cannot be more than above."""
        result = super().evaluate(guess, secrets, attempt, above)
        if attempt == 1 and result:
            self.second_guess = result
        return result

    def _over_guesses(self, secrets: Array, attempt: int, above: int | None) -> Found | None:
        """The best of the guesses that are looked at; `small` looks at them where few candidates are left."""
        if self.small is None or len(secrets) > FEW:
            return super()._over_guesses(secrets, attempt, above)
        above = -INFINITY if above is None else above
        result, self.budget = self.small.better(secrets, attempt, above, self.budget)
        if self.budget < 0:
            raise OutOfBudget
        return result

    def most(self, key: Key, secrets: Array) -> int:
        """The bound of the best guess, or a lower one that an earlier search has proved."""
        attempt = key[0]
        if key in self._solved:
            return self._solved[key][0]
        if key not in self._at_most:
            if attempt >= self.payoff.attempts - 1 or len(secrets) == 1:
                return self.most_of_size(secrets, attempt)
            _, _, bounds = self._bound_guesses(secrets, attempt, self.game.representatives(secrets))
            self._at_most[key] = int(bounds.max())
        return self._at_most[key]

    def most_of_size(self, secrets: Array, attempt: int) -> int:
        """The bound of a bin by its size and, where there are weights, by those of its secrets."""
        weights = heaviest(self.game, secrets)
        if weights is None:
            return int(self._tables(attempt, branching=self._branching)[len(secrets)])
        return int(most_by_size(self.payoff, attempt, len(secrets), self._branching, weights)[-1])
