"""BinSearcher: a proof that searches the bins of first guesses, one by one, for any game.

The cost of a first guess is what it charges and the sum of the least costs of its bins, so each bin is a task. A bin is
searched with a limited amount of work, and one that is still open gets four times as much at the next level of effort.
A bin that needs much work is split into its second guesses: each of them is a task then, with an equal share of the
work for the bin (see _shares).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from codebreaker.criteria import CRITERIA
from codebreaker.game import Game, partition, settle
from codebreaker.objective import INFINITY, Objective, attempts_solved
from codebreaker.proof import Piece, Proof, Result, Searcher
from codebreaker.replies import Array
from codebreaker.search.exact import ExactSearch, OutOfBudget
from codebreaker.search.fastest import fastest_few_candidates, fastest_totals
from codebreaker.search.recursion import CostAndTree
from codebreaker.tree import Tree, attempts_of

FIRST_BUDGET = 1 << 31
"""Replies (guesses x candidates) that the first level of effort computes for a bin; with numba that takes seconds."""
GROWTH = 4
"""Each level of effort has this many times the budget of the level before."""


@dataclass(frozen=True)
class SearchBin:
    """The task to search a bin of a first guess."""

    first: int
    code: int
    """The reply whose bin it is."""
    second: int | None
    """The only guess that is tried in the bin; None for all."""
    budget: int
    """The most work, in the unit of the searcher: BinSearcher counts replies (guesses x candidates)."""


@dataclass
class OpenBin:
    """A bin of a first guess that stays open, and what is known of its least cost."""

    secrets: Array
    bounds: dict[int | None, int]
    """Lower bounds on the costs of trees, by the guess that they begin with: the second guess of the game.

    None stands for all guesses that are not named. At first they are the only entry; when the bin is split, each second
    guess that may be of interest gets an entry of its own.
    """
    best: CostAndTree | None = None
    """The best tree known, with its cost."""

    @property
    def at_least(self) -> int:
        """A lower bound on the cost of every tree."""
        return min(self.bounds.values())

    def bound_of(self, second: int) -> int:
        """A lower bound on the cost of the trees that begin with this guess."""
        return self.bounds.get(second, self.bounds[None])

    def raise_bound(self, second: int | None, bound: int) -> None:
        """Take over what was proved of a second guess; None for the whole bin, and so for each second guess."""
        if second is not None:
            self.bounds[second] = max(bound, self.bound_of(second))
            return
        for guess in self.bounds:
            self.bounds[guess] = max(bound, self.bounds[guess])


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
        branches = []
        for code, bin in sorted(self.bins.items()):
            if bin.best is None:
                return None
            cost_of_bin, tree = bin.best
            cost += cost_of_bin
            branches.append((code, tree))
        return cost, Tree(self.guess, self.hits, missed=0, branches=tuple(branches))


class BinSearcher(Searcher):
    """Searches the bins of first guesses, and their second guesses, for trees of less cost."""

    # The type of the tasks and that of their results, by which a checkpoint reads them.
    result_types: ClassVar[dict[type, type]] = {SearchBin: Result}

    def __init__(self, game: Game, objective: Objective) -> None:
        """objective: what a tree costs, with the most guesses that it may make."""
        self.game = game
        self.objective = objective
        self._ranking = ExactSearch(game, objective, fastest_totals(), CRITERIA["entropy"])
        """Bounds and ranks guesses. It searches nothing, so it needs no compiled search as `_exact` does."""
        self._secrets = np.arange(len(game.secrets))
        self._openers: dict[int, Opener] = {}

    @cached_property
    def _exact(self) -> ExactSearch:
        """The search of bins; what it learns of a bin serves the next one too."""
        # Where only misses count, many guesses have equal bounds, and it pays to rank them.
        among_equals = CRITERIA["entropy"] if self.objective.charge == 0 else None
        search_of_few = fastest_few_candidates(self.game, self.objective)
        return ExactSearch(self.game, self.objective, fastest_totals(), among_equals, search_of_few)

    def first_bounds(self, proof: Proof) -> dict[int, int]:
        """The first guesses that may be of interest, with the bounds from their bins."""
        guesses_left = self.objective.attempts
        if proof.first is not None:
            return {proof.first: self._ranking.bound_by_size(self._secrets, guesses_left)}
        if proof.top == 1:
            return self._bounds_by_guess(self._secrets, guesses_left, proof.best)

        # Where several first guesses are to be proved, even those may be among them that cost more than the best tree,
        # or that tell nothing, which a ranking leaves out.
        bounds = self._bounds_by_guess(self._secrets, guesses_left, INFINITY)

        # A guess that tells nothing charges all secrets, and the same secrets are left with one guess less.
        charged = self.objective.open_charge(guesses_left) * self.game.weight(self._secrets)
        bound = charged + self._ranking.bound_by_size(self._secrets, guesses_left - 1)
        representatives = self.game.representatives(self._secrets)
        guesses = np.arange(len(self.game.guesses)) if representatives is None else representatives
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
        won, open_bins = settle(self.game, guess, self._secrets)
        weight_open = self.game.weight(self._secrets) - self.game.weight(won)
        charged = self.objective.open_charge(guesses_left) * weight_open
        bins = {}
        for code, secrets in open_bins:
            # The bound is stored under this key.
            key = self._ranking.key(secrets, guesses_left - 1)
            bound = self._ranking.lower_bound(key, secrets)
            bins[code] = OpenBin(secrets, {None: bound})
        opener = Opener(guess, len(won), charged, bins)
        self._openers[guess] = opener

        # Where the proof has found no tree, the one that it began with costs too much, but some of its branches may be
        # the best known.
        tree = proof.tree or proof.known_tree
        if tree is not None and tree.guess == guess:
            self._adopt_branches(opener, tree)
        self._update(proof, opener)
        return opener

    def _adopt_branches(self, opener: Opener, tree: Tree) -> None:
        """Take over the branches of a tree that keep to the attempts."""
        branches = dict(tree.branches)
        # A branch begins at the second attempt: it has one attempt less, and needs one guess less for each secret. A
        # secret that the tree misses has 0 guesses and keeps them.
        needed = attempts_of(tree, self.game)
        needed_in_branch = np.maximum(needed - 1, 0)
        objective = self.objective.with_attempts(self.objective.attempts - 1)

        for code, bin in opener.bins.items():
            attempts = needed_in_branch[bin.secrets]
            if attempts.max() <= objective.attempts:
                weights = None if self.game.weights is None else self.game.weights[bin.secrets].tolist()
                outcome = attempts_solved(attempts.tolist(), weights, objective.attempts)
                bin.best = objective.cost(outcome), branches[code]

    def batches(self, proof: Proof, level: int) -> Iterator[Iterator[Piece]]:
        """The open bins of each first guess that can be better than the best tree."""
        for guess in proof.bounds:
            if proof.is_open(guess):
                yield self._pieces(proof, self._opener(proof, guess), level)

    def _pieces(self, proof: Proof, opener: Opener, level: int) -> Iterator[Piece]:
        """The tasks over the bins of a first guess that may find something better."""
        tasks: list[SearchBin] = []
        for code in opener.bins:
            self._split_bin(proof, opener, code, level)
            tasks += self._tasks(proof, opener, code, level)

        # A bin that was split has the bounds of its second guesses, which may be higher.
        self._update(proof, opener)
        for task in tasks:
            # Results arrive between yields: look at the bounds again before each task.
            if opener.at_least >= proof.limit:
                return
            limit = self._limit(proof, opener, task.code)
            if opener.bins[task.code].bounds[task.second] < limit:
                yield task, limit

    def _split_bin(self, proof: Proof, opener: Opener, code: int, level: int) -> None:
        """Give a bin a bound for each second guess, if this level of effort has a share of the work for each."""
        bin = opener.bins[code]
        limit = self._limit(proof, opener, code)
        # The first level searches every bin as a whole: only one that it leaves open needs much work.
        if level == 0 or bin.bounds[None] >= limit:
            return

        second_bounds = self._bounds_by_guess(bin.secrets, self.objective.attempts - 1, limit)
        if len(second_bounds) > _shares(level):
            return
        # Every guess that is not among these costs at least the limit.
        bounds: dict[int | None, int] = {None: limit}
        for second, bound in second_bounds.items():
            bounds[second] = max(bound, bin.bound_of(second))
        bin.bounds = bounds

    def _tasks(self, proof: Proof, opener: Opener, code: int, level: int) -> list[SearchBin]:
        """The tasks of a level over a bin: one for the bin, or one for each second guess if it is split."""
        bin = opener.bins[code]
        # Where a bin is split, the bound of None is the limit that the bin had then, and limits only fall.
        is_whole = bin.bounds[None] < self._limit(proof, opener, code)
        if is_whole:
            return [SearchBin(opener.guess, code, None, FIRST_BUDGET * GROWTH**level)]

        seconds = [second for second in bin.bounds if second is not None]
        shares = _shares(level) // max(1, len(seconds))
        budget = shares * FIRST_BUDGET * GROWTH
        return [SearchBin(opener.guess, code, second, budget) for second in seconds]

    def run(self, task: SearchBin, limit: int) -> Result:
        """A tree that costs less than the limit, if one is found; a proved lower bound, if the search ended."""
        exact = self._exact
        guesses_left = self.objective.attempts - 1
        secrets = dict(partition(self.game, task.first, self._secrets))[task.code]
        exact.budget = task.budget
        exact.best_so_far = None
        try:
            if task.second is None:
                best = exact.better(secrets, guesses_left, limit)
            else:
                best = exact.evaluate(task.second, secrets, guesses_left, limit)
        except OutOfBudget:
            # The best tree of the bin found before, and no bound.
            return Result(exact.best_so_far, at_least=None)
        return Result(best, limit if best is None else best[0])

    def at_least(self, secrets: Array, guesses_left: int, needed: int, allowed: Array | None = None) -> int:
        """The least cost of a set if it is below `needed`, else `needed`.

        The writer of a certificate asks for it: see codebreaker.claim_writer.LeastCost. allowed: not used, because only
        hard mode restricts guesses, and this searcher does not play it.
        """
        exact = self._exact
        exact.budget = INFINITY
        # The results of `run` are stored under the bytes of int64 indices, and a certificate has smaller integers.
        best = exact.better(secrets.astype(np.int64), guesses_left, needed)
        return needed if best is None else best[0]

    def learn(self, proof: Proof, task: SearchBin, result: Result) -> None:
        """Take in the bracket of a bin, or of one second guess over it."""
        # A checkpoint may have results of first guesses that are of no interest to this proof.
        if task.first not in proof.bounds:
            return
        opener = self._opener(proof, task.first)
        bin = opener.bins[task.code]
        if result.best is not None:
            cost, _ = result.best
            if bin.best is None or cost < bin.best[0]:
                bin.best = result.best
        if result.at_least is not None:
            bin.raise_bound(task.second, result.at_least)
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
        bin = opener.bins[code]
        limit = proof.limit
        if limit < INFINITY:
            cost_of_others = opener.at_least - bin.at_least
            limit -= cost_of_others
        return limit if bin.best is None else min(limit, bin.best[0])


def _shares(level: int) -> int:
    """How many shares of work a level of effort has for the second guesses of a bin: 16 at level 1, 64 at level 2, …

    A share is what level 1 has for a whole bin, FIRST_BUDGET * GROWTH replies. A bin is split only if each second guess
    gets one share or more. All of them together get 16 times the work that the level has for a whole bin.
    """
    shares: int = GROWTH ** (level + 1)
    return shares
