"""The best first guesses under a one-step criterion, from the exact bins of every word of the list."""

from concurrent.futures import Executor
from functools import partial

import numpy as np

from codebreaker.criteria import best_guesses
from codebreaker.loading import criterion_of
from lingo_common.cli.progress import Progress
from lingo_common.pieces import Checkpoint, run_pieces
from precompute.board import board_of
from wordlists.word_game import WordGame

PIECE = 200_000_000
"""Replies in a piece of work: a second or two in numpy."""


def best_first_guesses(
    word_game: WordGame,
    criterion: str,
    top: int,
    executor: Executor | None,
    progress: Progress,
    checkpoint: Checkpoint,
) -> list[tuple[float, int]]:
    """(cost, index) of the best `top` guesses, best first; equal costs are in alphabetical order."""
    # The guesses of a piece, each of which has a reply for every secret.
    size = max(1, PIECE // len(word_game.secrets))
    starts = range(0, len(word_game.words), size)
    progress.begin(word_game.name)
    progress.expect(len(starts))

    best: list[tuple[float, int]] = []
    work = partial(best_in_range, word_game, criterion, top, size)
    # Most criteria have whole numbers as costs: `int` keeps them whole when they are read from a checkpoint.
    for _, best_of_piece in run_pieces(work, starts, executor, checkpoint, list[tuple[float | int, int]]):
        best += best_of_piece
        progress.step()

    return sorted(best)[:top]


def best_in_range(word_game: WordGame, criterion: str, top: int, size: int, start: int) -> list[tuple[float, int]]:
    """(cost, index) of the best `top` guesses among the `size` guesses from the index `start` on, best first.

    criterion: its name, or the path of the file that defines it.
    """
    # The game itself, whose replies take less time in this form.
    game = board_of(word_game).quick_game
    stop = min(start + size, len(game.guesses))
    costs = criterion_of(criterion).costs(game, game.all_secrets, np.arange(start, stop))
    return [(costs[index].item(), start + int(index)) for index in best_guesses(costs, top)]
