"""The least worst case and the least mean number of guesses: a bracket from the beginning, narrowed until it is closed.

Both are searches for a larger total: of `never_missing` for the worst case, of `fewest_guesses` for the mean.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from codebreaker.criteria import CRITERIA
from codebreaker.game import Game, hit_counts
from codebreaker.measures import measures, weighted_measures
from codebreaker.payoff import fewest_guesses, never_missing
from codebreaker.search.anytime import Anytime, Workplace
from codebreaker.search.exact import Exact
from codebreaker.search.fastest import fastest_totals
from codebreaker.search.greedy import greedy
from codebreaker.solution import Solution
from codebreaker.tree import Tree


class Proof(NamedTuple):
    """A tree, and the bracket that is proved around the least figure."""

    tree: Tree
    lower: int
    """No tree needs less: guesses in the worst case, or guesses over all secrets."""
    upper: int
    """What the tree needs."""

    @property
    def closed(self) -> bool:
        """Whether no tree needs less than this one."""
        return self.lower >= self.upper


def closed(proofs: Iterator[Proof]) -> Proof:
    """The last of the proofs."""
    *_, last = proofs
    return last


def known_trees(game: Game) -> Iterator[Tree]:
    """Trees to begin with: at once the one that always guesses the first candidate, then each greedy tree."""
    yield Solution(game, lambda secrets: int(game.guess_of[secrets[0]])).tree()
    for criterion in CRITERIA.values():
        yield greedy(game, criterion)


def narrow_worst_case(game: Game, work: Callable[[int], Workplace]) -> Iterator[Proof]:
    """Proofs of the least worst case, none wider than the one before; the last one is closed.

    work(k) is where trees of at most k guesses are searched for.
    """
    game.check_whole()
    game = replace(game, weights=None)  # the worst case does not depend on the weights
    tree, lower = None, 1 + (int(hit_counts(game, np.arange(len(game.secrets))).max()) < len(game.secrets))
    for known in known_trees(game):
        tree = min(tree or known, known, key=lambda one: (measures(one).worst, measures(one).total))
        yield Proof(tree, lower, measures(tree).worst)
        while lower < measures(tree).worst and excluded_by_bounds(game, lower):
            lower += 1
            yield Proof(tree, lower, measures(tree).worst)
    assert tree is not None
    while lower < measures(tree).worst:
        fewer = measures(tree).worst - 1
        search = Anytime(game, never_missing(fewer), -1, work(fewer), tree)
        for _ in search.levels():
            if search.tree:
                break
            yield Proof(tree, lower, fewer + 1)
        if search.tree:
            tree = search.tree
        else:
            lower = fewer + 1
        yield Proof(tree, lower, measures(tree).worst)


def excluded_by_bounds(game: Game, guesses: int) -> bool:
    """Whether the bounds of every first guess's bins exclude a tree of at most that many guesses."""
    search = Exact(game, never_missing(guesses), fastest_totals())
    secrets = np.arange(len(game.secrets))
    return all(search.excluded(int(guess), secrets, 0, -1) for guess in search.ranked(secrets, 0, -1).guesses)


def narrow_mean(game: Game, work: Workplace) -> Iterator[Proof]:
    """Proofs of the least total number of guesses, none wider than the one before; the last one is closed."""
    game.check_whole()
    most = len(game.secrets)  # a tree whose guesses all tell something needs no more guesses
    every = (most + 1) * game.weight(np.arange(most))
    payoff = fewest_guesses(most).above_missing()
    tree, known_total, lower = None, every, 0
    for known in known_trees(game):
        total = weighted_measures(known, game).total
        if tree is None or total < known_total:
            tree, known_total = known, total
        lower = lower or every - Anytime(game, payoff, every - known_total, work).at_most
        yield Proof(tree, min(lower, known_total), known_total)
    assert tree is not None
    search = Anytime(game, payoff, every - known_total, work, tree)
    yield Proof(tree, every - search.at_most, known_total)
    for _ in search.levels():
        yield Proof(search.tree or tree, every - search.at_most, every - search.best)
