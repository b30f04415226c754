"""Proofs that can be stopped at any time: a bracket around the largest total, narrowed with rising effort.

A proof knows an upper bound for each first guess, and the best tree found so far. Its work is divided into pieces: a
task, which names a search, and what the search must exceed. A result is true whatever its search had to exceed, so the
results in a checkpoint are taken over before the work begins.
"""

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from typing import Any, NamedTuple, Self, TypeVar

from codebreaker.game import Game
from codebreaker.tree import INFINITY, Tree
from lingo_common.pieces import MAX_UNFINISHED, Checkpoint, run_each
from lingo_common.signals import TimeUp, time_limit

Task = Any
"""What a search looks at: a JSON value."""
Piece = tuple[Task, Any]
"""A task, and what its search must exceed."""
Step = TypeVar("Step")


class Workplace(NamedTuple):
    """The executor and the checkpoint of a proof."""

    build: Callable[[], Game] | None = None
    """Makes the game in another process; can be pickled."""
    executor: Executor | None = None
    ahead: int = MAX_UNFINISHED
    """Unfinished pieces at a time. The later a piece is made, the more is known of what it must exceed."""
    checkpoint: Checkpoint | None = None
    goal: int = 0
    """What tells the searches apart that share the checkpoint."""

    def done(self) -> None:
        """Remove the checkpoint: all is proved."""
        if self.checkpoint:
            self.checkpoint.done()


class Anytime(ABC):
    """Bounds and totals of the first guesses of a game; a subclass divides the work into pieces."""

    nodes = 0
    """Sets of candidates searched, where they are counted."""
    efforts = INFINITY
    """Levels of effort."""
    in_turn = False
    """Whether a piece depends on the results before it, so that none is taken over before its turn."""
    search: Callable[[Piece], Any]
    """Computes the result of a piece, here or in another process."""

    def __init__(self, best: int, work: Workplace, top: int = 1, tree: Tree | None = None) -> None:
        """best: the total of the tree; without one only larger totals are of interest.

        top: how many first guesses get their largest totals.
        """
        self.best, self.work, self.top = best, work, top
        self.tree = tree
        """The best tree known."""
        self._above = best if tree is None else -INFINITY
        self.bounds: dict[int, int] = {}
        """Upper bounds on the totals of the first guesses that may be of interest, the most promising first."""
        self.reached: dict[int, int] = {}
        """The totals of the best trees found, by first guess."""

    @abstractmethod
    def batches(self, level: int) -> Iterator[Iterable[Piece]]:
        """The pieces of a level of effort, each made when there is room for it; a batch follows the one before."""

    @abstractmethod
    def learn(self, task: Task, result: Any) -> None:
        """Take in a result; tasks of other first guesses are passed over."""

    @property
    def at_most(self) -> int:
        """The proved upper bound on the total of every tree."""
        return max(self.best, max(self.bounds.values(), default=self.best))

    @property
    def largest_totals(self) -> list[int]:
        """The `top` largest totals known, descending; where fewer are known, what a total must exceed."""
        totals = [self.best] if self.top == 1 else self.reached.values()
        return sorted([*totals, *[self._above] * self.top], reverse=True)[: self.top]

    @property
    def floor(self) -> int:
        """A first guess whose total cannot be more than this is of no interest."""
        return self.largest_totals[-1]

    @property
    def openers(self) -> list[tuple[int, int]]:
        """(first guess, its largest total) of the best first guesses that are known exactly, the best first."""
        exact = [(guess, total) for guess, total in self.reached.items() if total >= self.bounds[guess]]
        return sorted(exact, key=lambda item: (-item[1], item[0]))[: self.top]

    def is_open(self, guess: int) -> bool:
        """Whether a first guess may be of interest, and its largest total is not known."""
        return self.bounds[guess] > max(self.floor, self.reached.get(guess, -INFINITY))

    @property
    def is_proved(self) -> bool:
        """Whether the totals that are wanted are known to be the largest."""
        return not any(map(self.is_open, self.bounds))

    def offer(self, tree: Tree, total: int) -> None:
        """Take over a tree that is better than the best one."""
        if total > self.best:
            self.best, self.tree = total, tree

    def steps(self) -> Generator[Self]:
        """Narrow the bracket until it is closed; yields this proof, at first and after each piece of work."""
        checkpoint = self.work.checkpoint
        results = checkpoint.results if checkpoint else {}
        for key in () if self.in_turn else list(results):
            goal, task = json.loads(key)
            if goal == self.work.goal:
                self.learn(task, results[key])
        yield self
        for level in range(self.efforts):
            if self.is_proved:
                return
            for pieces in self.batches(level):
                unfinished = (piece for piece in pieces if not self._is_known(piece[0], results))
                for (task, _), result in run_each(self.search, unfinished, self.work.executor, self.work.ahead):
                    if checkpoint:
                        checkpoint.add(self._key(task), result)
                    self.learn(task, result)
                    yield self
                yield self

    def _key(self, task: Task) -> str:
        return json.dumps([self.work.goal, task])

    def _is_known(self, task: Task, results: dict[str, Any]) -> bool:
        """Whether the task's result is there, which is taken in then."""
        key = self._key(task)
        if key in results:
            self.learn(task, results[key])
        return key in results


def narrow(
    steps: Generator[Step], show: Callable[[Step], object], until: float | None = None
) -> type[BaseException] | None:
    """Show each step of a proof until it is complete; returns what stopped it before, KeyboardInterrupt or TimeUp.

    until: on the clock of time.perf_counter.
    """
    try:
        with time_limit(until and until - time.perf_counter()), closing(steps):
            for step in steps:
                show(step)
    except (KeyboardInterrupt, TimeUp) as error:
        return type(error)
    return None
