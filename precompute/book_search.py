"""The search for a book's tree: a greedy tree for each of many first guesses, then a wider search of the best few.

No one-step criterion finds the best first guess. So the best first guesses by expected points, by number of bins and
by entropy each get a whole tree, with one guess kept at each attempt. The best of these trees are searched again with
more guesses kept.
"""

import base64
from functools import lru_cache
from itertools import chain, zip_longest
from typing import NamedTuple

import numpy as np

from codebreaker.criteria import CRITERIA, ranked
from codebreaker.payoff import pit_points
from codebreaker.replies import Array
from codebreaker.search.beam import Search
from codebreaker.search.fastest import fastest_totals
from codebreaker.search.learned_values import Breakpoints, LearnedValues
from precompute.books import BookEntry, entry_of
from precompute.lists import ListKey, all_terms, game_of

ROUNDS_OF_LEARNING = 2
"""Greedy trees that are built, one after the other, to learn the tables of expected points."""

TreePiece = tuple[ListKey, int, int, list[int], list[Breakpoints]]
"""(list, attempts, first guess, guesses kept at each attempt, breakpoints of the expected points)."""


class FoundTree(NamedTuple):
    """The result of one search."""

    points: int
    """Points over all words."""
    first_guess: int
    section: str
    """The entry's section (see lingo_bot.book) in base 64."""
    depth: int
    nodes: int

    def entry(self, key: ListKey, attempts: int) -> BookEntry:
        """The book entry that holds the tree."""
        section = base64.b64decode(self.section)
        return BookEntry(key.length, key.fingerprint, "score", attempts, self.depth, self.nodes, section)


def learn(key: ListKey, attempts: int) -> list[Breakpoints]:
    """The breakpoints of expected points by bin size, learned from greedy trees (first guess: best by entropy)."""
    game, payoff = game_of(key), pit_points(attempts)
    secrets = np.arange(len(game.secrets), dtype=np.int32)
    worth = LearnedValues(payoff)
    first = int(costs(key, "entropy").argmin())
    for _ in range(ROUNDS_OF_LEARNING):
        search = Search(game, payoff, worth, [1] * attempts, fastest_totals(), worth.see)
        search.evaluate(first, secrets, 0)
        breakpoints = worth.learn()
    return breakpoints


def first_guesses(key: ListKey, attempts: int, breakpoints: list[Breakpoints], count: int) -> list[int]:
    """The `count` best guesses by expected points, by number of bins and by entropy, each guess once."""
    game, payoff = game_of(key), pit_points(attempts)
    secrets = np.arange(len(game.secrets), dtype=np.int32)
    keep = [2 * count] * attempts  # three quarters of a shortlist are the best by expected points
    worth = LearnedValues(payoff, breakpoints)
    by_points = Search(game, payoff, worth, keep, fastest_totals()).shortlist(secrets, 0)[:count]
    everything = np.ones(len(game.guesses), dtype=bool)
    lists = [by_points, *(ranked(costs(key, name), everything, count) for name in ("parts", "entropy"))]
    in_turn = chain(*zip_longest(*lists))  # a list is shorter only where there are too few words
    return list(dict.fromkeys(int(guess) for guess in in_turn if guess is not None))


@lru_cache(maxsize=2)
def costs(key: ListKey, criterion: str) -> Array:
    """The cost of every first guess under a criterion that is a sum over bins: int64 (words,)."""
    game = game_of(key)
    table = CRITERIA[criterion].table(len(game.secrets))
    return fastest_totals()(all_terms(key), game.features, table, game.codes)


def search_tree(piece: TreePiece) -> list[int | str]:
    """The fields of a FoundTree, as a list, for the first guess of the piece."""
    raw_key, attempts, first, keep, breakpoints = piece
    key = ListKey(*raw_key)
    game, payoff = game_of(key), pit_points(attempts)
    worth = LearnedValues(payoff, breakpoints)
    search = Search(game, payoff, worth, keep, fastest_totals())
    result = search.evaluate(first, np.arange(len(game.secrets), dtype=np.int32), 0)
    assert result is not None
    points, tree = result
    entry = entry_of(tree, key.length, key.fingerprint, "score", attempts)
    return [points, first, base64.b64encode(entry.section).decode(), entry.depth, entry.nodes]
