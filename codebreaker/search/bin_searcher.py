"""BinSearcher: a proof that searches the bins of first guesses, one by one, for any game.

The cost of a first guess is what it charges and the sum of the least costs of its bins, so each bin is a task. A bin is
searched with a limited amount of work, and one that is still open gets four times as much at the next level of effort,
until the proof is complete. A bin that needs much work is *split* into its second guesses: each of them is a task then,
with an equal share of the work for the bin (see _shares). codebreaker.search.open_bins holds what is known of bins.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from codebreaker.candidates import partition, settle
from codebreaker.criteria import CRITERIA
from codebreaker.game import Game
from codebreaker.objective import INFINITY, Objective
from codebreaker.proof import Piece, Proof, Result, Searcher
from codebreaker.replies import Array
from codebreaker.search.exact import ExactSearch, OutOfBudget
from codebreaker.search.fastest import fastest_search_of_few, with_fastest_totals
from codebreaker.search.good_tree import GUESSES_WITH_GOOD_TREES, FindGoodTree, good_tree
from codebreaker.search.open_bins import OpenBin, Opener

if TYPE_CHECKING:
    from codebreaker.search.compiled.search import CompiledSearch

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
    most_work: int
    """The most work: in BinSearcher, replies (guesses x candidates). Another searcher may have a unit of its own."""


class BinSearcher(Searcher):
    """Searches the bins of first guesses, and their second guesses, for trees of less cost."""

    # The type of the tasks and that of their results, by which a checkpoint reads them.
    result_types: ClassVar[dict[type, type]] = {SearchBin: Result, FindGoodTree: Result}

    def __init__(self, game: Game, objective: Objective, keep: Sequence[int] = ()) -> None:
        """objective: what a tree costs, with the most guesses that it may make.

        keep: how many guesses are tried at the second attempt, the third, … in a search for good trees before the
        proof begins; with none there is no such search.
        """
        # Guesses are ranked by sums over their bins. numba computes these faster than numpy, where it is installed.
        self.game = with_fastest_totals(game)
        self.objective = objective
        self.keep = tuple(keep)
        self._ranking = ExactSearch(self.game, objective, among_equals=CRITERIA["entropy"])
        """Bounds and ranks guesses where tasks are made. It searches nothing, so it needs no compiled search."""
        self._secrets = game.all_secrets
        self._openers: dict[int, Opener] = {}

    @cached_property
    def _exact(self) -> ExactSearch:
        """The search of bins where tasks are carried out; what it learns of a bin serves the next one too."""
        # Where only misses count, many guesses have equal bounds, and it pays to rank them.
        among_equals = CRITERIA["entropy"] if self.objective.charge == 0 else None
        search_of_few = fastest_search_of_few(self.game, self.objective)
        return ExactSearch(self.game, self.objective, among_equals, search_of_few)

    def first_bounds(self, proof: Proof) -> dict[int, int]:
        """Lower bounds on the costs of the first guesses that may be of interest, the most promising first.

        They come from the bins of each guess. If one first guess is given, it has the bound by the number of secrets,
        because no other guess is compared with it.
        """
        guesses_left = self.objective.attempts
        if proof.first is not None:
            return {proof.first: self._ranking.bound_by_size(self._secrets, guesses_left)}
        if proof.top == 1:
            return self._bounds_by_guess(self._secrets, guesses_left, proof.best_cost)
        return self._bounds_of_all(guesses_left)

    def _bounds_of_all(self, guesses_left: int) -> dict[int, int]:
        """Lower bounds on the costs of all first guesses, where the least costs of several are to be proved.

        Some of these may cost more than the best tree, so there is no limit.
        """
        bounds = self._bounds_by_guess(self._secrets, guesses_left, INFINITY)

        # The ranking leaves out guesses that tell nothing. Even one of them may be among the best. Such a guess
        # charges all secrets, and the same secrets are left with one guess less.
        charged = self.objective.open_charge(guesses_left) * self.game.weight(self._secrets)
        bound = charged + self._ranking.bound_by_size(self._secrets, guesses_left - 1)
        # One guess of each symmetry class, or None in a game that has no symmetries.
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
            bins[code] = OpenBin(secrets, self._ranking.lower_bound(secrets, guesses_left - 1))
        opener = Opener(guess, len(won), charged, bins)
        self._openers[guess] = opener

        # The proof has no best tree if the one that it began with costs too much. Some branches of that tree may still
        # be the best known.
        tree = proof.tree or proof.known_tree
        if tree is not None and tree.guess == guess:
            opener.adopt_branches(tree, self.game, self.objective)
        self._update(proof, opener)
        return opener

    def batches(self, proof: Proof, level: int) -> Iterator[Iterator[Piece]]:
        """Yield the tasks to find good trees of the most promising first guesses; then those over bins, guess by guess.

        The bins of a first guess are one batch: all its results are there before the next guess is looked at, and they
        may rule that guess out.
        """
        if level == 0 and self.keep:
            most_promising = list(proof.bounds)[:GUESSES_WITH_GOOD_TREES]
            # A search for a good tree does not look at its limit.
            yield ((FindGoodTree(guess, self.keep), 0) for guess in most_promising)

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
            limit = opener.limit_of(task.code, proof.limit)
            if opener.bins[task.code].bound_of(task.second) < limit:
                yield task, limit

    def _split_bin(self, proof: Proof, opener: Opener, code: int, level: int) -> None:
        """Give a bin a bound for each second guess, if this level of effort has a share of the work for each."""
        # The first level searches every bin as a whole: only one that it leaves open needs much work.
        if level == 0:
            return

        bin = opener.bins[code]
        limit = opener.limit_of(code, proof.limit)
        # It is split already, or no second guess in it can cost less than the limit.
        if not bin.needs_whole_search(limit):
            return

        bounds = self._bounds_by_guess(bin.secrets, self.objective.attempts - 1, limit)
        if len(bounds) > _shares(level):
            return
        bin.second_bounds = {second: max(bound, bin.bound_of(second)) for second, bound in bounds.items()}
        # Every other guess costs at least this limit, or tells nothing and so is not the best. Later limits are no
        # higher, so the bin needs no search as a whole again.
        bin.bound_of_others = limit

    def _tasks(self, proof: Proof, opener: Opener, code: int, level: int) -> list[SearchBin]:
        """The tasks of a level over a bin: one for the bin, or one for each second guess if it is split."""
        bin = opener.bins[code]
        if bin.needs_whole_search(opener.limit_of(code, proof.limit)):
            return [SearchBin(opener.guess, code, None, FIRST_BUDGET * GROWTH**level)]

        tasks = []
        for second in bin.second_bounds:
            shares = _shares(level) // len(bin.second_bounds)
            # A share is what level 1 has for a whole bin.
            tasks.append(SearchBin(opener.guess, code, second, shares * FIRST_BUDGET * GROWTH))
        return tasks

    def run(self, task: SearchBin | FindGoodTree, limit: int) -> Result:
        """A tree that costs less than the limit, if one is found; a proved lower bound, if the search ended."""
        if isinstance(task, FindGoodTree):
            return Result(good_tree(self.game, self.objective, task.first, task.keep), at_least=None)

        exact = self._exact
        guesses_left = self.objective.attempts - 1
        secrets = dict(partition(self.game, task.first, self._secrets))[task.code]
        # The search counts the budget down, and keeps the best tree for the case that the budget is not enough.
        exact.budget = task.most_work
        exact.best_so_far = None
        try:
            if task.second is None:
                best = exact.better(secrets, guesses_left, limit)
            else:
                best = exact.evaluate(task.second, secrets, guesses_left, limit)
        except OutOfBudget:
            return Result(exact.best_so_far, at_least=None)
        return Result(best, limit if best is None else best[0])

    @property
    def engine(self) -> "CompiledSearch | None":
        """The compiled search of few candidates; None if there is none."""
        return self._exact.search_of_few

    def least_cost_of(self, secrets: Array, guesses_left: int, needed: int, allowed: Array | None = None) -> int:
        """The least cost of a set if it is below `needed`, else a lower bound of at least `needed`.

        The writer of a certificate (codebreaker.search.claim_writer) asks for it, or asks a CompiledSearch, whose
        method has the same arguments. allowed: not used here, because only hard mode restricts guesses, and this
        searcher does not play it.
        """
        exact = self._exact
        compiled = exact.compiled_search_for(secrets)
        if compiled is not None:
            # This gives the cost alone. `better` would make the tree too, and to make it would search more sets, about
            # which the certificate claims nothing.
            return compiled.least_cost_of(secrets, guesses_left, needed)

        exact.budget = INFINITY
        # The results of `run` are stored under the bytes of int64 indices, and a certificate has smaller integers.
        best = exact.better(secrets.astype(np.int64), guesses_left, needed)
        return needed if best is None else best[0]

    def known_bound_of(self, secrets: Array, guesses_left: int, allowed: Array | None = None) -> int:
        """A lower bound on the cost of a set, found without a search; the arguments are those of least_cost_of.

        It is what the searches remember of the set. If they remember nothing, a set that compiled code searches has the
        bound 0, because it is soon searched. For a larger set the least bound of any guess is computed.
        """
        exact = self._exact
        compiled = exact.compiled_search_for(secrets)
        if compiled is not None:
            return compiled.known_bound_of(secrets, guesses_left)

        # To work out the bound takes budget too.
        exact.budget = INFINITY
        # The results of `run` are stored under the bytes of int64 indices, and a certificate has smaller integers.
        return exact.lower_bound(secrets.astype(np.int64), guesses_left)

    def learn(self, proof: Proof, task: SearchBin | FindGoodTree, result: Result) -> None:
        """Take in a good tree, or the bracket of a bin or of one second guess over it."""
        opener = self._opener(proof, task.first)
        if isinstance(task, FindGoodTree):
            if result.best is not None:
                _, tree = result.best
                opener.adopt_branches(tree, self.game, self.objective)
                self._update(proof, opener)
            return

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


def _shares(level: int) -> int:
    """How many shares of work a level of effort has for the second guesses of a bin: 16 at level 1, 64 at level 2, …

    A bin with more second guesses than shares is not split. All shares of a level together are as much work as a whole
    bin would get two levels later.
    """
    shares: int = GROWTH ** (level + 1)
    return shares
