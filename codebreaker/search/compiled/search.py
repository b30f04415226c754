"""The compiled search as Python calls it: the cost of a first guess, its tree, and totals of few candidates."""

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from codebreaker.game import Game
from codebreaker.payoff import INFINITY, Payoff
from codebreaker.replies import Array
from codebreaker.search.compiled.all_replies import AllReplies, all_replies
from codebreaker.search.compiled.hard_mode import still_allowed
from codebreaker.search.compiled.least_cost import bounded_bins, least_cost
from codebreaker.search.compiled.memo import Memo, new_memo
from codebreaker.search.compiled.partitions import count_parts, partition_replies
from codebreaker.tree import Tree, attempts_distribution


class Cost(NamedTuple):
    """The cost of a first guess over all secrets, as codebreaker.search.compiled defines it."""

    low: int
    """The optimal cost of trees that begin with the guess, or a lower bound."""
    exact: bool
    """Whether low is the optimal cost."""


class CompiledSearch:
    """The exact search over one game; what it learns of sets of candidates is kept from call to call."""

    def __init__(self, game: Game, attempts: int, miss: int, hard: bool = False, price: int = 1) -> None:
        """attempts: at least 2. miss: what a missed secret costs beside the guesses of its game, at least 1.

        hard: only for words; every guess must use what the replies have shown. price: what a guess costs, 1 or 0.
        """
        self.game, self.attempts = game, attempts
        self._miss, self._hard, self._price = miss, hard, price
        self._stopped = False
        self._all: Array = np.arange(len(game.secrets), dtype=np.int32)
        self._guesses: Array = np.arange(len(game.guesses), dtype=np.int32)
        self._every = np.array([len(game.guesses)])
        """The width of a search that tries every guess."""

    @cached_property
    def _board(self) -> AllReplies:
        return all_replies(self.game, self._miss, self._hard, self._price)

    @cached_property
    def _memo(self) -> Memo:
        return new_memo(len(self._all))

    @property
    def nodes(self) -> int:
        """Sets of candidates whose guesses have been searched so far."""
        return int(self._memo.counted[0])

    def lower_bounds(self) -> dict[int, int]:
        """A lower bound of the cost of each first guess, the most promising first."""
        parts = count_parts(self._board, self._all, self._guesses)
        hits = self.game.own >= 0
        order = np.lexsort((~hits, self._squares()))
        lows = (3 if self.attempts > 2 else 2) * len(self._all) - parts.astype(np.int64) * (self.attempts > 2) - hits
        return {int(guess): int(lows[guess]) for guess in order}

    def _squares(self) -> Array:
        """int64 (guesses,): the sum of squared bin sizes, which is least for the most promising guesses."""
        codes = self._board.codes
        sizes = (np.bincount(row, minlength=codes).astype(np.int64) for row in self._board.by_guess)
        return np.array([(size * size).sum() for size in sizes])

    def cost(self, first: int, limit: int = INFINITY, most: int = INFINITY) -> Cost:
        """The cost of a first guess, exact where it is below limit; otherwise a lower bound of at least limit.

        The search ends after `most` sets; the bound may then be lower than limit.
        """
        self._allow(most)
        bounded = bounded_bins(self._board, self._memo, first, self._all, self._guesses, self.attempts, limit)
        total, bins = bounded.total, bounded.bins
        for number in range(len(bins.codes) - 1, -1, -1):
            if total >= limit or self.is_over:
                break
            if not bounded.exact[number]:
                members = bins.members[bins.starts[number] : bins.starts[number + 1]]
                allowed = still_allowed(self._board, self._guesses, first, bins.codes[number])
                low = int(bounded.lows[number])
                total += self._least(members, allowed, self.attempts - 1, low, limit - total + low)[0] - low
        return Cost(int(total), bool(total < limit and not self.is_over))

    def better(self, secrets: Array, turns: int, limit: int, most: int) -> tuple[int, Tree] | None:
        """The least cost of those secrets, with that many guesses left, and its tree.

        None if it is not below limit, or if `most` sets are not enough; `is_over` tells which.
        """
        self._allow(most)
        secrets = secrets.astype(np.int32)
        cost, guess = self._least(secrets, self._guesses, turns, 0, limit)
        if guess < 0 or cost >= limit or self.is_over:
            return None
        self._allow(INFINITY)
        return cost, self._tree(guess, secrets, self._guesses, turns, self._best)

    def _allow(self, most: int) -> None:
        """Let the next search end after that many sets."""
        self._memo.most[0] = 0 if self._stopped else min(self._memo.counted[0] + most, INFINITY)

    def _least(self, secrets: Array, allowed: Array, turns: int, low: int, limit: int) -> tuple[int, int]:
        """(cost, guess) of least_cost, with limits that rise from the lower bound: they rule guesses out sooner."""
        step = 1
        while True:
            tried = min(limit, low + step)
            memo = self._memo
            cost, guess = least_cost(self._board, memo, memo, self._every, secrets, allowed, turns, tried)
            if self.is_over:
                return low, -1
            if cost < tried or tried == limit:
                return int(cost), int(guess)
            low, step = max(low, int(cost)), 2 * step

    @property
    def is_over(self) -> bool:
        """Whether the last search ended because it was allowed no more sets."""
        return bool(self._memo.counted[0] >= self._memo.most[0])

    def load(self) -> None:
        """Compile the functions, so that processes that start later find them in the cache."""
        self._least(self._all[:1], self._guesses, self.attempts, 0, INFINITY)

    def stop(self) -> None:
        """End a search in another thread, and all searches until resume; their results are worth nothing."""
        self._stopped, self._memo.most[0] = True, 0

    def resume(self) -> None:
        """Let searches run again."""
        self._stopped = False

    def tree(self, first: int) -> Tree:
        """The optimal tree that begins with a first guess."""
        self._memo.most[0] = INFINITY
        return self._tree(first, self._all, self._guesses, self.attempts, self._best)

    def good_tree(self, first: int, keep: Sequence[int] = ()) -> Tree:
        """A good tree that begins with a first guess; keep: guesses tried at the second attempt, the third, …."""
        self._memo.most[0] = INFINITY
        trees = new_memo(len(self._all), 1 << 17, 1 << 22)
        width = np.ones(self.attempts + 1, dtype=np.int64)
        for index, count in enumerate(keep[: self.attempts - 1]):
            width[self.attempts - 1 - index] = count

        def choose(secrets: Array, allowed: Array, turns: int) -> int:
            if self._stopped:
                raise InterruptedError
            return int(least_cost(self._board, self._memo, trees, width, secrets, allowed, turns, INFINITY)[1])

        return self._tree(first, self._all, self._guesses, self.attempts, choose)

    def cost_of(self, tree: Tree) -> int:
        """The cost of a whole tree."""
        solved, missed = attempts_distribution(tree)
        guesses = sum(attempt * count for attempt, count in solved.items())
        return guesses + missed * (self.attempts + self._miss)

    def _best(self, secrets: Array, allowed: Array, turns: int) -> int:
        return self._least(secrets, allowed, turns, 2 * len(secrets) - 1, INFINITY)[1]

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
            branches[self._board.code(code)] = self._tree(following, members, remaining, turns - 1, choose)
        return Tree(guess, int(hit), 0, tuple(sorted(branches.items())))


