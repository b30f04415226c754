"""The search for a book's tree: a greedy tree for each of many first guesses, then a wider search of the best few.

No one-step criterion finds the best first guess. So the best first guesses by expected points, by number of bins and
by entropy each get a whole tree, with one guess kept at each attempt. The best of these trees are searched again with
more guesses kept.
"""

import base64
from functools import lru_cache
from itertools import chain, zip_longest
from typing import Any, NamedTuple

import numpy as np

from codebreaker.criteria import CRITERIA, ranked
from codebreaker.replies import Array
from codebreaker.rules import WORST
from codebreaker.search.beam import Search
from codebreaker.search.fastest import fastest_totals
from codebreaker.search.hard_search import HardSearch
from codebreaker.search.learned_values import Breakpoints, LearnedValues
from codebreaker.tree import Tree
from lingo_bot.book import pack
from precompute.books import BookEntry, breadth_first, entry_with
from precompute.game_key import GameKey
from precompute.lists import ListKey, all_terms, game_of
from precompute.played.figures import Figures, figures_of

ROUNDS_OF_LEARNING = 2
"""Greedy trees that are built, one after the other, to learn the tables of expected payoffs."""

TreePiece = tuple[GameKey, int, list[int], list[Breakpoints]]
"""(game, first guess, guesses kept at each attempt, breakpoints of the expected payoffs)."""


class FoundTree(NamedTuple):
    """A whole tree for a book; as a list it is a JSON value."""

    figures: Figures
    first_guess: int
    section: str
    """The entry's section (see lingo_bot.book) in base64."""
    depth: int
    nodes: int

    def entry(self, game: GameKey, strategy: str) -> BookEntry:
        """The book entry that holds the tree under that strategy."""
        return entry_with(game, self.depth, self.nodes, base64.b64decode(self.section), strategy)

    def order(self, objective: str) -> tuple[tuple[int, ...], int, str]:
        """What trees are compared by; the larger is better."""
        return self.figures.merit(objective), self.first_guess, self.section


def found_tree(values: list[Any]) -> FoundTree:
    """The FoundTree that a checkpoint holds as a list."""
    (solved, missed), *others = values
    return FoundTree(Figures(tuple(solved), missed), *others)


def learn(game: GameKey) -> list[Breakpoints]:
    """The breakpoints of expected payoffs by bin size, learned from greedy trees (first guess: best by entropy)."""
    worth = LearnedValues(game.payoff)
    first = int(costs(game.lists, "entropy").argmin())
    for _ in range(ROUNDS_OF_LEARNING):
        _search(game, worth, [1] * game.attempts, learning=True).evaluate(first, _secrets(game), 0)
        breakpoints = worth.learn()
    return breakpoints


def first_guesses(game: GameKey, breakpoints: list[Breakpoints], count: int) -> list[int]:
    """The `count` best guesses by expected payoff, by number of bins and by entropy, each guess once."""
    keep = [2 * count] * game.attempts  # three quarters of a shortlist are the best by expected payoff
    search = _search(game, LearnedValues(game.payoff, breakpoints), keep)
    by_payoff = search.shortlist(_secrets(game), 0)[:count]
    everything = np.ones(len(search.game.guesses), dtype=bool)
    lists = [by_payoff, *(ranked(costs(game.lists, name), everything, count) for name in ("parts", "entropy"))]
    in_turn = chain(*zip_longest(*lists))  # a list is shorter only where there are too few words
    return list(dict.fromkeys(int(guess) for guess in in_turn if guess is not None))


@lru_cache(maxsize=2)
def costs(key: ListKey, criterion: str) -> Array:
    """The cost of every first guess under a criterion that is a sum over bins: int64 (words,)."""
    game = game_of(key)
    table = CRITERIA[criterion].table(len(game.secrets))
    return fastest_totals()(all_terms(key), game.features, table, game.codes)


def search_tree(piece: TreePiece) -> FoundTree:
    """The best tree found for the first guess of the piece."""
    game, first, keep, breakpoints = piece
    return as_found(game, best_tree(game, first, keep, breakpoints))


def as_found(game: GameKey, tree: Tree) -> FoundTree:
    """The tree of a game with its figures."""
    nodes, depth = breadth_first(tree)
    section = base64.b64encode(pack(game.lists.length, nodes)).decode()
    return FoundTree(figures_of(tree, game.attempts), tree.guess, section, depth, len(nodes))


def best_tree(game: GameKey, first: int, keep: list[int], breakpoints: list[Breakpoints]) -> Tree:
    """The best tree found that begins with the first guess.

    For the worst case the search is repeated with fewer attempts until a secret is missed.
    """
    tree = _tree(game, first, keep, breakpoints)
    while game.objective == WORST:
        worst = figures_of(tree, game.attempts).worst
        if worst is None or worst <= 2:
            break
        fewer = game._replace(attempts=worst - 1)
        shorter = _tree(fewer, first, keep[: fewer.attempts], breakpoints[-(fewer.attempts - 1) :])
        if figures_of(shorter, fewer.attempts).missed:
            break
        tree = shorter
    return tree


def _tree(game: GameKey, first: int, keep: list[int], breakpoints: list[Breakpoints]) -> Tree:
    found = _search(game, LearnedValues(game.payoff, breakpoints), keep).evaluate(first, _secrets(game), 0)
    assert found is not None
    return found[1]


def _search(game: GameKey, worth: LearnedValues, keep: list[int], learning: bool = False) -> Search:
    """The search for trees of the game; learning: whether worth sees the bins that it solves."""
    kind = HardSearch if game.hard else Search
    seen = worth.see if learning else None
    return kind(game_of(game.lists), game.payoff, worth, keep, fastest_totals(), seen)


def _secrets(game: GameKey) -> Array:
    """The indices of all secrets."""
    return np.arange(len(game_of(game.lists).secrets), dtype=np.int32)
