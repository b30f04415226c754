"""BinSearcher: a proof bin by bin of the first guesses, for any game.

The cost of a first guess is the sum over its bins, so each bin is a task of its own. Every level of effort searches the
bins that are still open with four times the work of the level before. A bin that needs much work is split into its
second guesses: each of them is a task then, with an equal share of the work.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

import numpy as np

from codebreaker.criteria import CRITERIA
from codebreaker.game import Game, partition, settle
from codebreaker.objective import INFINITY, Objective
from codebreaker.proof import Piece, Proof, Result, SearchBin, Searcher
from codebreaker.replies import Array
from codebreaker.search.exact import ExactSearch, OutOfBudget
from codebreaker.search.fastest import fastest_few_candidates, fastest_totals
from codebreaker.search.recursion import CostAndTree
from codebreaker.tree import Tree, attempts_of

FIRST_BUDGET = 1 << 31
"""Replies (guesses x candidates) that the first level of effort computes for a bin; with numba that takes seconds."""
GROWTH = 4
"""Each level of effort has this many times the budget of the level before."""


@dataclass
class Opener:
    """What is known of a first guess and of its bins that stay open, by reply code, the largest bin first."""

    guess: int
    hits: int
    """The secrets that the guess wins against."""
    charged: int
    """What the guess itself charges."""
    secrets: dict[int, Array]
    bounds: dict[int, dict[int | None, int]]
    """Lower bounds on the cost of each bin by second guess; the key None stands for every guess that has no key.

    A bin that is not split into its second guesses has the key None alone.
    """
    trees: dict[int, CostAndTree] = field(default_factory=dict)
    """The best tree found for each bin, with its cost."""

    @property
    def at_least(self) -> int:
        """A lower bound on the cost of this first guess."""
        return self.charged + sum(map(self.bound_of, self.bounds))

    def bound_of(self, code: int) -> int:
        """A lower bound on the cost of a bin: that of its best second guess."""
        return min(self.bounds[code].values())

    @property
    def best(self) -> CostAndTree | None:
        """The best tree known after this first guess, with its cost; None if some bin has no tree yet."""
        if len(self.trees) < len(self.bounds):
            return None
        branches = []
        cost = self.charged
        for code, (cost_of_bin, tree) in sorted(self.trees.items()):
            branches.append((code, tree))
            cost += cost_of_bin
        return cost, Tree(self.guess, self.hits, 0, tuple(branches))


class BinSearcher(Searcher):
    """Searches the bins of first guesses, and their second guesses, for trees of less cost."""

    kinds: ClassVar[dict[type, type]] = {SearchBin: Result}

    def __init__(self, game: Game, objective: Objective) -> None:
        """objective: what a tree costs, with the most guesses that it may make."""
        self.game = game
        self.objective = objective
        self._ranking = ExactSearch(game, objective, fastest_totals(), CRITERIA["entropy"])
        """Bounds and ranks guesses; it searches nothing."""
        self._secrets = np.arange(len(game.secrets))
        self._openers: dict[int, Opener] = {}

    @cached_property
    def _exact(self) -> ExactSearch:
        """The search of bins; what it learns of a bin serves the next one too."""
        # The worst case has many guesses with equal bounds.
        among_equals = CRITERIA["entropy"] if self.objective.charge == 0 else None
        small = fastest_few_candidates(self.game, self.objective)
        return ExactSearch(self.game, self.objective, fastest_totals(), among_equals, small)

    def first_bounds(self, proof: Proof) -> dict[int, int]:
        """The first guesses that may be of interest, with the bounds from their bins."""
        guesses_left = self.objective.attempts
        if proof.first is not None:
            return {proof.first: self._ranking.least_at_once(self._secrets, guesses_left)}
        if proof.top == 1:
            return self._bounds_by_guess(self._secrets, guesses_left, proof.best)

        # Guesses that tell nothing may be among the best N if few are better.
        bounds = self._bounds_by_guess(self._secrets, guesses_left, INFINITY)
        chosen = self.game.representatives(self._secrets)
        guesses = np.arange(len(self.game.guesses)) if chosen is None else chosen
        charged = self.objective.open_charge(guesses_left) * self.game.weight(self._secrets)
        bound = charged + self._ranking.least_at_once(self._secrets, guesses_left - 1)
        for guess in guesses.tolist():
            bounds.setdefault(guess, bound)
        return bounds

    def _bounds_by_guess(self, secrets: Array, guesses_left: int, limit: int) -> dict[int, int]:
        """The guesses that may cost less than the limit, with their bounds, the smallest bound first."""
        guesses, bounds = self._ranking.rank(secrets, guesses_left, limit)
        return dict(zip(guesses.tolist(), bounds.tolist(), strict=True))

    def _opener(self, proof: Proof, guess: int) -> Opener:
        """A first guess with what is known of its bins; their first bounds are those of the exact search."""
        if guess in self._openers:
            return self._openers[guess]

        guesses_left = self.objective.attempts
        won, bins = settle(self.game, guess, self._secrets)
        weight_open = self.game.weight(self._secrets) - self.game.weight(won)
        charged = self.objective.open_charge(guesses_left) * weight_open
        bounds: dict[int, dict[int | None, int]] = {}
        for code, members in bins:
            bounds[code] = {None: self._ranking.least((guesses_left - 1, members.tobytes()), members)}
        opener = Opener(guess, len(won), charged, dict(bins), bounds)
        self._openers[guess] = opener

        tree = proof.tree or proof.known_tree
        if tree is not None and tree.guess == guess:
            self._adopt_branches(opener, tree)
        self._update(proof, opener)
        return opener

    def _adopt_branches(self, opener: Opener, tree: Tree) -> None:
        """Take over the branches of the known tree that keep to the attempts."""
        branches = dict(tree.branches)
        needed = attempts_of(tree, self.game)

        # What each secret costs in the tree of its bin. That tree begins at attempt 2, so it does not pay the charge of
        # the first guess. A secret that is missed needs 0 attempts.
        solved_costs = self.objective.charge * (needed - 2)
        missed_cost = self.objective.cost_of_miss - self.objective.charge
        costs = np.where(needed == 0, missed_cost, solved_costs)
        if self.game.weights is not None:
            costs = costs * self.game.weights

        for code, secrets in opener.secrets.items():
            longest_game = needed[secrets].max()
            if longest_game <= self.objective.attempts:
                opener.trees[code] = (int(costs[secrets].sum()), branches[code])

    def batches(self, proof: Proof, level: int) -> Iterator[Iterator[Piece]]:
        """The open bins of each first guess that can be better than the best tree."""
        for guess in proof.bounds:
            if proof.is_open(guess):
                yield self._pieces(proof, self._opener(proof, guess), level)

    def _pieces(self, proof: Proof, opener: Opener, level: int) -> Iterator[Piece]:
        """The tasks over the bins of a first guess that may find something better."""
        tasks: list[SearchBin] = []
        for code in opener.bounds:
            self._split_bin(proof, opener, code, level)
            tasks += self._tasks(proof, opener, code, level)

        # A bin that was split has the bounds of its second guesses, which may be higher.
        self._update(proof, opener)
        for task in tasks:
            # Results arrive between yields: look at the bounds again before each task.
            limit = self._limit(proof, opener, task.code)
            if opener.at_least >= proof.limit:
                return
            if opener.bounds[task.code][task.second] < limit:
                yield task, limit

    def _split_bin(self, proof: Proof, opener: Opener, code: int, level: int) -> None:
        """Give a bin a bound for each second guess, if they are few enough for this level of effort.

        They are few enough if each of them can have as much work as the second level has for a bin.
        """
        bounds = opener.bounds[code]
        limit = self._limit(proof, opener, code)
        whole = bounds[None]
        if level == 0 or whole >= limit:
            return

        guesses = self._bounds_by_guess(opener.secrets[code], self.objective.attempts - 1, limit)
        if len(guesses) <= GROWTH ** (level + 1):
            by_second: dict[int | None, int] = {}
            for second, bound in guesses.items():
                by_second[second] = max(bound, whole, bounds.get(second, bound))
            # The guesses that are not listed cost at least the limit.
            by_second[None] = limit
            opener.bounds[code] = by_second

    def _tasks(self, proof: Proof, opener: Opener, code: int, level: int) -> list[SearchBin]:
        """The tasks of a level over a bin: one for the bin, or one for each second guess if it is split."""
        bounds = opener.bounds[code]
        if bounds[None] < self._limit(proof, opener, code):
            return [SearchBin(opener.guess, code, None, FIRST_BUDGET * GROWTH**level)]

        # The second level has FIRST_BUDGET * GROWTH for a bin. This level has GROWTH ** (level + 1) times as much, and
        # the second guesses share it equally.
        seconds = [second for second in bounds if second is not None]
        share = GROWTH ** (level + 1) // max(1, len(seconds))
        budget = share * FIRST_BUDGET * GROWTH
        return [SearchBin(opener.guess, code, second, budget) for second in seconds]

    def run(self, task: SearchBin, limit: int) -> Result:
        """A tree that costs less than the limit, if one is found; a proved lower bound, if the search ended."""
        exact = self._exact
        guesses_left = self.objective.attempts - 1
        secrets = dict(partition(self.game, task.first, self._secrets))[task.code]
        exact.budget = task.budget
        exact.second_guess = None
        try:
            if task.second is None:
                best = exact.better(secrets, guesses_left, limit)
            else:
                best = exact.evaluate(task.second, secrets, guesses_left, limit)
        except OutOfBudget:
            return Result(exact.second_guess, None)
        return Result(best, limit if best is None else best[0])

    def at_least(self, secrets: Array, guesses_left: int, needed: int, allowed: Array | None = None) -> int:
        """The least cost of a set if it is below `needed`, else `needed`; all guesses are allowed. See LeastCost."""
        exact = self._exact
        exact.budget = INFINITY
        best = exact.better(secrets.astype(np.int64), guesses_left, needed)
        return needed if best is None else best[0]

    def learn(self, proof: Proof, task: SearchBin, result: Result) -> None:
        """Take in the bracket of a bin, or of one second guess over it."""
        if task.first not in proof.bounds:
            return
        opener = self._opener(proof, task.first)
        bounds = opener.bounds[task.code]
        if result.best is not None:
            cost, _ = result.best
            known_best = opener.trees.get(task.code)
            if known_best is None or cost < known_best[0]:
                opener.trees[task.code] = result.best

        if result.at_least is not None:
            # A bound on the whole bin is one on each second guess.
            seconds = list(bounds) if task.second is None else [task.second]
            for second in seconds:
                bounds[second] = max(result.at_least, bounds.get(second, result.at_least))
        self._update(proof, opener)

    def _update(self, proof: Proof, opener: Opener) -> None:
        """Give the proof the bound of a first guess, and its tree if that is better than the best tree."""
        proof.raise_bound(opener.guess, opener.at_least)
        if opener.best is not None:
            cost, tree = opener.best
            proof.reached[opener.guess] = cost
            proof.offer(tree, cost)

    def _limit(self, proof: Proof, opener: Opener, code: int) -> int:
        """The cost that the tree of a bin must stay below: otherwise its first guess is of no interest."""
        limit = proof.limit
        if limit < INFINITY:
            cost_of_others = opener.at_least - opener.bound_of(code)
            limit -= cost_of_others
        if code in opener.trees:
            limit = min(limit, opener.trees[code][0])
        return limit