class FewCandidates:
    """The search over few candidates of a plain game, in totals of a payoff that `has_costs`."""

    most = 150
    """The most candidates. Sets of more are searched guess by guess, where symmetries save more."""

    def __init__(self, game: Game, payoff: Payoff) -> None:
        self.game, self.payoff = game, payoff
        step, loss = payoff.solved[0] - payoff.solved[1], payoff.solved[-1] - payoff.missed
        self._unit, price = step or loss, int(step > 0)
        self._paid = self._unit * price
        self._search = CompiledSearch(game, payoff.attempts, loss // self._unit, price=price)

    def better(
        self, secrets: Array, attempt: int, above: int, budget: int = INFINITY
    ) -> tuple[tuple[int, Tree] | None, int]:
        """A tree over those secrets with the largest total; None if it is not above.

        Also what remains of the budget, in replies: less than 0 where it is not enough, and nothing is found then.
        """
        search, replies = self._search, len(secrets) * len(self.game.guesses)
        free, before = len(secrets) * (self.payoff.solved[attempt] + self._paid), search.nodes
        limit, turns = min(INFINITY, (free - above - 1) // self._unit + 1), self.payoff.attempts - attempt
        found = search.better(secrets, turns, limit, 1 + budget // replies)  # a total is `free` less the cost in units
        remaining = -1 if found is None and search.is_over else budget - replies * (search.nodes - before)
        return found and (free - self._unit * found[0], found[1]), remaining


def has_costs(payoff: Payoff) -> bool:
    """Whether the payoff falls by the same from attempt to attempt, and with a miss by a multiple of that."""
    steps = {now - later for now, later in pairwise(payoff.solved)}
    loss = payoff.solved[-1] - payoff.missed
    return len(steps) == 1 and loss > 0 and loss % (max(steps) or loss) == 0
