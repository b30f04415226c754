"""A proof that can be stopped at any time: a bracket around the least cost, narrowed with rising effort.

A proof knows a lower bound on the cost of each first guess, and the best tree found so far. Its work is divided into
tasks by a searcher, which also carries them out, in this process or in others. The result of a task is true whatever
limit the task was given, so the results in a checkpoint are taken over before the work begins.
"""

import pickle
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, ClassVar, Self, TypeVar

import msgspec

from codebreaker.game import Game
from codebreaker.objective import INFINITY, Objective
from codebreaker.replies import Array
from codebreaker.tree import Tree
from lingo_common.pieces import MAX_UNFINISHED, Checkpoint, run_each
from lingo_common.signals import TimeUp, time_limit

Task = Any
"""A frozen dataclass of JSON values: what a search looks at."""
Result = Any
"""A frozen dataclass: what was found."""
Piece = tuple[Task, int]
"""A task, and the limit: only what costs less is of interest."""
Step = TypeVar("Step")


class Searcher(ABC):
    """Divides a proof into tasks, carries them out, and takes in their results.

    `run` depends on the game and the objective alone and not on what was learned, so that it can run in a process where
    nothing was.
    """

    kinds: ClassVar[dict[type, type]]
    """The type of the results of each type of task."""
    efforts = INFINITY
    """Levels of effort."""
    in_turn = False
    """Whether a task depends on the results before it, so that no result is taken over before its turn."""

    @abstractmethod
    def first_bounds(self, proof: "Proof") -> dict[int, int]:
        """Lower bounds on the costs of the first guesses that may be of interest, the most promising first."""

    def begin(self, proof: "Proof") -> None:  # noqa: B027, most searchers have nothing to offer
        """Offer the proof a tree to begin with, if it takes no longer than a moment."""

    @abstractmethod
    def batches(self, proof: "Proof", level: int) -> Iterator[Iterable[Piece]]:
        """The pieces of a level of effort, each made when there is room for it; a batch follows the one before."""

    @abstractmethod
    def run(self, task: Task, limit: int) -> Result:
        """The result of a task."""

    @abstractmethod
    def at_least(self, secrets: Array, guesses_left: int, needed: int, allowed: Array | None = None) -> int:
        """The least cost of those secrets (indices) with that many guesses left, if it is below what is needed.

        Otherwise a lower bound of at least that much. allowed: the guesses that may be made in hard mode, ascending;
        None for all.
        """

    @abstractmethod
    def learn(self, proof: "Proof", task: Task, result: Result) -> None:
        """Take in a result; tasks of first guesses that are of no interest are passed over."""


@dataclass(frozen=True)
class Execution:
    """Where the tasks of a proof are carried out, and where their results are kept."""

    executor: Executor | None = None
    """None for this process."""
    build: Callable[[], Searcher] | None = None
    """Makes the searcher in a process of the executor; it is pickled with each task. Needed with an executor."""
    ahead: int = MAX_UNFINISHED
    """Unfinished tasks at a time. The later a task is made, the more is known of its limit."""
    checkpoint: Checkpoint | None = None

    def done(self) -> None:
        """Remove the checkpoint: all is proved."""
        if self.checkpoint:
            self.checkpoint.done()

    def work(self, searcher: Searcher) -> Callable[[Piece], Result]:
        """The function that carries out a piece."""
        if self.executor is None:
            return partial(_run, searcher)
        return partial(_run_elsewhere, pickle.dumps(self.build))


def _run(searcher: Searcher, piece: Piece) -> Result:
    return searcher.run(*piece)


def _run_elsewhere(build: bytes, piece: Piece) -> Result:
    return _unpickled(build).run(*piece)


@lru_cache(maxsize=1)
def _unpickled(build: bytes) -> Searcher:
    searcher: Searcher = pickle.loads(build)()
    return searcher


def shared_searcher(build: Callable[[], Searcher]) -> Searcher:
    """The searcher that `build` makes, and that forked processes of an executor inherit with all its tables."""
    return _unpickled(pickle.dumps(build))


