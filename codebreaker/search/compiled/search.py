"""The compiled search as Python calls it: totals of first guesses and of sets of candidates, and their trees."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np

from codebreaker.game import Game
from codebreaker.replies import Array
from codebreaker.search.compiled.all_replies import AllReplies, all_replies, still_allowed
from codebreaker.search.compiled.least_cost import bounded_bins, least_cost
from codebreaker.search.compiled.memo import Memo, new_memo
from codebreaker.search.compiled.partitions import count_parts, partition_replies
from codebreaker.tree import INFINITY, Payoff, Tree

Result = TypeVar("Result")


def has_costs(payoff: Payoff) -> bool:
    """Whether totals are costs: each attempt pays less by the same, or all pay the same, and a miss pays less."""
    steps = {now - later for now, later in pairwise(payoff.solved)}
    loss = payoff.solved[-1] - payoff.missed
    return len(steps) == 1 and loss > 0 and loss % (max(steps) or loss) == 0


class CompiledSearch:
    """The exact search over one plain game; what it learns of sets of candidates is kept from call to call."""

    def __init__(self, game: Game, payoff: Payoff, hard: bool = False) -> None:
        """payoff: of at least 2 attempts, one that `has_costs`.

        hard: only for words; every guess must use what the replies have shown.
        """
        self.game, self.payoff, self._hard = game, payoff, hard
        step, self._loss = payoff.solved[0] - payoff.solved[1], payoff.solved[-1] - payoff.missed
        self._unit, self._price = step or self._loss, int(step > 0)
        self._all: Array = np.arange(len(game.secrets), dtype=np.int32)
        self._guesses: Array = np.arange(len(game.guesses), dtype=np.int32)
        self._every = np.array([len(game.guesses)])
        """The width of a search that tries every guess."""

    @cached_property
    def _board(self) -> AllReplies:
        return all_replies(self.game, self._loss // self._unit, self._hard, self._price)

    @cached_property
    def _memo(self) -> Memo:
        return new_memo(len(self._all))

    @property
    def nodes(self) -> int:
        """Sets of candidates whose guesses have been searched so far."""
        return int(self._memo.counted[0])

    @property
    def is_over(self) -> bool:
        """Whether the last search ended because it was allowed no more sets."""
        return bool(self._memo.counted[0] >= self._memo.most[0])

    def _total(self, cost: int, size: int, attempt: int) -> int:
        """The total of that many secrets, with that attempt (from 0) next, that a cost comes to."""
        return size * (self.payoff.solved[attempt] + self._unit * self._price) - self._unit * int(cost)

    def _limit(self, above: int, size: int, attempt: int) -> int:
        """The least cost whose total is not more than above."""
        return min(INFINITY, (self._total(0, size, attempt) - above - 1) // self._unit + 1)

    def bounds(self) -> dict[int, int]:
        """An upper bound on the total of each first guess, the most promising first."""
        size, codes, is_short = len(self._all), self._board.codes, self.payoff.attempts == 2
        sizes = (np.bincount(row, minlength=codes).astype(np.int64) for row in self._board.by_guess)
        squares, hits = np.array([(row * row).sum() for row in sizes]), self.game.own >= 0
        gains = hits if is_short else hits + count_parts(self._board, self._all, self._guesses)
        costs = self._price * ((2 if is_short else 3) * size - gains.astype(np.int64))
        return {int(guess): self._total(costs[guess], size, 0) for guess in np.lexsort((~hits, squares))}

    def evaluate(self, first: int, above: int = -INFINITY, most: int = INFINITY) -> tuple[int, bool]:
        """The largest total of a first guess, and True, where it is more than above; else an upper bound, and False.

        The bound is at most above, unless the search ends after `most` sets.
        """
        self._allow(most)
        return self._interruptible(self._evaluate, first, above)

    def _evaluate(self, first: int, above: int) -> tuple[int, bool]:
        attempts, size = self.payoff.attempts, len(self._all)
        limit = self._limit(above, size, 0)
        bounded = bounded_bins(self._board, self._memo, first, self._all, self._guesses, attempts, limit)
        cost, bins = bounded.total, bounded.bins
        for number in range(len(bins.codes) - 1, -1, -1):
            if cost >= limit or self.is_over:
                break
            if not bounded.exact[number]:
                members = bins.members[bins.starts[number] : bins.starts[number + 1]]
                allowed = still_allowed(self._board, self._guesses, first, bins.codes[number])
                low = int(bounded.lows[number])
                cost += self._least(members, allowed, attempts - 1, low, limit - cost + low)[0] - low
        return self._total(cost, size, 0), bool(cost < limit and not self.is_over)

    def better(self, secrets: Array, attempt: int, above: int, budget: int) -> tuple[tuple[int, Tree] | None, int]:
        """The largest total of those secrets, with that attempt next, and its tree; None if it is not above.

        Also what remains of the budget, in replies: less than 0 where it is not enough, and nothing is found then.
        """
        secrets, turns, before = secrets.astype(np.int32), self.payoff.attempts - attempt, self.nodes
        limit, replies = self._limit(above, len(secrets), attempt), len(secrets) * len(self._guesses)
        self._allow(1 + budget // replies)
        cost, guess = self._interruptible(self._least, secrets, self._guesses, turns, 0, limit)
        remaining = -1 if self.is_over else budget - replies * (self.nodes - before)
        if guess < 0 or cost >= limit or remaining < 0:
            return None, remaining
        self._allow(INFINITY)
        tree = self._interruptible(self._tree, guess, secrets, self._guesses, turns, self._best)
        return (self._total(cost, len(secrets), attempt), tree), remaining

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

    def _least(self, secrets: Array, allowed: Array, turns: int, low: int, limit: int) -> tuple[int, int]:
        """(cost, guess) of least_cost, with limits that rise from the lower bound: they rule guesses out sooner."""
        step, memo = 1, self._memo
        while True:
            tried = min(limit, low + step)
            cost, guess = least_cost(self._board, memo, memo, self._every, secrets, allowed, turns, tried)
            if self.is_over:
                return low, -1
            if cost < tried or tried == limit:
                return int(cost), int(guess)
            low, step = max(low, int(cost)), 2 * step

    def load(self) -> None:
        """Compile the functions, so that processes that start later find them in the cache."""
        self._interruptible(self._least, self._all[:1], self._guesses, self.payoff.attempts, 0, INFINITY)

    def tree(self, first: int) -> Tree:
        """The optimal tree that begins with a first guess."""
        self._memo.most[0] = INFINITY
        return self._interruptible(self._tree, first, self._all, self._guesses, self.payoff.attempts, self._best)

    def good_tree(self, first: int, keep: Sequence[int] = ()) -> Tree:
        """A good tree that begins with a first guess; keep: guesses tried at the second attempt, the third, …."""
        self._memo.most[0] = INFINITY
        trees, attempts = new_memo(len(self._all), 1 << 18, 1 << 22), self.payoff.attempts
        width = np.ones(attempts + 1, dtype=np.int64)
        for index, count in enumerate(keep[: attempts - 1]):
            width[attempts - 1 - index] = count

        def choose(secrets: Array, allowed: Array, turns: int) -> int:
            return int(least_cost(self._board, self._memo, trees, width, secrets, allowed, turns, INFINITY)[1])

        return self._interruptible(self._tree, first, self._all, self._guesses, attempts, choose)

    def _best(self, secrets: Array, allowed: Array, turns: int) -> int:
        return self._least(secrets, allowed, turns, self._price * (2 * len(secrets) - 1), INFINITY)[1]

    def _tree(
        self, guess: int, secrets: Array, allowed: Array, turns: int, choose: Callable[[Array, Array, int], int]
    ) -> Tree:
        """The tree of a guess; choose(secrets, allowed, turns) makes the guesses that follow."""
        bins = partition_replies(self._board, guess, secrets)
        hit = len(bins.members) < len(secrets)
        if turns == 1:
            return Tree(guess, int(hit), len(bins.members), ())
        branches = {}
        for number, code in enumerate(bins.codes):
            members = bins.members[bins.starts[number] : bins.starts[number + 1]]
            remaining = still_allowed(self._board, allowed, guess, code)
            following = choose(members, remaining, turns - 1)
            if following < 0:
                raise InterruptedError
            branches[int(self._board.code_of[code])] = self._tree(following, members, remaining, turns - 1, choose)
        return Tree(guess, int(hit), 0, tuple(sorted(branches.items())))
