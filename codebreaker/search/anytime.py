"""Proofs that can be stopped at any time: a bracket around the optimum, narrowed first guess by first guess.

The total of a first guess is the sum over its bins, so each bin is a piece of work of its own. Every level of effort
searches the bins that are still open with four times the work of the level before. A bin that needs much work is split
into its second guesses: each of them is a piece then, with an equal share of the work.
"""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np

from codebreaker.criteria import CRITERIA
from codebreaker.game import Game, partition, settled
from codebreaker.measures import attempts_of
from codebreaker.payoff import Payoff
from codebreaker.replies import Array
from codebreaker.search.exact import Exact
from codebreaker.search.fastest import fastest_totals
from codebreaker.search.limited import BinSearch
from codebreaker.search.recursion import Found, Ranked
from codebreaker.tree import Nested, Tree, nested, tree_of
from lingo_common.checkpoint import Checkpoint
from lingo_common.pieces import MAX_UNFINISHED, run_each

LITTLE = -1 << 60
"""Less than any total."""
FIRST_BUDGET = 1 << 31
"""Replies (guesses x candidates) that the first level of effort works out for a bin; seconds where numba is."""
FIRST_WIDTH = 4
"""Guesses for each set of candidates that the first level looks at where the exact search is too long."""
GROWTH = 4
"""Each level of effort has this many times the budget and the width of the level before."""


@dataclass
class OpenBin:
    """What is known of a bin of a first guess."""

    code: int
    secrets: Array
    at_most: int
    """An upper bound on its total."""
    found: Found | None = None
    """The best tree found."""
    guesses: dict[int, int] = field(default_factory=dict)
    """Upper bounds on the totals of second guesses; empty until the bin is split into them."""
    others: int = 0
    """An upper bound on the total of every other second guess."""

    @property
    def closed(self) -> bool:
        """Whether its optimum is known."""
        return self.found is not None and self.found[0] >= self.at_most

    def may_exceed(self, guess: int | None, above: int) -> bool:
        """Whether a tree that begins with that guess, None for any, may have a total of more than above."""
        return not self.closed and (guess is None or self.guesses[guess] > above)

    def split(self, ranked: Ranked, above: int) -> None:
        """Look at the second guesses one by one from now on; they are those whose totals may be more than above."""
        self.guesses = dict(zip(ranked.guesses.tolist(), ranked.bounds.tolist(), strict=True))
        self.others = above
        self._lower()

    def learn(self, guess: int | None, found: Found | None, at_most: int | None) -> None:
        """Take in what a search found: a tree, an upper bound; over the whole bin or for one second guess."""
        if found is not None and (self.found is None or found[0] > self.found[0]):
            self.found = found
        if at_most is not None and guess is None:
            self.at_most = min(self.at_most, at_most)
        elif at_most is not None and guess is not None:
            self.guesses[guess] = min(self.guesses[guess], at_most)
            self._lower()

    def _lower(self) -> None:
        """Lower the bound to that of the best second guess."""
        self.at_most = min(self.at_most, max([self.others, *self.guesses.values()]))


@dataclass
class Opener:
    """What is known of a first guess."""

    guess: int
    hits: int
    now: int
    """The total of the secrets that the guess itself wins against."""
    bins: list[OpenBin] = field(default_factory=list)
    """The bins that do not win, largest first."""

    @property
    def at_most(self) -> int:
        """An upper bound on the total after this first guess."""
        return self.now + sum(bin.at_most for bin in self.bins)

    @property
    def total(self) -> int | None:
        """The total of the best tree known after this first guess; None if some bin has no tree yet."""
        found = [bin.found[0] for bin in self.bins if bin.found]
        return self.now + sum(found) if len(found) == len(self.bins) else None

    @property
    def closed(self) -> bool:
        """Whether its largest total is known."""
        return all(bin.closed for bin in self.bins)

    def tree(self) -> Tree:
        """The best known tree; every bin has one."""
        branches = [(bin.code, bin.found[1]) for bin in self.bins if bin.found]
        return Tree(self.guess, self.hits, 0, tuple(sorted(branches)))


class Bracket(NamedTuple):
    """What is proved so far about the largest total: it lies between both figures, ends included."""

    reached: int
    at_most: int
    opener: int
    """The index of the first guess that is worked on."""
    level: int
    """The level of effort, from 0."""


Spec = Any
"""What another process makes the game from: a JSON value."""
Build = Callable[[Spec], Game]


