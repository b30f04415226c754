"""The search that proves its cost to be the least: a guess is left out only where a bound excludes it.

Three bounds on a cost: of a bin by its size (codebreaker.search.bounds_by_size), of a guess by the sum over its bins,
and of a set of candidates by its best guess. Guesses come in the order of their bounds, so the first one that cannot be
better ends the search. Where a symmetry maps guesses onto each other, only the first of them is looked at. (Koyama &
Lai, Journal of Recreational Mathematics 25, 1993, found the least mean of Mastermind by such a search.)
"""

from typing import TYPE_CHECKING

import numpy as np

from codebreaker.candidates import hit_weights
from codebreaker.criteria import Criterion
from codebreaker.game import Game
from codebreaker.objective import INFINITY, Objective
from codebreaker.replies import Array
from codebreaker.search.bounds import bin_counts, guess_bounds
from codebreaker.search.bounds_by_size import FEW_OPEN_BINS, Branching, least_by_size, weight_of_lightest
from codebreaker.search.recursion import CostAndTree, Key, Recursion

if TYPE_CHECKING:
    from codebreaker.search.compiled.search import CompiledSearch

MOST_COMPILED = 150
"""The most candidates of a set that is left to the compiled search, which knows no symmetries.

Larger sets are more symmetric: to look at one guess of each symmetry class saves more time there than compiled code.
`codebreaker optimal` takes 3.2 s with this number, 4.9 s with 60 and 5.2 s with 400.
"""
MOST_WITHOUT_CLASSES = 100
"""Up to this many candidates the bounds of all guesses take less time than to find the symmetry classes of guesses.

`codebreaker optimal` takes 2.3 s of processor time with this number and 2.7 s with 0.
"""


class OutOfBudget(Exception):
    """Raised when a search has done the work that it was allowed."""


class ExactSearch(Recursion):
    """The recursion over every guess that a bound does not exclude, for games that are small enough."""

    budget = INFINITY
    """Replies (guesses x candidates) that may still be computed; OutOfBudget is raised when they are used up.

    The caller sets it before a search, which counts it down.
    """
    best_so_far: CostAndTree | None = None
    """The best tree found so far for the bin of a first guess: its root is the second guess of the game.

    BinSearcher searches such bins. If OutOfBudget ends the search of one, this tree is what it has found. The caller
    sets None before a search.
    """

    def __init__(
        self,
        game: Game,
        objective: Objective,
        among_equals: Criterion | None = None,
        search_of_few: "CompiledSearch | None" = None,
    ) -> None:
        """among_equals: orders the guesses whose bounds are equal; without it those that can win come first.
        search_of_few: searches the sets of at most MOST_COMPILED candidates. It is faster, and finds the same costs.
        """
        super().__init__(game, objective)
        self.among_equals = among_equals
        self.search_of_few = search_of_few

    def compiled_search_for(self, secrets: Array) -> "CompiledSearch | None":
        """The search of few candidates if these are few enough for it."""
        return self.search_of_few if len(secrets) <= MOST_COMPILED else None

    def rank(self, secrets: Array, guesses_left: int, limit: int) -> tuple[Array, Array]:
        """Every guess, or one of each symmetry class, that wins or splits the secrets and may cost less than the limit.

        The smallest bound comes first.
        """
        representatives = self.game.representatives(secrets)
        guesses, weights_won, bounds = self._bound_guesses(secrets, guesses_left, representatives)
        chosen = np.flatnonzero(bounds < limit)
        guesses = guesses[chosen]
        bounds = bounds[chosen]

        # lexsort sorts by its last key, here the bounds, and among equals by the key before it.
        keys = [-weights_won[chosen]]
        if self.among_equals:
            keys.append(self.among_equals.costs(self.game, secrets, guesses))
        order = np.lexsort((*keys, bounds))
        return guesses[order], bounds[order]

    def _bound_guesses(
        self, secrets: Array, guesses_left: int, representatives: Array | None
    ) -> tuple[Array, Array, Array]:
        """(guesses, weights, bounds) of every guess that wins or splits the secrets.

        representatives: the guesses to look at, None for all (Game.representatives). weights: that of the secrets which
        a guess wins against. bounds: lower bounds on the costs. All are int64, of one length.
        """
        game = self.game
        # An upper estimate: where there are symmetries, the replies to fewer guesses are computed.
        self.budget -= len(secrets) * len(game.guesses)
        if self.budget < 0:
            raise OutOfBudget

        guesses = np.arange(len(game.guesses)) if representatives is None else representatives
        weights_won = hit_weights(game, secrets, guesses)
        parts = bin_counts(game, game.terms(secrets), game.features[guesses])

        # A tree over a part of these secrets branches no more than the guesses do here. One bin of a guess that can win
        # is that of the hit, which is not open.
        can_win = weights_won > 0
        open_bins = parts - can_win
        most_after_hit = int(open_bins[can_win].max(initial=0))
        branching = Branching(int(open_bins.max()), most_after_hit, game.most_hits)

        # The bounds by splitting are higher. A table of them takes long to make, which pays in games with few replies:
        # there few different branchings occur, and each table is used for many sets.
        if game.weights is None and self._branching.open_bins <= FEW_OPEN_BINS:
            table = self.table_by_splitting(guesses_left - 1, branching)[: len(secrets) + 1]
        else:
            weights = weight_of_lightest(game, secrets)
            table = least_by_size(self.objective, guesses_left - 1, len(secrets), branching, weights)
        bounds = guess_bounds(game, self.objective, secrets, guesses_left, table, guesses)

        chosen = np.flatnonzero((parts > 1) | can_win)
        return guesses[chosen], weights_won[chosen], bounds[chosen]

    def evaluate(self, guess: int, secrets: Array, guesses_left: int, limit: int = INFINITY) -> CostAndTree | None:
        """The cost of a guess and its tree; None as soon as the cost cannot be less than the limit."""
        result = super().evaluate(guess, secrets, guesses_left, limit)
        is_second_guess = guesses_left == self.objective.attempts - 1
        if is_second_guess and result is not None:
            # The limit is the cost of the best tree before, so each result is better than that.
            self.best_so_far = result
        return result

    def _over_guesses(self, secrets: Array, guesses_left: int, limit: int) -> CostAndTree | None:
        """The best tree that costs less than the limit, by the compiled search if it searches such small sets."""
        search = self.compiled_search_for(secrets)
        if search is None:
            return super()._over_guesses(secrets, guesses_left, limit)

        result, self.budget = search.cheaper_tree(secrets, guesses_left, limit, self.budget)
        if self.budget < 0:
            raise OutOfBudget
        return result

    def lower_bound(self, secrets: Array, guesses_left: int, key: Key | None = None) -> int:
        """The least cost if it is known, else a bound that a search has proved, else the least bound of any guess."""
        key = key or (guesses_left, secrets.tobytes())
        if key in self._solved:
            cost, _ = self._solved[key]
            return cost
        if key not in self._bounds:
            if guesses_left <= 1 or len(secrets) == 1:
                return self.bound_by_size(secrets, guesses_left)
            # Guesses of one symmetry class have the same bound.
            is_large = len(secrets) > MOST_WITHOUT_CLASSES
            representatives = self.game.representatives(secrets) if is_large else None
            _, _, bounds = self._bound_guesses(secrets, guesses_left, representatives)
            self._bounds[key] = int(bounds.min())
        return self._bounds[key]
