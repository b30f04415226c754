"""The best first guesses under a one-step criterion, from the exact bins of every word of the list."""

from concurrent.futures import Executor

import numpy as np

from codebreaker.criteria import Criterion, best_guesses
from codebreaker.loading import criterion_of
from codebreaker.search.fastest import fastest_totals
from lingo_common.cli.progress import Progress
from lingo_common.pieces import run_pieces
from precompute.board import board_of, checkpoint_of, digest_of
from wordlists.word_game import WordGame

PIECE = 200_000_000
"""Replies in a piece of work: a second or two in numpy."""


Piece = tuple[WordGame, str, int, int, int]
"""(game, criterion, top, start, stop): the best `top` guesses are wanted among those with index start to stop - 1."""


def best_first_guesses(
    word_game: WordGame, criterion: str, top: int, executor: Executor | None, progress: Progress
) -> list[tuple[float, int]]:
    """(cost, index) of the best `top` guesses, best first; equal costs are in alphabetical order."""
    words = len(word_game.words)
    step = max(1, PIECE // len(word_game.secrets))
    pieces: list[Piece] = [
        (word_game, criterion, top, start, min(words, start + step)) for start in range(0, words, step)
    ]
    checkpoint = checkpoint_of("first-guesses", word_game, criterion, digest_of(criterion), top)
    progress.begin(word_game.name)
    progress.expect(len(pieces))
    best: list[tuple[float, int]] = []
    for _, result in run_pieces(best_of_piece, pieces, executor, checkpoint):
        best += map(tuple, result)
        progress.step()
    checkpoint.done()
    return sorted(best)[:top]


def best_of_piece(piece: Piece) -> list[tuple[float, int]]:
    """(cost, index) of the best guesses in the piece, best first."""
    word_game, name, top, start, stop = piece
    board = board_of(word_game)
    criterion = criterion_of(name)
    game = board.game
    if isinstance(criterion, Criterion):
        features = game.features[start:stop]
        table = criterion.table(len(game.secrets))
        costs = fastest_totals()(board.terms, features, table, game.codes, criterion.largest)
    else:
        costs = criterion.costs(game, board.secrets, np.arange(start, stop), fastest_totals())
    best = best_guesses(costs, np.ones(len(costs), dtype=bool), top)
    return [(costs[index].item(), start + int(index)) for index in best]