class Proof:
    """The bracket around the least cost, and what is known of each first guess."""

    nodes = 0
    """Sets of candidates searched, where they are counted."""

    def __init__(
        self,
        game: Game,
        objective: Objective,
        searcher: Searcher,
        execution: Execution,
        *,
        first: int | None = None,
        top: int = 1,
        limit: int = INFINITY,
        tree: Tree | None = None,
        cost: int = INFINITY,
    ) -> None:
        """first: the only first guess that is looked at. top: how many first guesses get their least costs.

        limit: only trees that cost less are of interest. tree and cost: a known tree and its cost; its branches may
        serve a searcher even if it costs too much.
        """
        self.game = game
        self.objective = objective
        self.searcher = searcher
        self.execution = execution
        self.first = first
        self.top = top
        self.wanted = limit
        """Only trees that cost less than this are of interest."""
        self.best = limit
        """The cost of the best tree; without one, the limit."""
        self.tree: Tree | None = None
        """The best tree known."""
        self.known_tree = tree
        """The tree that the proof began with, whatever it costs."""
        if tree is not None:
            self.offer(tree, cost)
        self.reached: dict[int, int] = {}
        """The costs of the best trees found, by first guess."""
        self.bounds: dict[int, int] = {}
        self.bounds = searcher.first_bounds(self)
        """Lower bounds on the costs of the first guesses that may be of interest, the most promising first."""
        searcher.begin(self)

    @property
    def at_least(self) -> int:
        """The proved lower bound on the cost of every tree."""
        return min(self.best, min(self.bounds.values(), default=self.best))

    @property
    def limit(self) -> int:
        """A first guess that does not cost less than this is of no interest: as many cost no more as are wanted."""
        if self.top == 1:
            return self.best
        costs = sorted(self.reached.values())
        return min(self.wanted, costs[self.top - 1] if len(costs) >= self.top else INFINITY)

    @property
    def openers(self) -> list[tuple[int, int]]:
        """(first guess, its least cost) of the best first guesses that are known exactly, the best first."""
        exact = [(guess, cost) for guess, cost in self.reached.items() if cost <= self.bounds[guess]]
        return sorted(exact, key=lambda item: (item[1], item[0]))[: self.top]

    def is_open(self, guess: int) -> bool:
        """Whether a first guess may be of interest, and its least cost is not known."""
        return self.bounds[guess] < min(self.limit, self.reached.get(guess, INFINITY))

    @property
    def is_proved(self) -> bool:
        """Whether the costs that are wanted are known to be the least."""
        return not any(map(self.is_open, self.bounds))

    def offer(self, tree: Tree, cost: int) -> None:
        """Take over a tree that is better than the best one."""
        if cost < self.best:
            self.best = cost
            self.tree = tree

    def raise_bound(self, guess: int, bound: int) -> None:
        """Take over a lower bound on the cost of a first guess."""
        self.bounds[guess] = max(self.bounds[guess], bound)

    def steps(self) -> Generator[Self]:
        """Narrow the bracket until it is closed; yields this proof, at first and after each piece of work."""
        checkpoint = self.execution.checkpoint
        stored = checkpoint.results if checkpoint else {}
        if not self.searcher.in_turn:
            for key in list(stored):
                task = self._task_of(key)
                if task is not None:
                    self._take_over(task, stored[key])
        yield self

        work = self.execution.work(self.searcher)
        for level in range(self.searcher.efforts):
            if self.is_proved:
                return
            for pieces in self.searcher.batches(self, level):
                missing = (piece for piece in pieces if not self._is_known(piece[0], stored))
                for (task, _), result in run_each(work, missing, self.execution.executor, self.execution.ahead):
                    if checkpoint:
                        checkpoint.add(self._key(task), msgspec.to_builtins(result))
                    self.searcher.learn(self, task, result)
                    yield self
                yield self

    def _key(self, task: Task) -> str:
        """The name of a task in the checkpoint, which proofs with other numbers of attempts may share."""
        fields = msgspec.to_builtins(task)
        return msgspec.json.encode([self.objective.attempts, type(task).__name__, fields]).decode()

    def _task_of(self, key: str) -> Task | None:
        """The task of that name; None if it is one of another proof."""
        attempts, name, fields = msgspec.json.decode(key)
        if attempts != self.objective.attempts:
            return None
        types = {kind.__name__: kind for kind in self.searcher.kinds}
        return msgspec.convert(fields, types[name])

    def _is_known(self, task: Task, stored: dict[str, Any]) -> bool:
        """Whether the task's result is stored, which is taken in then."""
        key = self._key(task)
        if key in stored:
            self._take_over(task, stored[key])
        return key in stored

    def _take_over(self, task: Task, stored: Any) -> None:
        """Take in a result as the checkpoint holds it."""
        self.searcher.learn(self, task, msgspec.convert(stored, self.searcher.kinds[type(task)]))


def narrow(
    steps: Generator[Step], show: Callable[[Step], object], until: float | None = None
) -> type[BaseException] | None:
    """Show each step of a proof until it is complete; returns what stopped it before, KeyboardInterrupt or TimeUp.

    until: on the clock of time.perf_counter.
    """
    seconds = None if until is None else until - time.perf_counter()
    try:
        with time_limit(seconds), closing(steps):
            for step in steps:
                show(step)
    except (KeyboardInterrupt, TimeUp) as error:
        return type(error)
    return None
