"""Decision trees: a node is a guess and a branch for every reply that does not end the game."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from codebreaker.payoff import Payoff


class Tree(NamedTuple):
    """A guess, by its index in the game, and where each reply leads; a leaf has no branches.

    A secret whose reply has no branch at the last attempt is missed.
    """

    guess: int
    hit: int
    """How many secrets the guess wins against here: in Lingo and Mastermind 1 or 0."""
    missed: int
    """How many secrets remain unsolved because attempts ran out at this guess."""
    branches: tuple[tuple[int, "Tree"], ...]
    """(reply code, subtree), codes ascending."""


def walk(tree: Tree, attempt: int = 1) -> Iterator[tuple[int, Tree]]:
    """Every node with the attempt, from 1, at which it is guessed: parents first."""
    stack = [(attempt, tree)]
    while stack:
        depth, node = stack.pop()
        yield depth, node
        stack.extend((depth + 1, child) for _, child in reversed(node.branches))


def attempts_distribution(tree: Tree) -> tuple[Counter[int], int]:
    """How many secrets are solved at each attempt, and how many are missed."""
    solved: Counter[int] = Counter()
    missed = 0
    for attempt, node in walk(tree):
        solved[attempt] += node.hit
        missed += node.missed
    return +solved, missed


def value(tree: Tree, payoff: Payoff) -> int:
    """The total payoff over all secrets."""
    solved, missed = attempts_distribution(tree)
    return sum(payoff.solved[attempt - 1] * count for attempt, count in solved.items()) + payoff.missed * missed


Nested = list[Any]
"""A tree as JSON holds it: [guess, hit, missed, [[reply code, subtree], …]]."""


def nest(tree: Tree) -> Nested:
    """The tree as nested lists."""
    return [tree.guess, int(tree.hit), tree.missed, [[code, nest(child)] for code, child in tree.branches]]


def tree_of(lists: Nested) -> Tree:
    """The tree that nested lists hold."""
    guess, hit, missed, branches = lists
    return Tree(guess, hit, missed, tuple((code, tree_of(child)) for code, child in branches))
