"""BinProof: the proof of a game of codebreaker, bin by bin of the first guesses.

The total of a first guess is the sum over its bins, so each bin is a piece of work of its own. Every level of effort
searches the bins that are still open with four times the work of the level before. A bin that needs much work is split
into its second guesses: each of them is a piece then, with an equal share of the work.
"""

import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np

from codebreaker.criteria import CRITERIA
from codebreaker.decision_tree import attempts_of, payoffs_of
from codebreaker.game import Game, partition, settle
from codebreaker.replies import Array
from codebreaker.search.anytime import Anytime, Piece, Workplace
from codebreaker.search.exact import Exact, OutOfBudget
from codebreaker.search.fastest import fastest_few_candidates, fastest_totals
from codebreaker.search.recursion import Found
from codebreaker.tree import Nested, Payoff, Tree, nest, tree_of

FIRST_BUDGET = 1 << 31
"""Replies (guesses x candidates) that the first level of effort computes for a bin; seconds where numba is."""
GROWTH = 4
"""Each level of effort has this many times the budget of the level before."""

Result = tuple[tuple[int, Nested] | None, int | None]
"""The total and the tree that were found, if any; a proved upper bound on the total, if any."""


class BinTask(NamedTuple):
    """A search over a bin; see search_bin."""

    guess: int
    code: int
    second: int | None
    """The second guess that is looked at; None for all."""
    budget: int
    """Replies that the search may compute."""


@dataclass
class OpenBin:
    """A bin of a first guess, with the best tree and the bounds known."""

    code: int
    secrets: Array
    by_second: dict[int | None, int]
    """Upper bounds on the totals after second guesses; None stands for every guess that is not listed."""
    tree: Found | None = None
    """The best tree found, with its total."""

    @property
    def at_most(self) -> int:
        """An upper bound on its total."""
        return max(self.by_second.values())

    def split(self, bounds: dict[int, int], above: int) -> None:
        """Look at the second guesses one by one from now on: those whose totals, by these bounds, may be above."""
        whole = self.by_second[None]
        self.by_second = {guess: min(bound, whole, self.by_second.get(guess, bound)) for guess, bound in bounds.items()}
        self.by_second[None] = above

    def learn(self, second: int | None, tree: Found | None, at_most: int | None) -> None:
        """Take in a tree and an upper bound; over the whole bin, or for one second guess."""
        if tree is not None and (self.tree is None or tree[0] > self.tree[0]):
            self.tree = tree
        if at_most is not None:
            for guess in list(self.by_second) if second is None else [second]:
                self.by_second[guess] = min(at_most, self.by_second.get(guess, at_most))


@dataclass
class Opener:
    """A first guess with its bins."""

    guess: int
    hits: int
    now: int
    """The total of the secrets that the guess itself wins against."""
    bins: dict[int, OpenBin]
    """The bins that do not win, by code, the largest first."""

    @property
    def at_most(self) -> int:
        """An upper bound on the total after this first guess."""
        return self.now + sum(bin.at_most for bin in self.bins.values())

    @property
    def total(self) -> int | None:
        """The total of the best tree known after this first guess; None if some bin has no tree yet."""
        totals = [bin.tree[0] for bin in self.bins.values() if bin.tree]
        return self.now + sum(totals) if len(totals) == len(self.bins) else None

    def tree(self) -> Tree:
        """The best known tree; every bin has one."""
        branches = [(bin.code, bin.tree[1]) for bin in self.bins.values() if bin.tree]
        return Tree(self.guess, self.hits, 0, tuple(sorted(branches)))


