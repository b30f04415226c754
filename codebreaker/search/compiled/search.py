"""The compiled search as Python calls it: costs of first guesses and of sets of candidates, and their trees.

The recursion itself is codebreaker.search.compiled.least_cost, whose names for arguments are used here too.
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
from codebreaker.search.compiled.least_cost import NONE, bounded_bins, least_cost
from codebreaker.search.compiled.memo import Memo, new_memo
from codebreaker.search.compiled.partitions import count_parts, partition_replies
from codebreaker.tree import Tree

Result = TypeVar("Result")

_GUESS: Any = np.int32
"""The type of a guess in compiled code; for an int of Python numba would compile the same functions once more."""
TREES = 1 << 18
"""Entries of the memo for the trees of one good tree, an eighth of those of a proof."""
MEMBERS_OF_TREES = 1 << 22
"""Members of all sets of that memo."""


def can_search(game: Game) -> bool:
    """Whether the compiled search knows the game: each secret is won by one guess, which wins against it alone."""
    one_winner_each = np.array_equal(np.sort(game.own[game.own >= 0]), np.arange(len(game.secrets)))
    return bool(one_winner_each and game.wins is None and not game.identify)


class CompiledSearch:
    """The exact search over one game that `can_search` allows; what it learns of sets is kept from call to call.

    Compiled code counts costs in units (cost_unit), and it has an order of the secrets of its own (heaviest_first).
    """

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
        self._every = np.array([len(game.guesses)])
        """The `width` of a search that tries every guess."""

    @cached_property
    def _compiled(self) -> CompiledGame:
        """The game in arrays; they are made when the first search needs them."""
        return compiled_game(self.game, self.objective, self._hard, self._least_costs)

    @cached_property
    def _place_of(self) -> Array:
        """int32 (secrets,): the number that each secret of the game has in compiled code."""
        return np.argsort(heaviest_first(self.game)).astype(np.int32)

    @cached_property
    def _memo(self) -> Memo:
        """What is known of sets of candidates; it is kept from call to call."""
        return new_memo(len(self._all))

    @property
    def nodes(self) -> int:
        """Sets of candidates whose guesses have been searched so far."""
        return int(self._memo.counted[0])

    @property
    def is_over(self) -> bool:
        """Whether the last search ended because it was allowed no more sets."""
        return bool(self._memo.counted[0] >= self._memo.most[0])

    def _in_units(self, limit: int) -> int:
        """The least cost in units that is not below the limit."""
        return INFINITY if limit >= INFINITY else -(-limit // self._unit)

    def bounds(self) -> dict[int, int]:
        """A lower bound on the cost of each first guess, the most promising first."""
        game = self.game
        weight = game.weight(self._all)
        weights = None if game.weights is None else game.weights[heaviest_first(game)]
        codes = self._compiled.codes
        sizes = (np.bincount(row, weights, minlength=codes).astype(np.int64) for row in self._compiled.by_guess)
        squares = np.array([(row * row).sum() for row in sizes])
        hits = hit_weights(game, self._all).astype(np.int64)
        if self.objective.attempts == 2:
            costs = self.objective.charge * (weight - hits)
        else:
            gains = hits + count_parts(self._compiled, self._all, self._guesses)
            costs = self.objective.charge * (2 * weight - gains)
        return {int(guess): int(costs[guess]) for guess in np.lexsort((hits == 0, squares))}

    def evaluate(self, first: int, limit: int = INFINITY, most: int = INFINITY) -> tuple[int, bool]:
        """The least cost of a first guess, and True, where it is below the limit; else a lower bound, and False.

        The bound is at least the limit, unless the search ends after `most` sets.
        """
        self._allow(most)
        return self._interruptible(self._evaluate, first, self._in_units(limit))

    def _evaluate(self, first: int, limit: int) -> tuple[int, bool]:
        """The result of `evaluate` for a limit in units."""
        attempts = self.objective.attempts
        # Like least_cost for this one guess, but Ctrl-C is heard between the bins.
        typed_first = _GUESS(first)
        bounded = bounded_bins(self._compiled, self._memo, typed_first, self._all, self._guesses, attempts, limit)
        cost = bounded.total
        bins = bounded.bins
        for number in range(len(bins.codes) - 1, -1, -1):
            if cost >= limit or self.is_over:
                break
            if not bounded.exact[number]:
                members = bins.members[bins.starts[number] : bins.starts[number + 1]]
                allowed = still_allowed(self._compiled, self._guesses, typed_first, bins.codes[number])
                bound = int(bounded.bounds[number])
                cost += self._least(members, allowed, attempts - 1, bound, limit - cost + bound)[0] - bound
        return int(cost) * self._unit, bool(cost < limit and not self.is_over)

    def better(self, secrets: Array, guesses_left: int, limit: int, budget: int) -> tuple[tuple[int, Tree] | None, int]:
        """The least cost of those secrets with that many guesses left, and its tree; None if it is not below the limit.

        Also what remains of the budget, in replies: less than 0 where it is not enough, and nothing is found then.
        """
        members = np.sort(self._place_of[secrets])
        before = self.nodes
        replies = len(members) * len(self._guesses)
        self._allow(1 + budget // replies)
        units = self._in_units(limit)
        cost, guess = self._interruptible(self._least, members, self._guesses, guesses_left, 0, units)
        remaining = -1 if self.is_over else budget - replies * (self.nodes - before)
        if guess < 0 or cost >= units or remaining < 0:
            return None, remaining
        self._allow(INFINITY)
        tree = self._interruptible(self._tree, guess, members, self._guesses, guesses_left, self._best)
        return (cost * self._unit, tree), remaining

    def at_least(self, secrets: Array, guesses_left: int, needed: int, allowed: Array | None = None) -> int:
        """The least cost of those secrets (indices) with that many guesses left, if it is below what is needed.

        Otherwise a lower bound of at least that much. allowed: the guesses that may be made, ascending; None for all.
        Ctrl-C is heard when the search of this set has ended.
        """
        self._allow(INFINITY)
        members = np.sort(self._place_of[secrets])
        guesses = self._guesses if allowed is None else allowed.astype(np.int32)
        cost, _ = self._least(members, guesses, guesses_left, 0, self._in_units(needed))
        return cost * self._unit

    def count_parts(self, secrets: Array, guesses: Array) -> Array:
        """Into how many bins each of the guesses (indices, ascending) splits those secrets: int64 (guesses,).

        Only for games without weights. A bin that is won counts too.
        """
        members = np.sort(self._place_of[secrets])
        return np.asarray(count_parts(self._compiled, members, guesses.astype(np.int32)).astype(np.int64))

    def _allow(self, most: int) -> None:
        """Let the next search end after that many sets."""
        self._memo.most[0] = min(self.nodes + most, INFINITY)

    def _interruptible(self, search: Callable[..., Result], *arguments: Any) -> Result:
        """The result of a search, which has a thread of its own: Ctrl-C is not heard while compiled code runs."""
        with ThreadPoolExecutor(1) as thread:
            try:
                return thread.submit(search, *arguments).result()
            except BaseException:
                self._memo.most[0] = 0  # ends the search
                raise

    def _least(self, secrets: Array, allowed: Array, guesses_left: int, bound: int, limit: int) -> tuple[int, int]:
        """(cost, guess) of least_cost over all guesses; bound: a lower bound on the cost.

        The limit is near the bound at first and rises while the cost is not below it: a low limit rules out most
        guesses.
        """
        memo = self._memo
        step = 1
        if len(self._compiled.weights):
            step = max(1, int(self._compiled.weights[secrets].mean()))
        while True:
            tried = min(limit, bound + step)
            cost, guess = least_cost(self._compiled, memo, memo, self._every, secrets, allowed, guesses_left, tried)
            if self.is_over:
                return bound, NONE
            if cost < tried or tried == limit:
                return int(cost), int(guess)
            bound = max(bound, int(cost))
            step = 2 * step

    def load(self) -> None:
        """Compile or load the functions, so that processes that are forked later have them."""
        self._interruptible(self._least, self._all[:1], self._guesses, self.objective.attempts, 0, INFINITY)
        self._interruptible(self._evaluate, 0, 0)

    def tree(self, first: int) -> Tree:
        """The optimal tree that begins with a first guess."""
        self._memo.most[0] = INFINITY
        attempts = self.objective.attempts
        return self._interruptible(self._tree, first, self._all, self._guesses, attempts, self._best)

    def good_tree(self, first: int, keep: Sequence[int] = ()) -> Tree:
        """A good tree that begins with a first guess; keep: guesses tried at the second attempt, the third, …."""
        self._memo.most[0] = INFINITY
        attempts = self.objective.attempts
        trees = new_memo(len(self._all), TREES, MEMBERS_OF_TREES)
        width = np.ones(attempts + 1, dtype=np.int64)
        for index, count in enumerate(keep[: attempts - 1]):
            width[attempts - 1 - index] = count

        def choose(secrets: Array, allowed: Array, guesses_left: int) -> int:
            _, guess = least_cost(self._compiled, self._memo, trees, width, secrets, allowed, guesses_left, INFINITY)
            return int(guess)

        return self._interruptible(self._tree, first, self._all, self._guesses, attempts, choose)

    def _best(self, secrets: Array, allowed: Array, guesses_left: int) -> int:
        """The guess of an optimal tree; NONE if the search ends before."""
        # The first sentence of Lemma 3. A few lines of Python take less time than loading compiled code for them.
        weights = self._compiled.weights
        still_open = weights[secrets[1:]].sum() if len(weights) else len(secrets) - 1
        _, guess = self._least(secrets, allowed, guesses_left, self._compiled.charge * int(still_open), INFINITY)
        return guess

    def _tree(
        self, guess: int, secrets: Array, allowed: Array, guesses_left: int, choose: Callable[[Array, Array, int], int]
    ) -> Tree:
        """The tree of a guess; choose(secrets, allowed, guesses_left) makes the guesses that follow."""
        typed_guess = _GUESS(guess)
        bins = partition_replies(self._compiled, typed_guess, secrets)
        hit = len(bins.members) < len(secrets)
        if guesses_left == 1:
            return Tree(guess, int(hit), len(bins.members), ())
        branches = {}
        for number, code in enumerate(bins.codes):
            members = bins.members[bins.starts[number] : bins.starts[number + 1]]
            remaining = still_allowed(self._compiled, allowed, typed_guess, code)
            following = choose(members, remaining, guesses_left - 1)
            if following == NONE:
                # Ctrl-C has ended the search, and whoever waits for this thread raises KeyboardInterrupt.
                raise InterruptedError
            branches[int(self._compiled.code_of[code])] = self._tree(
                following, members, remaining, guesses_left - 1, choose
            )
        return Tree(guess, int(hit), 0, tuple(sorted(branches.items())))
