"""BinProof: the proof of a game of codebreaker, bin by bin of the first guesses.

The total of a first guess is the sum over its bins, so each bin is a piece of work of its own. Every level of effort
searches the bins that are still open with four times the work of the level before. A bin that needs much work is split
into its second guesses: each of them is a piece then, with an equal share of the work.
"""

import pickle
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any

import numpy as np

from codebreaker.criteria import CRITERIA
from codebreaker.decision_tree import attempts_of, payoffs_of
from codebreaker.game import Game, partition, settle
from codebreaker.replies import Array
from codebreaker.search.anytime import Anytime, Piece, Workplace
from codebreaker.search.beam import HardRecursion
from codebreaker.search.exact import Exact, OutOfBudget
from codebreaker.search.fastest import fastest_few_candidates, fastest_totals
from codebreaker.search.recursion import Found
from codebreaker.tree import Nested, Payoff, Tree, nest, tree_of

FIRST_BUDGET = 1 << 31
"""Replies (guesses x candidates) that the first level of effort computes for a bin; seconds where numba is."""
GROWTH = 4
"""Each level of effort has this many times the budget of the level before."""

BinTask = tuple[int, int, int | None, int]
"""A bin: first guess and code; the second guess that is looked at, None for all; replies that may be computed."""
Result = tuple[tuple[int, Nested] | None, int | None]
"""The total and the tree that were found, if any; a proved upper bound on the total, if any."""