class BinTask(NamedTuple):
    """A search over a bin; see BinSearch.bracket."""

    guess: int
    code: int
    second: int | None
    """The second guess that is looked at; None for all."""
    width: int
    budget: int


Piece = tuple[BinTask, int]
"""A task, and the total that it must exceed."""
Result = tuple[tuple[int, Nested] | None, int | None]
"""The total and the tree that were found, if any; a proved upper bound on the total, if any."""


class Workplace(NamedTuple):
    """Where the pieces of a search are done, and who hears of them."""

    spec: Spec = None
    build: Build | None = None
    """build(spec) is the game in another process; needed with an executor."""
    executor: Executor | None = None
    ahead: int = MAX_UNFINISHED
    """Unfinished pieces at a time. The later a piece is made, the more is known of what it must exceed."""
    checkpoint: Checkpoint | None = None
    told: Callable[[Bracket], object] = lambda bracket: None


class Anytime:
    """The search for a tree with a larger total than a known one, in pieces."""

    def __init__(
        self,
        game: Game,
        payoff: Payoff,
        known_total: int,
        work: Workplace,
        known: Tree | None = None,
        first: int | None = None,
        top: int = 1,
    ) -> None:
        """known_total: the total of the known tree, whose branches the search begins with.

        first: the only first guess that is looked at. top: how many first guesses get their largest totals.
        """
        self.game, self.payoff, self.best, self.work, self.top = game, payoff, known_total, work, top
        self._known, self._needed = known, None if known is None else attempts_of(known, game)
        self.tree: Tree | None = None
        """The best tree found; None if none is better than the known one."""
        self._search = Exact(game, payoff, fastest_totals(), CRITERIA["entropy"])
        self._at_most = self._first_bounds(first)
        self._openers: dict[int, Opener] = {}
        self._bins = BinSearch(game, payoff)

    @property
    def at_most(self) -> int:
        """The proved upper bound on the total of every tree."""
        return max(self.best, max(self._at_most.values(), default=self.best))

    @property
    def openers(self) -> list[tuple[int, int]]:
        """(first guess, its largest total) of the best first guesses that are known exactly, the best first."""
        known = [(guess, self._at_most[guess]) for guess, opener in self._openers.items() if opener.closed]
        return sorted(known, key=lambda item: (-item[1], item[0]))[: self.top]

    @property
    def floor(self) -> int:
        """A first guess whose total cannot be more than this is of no interest."""
        if self.top == 1:
            return self.best
        totals = sorted((opener.total for opener in self._openers.values() if opener.total is not None), reverse=True)
        return totals[self.top - 1] if len(totals) >= self.top else LITTLE

    def _first_bounds(self, first: int | None) -> dict[int, int]:
        """Upper bounds of the totals of the first guesses that may be of interest, the most promising first."""
        secrets = np.arange(len(self.game.secrets))
        if first is not None:
            return {first: self._search.most_of_size(secrets, 0)}
        ranked = self._search.ranked(secrets, 0, self.best if self.top == 1 else None)
        return dict[int, int](zip(ranked.guesses.tolist(), ranked.bounds.tolist(), strict=True))

    def _open(self, guess: int) -> bool:
        """Whether a first guess may be of interest, and its largest total is not known."""
        opener = self._openers.get(guess)
        return self._at_most[guess] > self.floor and not (opener and opener.closed)

    def levels(self) -> Iterator[int]:
        """Narrow the bracket until it is closed; yields the level of effort after each piece of work."""
        level = 0
        while any(map(self._open, self._at_most)):
            for guess in self._at_most:
                for _ in self._narrow(guess, level):
                    yield level
            yield level
            level += 1

    def _opener(self, guess: int) -> Opener:
        """A first guess with what is known of its bins; their first bounds are those of the exact search."""
        if guess not in self._openers:
            won, rest = settled(self.game, guess, np.arange(len(self.game.secrets)))
            opener = Opener(guess, len(won), self.payoff.solved[0] * self.game.weight(won))
            for code, members in rest:
                opener.bins.append(OpenBin(code, members, self._search.most((1, members.tobytes()), members)))
            self._begin(opener)
            self._openers[guess] = opener
        return self._openers[guess]

    def _begin(self, opener: Opener) -> None:
        """Take over the branches of the known tree that solve their bins, if it begins with this guess."""
        if self._known is None or self._needed is None or self._known.guess != opener.guess:
            return
        branches, solved = dict(self._known.branches), np.array(self.payoff.solved)
        for bin in opener.bins:
            needed = self._needed[bin.secrets]
            if needed.max() <= self.payoff.attempts:
                weights = 1 if self.game.weights is None else self.game.weights[bin.secrets]
                bin.found = int((solved[needed - 1] * weights).sum()), branches[bin.code]

    def _narrow(self, guess: int, level: int) -> Iterator[None]:
        """Search the open bins of a first guess while it can be better than the best tree."""
        if not self._open(guess):
            return
        opener = self._opener(guess)
        self._take(opener)
        pieces = self._pieces(opener, level)
        for (task, _), result in run_each(self._work(), pieces, self.work.executor, self.work.ahead):
            if self.work.checkpoint:
                self.work.checkpoint.add(json.dumps(task), result)
            self._learn(opener, task, result)
            self.work.told(Bracket(self.best, self.at_most, guess, level))
            yield

    def _pieces(self, opener: Opener, level: int) -> Iterator[Piece]:
        """The tasks that may find something better, each made when there is room; known results are taken in first.

        A known result is true whatever its search had to exceed.
        """
        known = self.work.checkpoint.results if self.work.checkpoint else {}
        tasks = [(bin, task) for bin in opener.bins for task in self._tasks(opener, bin, level)]
        found = [(task, known[json.dumps(task)]) for _, task in tasks if json.dumps(task) in known]
        for task, result in found:
            self._learn(opener, task, result)
        for bin, task in tasks:
            above = self._above(opener, bin)
            if opener.at_most <= self.floor:
                return
            if json.dumps(task) not in known and bin.may_exceed(task.second, above):
                yield task, above

    def _tasks(self, opener: Opener, bin: OpenBin, level: int) -> list[BinTask]:
        """The tasks of a level over a bin.

        A bin is split once each second guess can have as much work as the second level has for a bin.
        """
        effort = GROWTH**level
        if level and not bin.guesses and not bin.closed:
            above = self._above(opener, bin)
            ranked = self._search.ranked(bin.secrets, 1, above)
            if len(ranked.guesses) <= GROWTH * effort:
                bin.split(ranked, above)
        if not bin.guesses:
            return [BinTask(opener.guess, bin.code, None, FIRST_WIDTH * effort, FIRST_BUDGET * effort)]
        budget = FIRST_BUDGET * GROWTH * (GROWTH * effort // len(bin.guesses))
        return [BinTask(opener.guess, bin.code, guess, 0, budget) for guess in bin.guesses]

    def _learn(self, opener: Opener, task: BinTask, result: Result) -> None:
        """Take in the result of a search."""
        found, at_most = result
        [bin] = [bin for bin in opener.bins if bin.code == task.code]
        bin.learn(task.second, found and (found[0], tree_of(found[1])), at_most)
        self._take(opener)

    def _take(self, opener: Opener) -> None:
        """Take over the bound of a first guess, and its tree if that is better than the best tree."""
        self._at_most[opener.guess] = min(self._at_most[opener.guess], opener.at_most)
        if opener.total is not None and opener.total > self.best:
            self.best, self.tree = opener.total, opener.tree()

    def _above(self, opener: Opener, bin: OpenBin) -> int:
        """The total that a bin must exceed: otherwise its first guess is of no interest."""
        needed = self.floor - (opener.at_most - bin.at_most)
        return needed if bin.found is None else max(needed, bin.found[0])

    def _work(self) -> Callable[[Piece], Result]:
        """What does a piece: here, or in another process."""
        if self.work.build is None or self.work.executor is None:
            return partial(search_bin, self.game, self._bins)
        payoff = tuple(self.payoff.solved), self.payoff.missed
        return partial(_in_another_process, self.work.build, json.dumps(self.work.spec), payoff)


def search_bin(game: Game, search: BinSearch, piece: Piece) -> Result:
    """The bracket of the bin, or of a second guess over it, that the piece names."""
    (guess, code, second, width, budget), above = piece
    secrets = dict(partition(game, guess, np.arange(len(game.secrets))))[code]
    found, at_most = search.bracket(secrets, second, above, width, budget)
    return found and (found[0], nested(found[1])), at_most


def _in_another_process(build: Build, spec: str, payoff: tuple[tuple[int, ...], int], piece: Piece) -> Result:
    return search_bin(*_built(build, spec, payoff), piece)


@lru_cache(maxsize=1)
def _built(build: Build, spec: str, payoff: tuple[tuple[int, ...], int]) -> tuple[Game, BinSearch]:
    game = build(json.loads(spec))
    return game, BinSearch(game, Payoff(*payoff))
