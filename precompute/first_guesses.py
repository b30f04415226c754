"""The best first guesses under a one-step criterion, from the exact bins of every word of the list."""

from typing import NamedTuple

import numpy as np

from codebreaker.criteria import Criterion, best_guesses
from codebreaker.loading import criterion_of
from codebreaker.search.fastest import fastest_totals
from precompute.board import board_of
from wordlists.word_game import WordGame

PIECE = 200_000_000
"""Replies in a piece of work: a second or two in numpy."""


class FirstGuess(NamedTuple):
    """A guess and its cost (see codebreaker.criteria)."""

    cost: float
    """An integer under the criteria that are built in."""
    guess: int
    """Index in the sorted list."""


Piece = tuple[WordGame, str, int, int, int]
"""(game, criterion, top, start, stop): the best `top` guesses are wanted among those with index start to stop - 1."""


def pieces(game: WordGame, criterion: str, top: int) -> list[Piece]:
    """The pieces of work that cover all guesses of a game."""
    words, step = len(game.words), max(1, PIECE // len(game.secrets))
    return [(game, criterion, top, start, min(words, start + step)) for start in range(0, words, step)]


def best_of_piece(piece: Piece) -> list[tuple[float, int]]:
    """(cost, index) of the best guesses in the piece, best first."""
    word_game, name, top, start, stop = piece
    board, criterion = board_of(word_game), criterion_of(name)
    game = board.game
    if isinstance(criterion, Criterion):
        features, table = game.features[start:stop], criterion.table(len(game.secrets))
        costs = fastest_totals()(board.terms, features, table, game.codes, criterion.largest)
    else:
        costs = criterion.costs(game, board.secrets, np.arange(start, stop), fastest_totals())
    best = best_guesses(costs, np.ones(len(costs), dtype=bool), top)
    return [(costs[index].item(), start + int(index)) for index in best]


def merge_results(results: list[list[tuple[float, int]]], top: int) -> list[FirstGuess]:
    """The best guesses of all pieces, in whatever order the pieces finished; equal costs are in alphabetical order."""
    return sorted(FirstGuess(*values) for result in results for values in result)[:top]
