"""The least worst case and the least mean number of guesses: a bracket from the beginning, narrowed until it is closed.

Both are searches for a larger total: of `never_missing` for the worst case, of `rewards` for the mean.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

import numpy as np

from codebreaker.criteria import CRITERIA
from codebreaker.decision_tree import DecisionTree, measures, payoffs_of
from codebreaker.game import Game, hit_counts, settle
from codebreaker.search.anytime import Workplace
from codebreaker.search.bin_proof import BinProof
from codebreaker.search.exact import Exact
from codebreaker.search.fastest import fastest_totals
from codebreaker.search.greedy import greedy
from codebreaker.solution import Solution
from codebreaker.tree import Payoff, Tree, never_missing
from lingo_common.errors import DataError
from lingo_common.option import instance


class Proof(NamedTuple):
    """A tree, and the bracket that is proved around the least figure."""

    tree: Tree
    lower: int
    """No tree needs less: guesses in the worst case, or guesses over all secrets."""
    upper: int | None
    """What the tree needs; None if it misses secrets, because no tree is known that keeps to the worst case."""
    complete: bool = True
    """Whether nothing but the bracket is left to be proved."""
    openers: Sequence[tuple[int, int]] = ()
    """(first guess, least total) of the best first guesses, where they are wanted and all of them are known."""

    @property
    def is_closed(self) -> bool:
        """Whether no tree needs less than this one."""
        return self.complete and self.upper is not None and self.lower >= self.upper


def known_trees(game: Game, first: int | None = None) -> Iterator[Tree]:
    """Trees to begin with: at once the one that always guesses the first candidate, then each greedy tree.

    first: the guess that they begin with.
    """
    if not game.identify and first is None:
        yield Solution(game, lambda secrets: int(game.guess_of[secrets[0]])).tree()
    for criterion in CRITERIA.values():
        yield greedy(game, criterion, first)


def narrow_worst_case(game: Game, work: Callable[[int], Workplace]) -> Iterator[Proof]:
    """Proofs of the least worst case, none wider than the one before; the last one is closed.

    work(k) is where trees of at most k guesses are searched for.
    """
    Game.check_whole(game)
    game = replace(game, weights=None)  # the worst case does not depend on the weights
    secrets = np.arange(len(game.secrets))
    tree, lower = None, 1 + (not game.identify and int(hit_counts(game, secrets).max()) < len(secrets))
    for candidate in known_trees(game):
        tree = min(tree or candidate, candidate, key=lambda one: (measures(one).worst, measures(one).total))
        yield Proof(tree, lower, measures(tree).worst)
        while lower < measures(tree).worst and excluded_by_bounds(game, lower):
            lower += 1
            yield Proof(tree, lower, measures(tree).worst)
    assert tree is not None
    while lower < measures(tree).worst:
        fewer = measures(tree).worst - 1
        search = BinProof(game, never_missing(fewer), -1, work(fewer), tree)
        for _ in search.levels():
            if search.best == 0:
                break
            yield Proof(tree, lower, fewer + 1)
        tree, lower = (search.tree or tree, lower) if search.best == 0 else (tree, fewer + 1)
        yield Proof(tree, lower, measures(tree).worst)


def excluded_by_bounds(game: Game, guesses: int) -> bool:
    """Whether the bounds of every first guess's bins exclude a tree of at most that many guesses."""
    search, secrets = Exact(game, never_missing(guesses), fastest_totals()), np.arange(len(game.secrets))
    splits = (settle(game, guess, secrets)[1] for guess in search.rank(secrets, 0, -1).guesses.tolist())
    return all(search.bounds([members for _, members in bins], 1, -1) is None for bins in splits)


class Rewards(NamedTuple):
    """The payoff whose largest total is the least total number of guesses, where no secret is missed."""

    payoff: Payoff
    every: int
    """A total of T is `every` - T guesses."""
    most: int
    """The most guesses that any tree needs that misses no secret; a larger number tells that some are missed."""

    def proof(self, tree: Tree, total: int, at_most: int, complete: bool) -> Proof:
        """The proof that a tree has that total and none a larger one than at_most."""
        guesses = self.every - total
        return Proof(tree, self.every - at_most, guesses if guesses <= self.most else None, complete)


def rewards(game: Game, worst: int | None) -> Rewards:
    """The rewards of a game; a tree whose guesses all tell something needs no more guesses than there are secrets."""
    secrets = np.arange(len(game.secrets))
    attempts, weight = worst or len(secrets), game.weight(secrets)
    # With a limit, a missed secret costs more than all guesses of the others.
    reward = len(secrets) + 1 if worst is None else attempts * weight + 1
    return Rewards(Payoff(tuple(reward - guess - 1 for guess in range(attempts))), reward * weight, attempts * weight)


def narrow_mean(
    game: Game, work: Workplace, worst: int | None = None, first: int | None = None, top: int = 1
) -> Iterator[Proof]:
    """Proofs of the least total number of guesses, none wider than the one before; the last one is closed.

    worst: the most guesses that a tree may need for any secret; DataError if no tree keeps to it. first: the first
    guess that trees begin with, None for any. top: how many first guesses get their least totals.
    """
    Game.check_whole(game)
    rated, best_tree, best, at_most = rewards(game, worst), None, 0, 0
    for tree in known_trees(game, first):
        total = int(payoffs_of(tree, game, rated.payoff).sum())
        if best_tree is None or total > best:
            best_tree, best = tree, total
        at_most = at_most or BinProof(game, rated.payoff, best, work, first=first).at_most
        yield rated.proof(best_tree, best, max(at_most, best), top == 1)
    assert best_tree is not None
    search = BinProof(game, rated.payoff, best, work, best_tree, first, top)
    for _ in chain([0], search.levels()):
        proof = rated.proof(search.tree or best_tree, search.best, search.at_most, top == 1)
        if proof.lower > rated.most:
            break
        yield proof
    if search.best < rated.every - rated.most:
        raise DataError(f"{game.name}: no tree needs at most {worst} guesses for every secret: proved")
    totals = [(guess, rated.every - total) for guess, total in search.openers if top > 1]
    openers = [(guess, total) for guess, total in totals if total <= rated.most]
    yield rated.proof(search.tree or best_tree, search.best, search.at_most, True)._replace(openers=openers)


def solution_exists(game: Game, max_guesses: int) -> DecisionTree | None:
    """A tree with at most max_guesses on every path, or None if there provably is none."""
    Game.check_whole(game)
    if instance("max_guesses", max_guesses, int) < 1:
        return None
    search = BinProof(replace(game, weights=None), never_missing(max_guesses), -1, Workplace())
    for _ in search.levels():
        if search.tree:
            return DecisionTree.of(search.tree, game)
    return None


def least_worst_case(game: Game) -> DecisionTree:
    """A tree with the least worst case, proved."""
    *_, proof = narrow_worst_case(game, lambda guesses: Workplace())
    return DecisionTree.of(proof.tree, game)


def lower_bound(game: Game) -> int:
    """The least number of guesses that is always enough, proved."""
    return least_worst_case(game).worst


def optimal(game: Game) -> DecisionTree:
    """A tree with the least total number of guesses over all secrets, each with its weight."""
    *_, proof = narrow_mean(game, Workplace())
    return DecisionTree.of(proof.tree, game)
