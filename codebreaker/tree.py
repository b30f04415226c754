"""Decision trees and their payoffs.

A node is a guess and a branch for every reply that does not end the game. A payoff says what a secret is worth that is
solved at each attempt: points, minus the number of guesses, or minus the misses.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

INFINITY = 1 << 60
"""More than any total, any cost and any amount of work."""


@dataclass(frozen=True)
class Payoff:
    """The payoff of each attempt: integers, more is better."""

    solved: tuple[int, ...]
    """solved[a]: the payoff of solving at attempt a + 1; never increasing."""
    missed: int = 0
    """The payoff of a game whose attempts ran out; at most the last of solved."""

    @property
    def attempts(self) -> int:
        """How many guesses there are."""
        return len(self.solved)

    def most(self, size: int, attempt: int) -> int:
        """An upper bound on the total over a bin of that size, in a plain game, with the attempt (0, 1, …) next.

        One secret at most is solved now, every other one at the next attempt at best. Where secrets have weights, or a
        guess can win against several, a total can be larger: see search.bounds.most_at_once.
        """
        later = self.solved[attempt + 1] if attempt + 1 < self.attempts else self.missed
        return self.solved[attempt] + later * (size - 1) if size else 0


def pit_points(attempts: int = 5) -> Payoff:
    """The points of the contest's pit: 100 x (attempts + 1 - a) for a hit at attempt a, 0 for a miss."""
    return Payoff(tuple(100 * attempts_left for attempts_left in range(attempts, 0, -1)))


def never_missing(attempts: int) -> Payoff:
    """Minus the number of secrets missed: a tree with a total of 0 needs at most that many guesses."""
    return Payoff((0,) * attempts, -1)


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
