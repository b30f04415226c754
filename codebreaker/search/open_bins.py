"""A first guess and its bins that stay open, with what is known of their least costs."""

from dataclasses import dataclass, field

import numpy as np

from codebreaker.game import Game
from codebreaker.objective import INFINITY, Objective
from codebreaker.replies import Array
from codebreaker.search.recursion import CostAndTree
from codebreaker.tree import Tree, attempts_of, outcome_of_games


@dataclass
class OpenBin:
    """A bin of a first guess that stays open, and what is known of its least cost.

    A tree of the bin begins with the second guess of the game. Some second guesses have a bound of their own, and all
    others have one together.
    """

    secrets: Array
    bound_of_others: int
    """A lower bound on the cost of each tree whose second guess has no bound of its own: at first, of every tree."""
    second_bounds: dict[int, int] = field(default_factory=dict)
    """Lower bounds on the costs of the trees that begin with a second guess, by that guess."""
    best: CostAndTree | None = None
    """The best tree known, with its cost."""

    @property
    def at_least(self) -> int:
        """A lower bound on the cost of every tree."""
        return min([self.bound_of_others, *self.second_bounds.values()])

    def bound_of(self, second: int | None) -> int:
        """A lower bound on the cost of the trees that begin with this guess; None for the guesses without their own."""
        if second is None:
            return self.bound_of_others
        return self.second_bounds.get(second, self.bound_of_others)

    def needs_whole_search(self, limit: int) -> bool:
        """Whether a second guess without a bound of its own may begin a tree that costs less than the limit.

        It cannot after the bin was split into its second guesses: then `bound_of_others` is as high as the limit.
        """
        return self.bound_of_others < limit

    def raise_bound(self, second: int | None, bound: int) -> None:
        """Take over what was proved of a second guess; None for the whole bin, and so for each second guess."""
        if second is not None:
            self.second_bounds[second] = max(bound, self.bound_of(second))
            return

        self.bound_of_others = max(bound, self.bound_of_others)
        for guess in self.second_bounds:
            self.second_bounds[guess] = max(bound, self.second_bounds[guess])


@dataclass
class Opener:
    """A first guess, and what is known of its bins."""

    guess: int
    hits: int
    """The number of secrets that the guess wins against."""
    charged: int
    """What the guess itself charges."""
    bins: dict[int, OpenBin]
    """The bins that stay open, by reply code; the largest bin first."""

    @property
    def at_least(self) -> int:
        """A lower bound on the cost of this first guess."""
        return self.charged + sum(bin.at_least for bin in self.bins.values())

    @property
    def best(self) -> CostAndTree | None:
        """The best tree known that begins with this guess, with its cost; None if some bin has no tree yet."""
        cost = self.charged
        # A tree has its branches in the order of the reply codes.
        branches = []
        for code, bin in sorted(self.bins.items()):
            if bin.best is None:
                return None
            cost_of_bin, tree = bin.best
            cost += cost_of_bin
            branches.append((code, tree))
        return cost, Tree(self.guess, self.hits, missed=0, branches=tuple(branches))

    def limit_of(self, code: int, limit: int) -> int:
        """The limit of the bin of a reply code: a tree of the bin that costs as much or more is of no use.

        A cheaper one is better than the best tree of the bin, and with it the first guess may cost less than `limit`.
        limit: INFINITY if the first guess may cost any number.
        """
        bin = self.bins[code]
        if limit < INFINITY:
            cost_of_others = self.at_least - bin.at_least
            limit -= cost_of_others
        return limit if bin.best is None else min(limit, bin.best[0])

    def adopt_branches(self, tree: Tree, game: Game, objective: Objective) -> None:
        """Take over those branches of a tree of the game that cost less than the best trees known of their bins.

        The tree begins with this guess. A branch is left out if some secret takes more guesses than the objective, that
        of the whole game, allows. A tree of a damaged checkpoint may lack branches.
        """
        branches = dict(tree.branches)
        # A branch begins at the second attempt: it has one attempt less, and needs one guess less for each secret.
        # attempts_of says 0 for a secret that the tree misses, and outcome_of_games takes 0 for that too.
        guesses_needed = np.maximum(attempts_of(tree, game) - 1, 0)
        objective_of_branch = objective.with_attempts(objective.attempts - 1)

        for code, bin in self.bins.items():
            needed_in_bin = guesses_needed[bin.secrets]
            if code in branches and needed_in_bin.max() <= objective_of_branch.attempts:
                weights = None if game.weights is None else game.weights[bin.secrets]
                outcome = outcome_of_games(needed_in_bin, weights, objective_of_branch.attempts)
                cost = objective_of_branch.cost(outcome)
                if bin.best is None or cost < bin.best[0]:
                    bin.best = cost, branches[code]
