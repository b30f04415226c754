"""Proofs that can be stopped at any time: a bracket around the optimum, narrowed first guess by first guess.

The total of a first guess is the sum over its bins, so each bin is a piece of work of its own. Every level of effort
searches the bins that are still open with four times the work of the level before.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np

from codebreaker.criteria import CRITERIA
from codebreaker.game import Game, partition
from codebreaker.measures import attempts_of
from codebreaker.payoff import Payoff
from codebreaker.replies import Array
from codebreaker.search.exact import Exact
from codebreaker.search.fastest import fastest_totals
from codebreaker.search.limited import BinSearch
from codebreaker.search.recursion import Found
from codebreaker.tree import Nested, Tree, nested, tree_of
from lingo_common.checkpoint import Checkpoint
from lingo_common.pieces import in_pieces

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
    size: int
    at_most: int
    """An upper bound on its total."""
    found: Found | None = None
    """The best tree found."""

    @property
    def closed(self) -> bool:
        """Whether its optimum is known."""
        return self.found is not None and self.found[0] >= self.at_most


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
        """The total of the tree in hand after this first guess; None where some bin has no tree yet."""
        found = [bin.found[0] for bin in self.bins if bin.found]
        return self.now + sum(found) if len(found) == len(self.bins) else None

    def tree(self) -> Tree:
        """The tree in hand; every bin has one."""
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
Piece = tuple[Spec, tuple[Sequence[int], int], int, int, int, int]
"""(spec, (solved, missed) of the payoff, first guess, reply code, above, level)."""

Result = tuple[tuple[int, Nested] | None, int | None]
"""The total and the tree that were found, if any; a proved upper bound on the total, if any."""


class Workplace(NamedTuple):
    """Where the pieces of a search are done, and who hears of them."""

    spec: Spec = None
    build: Build | None = None
    """build(spec) is the game in another process; needed with an executor."""
    executor: Executor | None = None
    checkpoint: Checkpoint | None = None
    told: Callable[[Bracket], object] = lambda bracket: None


class Anytime:
    """The search for a tree with a larger total than that in hand, in pieces."""

    def __init__(self, game: Game, payoff: Payoff, in_hand: int, work: Workplace, known: Tree | None = None) -> None:
        """in_hand: the total of the known tree, whose branches the search begins with."""
        self.game, self.payoff, self.best, self.work = game, payoff, in_hand, work
        self._known, self._needed = known, None if known is None else attempts_of(known, game)
        self.tree: Tree | None = None
        """The best tree found; None where none is better than that in hand."""
        self._search = Exact(game, payoff, fastest_totals(), CRITERIA["entropy"])
        first = self._search.ranked(np.arange(len(game.secrets)), 0, in_hand)
        self._at_most = dict[int, int](zip(first.guesses.tolist(), first.bounds.tolist(), strict=True))
        self._openers: dict[int, Opener] = {}
        self._bins = BinSearch(game, payoff)

    @property
    def at_most(self) -> int:
        """The proved upper bound on the total of every tree."""
        return max(self.best, max(self._at_most.values(), default=self.best))

    def levels(self) -> Iterator[int]:
        """Narrow the bracket until it is closed; yields the level of effort after each piece of work."""
        level = 0
        while self.at_most > self.best:
            for guess in self._at_most:
                for _ in self._narrow(guess, level):
                    yield level
            yield level
            level += 1

    def _opener(self, guess: int) -> Opener:
        """A first guess with what is known of its bins; their first bounds are those of the exact search."""
        if guess not in self._openers:
            bins = dict(partition(self.game, guess, np.arange(len(self.game.secrets))))
            won = bins.pop(self.game.winning, np.array([], dtype=np.int64))
            opener = Opener(guess, len(won), self.payoff.solved[0] * self.game.weight(won))
            for code, members in sorted(bins.items(), key=lambda item: -len(item[1])):
                opener.bins.append(OpenBin(code, len(members), self._search.most((1, members.tobytes()), members)))
            self._begin(opener, bins)
            self._openers[guess] = opener
        return self._openers[guess]

    def _begin(self, opener: Opener, members: Mapping[int, Array]) -> None:
        """Take over the branches of the known tree that solve their bins, if it begins with this guess."""
        if self._known is None or self._needed is None or self._known.guess != opener.guess:
            return
        branches, solved = dict(self._known.branches), np.array(self.payoff.solved)
        for bin in opener.bins:
            secrets = members[bin.code]
            needed = self._needed[secrets]
            if needed.max() <= self.payoff.attempts:
                weights = 1 if self.game.weights is None else self.game.weights[secrets]
                bin.found = int((solved[needed - 1] * weights).sum()), branches[bin.code]

    def _narrow(self, guess: int, level: int) -> Iterator[None]:
        """Search the open bins of a first guess while it can be better than the tree in hand."""
        if self._at_most[guess] <= self.best:
            return
        opener = self._opener(guess)
        self._at_most[guess] = min(self._at_most[guess], opener.at_most)
        waves = [opener.bins] if self.work.executor else [[bin] for bin in opener.bins]
        for wave in waves:
            if opener.at_most <= self.best:
                return
            yield from self._search_bins(opener, [bin for bin in wave if not bin.closed], level)
        if opener.total is not None and opener.total > self.best:
            self.best, self.tree = opener.total, opener.tree()

    def _search_bins(self, opener: Opener, bins: Sequence[OpenBin], level: int) -> Iterator[None]:
        """Do one piece of work for each of the bins."""
        by_code = {bin.code: bin for bin in bins}
        payoff = self.payoff.solved, self.payoff.missed
        pieces: list[Piece] = [
            (self.work.spec, payoff, opener.guess, bin.code, self._above(opener, bin), level) for bin in bins
        ]
        work = partial(_in_another_process, self.work.build) if self.work.executor else self._here
        for piece, (found, at_most) in in_pieces(work, pieces, self.work.executor, self.work.checkpoint):
            bin = by_code[piece[3]]
            if at_most is not None:
                bin.at_most = min(bin.at_most, at_most)
            if found is not None and (bin.found is None or found[0] > bin.found[0]):
                bin.found = found[0], tree_of(found[1])
            self._at_most[opener.guess] = min(self._at_most[opener.guess], opener.at_most)
            self.work.told(Bracket(self.best, self.at_most, opener.guess, level))
            yield

    def _above(self, opener: Opener, bin: OpenBin) -> int:
        """The total that a bin must exceed: otherwise its first guess cannot be better than the tree in hand."""
        needed = self.best - (opener.at_most - bin.at_most)
        return needed if bin.found is None else max(needed, bin.found[0])

    def _here(self, piece: Piece) -> Result:
        return search_bin(self.game, self._bins, piece)


def search_bin(game: Game, search: BinSearch, piece: Piece) -> Result:
    """The bracket of the bin that the piece names."""
    *_, guess, code, above, level = piece
    secrets = dict(partition(game, guess, np.arange(len(game.secrets))))[code]
    found, at_most = search.bracket(secrets, above, FIRST_WIDTH * GROWTH**level, FIRST_BUDGET * GROWTH**level)
    return found and (found[0], nested(found[1])), at_most


def _in_another_process(build: Build | None, piece: Piece) -> Result:
    spec, (solved, missed), *_ = piece
    assert build is not None
    game, search = _built(build, json.dumps(spec), tuple(solved), missed)
    return search_bin(game, search, piece)


@lru_cache(maxsize=1)
def _built(build: Build, spec: str, solved: tuple[int, ...], missed: int) -> tuple[Game, BinSearch]:
    game = build(json.loads(spec))
    return game, BinSearch(game, Payoff(solved, missed))
