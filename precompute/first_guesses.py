"""The best first guesses under a one-step criterion, from the exact bins of every word of the list."""

from typing import NamedTuple

import numpy as np

from codebreaker.criteria import Criterion, ranked
from codebreaker.loading import criterion_of
from codebreaker.search.fastest import fastest_totals
from precompute.lists import ListKey, all_terms, game_of

PIECE = 200_000_000
"""Replies in a piece of work: a second or two in numpy."""


class FirstGuess(NamedTuple):
    """A guess and its cost (see codebreaker.criteria)."""

    cost: float
    """An integer under the criteria that are built in."""
    guess: int
    """Index in the sorted list."""


Piece = tuple[ListKey, str, int, int, int]
"""(list, criterion, top, start, stop): the best `top` guesses are wanted among those with index start to stop - 1."""


def pieces(key: ListKey, words: int, secrets: int, criterion: str, top: int) -> list[Piece]:
    """The pieces of work that cover all guesses of a list."""
    step = max(1, PIECE // secrets)
    return [(key, criterion, top, start, min(words, start + step)) for start in range(0, words, step)]


def best_of_piece(piece: Piece) -> list[tuple[float, int]]:
    """(cost, index) of the best guesses in the piece, best first."""
    key, name, top, start, stop = piece
    game, criterion = game_of(key), criterion_of(name)
    if isinstance(criterion, Criterion):
        features, table = game.features[start:stop], criterion.table(len(game.secrets))
        costs = fastest_totals()(all_terms(key), features, table, game.codes, criterion.largest)
    else:
        secrets = np.arange(len(game.secrets), dtype=np.int32)
        costs = criterion.costs(game, secrets, np.arange(start, stop), fastest_totals())
    best = ranked(costs, np.ones(len(costs), dtype=bool), top)
    return [(costs[place].item(), start + int(place)) for place in best]


def merged(results: list[list[tuple[float, int]]], top: int) -> list[FirstGuess]:
    """The best guesses of all pieces, in whatever order the pieces finished; equal costs are in alphabetical order."""
    return sorted(FirstGuess(*found) for result in results for found in result)[:top]
