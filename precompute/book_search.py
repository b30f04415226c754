"""Searching the tree of a book: many first guesses as whole trees, greedily; the best of them again, more widely.

No one-step criterion finds the best first guess, so the best by expected points, by bins and by entropy all play a
whole tree with one guess kept at each step. The few that come out best are searched again with more guesses kept.
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
"""Greedy trees that the tables of expected points are learned from."""

TreePiece = tuple[ListKey, int, int, list[int], list[Breakpoints]]
"""(list, attempts, first guess, guesses kept at each attempt, knots of the expected points)."""


class Found(NamedTuple):
    """A tree that was searched."""

    points: int
    """Points over all words."""
    first_guess: int
    section: str
    """The entry's section (see lingo_bot.book) in base 64."""
    depth: int
    nodes: int

    def entry(self, key: ListKey, attempts: int) -> BookEntry:
        """The book entry of the tree."""
        section = base64.b64decode(self.section)
        return BookEntry(key.length, key.fingerprint, "score", attempts, self.depth, self.nodes, section)


def learn(key: ListKey, attempts: int) -> list[Breakpoints]:
    """The knots of expected points by bin size, from greedy trees under the first guess of most entropy."""
    game, payoff = game_of(key), pit_points(attempts)
    secrets = np.arange(len(game.secrets), dtype=np.int32)
    worth = LearnedValues(payoff)
    first = int(costs(key, "entropy").argmin())
    for _ in range(ROUNDS_OF_LEARNING):
        search = Search(game, payoff, worth, [1] * attempts, fastest_totals(), worth.see)
        search.evaluate(first, secrets, 0)
        knots = worth.learn()
    return knots


def first_guesses(key: ListKey, attempts: int, knots: list[Breakpoints], count: int) -> list[int]:
    """The best so many guesses each by expected points, by bins and by entropy, without repetitions."""
    game, payoff = game_of(key), pit_points(attempts)
    secrets = np.arange(len(game.secrets), dtype=np.int32)
    keep = [2 * count] * attempts  # a shortlist begins with the best by expected points, three quarters of it
    by_points = Search(game, payoff, LearnedValues(payoff, knots), keep, fastest_totals()).shortlist(secrets, 0)[:count]
    everything = np.ones(len(game.guesses), dtype=bool)
    lists = [by_points, *(ranked(costs(key, name), everything, count) for name in ("parts", "entropy"))]
    in_turn = chain(*zip_longest(*lists))  # shorter lists exist only where there are fewer words than wanted
    return list(dict.fromkeys(int(guess) for guess in in_turn if guess is not None))


@lru_cache(maxsize=2)
def costs(key: ListKey, criterion: str) -> Array:
    """The costs of all first guesses by a criterion that sums (see codebreaker.criteria): int64 (words,)."""
    game = game_of(key)
    table = CRITERIA[criterion].table(len(game.secrets))
    return fastest_totals()(all_terms(key), game.features, table, game.codes)


def search_tree(piece: TreePiece) -> list[int | str]:
    """A Found, as a list, of the tree under one first guess."""
    raw_key, attempts, first, keep, knots = piece
    key = ListKey(*raw_key)
    game, payoff = game_of(key), pit_points(attempts)
    worth = LearnedValues(payoff, knots)
    search = Search(game, payoff, worth, keep, fastest_totals())
    result = search.evaluate(first, np.arange(len(game.secrets), dtype=np.int32), 0)
    assert result is not None
    points, tree = result
    entry = entry_of(tree, key.length, key.fingerprint, "score", attempts)
    return [points, first, base64.b64encode(entry.section).decode(), entry.depth, entry.nodes]
