"""What a tree amounts to: distribution, total, mean and worst case of the number of guesses."""

from typing import NamedTuple

from codebreaker.game import Game
from codebreaker.solution import Step
from codebreaker.tree import Tree, attempts_distribution


class Measures(NamedTuple):
    """The numbers of guesses over all secrets of a tree that misses none."""

    distribution: dict[int, int]
    """How many secrets are solved with each number of guesses, ascending."""
    total: int
    mean: float
    worst: int


def measures(tree: Tree) -> Measures:
    """The measures of a tree."""
    solved, _ = attempts_distribution(tree)
    distribution = dict(sorted(solved.items()))
    total = sum(attempt * count for attempt, count in distribution.items())
    return Measures(distribution, total, total / solved.total(), max(distribution))


def longest(tree: Tree, game: Game) -> tuple[Step, ...]:
    """The first of the longest paths to a winning reply."""
    best: tuple[Step, ...] = (Step(tree.guess, game.winning),) if tree.hit else ()
    for code, subtree in tree.branches:
        path = longest(subtree, game)
        if len(path) + 1 > len(best):
            best = (Step(tree.guess, code), *path)
    return best
