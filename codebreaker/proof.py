"""A proof that can be stopped at any time: a bracket around the least cost, narrowed with rising effort.

A proof knows a lower bound on the cost of each first guess, and the best tree found so far. A searcher divides its work
into tasks and carries them out, in this process or in others. A task with its limit is a piece. A result is true
whatever limit the task was given, so results in a checkpoint can be taken over by a proof that has other limits.
"""

import pickle
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Self

import msgspec

from codebreaker.game import Game
from codebreaker.kept_searcher import searcher_of
from codebreaker.objective import INFINITY, Objective
from codebreaker.tree import Tree, cost_of
from lingo_common.pieces import MAX_UNFINISHED, Checkpoint, run_each


@dataclass(frozen=True)
class Result:
    """The result of the search of a first guess or of a bin. It is true whatever limit the search was given."""

    best: tuple[int, Tree] | None
    """The cost of the best tree that was found, and the tree; None if none was found."""
    at_least: int | None
    """A proved lower bound on the cost; None if none was proved."""
    work: int = 0
    """How much work was done, where the searcher counts it."""


Piece = tuple[Any, int]
"""A task, and its limit: trees that cost the limit or more are of no interest.

A task is a dataclass of a type in Searcher.result_types. Its field `first` is the first guess that it is about.
"""


class Searcher(ABC):
    """Divides a proof into tasks, carries them out, and takes in their results.

    `run` depends on the game and the objective alone and not on what was learned, because it may be called in another
    process, where nothing was learned.
    """

    result_types: ClassVar[dict[type, type]]
    """The type of the results by the type of the task: dataclasses, whose fields a checkpoint keeps as JSON."""
    efforts = INFINITY
    """How many levels of effort there are: `batches` is called for level 0, 1, … below this, until all is proved."""
    learns_in_turn = False
    """Whether `learn` needs the results in the order of their tasks.

    If so, a result of the checkpoint is learned when `batches` yields its task again. If not, all results of the
    checkpoint are learned before the work begins.
    """

    @abstractmethod
    def first_bounds(self, proof: "Proof") -> dict[int, int]:
        """Lower bounds on the costs of the first guesses that may be of interest, the most promising first.

        It is called when a proof is made: the proof has its options and its first tree, and no bounds yet. A searcher
        that finds a tree at once offers it to the proof here.
        """

    @abstractmethod
    def batches(self, proof: "Proof", level: int) -> Iterator[Iterable[Piece]]:
        """Yield the batches of pieces of a level of effort.

        A batch is begun when all results of the one before are learned. A piece is made just before it is carried out:
        each result may lower the limits of the following pieces.
        """

    @abstractmethod
    def run(self, task: Any, limit: int) -> Any:
        """The result of a task, of the type that `result_types` names; limit: as in Piece."""

    @abstractmethod
    def learn(self, proof: "Proof", task: Any, result: Any) -> None:
        """Take in a result of a task, whose first guess is in the proof's bounds."""


@dataclass(frozen=True)
class Execution:
    """Where the tasks of a proof are carried out, and where their results are kept."""

    executor: Executor | None = None
    """None for this process."""
    build: Callable[[], Searcher] | None = None
    """Makes the searcher in a process of the executor; it is pickled with each task. Needed with an executor."""
    ahead: int = MAX_UNFINISHED
    """The most unfinished tasks at a time. The later a task is made, the lower is its limit."""
    checkpoint: Checkpoint | None = None

    def work_of(self, searcher: Searcher) -> Callable[[Piece], Any]:
        """The function that carries out a piece: in this process, or with the searcher that `build` makes elsewhere."""
        if self.executor is None:
            return lambda piece: searcher.run(*piece)
        return partial(_run_elsewhere, pickle.dumps(self.build))


def _run_elsewhere(pickled_build: bytes, piece: Piece) -> Any:
    """The result of the piece in a process of the executor."""
    return searcher_of(pickled_build).run(*piece)


