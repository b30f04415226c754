"""The optimal tree of a word game and its proof: every first guess gets its optimal cost or a lower bound.

Costs are those of codebreaker.search.compiled. The best cost found so far limits every later search, so a lower bound
rules out most first guesses. Results are kept by first guess in a checkpoint.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from codebreaker.rules import POINTS
from codebreaker.search.compiled.search import UNLIMITED, CompiledSearch
from codebreaker.tree import Tree
from lingo_common.checkpoint import Checkpoint
from lingo_common.pieces import finished_together
from precompute.lists import ListKey, game_of

GREEDY = 16
"""First guesses that get a greedy tree, so that a good tree is known before the search begins."""
IN_A_PIECE = 8
"""First guesses in a piece of work, once a limit is known."""
AT_A_TIME = 8
"""Unfinished pieces at a time: few, so that each begins with the best cost found so far."""


class Problem(NamedTuple):
    """A game whose optimal tree is wanted."""

    key: ListKey
    attempts: int
    miss: int
    """What a missed secret costs beside the guesses of its game."""
    hard: bool


def problem_of(key: ListKey, secrets: int, attempts: int, objective: str, hard: bool) -> Problem:
    """The problem of an objective: a miss costs one guess more for points, and more than all guesses otherwise."""
    miss = 1 if objective == POINTS else attempts * secrets + 1
    return Problem(key, attempts, miss, hard)


@lru_cache(maxsize=1)
def search_of(problem: Problem) -> CompiledSearch:
    """The search of a problem, one for each process."""
    return CompiledSearch(game_of(problem.key), problem.attempts, problem.miss, problem.hard)


Piece = tuple[Problem, list[int], list[int]]
"""(problem, first guesses, the least costs known, ascending). The last of these costs is the limit."""


Result = tuple[list[tuple[int, int, bool]], int]
"""((first guess, cost or lower bound, whether it is the optimal cost) for each, sets searched)."""


def search_piece(piece: Piece) -> Result:
    """The result of a piece."""
    problem, firsts, least = piece
    search = search_of(problem)
    before, results = search.nodes, []
    for first in firsts:
        low, exact = search.cost(first, least[-1])
        if exact:
            least = sorted([*least, low])[: len(least)]
        results.append((first, low, exact))
    return results, search.nodes - before


class OptimalProof:
    """What is known of the first guesses of a problem; it grows while `run` works."""

    def __init__(self, problem: Problem, top: int = 1, first: int | None = None, below: int = UNLIMITED) -> None:
        """top: how many first guesses are wanted with their optimal costs. first: look at this first guess alone.

        below: only trees that cost less are of interest.
        """
        self.problem, self.top, self.below = problem, top, below
        self.nodes = 0
        self.search = search_of(problem)
        self.low = self.search.lower_bounds() if first is None else {first: 0}
        """Lower bounds by first guess, the most promising first."""
        self.exact: dict[int, int] = {}
        """Optimal costs by first guess, where they are known."""
        self._greedy = self._best_greedy()

    @property
    def least(self) -> list[int]:
        """The `top` least costs known, ascending; `below` stands for those that are not known."""
        costs = [self.cost] if self.top == 1 else self.exact.values()
        return sorted([*costs, *[self.below] * self.top])[: self.top]

    @property
    def limit(self) -> int:
        """Costs of at least this are of no interest any more."""
        return self.least[-1]

    @property
    def cost(self) -> int:
        """The cost of the best tree found so far."""
        return min(self._greedy[0], *self.exact.values(), UNLIMITED)

    @property
    def bound(self) -> int:
        """No tree costs less."""
        return min(self.low.values())

    @property
    def proved(self) -> bool:
        """Whether the costs that are wanted are known to be the least."""
        if self.top > 1 and len(self.exact) < min(self.top, len(self.low)):
            return False
        worst = self.cost if self.top == 1 else sorted(self.exact.values())[: self.top][-1]
        return all(low >= worst for guess, low in self.low.items() if guess not in self.exact)

    @property
    def openers(self) -> list[tuple[int, int]]:
        """(first guess, optimal cost) of the best first guesses, best first."""
        return sorted(self.exact.items(), key=lambda item: (item[1], item[0]))[: self.top]

    @property
    def first_guess(self) -> int:
        """The first guess of the best tree found so far."""
        return min(((cost, guess) for guess, cost in self.exact.items()), default=(0, self._greedy[1].guess))[1]

    def tree(self) -> Tree:
        """The best tree found so far."""
        cost, guess = min(((cost, guess) for guess, cost in self.exact.items()), default=(UNLIMITED, -1))
        return self._greedy[1] if self._greedy[0] <= cost else self.search.tree(guess, cost)

    def run(self, executor: Executor | None, show: Callable[[], None]) -> None:
        """Work until the proof is complete; show is called after each piece. Continues from its checkpoint."""
        checkpoint = Checkpoint(["optimal", 1, *self.problem])
        for known in checkpoint.results.values():
            self._take(known)
        for results, nodes in self._results(executor):
            self.nodes += nodes
            self._take(results)
            checkpoint.add(str(results[0][0]), results)
            show()
        checkpoint.done()

    def _results(self, executor: Executor | None) -> Iterator[Result]:
        """The results of all pieces; without an executor a thread does the work, so that Ctrl-C is heard at once."""
        if executor is not None:
            self.search.load()
            yield from _results(self._pieces(), executor, AT_A_TIME)
            return
        with ThreadPoolExecutor(1) as thread:
            try:
                yield from _results(self._pieces(), thread, 1)
            except BaseException:
                self.search.stop()
                raise

    def _pieces(self) -> Iterator[Piece]:
        """The first guesses that are still open, with the limit of the moment."""
        chunk: list[int] = []
        for guess, low in self.low.items():
            limit = self.limit
            if guess in self.exact or low >= limit:
                continue
            chunk.append(guess)
            if limit == UNLIMITED or len(chunk) == IN_A_PIECE:
                yield self.problem, chunk, self.least
                chunk = []
        if chunk:
            yield self.problem, chunk, self.least

    def _take(self, results: list[tuple[int, int, bool]]) -> None:
        """Add what was found of first guesses."""
        for guess, low, exact in results:
            if guess in self.low:
                self.low[guess] = max(low, self.low[guess])
                if exact:
                    self.exact[guess] = low

    def _best_greedy(self) -> tuple[int, Tree]:
        """(cost, tree) of the best greedy tree of the most promising first guesses."""
        trees = [self.search.greedy_tree(guess) for guess in list(self.low)[:GREEDY]]
        costs = np.array([self.search.cost_of(tree) for tree in trees])
        best = int(costs.argmin())
        return int(costs[best]), trees[best]


def _results(pieces: Iterator[Piece], executor: Executor, ahead: int) -> Iterator[Result]:
    """The results of the pieces, at most `ahead` of them unfinished at a time."""
    for together in finished_together(search_piece, pieces, executor, ahead):
        yield from (result for _, result in together)