@dataclass
class Opener:
    """A first guess with its bins that do not win, by code, the largest first."""

    guess: int
    hits: int
    now: int
    """The total of the secrets that the guess itself wins against."""
    secrets: dict[int, Array]
    bounds: dict[int, dict[int | None, int]]
    """Upper bounds on the total of each bin by second guess; None stands for every guess that is not listed."""
    trees: dict[int, Found] = field(default_factory=dict)
    """The best tree found for each bin, with its total."""

    @property
    def at_most(self) -> int:
        """An upper bound on the total after this first guess."""
        return self.now + sum(max(by_second.values()) for by_second in self.bounds.values())

    @property
    def best(self) -> Found | None:
        """The best tree known after this first guess, with its total; None if some bin has no tree yet."""
        if len(self.trees) < len(self.bounds):
            return None
        branches = sorted((code, tree) for code, (_, tree) in self.trees.items())
        total = self.now + sum(total for total, _ in self.trees.values())
        return total, Tree(self.guess, self.hits, 0, tuple(branches))


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
        hard: bool = False,
    ) -> None:
        """known_total: the total of known_tree, whose branches the search begins with.

        first: the only first guess that is looked at. top: how many first guesses get their largest totals. hard: only
        for words; every guess must use what the replies have shown.
        """
        super().__init__(known_total, work, top, known_tree)
        self.game, self.payoff, self._hard = game, payoff, hard
        self._exact = Exact(game, payoff, fastest_totals(), CRITERIA["entropy"])
        self._secrets = np.arange(len(game.secrets))
        self._openers: dict[int, Opener] = {}
        self.search = partial(search_bin, exact_search(game, payoff, hard))
        if work.executor is not None:
            self.search = partial(_in_another_process, pickle.dumps((work.build, payoff, hard)))
        if first is None:
            self.bounds = self._guesses(self._secrets, 0, self.best if top == 1 else None)
            if top > 1:
                self._add_guesses_that_split_nothing()
        else:
            self.bounds = {first: self._exact.most_of_size(self._secrets, 0)}

    def _guesses(self, secrets: Array, attempt: int, above: int | None) -> dict[Any, int]:
        """The guesses whose totals may be more than above, with their bounds."""
        ranking = self._exact.rank(secrets, attempt, above)
        return dict(zip(ranking.guesses.tolist(), ranking.bounds.tolist(), strict=True))

    def _add_guesses_that_split_nothing(self) -> None:
        """Add the first guesses that tell nothing, whose place may be among the best N where few guesses are better."""
        chosen = self.game.representatives(self._secrets)
        guesses = np.arange(len(self.game.guesses)) if chosen is None else chosen
        at_most = self._exact.most_of_size(self._secrets, 1)
        for guess in guesses.tolist():
            self.bounds.setdefault(guess, at_most)

    def _opener(self, guess: int) -> Opener:
        """A first guess with what is known of its bins; their first bounds are those of the exact search."""
        if guess not in self._openers:
            won, bins = settle(self.game, guess, self._secrets)
            now, bounds = self.payoff.solved[0] * self.game.weight(won), dict[int, dict[int | None, int]]()
            for code, members in bins:
                bounds[code] = {None: self._exact.most((1, members.tobytes()), members)}
            opener = self._openers[guess] = Opener(guess, len(won), now, dict(bins), bounds)
            if self.tree and self.tree.guess == guess:
                self._adopt_branches(opener, self.tree)
            self._update(opener)
        return self._openers[guess]

    def _adopt_branches(self, opener: Opener, tree: Tree) -> None:
        """Take over the branches of the known tree that keep to the attempts."""
        branches, needed = dict(tree.branches), attempts_of(tree, self.game)
        totals = payoffs_of(tree, self.game, self.payoff)
        for code, secrets in opener.secrets.items():
            if needed[secrets].max() <= self.payoff.attempts:
                opener.trees[code] = int(totals[secrets].sum()), branches[code]

    def batches(self, level: int) -> Iterator[Iterator[Piece]]:
        """The open bins of each first guess that can be better than the best tree."""
        for guess in self.bounds:
            if self.is_open(guess):
                yield self._pieces(self._opener(guess), level)

    def _pieces(self, opener: Opener, level: int) -> Iterator[Piece]:
        """The tasks over the bins of a first guess that may find something better."""
        tasks = [task for code in opener.bounds for task in self._tasks(opener, code, level)]
        self._update(opener)  # what a checkpoint knows of second guesses counts once their bin is split
        for task in tasks:
            _, code, second, _ = task
            above = self._total_to_exceed(opener, code)
            if opener.at_most <= self.floor:
                return
            if opener.bounds[code][second] > above:
                yield task, above

    def _tasks(self, opener: Opener, code: int, level: int) -> list[BinTask]:
        """The tasks of a level over a bin.

        A bin is split once each second guess can have as much work as the second level has for a bin; not in hard mode,
        where the second guesses are fewer.
        """
        effort, above, bounds = GROWTH**level, self._total_to_exceed(opener, code), opener.bounds[code]
        if level and not self._hard and bounds[None] > above:
            guesses = self._guesses(opener.secrets[code], 1, above)
            if len(guesses) <= GROWTH * effort:
                whole = bounds[None]
                bounds = {second: min(bound, whole, bounds.get(second, bound)) for second, bound in guesses.items()}
                bounds[None] = above
                opener.bounds[code] = bounds
        if bounds[None] > above:
            return [(opener.guess, code, None, FIRST_BUDGET * effort)]
        budget = FIRST_BUDGET * GROWTH * (GROWTH * effort // max(1, len(bounds) - 1))
        return [(opener.guess, code, second, budget) for second in bounds if second is not None]

    def learn(self, task: Any, result: Result) -> None:
        """Take in the bracket of a bin, or of one second guess over it."""
        guess, code, second, _ = task
        if guess not in self.bounds:
            return
        opener, (tree, at_most) = self._opener(guess), result
        bounds = opener.bounds[code]
        if tree and (code not in opener.trees or tree[0] > opener.trees[code][0]):
            opener.trees[code] = tree[0], tree_of(tree[1])
        if at_most is not None:
            for bounded in list(bounds) if second is None else [second]:
                bounds[bounded] = min(at_most, bounds.get(bounded, at_most))
        self._update(opener)

    def _update(self, opener: Opener) -> None:
        """Take over the bound of a first guess, and its tree if that is better than the best tree."""
        self.bounds[opener.guess] = min(self.bounds[opener.guess], opener.at_most)
        if opener.best:
            total, tree = opener.best
            self.reached[opener.guess] = total
            self.offer(tree, total)

    def _total_to_exceed(self, opener: Opener, code: int) -> int:
        """The total that a bin must exceed: otherwise its first guess is of no interest."""
        needed = self.floor - (opener.at_most - max(opener.bounds[code].values()))
        return max(needed, opener.trees[code][0]) if code in opener.trees else needed


class HardExact(HardRecursion, Exact):
    """The exact search over the words that hard mode allows; bounds hold for all words."""


def exact_search(game: Game, payoff: Payoff, hard: bool = False) -> Exact:
    """The search of bins; what it learns of a bin serves the next one too."""
    # The worst case has many guesses with equal bounds.
    among_equals = CRITERIA["entropy"] if payoff.solved[0] == payoff.solved[-1] else None
    if hard:
        return HardExact(game, payoff, fastest_totals(), among_equals)
    return Exact(game, payoff, fastest_totals(), among_equals, fastest_few_candidates(game, payoff))


def search_bin(exact: Exact, piece: Piece) -> Result:
    """A tree with a total of more than above, if one is found; a proved upper bound, if the search ended."""
    (guess, code, second, budget), above = piece
    secrets = dict(partition(exact.game, guess, np.arange(len(exact.game.secrets))))[code]
    exact.budget, exact.second_guess = budget, None
    try:
        if second is None:
            tree = exact.after(guess, code, secrets, 1, above)
        else:
            tree = exact.evaluate(second, secrets, 1, above)
        at_most = tree[0] if tree else above
    except OutOfBudget:
        tree, at_most = exact.second_guess, None
    return tree and (tree[0], nest(tree[1])), at_most


def _in_another_process(game_and_payoff: bytes, piece: Piece) -> Result:
    return search_bin(_kept_search(game_and_payoff), piece)


@lru_cache(maxsize=1)
def _kept_search(game_and_payoff: bytes) -> Exact:
    build, payoff, hard = pickle.loads(game_and_payoff)
    return exact_search(build() if payoff.missed == 0 else replace(build(), weights=None), payoff, hard)