class Proof:
    """The bracket around the least cost, and what is known of each first guess."""

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
    ) -> None:
        """first: the only first guess that is looked at; None for all.

        top: the least costs of this many first guesses are to be found, those of the best ones. limit: only trees that
        cost less are of interest. tree: a known tree; a searcher may use its branches even if it costs the limit or
        more.
        """
        self.game = game
        self.objective = objective
        self.searcher = searcher
        self.execution = execution
        self.first = first
        self.top = top
        self.searched_sets = 0
        """Sets of candidates searched, where the searcher counts them."""

        self.outer_limit = limit
        """The limit that the caller named. It stays as it is, while `best_cost` and the property `limit` fall."""
        self.best_cost = limit
        """The cost of the best tree that was found below the outer limit; that limit if there is none yet."""
        self.tree: Tree | None = None
        """That tree."""
        self.known_tree = tree
        """The tree that the proof began with, whatever it costs."""
        if tree is not None:
            self.offer(tree, cost_of(tree, game, objective))

        self.reached: dict[int, int] = {}
        """The costs of the best trees found, by first guess. Searchers enter them in `learn`."""
        self.bounds: dict[int, int] = searcher.first_bounds(self)
        """Lower bounds on the costs of the first guesses that may be of interest, the most promising first."""

    @property
    def at_least(self) -> int:
        """The proved lower bound on the cost of every tree."""
        return min(self.best_cost, min(self.bounds.values(), default=self.best_cost))

    @property
    def limit(self) -> int:
        """A first guess that costs as much as this or more is of no interest.

        It is the cost of the best tree. If more than one first guess is to be proved, it is the cost of the `top`-th
        best first guess that has a tree, or the outer limit while fewer have one.
        """
        if self.top == 1:
            return self.best_cost

        costs = sorted(self.reached.values())
        if len(costs) < self.top:
            return self.outer_limit
        return min(self.outer_limit, costs[self.top - 1])

    @property
    def openers(self) -> list[tuple[int, int]]:
        """(first guess, its least cost) of the best first guesses that are known exactly, the best first."""
        exact = [(guess, cost) for guess, cost in self.reached.items() if cost <= self.bounds[guess]]
        return sorted(exact, key=lambda item: (item[1], item[0]))[: self.top]

    def is_open(self, guess: int) -> bool:
        """Whether a first guess may still cost less than the limit, and its least cost is not known.

        The least cost is known if the best tree that begins with the guess costs no more than its bound.
        """
        return self.bounds[guess] < min(self.limit, self.reached.get(guess, INFINITY))

    @property
    def is_proved(self) -> bool:
        """Whether the least costs of the `top` best first guesses are known."""
        return not any(map(self.is_open, self.bounds))

    def offer(self, tree: Tree, cost: int) -> None:
        """Take over a tree that is better than the best one."""
        if cost < self.best_cost:
            self.best_cost = cost
            self.tree = tree

    def raise_bound(self, guess: int, bound: int) -> None:
        """Take over a lower bound on the cost of a first guess."""
        self.bounds[guess] = max(self.bounds[guess], bound)

    def states(self) -> Generator[Self]:
        """Narrow the bracket until it is closed; yields this proof, at first and after each piece of work."""
        checkpoint = self.execution.checkpoint
        # The checkpoint adds the results of this run to the same dict, so no task is carried out twice. The bound of a
        # stored result may be no more than the limit that its task had. If that does not rule its first guess out here,
        # the next level of effort has another task for it.
        stored = checkpoint.results if checkpoint else {}
        if not self.searcher.learns_in_turn:
            for key, result in stored.items():
                task = self._task_of(key)
                # A proof with other first guesses may have left results, too.
                if task is not None and task.first in self.bounds:
                    self._learn_stored(task, result)
        yield self

        work = self.execution.work_of(self.searcher)
        for level in range(self.searcher.efforts):
            if self.is_proved:
                return

            for pieces in self.searcher.batches(self, level):
                # run_each takes the next piece only when there is room for it, and yields results as they arrive.
                new_pieces = self._pieces_not_stored(pieces, stored)
                for (task, _), result in run_each(work, new_pieces, self.execution.executor, self.execution.ahead):
                    if checkpoint:
                        checkpoint.add(self._key(task), msgspec.to_builtins(result))
                    self.searcher.learn(self, task, result)
                    yield self

                # With learns_in_turn, results of the checkpoint were learned on the way. They are shown here.
                yield self

    def _pieces_not_stored(self, pieces: Iterable[Piece], stored: dict[str, Any]) -> Iterator[Piece]:
        """The pieces that have no result in the checkpoint; with learns_in_turn, a stored result is learned here."""
        for task, limit in pieces:
            key = self._key(task)
            if key not in stored:
                yield task, limit
            elif self.searcher.learns_in_turn:
                self._learn_stored(task, stored[key])

    def _learn_stored(self, task: Any, result: Any) -> None:
        """Learn a result as the checkpoint holds it."""
        assert self.execution.checkpoint is not None
        # Checkpoint.done removes the file if all its results are needed by this proof: others are for other proofs.
        self.execution.checkpoint.needed.add(self._key(task))
        result_type = self.searcher.result_types[type(task)]
        self.searcher.learn(self, task, msgspec.convert(result, result_type))

    def _key(self, task: Any) -> str:
        """The name of a task in the checkpoint. Proofs with other numbers of attempts may share the checkpoint."""
        fields = msgspec.to_builtins(task)
        return msgspec.json.encode([self.objective.attempts, type(task).__name__, fields]).decode()

    def _task_of(self, key: str) -> Any:
        """The task of that name; None if it is one of another proof, or of another searcher."""
        attempts, name, fields = msgspec.json.decode(key)
        types = {task_type.__name__: task_type for task_type in self.searcher.result_types}
        # Another searcher has worked at this proof if numba was installed or removed since.
        if attempts != self.objective.attempts or name not in types:
            return None
        return msgspec.convert(fields, types[name])