class BinProof(Anytime):
    """The search for a tree with a larger total than a known one."""

    def __init__(
        self,
        game: Game,
        payoff: Payoff,
        known_total: int,
        work: Workplace,
        known_tree: Tree | None = None,
        first: int | None = None,
        top: int = 1,
    ) -> None:
        """known_total: the total of known_tree, whose branches the search begins with.

        first: the only first guess that is looked at. top: how many first guesses get their largest totals.
        """
        super().__init__(known_total, work, top, known_tree)
        self.game, self.payoff, self._known = game, payoff, known_tree
        self._search = Exact(game, payoff, fastest_totals(), CRITERIA["entropy"])
        self._secrets = np.arange(len(game.secrets))
        self._openers: dict[int, Opener] = {}
        self._bin_search = BinSearch(game, payoff)
        if first is None:
            self.bounds = self._guesses(self._secrets, 0, self.best if top == 1 else None)
        else:
            self.bounds = {first: self._search.most_of_size(self._secrets, 0)}

    def _guesses(self, secrets: Array, attempt: int, above: int | None) -> dict[int, int]:
        """The guesses whose totals may be more than above, with their bounds."""
        ranking = self._search.rank(secrets, attempt, above)
        return dict[int, int](zip(ranking.guesses.tolist(), ranking.bounds.tolist(), strict=True))

    def _opener(self, guess: int) -> Opener:
        """A first guess with what is known of its bins; their first bounds are those of the exact search."""
        if guess not in self._openers:
            won, unsolved = settle(self.game, guess, self._secrets)
            bounds = [self._search.most((1, members.tobytes()), members) for _, members in unsolved]
            bins = {
                code: OpenBin(code, members, {None: bound})
                for (code, members), bound in zip(unsolved, bounds, strict=True)
            }
            opener = Opener(guess, len(won), self.payoff.solved[0] * self.game.weight(won), bins)
            if self._known and self._known.guess == guess:
                self._adopt_branches(opener, self._known)
            self._openers[guess] = opener
            self._update(opener)
        return self._openers[guess]

    def _adopt_branches(self, opener: Opener, known: Tree) -> None:
        """Take over the branches of the known tree that keep to the attempts."""
        branches, needed = dict(known.branches), attempts_of(known, self.game)
        totals = payoffs_of(known, self.game, self.payoff)
        for bin in opener.bins.values():
            if needed[bin.secrets].max() <= self.payoff.attempts:
                bin.tree = int(totals[bin.secrets].sum()), branches[bin.code]

    def batches(self, level: int) -> Iterator[Iterator[Piece]]:
        """The open bins of each first guess that can be better than the best tree."""
        for guess in self.bounds:
            if self.is_open(guess):
                yield self._pieces(self._opener(guess), level)

    def _pieces(self, opener: Opener, level: int) -> Iterator[Piece]:
        """The tasks over the bins of a first guess that may find something better."""
        tasks = [(bin, task) for bin in opener.bins.values() for task in self._tasks(opener, bin, level)]
        for bin, task in tasks:
            above = self._above(opener, bin)
            if opener.at_most <= self.floor:
                return
            if bin.by_second[task.second] > above:
                yield task, above

    def _tasks(self, opener: Opener, bin: OpenBin, level: int) -> list[BinTask]:
        """The tasks of a level over a bin.

        A bin is split once each second guess can have as much work as the second level has for a bin.
        """
        effort, above = GROWTH**level, self._above(opener, bin)
        if level and bin.by_second[None] > above:
            guesses = self._guesses(bin.secrets, 1, above)
            if len(guesses) <= GROWTH * effort:
                bin.split(guesses, above)
        if bin.by_second[None] > above:
            return [BinTask(opener.guess, bin.code, None, FIRST_BUDGET * effort)]
        budget = FIRST_BUDGET * GROWTH * (GROWTH * effort // max(1, len(bin.by_second) - 1))
        return [BinTask(opener.guess, bin.code, guess, budget) for guess in bin.by_second if guess is not None]

    def learn(self, task: Any, result: Result) -> None:
        """Take in the bracket of a bin, or of one second guess over it."""
        guess, code, second, _ = task
        if guess in self.bounds:
            opener, (tree, at_most) = self._opener(guess), result
            opener.bins[code].learn(second, tree and (tree[0], tree_of(tree[1])), at_most)
            self._update(opener)

    def _update(self, opener: Opener) -> None:
        """Take over the bound of a first guess, and its tree if that is better than the best tree."""
        self.bounds[opener.guess] = min(self.bounds[opener.guess], opener.at_most)
        total = opener.total
        if total is not None:
            self.reached[opener.guess] = total
            if total > self.best:
                self.best, self.tree = total, opener.tree()

    def _above(self, opener: Opener, bin: OpenBin) -> int:
        """The total that a bin must exceed: otherwise its first guess is of no interest."""
        needed = self.floor - (opener.at_most - bin.at_most)
        return needed if bin.tree is None else max(needed, bin.tree[0])

    def worker(self) -> Callable[[Piece], Result]:
        """The function that searches a bin, here or in another process."""
        if self.work.executor is None:
            return self._bin_search.search_bin
        return partial(_in_another_process, pickle.dumps((self.work.build, self.payoff)))


class BinSearch:
    """Searches bins within a budget; what is learned of a bin serves the next one too."""

    def __init__(self, game: Game, payoff: Payoff) -> None:
        # The worst case has many guesses with equal bounds.
        among_equals = CRITERIA["entropy"] if payoff.solved[0] == payoff.solved[-1] else None
        small = fastest_few_candidates(game, payoff)
        self._game, self._exact = game, Exact(game, payoff, fastest_totals(), among_equals, small)

    def search_bin(self, piece: Piece) -> Result:
        """A tree with a total of more than above, if one is found; a proved upper bound, if the search ended."""
        (guess, code, second, budget), above = piece
        secrets, exact = dict(partition(self._game, guess, np.arange(len(self._game.secrets))))[code], self._exact
        exact.budget, exact.second_guess = budget, None
        try:
            tree = exact.better(secrets, 1, above) if second is None else exact.evaluate(second, secrets, 1, above)
            at_most = tree[0] if tree else above
        except OutOfBudget:
            tree, at_most = exact.second_guess, None
        return tree and (tree[0], nest(tree[1])), at_most


def _in_another_process(game_and_payoff: bytes, piece: Piece) -> Result:
    return _bin_search(game_and_payoff).search_bin(piece)


@lru_cache(maxsize=1)
def _bin_search(game_and_payoff: bytes) -> BinSearch:
    build, payoff = pickle.loads(game_and_payoff)
    return BinSearch(build(), payoff)
