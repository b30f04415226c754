"""The compiled search as Python calls it: costs of first guesses and of sets of candidates, and their trees.

The recursion itself is codebreaker.search.compiled.least_cost, whose names for arguments are used here too. Public
methods take and return costs and secrets of the game. Compiled code, and the private methods that call it, count costs
in units (cost_unit) and number the secrets in an order of their own (heaviest_first).
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from codebreaker.game import Game, hit_weights
from codebreaker.objective import INFINITY, Objective
from codebreaker.replies import Array
from codebreaker.search.compiled.compiled_game import (
    CompiledGame,
    compiled_game,
    cost_unit,
    heaviest_first,
    still_allowed,
)
from codebreaker.search.compiled.least_cost import least_cost
from codebreaker.search.compiled.lower_bounds import NONE, bound_by_counting, bounded_bins
from codebreaker.search.compiled.memo import Memo, new_memo
from codebreaker.search.compiled.partitions import bin_members, count_parts, partition_replies
from codebreaker.tree import Tree

Result = TypeVar("Result")

_TYPED_GUESS: Any = np.int32
"""Gives a guess its type in compiled code; for an int of Python numba would compile the same functions once more."""
ENTRIES_OF_GOOD_TREE = 1 << 18
"""Entries of the memo for one good tree: an eighth of those of a proof, because fewer sets are searched."""
MEMBERS_OF_GOOD_TREE = 1 << 22
"""Members of all sets of that memo, an eighth too."""


def can_search(game: Game) -> bool:
    """Whether the compiled search knows the game: each secret is won by one guess, which wins against it alone."""
    if game.identify or game.wins is not None:
        # No guess wins where the game ends with the last candidate; with `wins` one guess wins against several secrets.
        return False
    won_secrets = game.secret_of[game.secret_of >= 0]
    return np.array_equal(np.sort(won_secrets), np.arange(len(game.secrets)))


class CompiledSearch:
    """The exact search over one game that `can_search` allows; what it learns of sets is kept from call to call."""

    def __init__(self, game: Game, objective: Objective, hard: bool = False, least_costs: Array | None = None) -> None:
        """objective: of at least 2 attempts. hard: only for words; every guess must use what the replies have shown.

        least_costs: that of CompiledGame; codebreaker.search.fastest makes it for games with few replies.
        """
        self.game = game
        self.objective = objective
        self._hard = hard
        self._least_costs = least_costs
        self._unit = cost_unit(objective)
        self._all: Array = np.arange(len(game.secrets), dtype=np.int32)
        self._guesses: Array = np.arange(len(game.guesses), dtype=np.int32)
        self._full_width = np.array([len(game.guesses)])
        """The `width` of a search that tries every guess; its only number holds for any number of guesses left."""

    @cached_property
    def _arrays(self) -> CompiledGame:
        """The game in arrays; they are made when the first search needs them."""
        return compiled_game(self.game, self.objective, self._hard, self._least_costs)

    @cached_property
    def _number_of(self) -> Array:
        """int32 (secrets,): the number that each secret of the game has in compiled code."""
        return np.argsort(heaviest_first(self.game)).astype(np.int32)

    @cached_property
    def _memo(self) -> Memo:
        """What is known of sets of candidates; it is kept from call to call."""
        return new_memo(len(self._all), len(self._guesses))

    @property
    def nodes(self) -> int:
        """How many times the guesses of a set of candidates have been searched so far."""
        return int(self._memo.searched[0])

    @property
    def is_over(self) -> bool:
        """Whether the last search ended because it was allowed no more sets."""
        return bool(self._memo.searched[0] >= self._memo.most_searched[0])

    def _in_units(self, limit: int) -> int:
        """The limit in units, rounded up: a cost is below the limit if it is below this."""
        return INFINITY if limit >= INFINITY else -(-limit // self._unit)

    def bounds(self) -> dict[int, int]:
        """A lower bound on the cost of each first guess, the most promising first."""
        game = self.game
        weight = game.weight(self._all)
        hits = hit_weights(game, self._all).astype(np.int64)
        costs = self.objective.charge * (weight - hits)
        if self.objective.attempts > 2:
            # The second guess solves at most the heaviest secret of each bin and charges all others. This is Lemma 3 of
            # docs/proofs.md, for three guesses or more.
            heaviest_of_bins = count_parts(self._arrays, self._all, self._guesses).astype(np.int64)
            costs += self.objective.charge * (weight - heaviest_of_bins)

        # Small bins promise most; of guesses with equal sums those come first that can win.
        order = np.lexsort((hits == 0, self._sums_of_squares()))
        return {int(guess): int(costs[guess]) for guess in order}

    def _sums_of_squares(self) -> Array:
        """int64 (guesses,): the sum of the squares of the sizes of each guess's bins, or of their weights."""
        game = self.game
        weights = None if game.weights is None else game.weights[heaviest_first(game)]
        sums = []
        for replies in self._arrays.by_guess:
            sizes = np.bincount(replies, weights, minlength=self._arrays.codes).astype(np.int64)
            sums.append((sizes * sizes).sum())
        return np.array(sums)

    def evaluate(self, first: int, limit: int = INFINITY, most: int = INFINITY) -> tuple[int, bool]:
        """(cost, True) with the least cost of a first guess if it is below the limit; else (lower bound, False).

        The bound is at least the limit, unless the search ends because it has searched `most` sets.
        """
        self._allow_sets(most)
        return self._interruptible(self._evaluate, first, self._in_units(limit))

    def _evaluate(self, first: int, limit: int) -> tuple[int, bool]:
        """The result of `evaluate`, for a limit in units.

        least_cost does the same for each guess; but here Ctrl-C is heard between the bins.
        """
        attempts = self.objective.attempts
        typed_first = _TYPED_GUESS(first)
        # The cost begins as a lower bound: what the guess charges, and the bounds of its bins.
        bins, cost = bounded_bins(self._arrays, self._memo, typed_first, self._all, self._guesses, attempts, limit)
        # The smallest bin comes first, because its search takes the least time and may show that the limit is reached.
        for number in range(len(bins.codes) - 1, -1, -1):
            if cost >= limit or self.is_over:
                break
            if bins.is_exact[number]:
                continue
            allowed = still_allowed(self._arrays, self._guesses, typed_first, bins.codes[number])
            bound = int(bins.bounds[number])
            limit_of_bin = limit - cost + bound
            cost_of_bin, _ = self._least(bin_members(bins, number), allowed, attempts - 1, bound, limit_of_bin)
            cost += cost_of_bin - bound

        is_least = bool(cost < limit and not self.is_over)
        return int(cost) * self._unit, is_least

    def better(self, secrets: Array, guesses_left: int, limit: int, budget: int) -> tuple[tuple[int, Tree] | None, int]:
        """(best, remaining): the least cost of those secrets with that many guesses left, with a tree of that cost.

        best is None if no tree is better than the limit, or if the budget is not enough. budget: the replies (guesses x
        candidates) that may be worked out. Each set that is searched counts as if it had all of these secrets.
        remaining: what is left of the budget, less than 0 if it is not enough.
        """
        members = np.sort(self._number_of[secrets])
        replies = len(members) * len(self._guesses)
        nodes_before = self.nodes
        # One more than the budget pays for: a search that reaches the allowed number counts as ended too early.
        self._allow_sets(budget // replies + 1)
        limit_in_units = self._in_units(limit)
        cost, guess = self._interruptible(self._least, members, self._guesses, guesses_left, 0, limit_in_units)

        remaining = -1 if self.is_over else budget - replies * (self.nodes - nodes_before)
        is_below = guess != NONE and cost < limit_in_units
        if remaining < 0 or not is_below:
            return None, remaining

        self._allow_sets(INFINITY)
        tree = self._interruptible(self._tree, guess, members, self._guesses, guesses_left, self._optimal_guess)
        return (cost * self._unit, tree), remaining

    def at_least(self, secrets: Array, guesses_left: int, needed: int, allowed: Array | None = None) -> int:
        """The least cost of those secrets (indices) with that many guesses left, if it is below what is needed.

        Otherwise a lower bound of at least that much. allowed: the guesses that may be made, ascending; None for all.
        Ctrl-C is heard when the search of this set has ended.
        """
        self._allow_sets(INFINITY)
        members = np.sort(self._number_of[secrets])
        guesses = self._guesses if allowed is None else allowed.astype(np.int32)
        cost, _ = self._least(members, guesses, guesses_left, 0, self._in_units(needed))
        return cost * self._unit

    @property
    def bounds_are_counted(self) -> bool:
        """Whether every bound that no search has raised follows from counting bins, which a certificate can show.

        Where there are least_costs, bounds follow from them too, and a certificate cannot show these.
        """
        return self._least_costs is None

    def bound_by_counting(self, secrets: Array, guesses_left: int, allowed: Array) -> int:
        """The lower bound on the cost of those secrets that follows from counting the bins of all allowed guesses.

        It is taken from the memo where that has it. It is 0 if these secrets were searched: then `at_least` knows more.
        """
        members = np.sort(self._number_of[secrets])
        guesses = allowed.astype(np.int32)
        bound = bound_by_counting(self._arrays, self._memo, members, guesses, guesses_left)
        return int(bound) * self._unit

    def count_parts(self, secrets: Array, guesses: Array) -> Array:
        """Into how many bins each of the guesses (indices, ascending) splits those secrets: int64 (guesses,).

        Only for games without weights. A bin that is won counts too.
        """
        members = np.sort(self._number_of[secrets])
        return np.asarray(count_parts(self._arrays, members, guesses.astype(np.int32)).astype(np.int64))

    def _allow_sets(self, count: int) -> None:
        """Let the next search end when it has searched the guesses of that many sets."""
        self._memo.most_searched[0] = min(self.nodes + count, INFINITY)

    def _interruptible(self, search: Callable[..., Result], *arguments: Any) -> Result:
        """The result of a search, which runs in a thread: compiled code in the main thread would not hear Ctrl-C."""
        with ThreadPoolExecutor(1) as thread:
            try:
                return thread.submit(search, *arguments).result()
            except BaseException:
                # Ends the search.
                self._memo.most_searched[0] = 0
                raise

    def _least(self, secrets: Array, allowed: Array, guesses_left: int, bound: int, limit: int) -> tuple[int, int]:
        """(cost, guess) of least_cost over all guesses; bound: a lower bound on the cost.

        A low limit rules out most guesses, so the search tries limits just above the bound: with a bound of 10 these
        are 11, 13, 17, … until the cost is below one of them. Each search that fails raises the bound.
        """
        game = self._arrays
        memo = self._memo
        step = 1
        if len(game.weights):
            # A guess charges a secret as much as it weighs.
            step = max(1, int(game.weights[secrets].mean()))

        while True:
            low_limit = min(limit, bound + step)
            # The memo is named twice: results go into a second one only where the width leaves guesses out.
            cost, guess = least_cost(game, memo, memo, self._full_width, secrets, allowed, guesses_left, low_limit)
            if self.is_over:
                return bound, NONE
            if cost < low_limit or low_limit == limit:
                return int(cost), int(guess)
            bound = max(bound, int(cost))
            step = 2 * step

    def load(self) -> None:
        """Compile or load the functions, so that processes that are forked later have them."""
        # Two searches that end at once, and that call every function.
        self._interruptible(self._least, self._all[:1], self._guesses, self.objective.attempts, 0, INFINITY)
        self._interruptible(self._evaluate, 0, 0)

    def load_counting(self) -> None:
        """Compile or load the functions that count bins for a certificate, so that Ctrl-C meets none that compiles.

        Without this the first call of them would compile, and numba answers Ctrl-C with an error of its own there.
        """
        self._interruptible(self.bound_by_counting, self._all[:1], 1, self._guesses)
        if not len(self._arrays.weights):
            self._interruptible(self.count_parts, self._all[:1], self._guesses)

    def tree(self, first: int) -> Tree:
        """The optimal tree that begins with a first guess."""
        self._allow_sets(INFINITY)
        attempts = self.objective.attempts
        return self._interruptible(self._tree, first, self._all, self._guesses, attempts, self._optimal_guess)

    def good_tree(self, first: int, keep: Sequence[int] = ()) -> Tree:
        """A good tree that begins with a first guess.

        keep: how many guesses are tried at the second attempt, the third, …; one where it says nothing.
        """
        self._allow_sets(INFINITY)
        attempts = self.objective.attempts
        trees = new_memo(len(self._all), len(self._guesses), ENTRIES_OF_GOOD_TREE, MEMBERS_OF_GOOD_TREE)

        # `width` goes by the guesses left: at the second attempt one guess less than all is left, and so on.
        width = np.ones(attempts + 1, dtype=np.int64)
        for index, count in enumerate(keep[: attempts - 1]):
            width[attempts - 1 - index] = count

        def choose(secrets: Array, allowed: Array, guesses_left: int) -> int:
            _, guess = least_cost(self._arrays, self._memo, trees, width, secrets, allowed, guesses_left, INFINITY)
            return int(guess)

        return self._interruptible(self._tree, first, self._all, self._guesses, attempts, choose)

    def _optimal_guess(self, secrets: Array, allowed: Array, guesses_left: int) -> int:
        """The guess that an optimal tree of those secrets begins with; NONE if Ctrl-C ends the search before."""
        # Every tree has at least this cost: the guess solves one secret at most, the heaviest, and charges all others.
        # The compiled lower_bounds.at_once has the same bound, but to load it takes longer than this.
        weights = self._arrays.weights
        still_open = weights[secrets[1:]].sum() if len(weights) else len(secrets) - 1
        bound = self._arrays.charge * int(still_open)
        _, guess = self._least(secrets, allowed, guesses_left, bound, INFINITY)
        return guess

    def _tree(
        self, guess: int, secrets: Array, allowed: Array, guesses_left: int, choose: Callable[[Array, Array, int], int]
    ) -> Tree:
        """The tree of a guess; choose(secrets, allowed, guesses_left) makes the guesses that follow."""
        typed_guess = _TYPED_GUESS(guess)
        # The bins are those that stay open: if the guess is one of the secrets, that secret is in none of them.
        bins = partition_replies(self._arrays, typed_guess, secrets)
        still_open = len(bins.members)
        hit = len(secrets) - still_open
        if guesses_left == 1:
            return Tree(guess, hit, missed=still_open, branches=())

        branches = {}
        for number, code in enumerate(bins.codes):
            members = bin_members(bins, number)
            remaining = still_allowed(self._arrays, allowed, typed_guess, code)
            following = choose(members, remaining, guesses_left - 1)
            if following == NONE:
                # Ctrl-C has ended the search, and whoever waits for this thread raises KeyboardInterrupt.
                raise InterruptedError
            reply_code = int(self._arrays.code_of[code])
            branches[reply_code] = self._tree(following, members, remaining, guesses_left - 1, choose)
        return Tree(guess, hit, missed=0, branches=tuple(sorted(branches.items())))
