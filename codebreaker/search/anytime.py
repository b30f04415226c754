"""Proofs that can be stopped at any time: a bracket around the largest total, narrowed with rising effort.

A proof knows an upper bound for each first guess, and the best tree found so far. Its work is divided into pieces: a
task, which names a search, and what the search must exceed. A result is true whatever its search had to exceed, so the
results in a checkpoint are taken over before the work begins.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor
from itertools import count
from typing import Any, NamedTuple

from codebreaker.game import Game
from codebreaker.tree import INFINITY, Tree
from lingo_common.pieces import MAX_UNFINISHED, Checkpoint, run_each

Task = Any
"""What a search looks at: a JSON value."""
Piece = tuple[Task, Any]
"""A task, and what its search must exceed."""


class Bracket(NamedTuple):
    """The figures between which the largest total lies, ends included."""

    reached: int
    at_most: int
    level: int
    """The level of effort, from 0."""
    task: Task
    """The task that was finished last."""


class Workplace(NamedTuple):
    """The executor, the checkpoint and the callback of a proof."""

    spec: Any = None
    """What another process makes the game from: a JSON value."""
    build: Callable[[Any], Game] | None = None
    """build(spec) is the game in another process; needed with an executor."""
    executor: Executor | None = None
    ahead: int = MAX_UNFINISHED
    """Unfinished pieces at a time. The later a piece is made, the more is known of what it must exceed."""
    checkpoint: Checkpoint | None = None
    on_bracket: Callable[[Bracket], object] = lambda bracket: None
    """Called after each piece."""


class Anytime(ABC):
    """Bounds and totals of the first guesses of a game; a subclass divides the work into pieces."""

    def __init__(self, best: int, work: Workplace, top: int = 1) -> None:
        """best: the total of a known tree. top: how many first guesses get their largest totals."""
        self.best, self.work, self.top = best, work, top
        self.tree: Tree | None = None
        """The best tree found; None if none is better than the known one."""
        self.bounds: dict[int, int] = {}
        """Upper bounds on the totals of the first guesses that may be of interest, the most promising first."""
        self.reached: dict[int, int] = {}
        """The totals of the best trees found, by first guess."""

    @abstractmethod
    def batches(self, level: int) -> Iterator[Iterable[Piece]]:
        """The pieces of a level of effort, each made when there is room for it; a batch follows the one before."""

    @abstractmethod
    def worker(self) -> Callable[[Piece], Any]:
        """The function that computes the result of a piece, here or in another process."""

    @abstractmethod
    def learn(self, task: Task, result: Any) -> None:
        """Take in a result; tasks of other first guesses are passed over."""

    @property
    def at_most(self) -> int:
        """The proved upper bound on the total of every tree."""
        return max(self.best, max(self.bounds.values(), default=self.best))

    @property
    def floor(self) -> int:
        """A first guess whose total cannot be more than this is of no interest."""
        if self.top == 1:
            return self.best
        totals = sorted(self.reached.values(), reverse=True)
        return totals[self.top - 1] if len(totals) >= self.top else -INFINITY

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

    def levels(self) -> Generator[int]:
        """Narrow the bracket until it is closed; yields the level of effort after each piece of work."""
        checkpoint = self.work.checkpoint
        for key, result in list(checkpoint.results.items()) if checkpoint else ():
            self.learn(json.loads(key), result)
        for level in count():
            if self.is_proved:
                return
            for pieces in self.batches(level):
                for (task, _), result in run_each(self.worker(), pieces, self.work.executor, self.work.ahead):
                    if checkpoint:
                        checkpoint.add(json.dumps(task), result)
                    self.learn(task, result)
                    self.work.on_bracket(Bracket(self.best, self.at_most, level, task))
                    yield level
            yield level

    def is_done(self, task: Task) -> bool:
        """Whether the checkpoint has the result of the task."""
        return self.work.checkpoint is not None and json.dumps(task) in self.work.checkpoint.results
