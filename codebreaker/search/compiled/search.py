"""The compiled search as Python calls it: the cost of a first guess, and its tree."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from codebreaker.game import Game
from codebreaker.payoff import INFINITY
from codebreaker.replies import Array
from codebreaker.search.compiled.all_replies import all_replies
from codebreaker.search.compiled.good_cost import good_cost, width_of
from codebreaker.search.compiled.hard_mode import still_allowed
from codebreaker.search.compiled.least_cost import bounded_bins, least_cost
from codebreaker.search.compiled.memo import new_memo
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

    def __init__(self, game: Game, attempts: int, miss: int, hard: bool = False) -> None:
        """attempts: at least 2. miss: what a missed secret costs beside the guesses of its game, at least 1.

        hard: only for words; every guess must use what the replies have shown.
        """
        self.game, self.attempts = game, attempts
        self._board = all_replies(game, miss, hard)
        self._memo = new_memo(len(game.secrets))
        self._stopped = False
        self._all: Array = np.arange(len(game.secrets), dtype=np.int32)
        self._guesses: Array = np.arange(len(game.guesses), dtype=np.int32)

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
        self._memo.most[0] = 0 if self._stopped else self._memo.counted[0] + most
        bounded = bounded_bins(self._board, self._memo, first, self._all, self._guesses, self.attempts, limit)
        total, bins = bounded.total, bounded.bins
        for number in range(len(bins.codes) - 1, -1, -1):
            if total >= limit or self._is_over:
                break
            if not bounded.exact[number]:
                members = bins.members[bins.starts[number] : bins.starts[number + 1]]
                allowed = still_allowed(self._board, self._guesses, first, bins.codes[number])
                low = int(bounded.lows[number])
                total += self._least(members, allowed, self.attempts - 1, low, limit - total + low)[0] - low
        return Cost(int(total), bool(total < limit and not self._is_over))

    def _least(self, secrets: Array, allowed: Array, turns: int, low: int, limit: int) -> tuple[int, int]:
        """(cost, guess) of least_cost, with limits that rise from the lower bound: they rule guesses out sooner."""
        step = 1
        while True:
            tried = min(limit, low + step)
            cost, guess = least_cost(self._board, self._memo, secrets, allowed, turns, tried)
            if self._is_over:
                return low, -1
            if cost < tried or tried == limit:
                return int(cost), int(guess)
            low, step = max(low, int(cost)), 2 * step

    @property
    def _is_over(self) -> bool:
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
        width, beam_memo = (
            width_of(len(self._all), self.attempts, list(keep)),
            new_memo(len(self._all), 1 << 17, 1 << 22),
        )

        def choose(secrets: Array, allowed: Array, turns: int) -> int:
            if self._stopped:
                raise InterruptedError
            return int(good_cost(self._board, self._memo, beam_memo, width, secrets, allowed, turns, INFINITY)[1])

        return self._tree(first, self._all, self._guesses, self.attempts, choose)

    def cost_of(self, tree: Tree) -> int:
        """The cost of a whole tree."""
        solved, missed = attempts_distribution(tree)
        guesses = sum(attempt * count for attempt, count in solved.items())
        return guesses + missed * (self.attempts + self._board.miss)

    def _best(self, secrets: Array, allowed: Array, turns: int) -> int:
        return self._least(secrets, allowed, turns, 2 * len(secrets) - 1, INFINITY)[1]

    def _tree(
        self, guess: int, secrets: Array, allowed: Array, turns: int, choose: Callable[[Array, Array, int], int]
    ) -> Tree:
        """The tree of a guess; choose(secrets, allowed, turns) makes the guesses that follow."""
        bins = partition_replies(self._board, guess, secrets)
        hit = len(bins.members) < len(secrets)
        if turns == 1:
            return Tree(guess, hit, len(bins.members), ())
        branches = {}
        for number, code in enumerate(bins.codes):
            members = bins.members[bins.starts[number] : bins.starts[number + 1]]
            remaining = still_allowed(self._board, allowed, guess, code)
            following = choose(members, remaining, turns - 1)
            branches[self._board.code(code)] = self._tree(following, members, remaining, turns - 1, choose)
        return Tree(guess, hit, 0, tuple(sorted(branches.items())))
