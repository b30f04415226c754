"""The least worst case and the least mean number of guesses: a bracket from the beginning, narrowed until it is closed.

Both are searches for a larger total: of `never_missing` for the worst case, of `rewards` for the mean.
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from codebreaker.criteria import CRITERIA
from codebreaker.decision_tree import DecisionTree, measures, payoffs_of
from codebreaker.game import Game, hit_counts, settle
from codebreaker.search.anytime import Anytime, Workplace
from codebreaker.search.bin_proof import BinProof
from codebreaker.search.exact import Exact
from codebreaker.search.fastest import fastest_totals
from codebreaker.search.greedy import greedy
from codebreaker.solution import Solution
from codebreaker.tree import INFINITY, Payoff, Tree, never_missing
from lingo_common.errors import DataError
from lingo_common.option import instance


class Proof(NamedTuple):
    """A tree, and the bracket that is proved around the least figure."""

    tree: Tree
    lower: int
    """No tree needs less: guesses in the worst case, or guesses over all secrets."""
    upper: int | None
    """What the tree needs; None if it misses secrets, because no tree is known that keeps to the worst case."""
    is_closed: bool
    """Whether all that is wanted is proved: no tree needs less than this one."""
    openers: Sequence[tuple[int, int]] = ()
    """(first guess, least total) of the best first guesses, where they are wanted and all of them are known."""


def known_trees(game: Game, first: int | None = None) -> Iterator[Tree]:
    """Trees to begin with: at once the one that always guesses the first candidate, then each greedy tree.

    first: the guess that they begin with.
    """
    if not game.identify and first is None:
        yield Solution(game, lambda secrets: int(game.guess_of[secrets[0]])).tree()
    for criterion in CRITERIA.values():
        yield greedy(game, criterion, first)


def narrow_worst_case(game: Game, work: Workplace) -> Generator[Proof]:
    """Proofs of the least worst case, none wider than the one before; the last one is closed."""
    Game.check_whole(game)
    game = replace(game, weights=None)  # the worst case does not depend on the weights
    secrets = np.arange(len(game.secrets))
    tree, worst = None, INFINITY
    lower = 1 + (not game.identify and int(hit_counts(game, secrets).max()) < len(secrets))
    for candidate in known_trees(game):
        tree = min(tree or candidate, candidate, key=lambda one: (measures(one).worst, measures(one).total))
        worst = measures(tree).worst
        yield Proof(tree, lower, worst, lower == worst)
        while lower < worst and excluded_by_bounds(game, lower):
            lower += 1
            yield Proof(tree, lower, worst, lower == worst)
    assert tree is not None
    while lower < worst:
        search = BinProof(game, never_missing(worst - 1), -1, work._replace(goal=worst - 1), tree)
        for _ in search.steps():
            if search.best < 0:
                yield Proof(tree, lower, worst, False)
        if search.best == 0 and search.tree:
            tree, worst = search.tree, measures(search.tree).worst
        else:
            lower = worst
        yield Proof(tree, lower, worst, lower == worst)


def excluded_by_bounds(game: Game, guesses: int) -> bool:
    """Whether the bounds of every first guess's bins exclude a tree of at most that many guesses."""
    search, secrets = Exact(game, never_missing(guesses), fastest_totals()), np.arange(len(game.secrets))
    splits = (settle(game, guess, secrets)[1] for guess in search.rank(secrets, 0, -1).guesses.tolist())
    return all(search.bounds([members for _, members in bins], 1, -1) is None for bins in splits)


class Rewards:
    """The payoff whose largest total is the least total number of guesses, where no secret is missed."""

    def __init__(self, game: Game, worst: int | None) -> None:
        """worst: the most guesses for any secret; without it as many as secrets, which is enough for any tree whose
        guesses all tell something."""
        secrets = np.arange(len(game.secrets))
        attempts, weight = min(worst or len(secrets), len(secrets)), game.weight(secrets)
        # With a limit, a missed secret costs more than all guesses of the others. Bins need at least one attempt.
        reward = len(secrets) + 1 if worst is None else attempts * weight + 1
        self.payoff = Payoff(tuple(reward - guess - 1 for guess in range(max(2, attempts))))
        self.every = reward * weight
        """A total of T is `every` - T guesses."""
        self.most = attempts * weight
        """The most guesses of any tree that misses no secret; a larger number tells that some are missed."""

    def proof(self, search: Anytime) -> Proof:
        """The bracket of that search for the largest total."""
        assert search.tree is not None
        guesses, lower, openers = self.every - search.best, self.every - search.at_most, list[tuple[int, int]]()
        if search.top > 1 and search.is_proved:
            openers = [
                (first, self.every - total) for first, total in search.openers if total >= self.every - self.most
            ]
        return Proof(search.tree, lower, guesses if guesses <= self.most else None, search.is_proved, openers)


def narrow_mean(
    game: Game, work: Workplace, worst: int | None = None, first: int | None = None, top: int = 1
) -> Generator[Proof]:
    """Proofs of the least total number of guesses, none wider than the one before; the last one is closed.

    worst: the most guesses that a tree may need for any secret; DataError if no tree keeps to it. first: the first
    guess that trees begin with, None for any. top: how many first guesses get their least totals.
    """
    Game.check_whole(game)
    rated, search = Rewards(game, worst), None
    for tree in known_trees(game, first):
        total = int(payoffs_of(tree, game, rated.payoff).sum())
        search = search or BinProof(game, rated.payoff, total, work, tree, first, min(top, len(game.guesses)))
        search.offer(tree, total)
        yield rated.proof(search)
    assert search is not None
    for _ in search.steps():
        if rated.every - search.at_most > rated.most:
            raise DataError(f"{game.name}: no tree needs at most {worst} guesses for every secret: proved")
        yield rated.proof(search)


def solution_exists(game: Game, max_guesses: int) -> DecisionTree | None:
    """A tree with at most max_guesses on every path, or None if there provably is none."""
    Game.check_whole(game)
    if instance("max_guesses", max_guesses, int) < 1:
        return None
    payoff = never_missing(min(max_guesses, len(game.secrets)))
    *_, search = BinProof(replace(game, weights=None), payoff, -1, Workplace()).steps()
    return DecisionTree.of(search.tree, game) if search.tree else None


def least_worst_case(game: Game) -> DecisionTree:
    """A tree with the least worst case, proved."""
    *_, proof = narrow_worst_case(game, Workplace())
    return DecisionTree.of(proof.tree, game)


def lower_bound(game: Game) -> int:
    """The least number of guesses that is always enough, proved."""
    return least_worst_case(game).worst


def optimal(game: Game) -> DecisionTree:
    """A tree with the least total number of guesses over all secrets, each with its weight."""
    *_, proof = narrow_mean(game, Workplace())
    return DecisionTree.of(proof.tree, game)
