"""The whole tree that `lingo-bot` plays on a list: a book's tree, or the tree of a strategy."""

import os
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

import msgspec
import numpy as np

from codebreaker.game import Game, partition
from codebreaker.replies import Array
from codebreaker.tree import Tree
from lingo_bot.book import Book, TreeEntry
from lingo_bot.book_player import book_for, strategy_key
from lingo_bot.strategy import Strategy
from lingo_common.cli.progress import Progress
from lingo_common.errors import DataError
from lingo_common.pieces import Checkpoint, run_pieces
from precompute.board import board_of
from wordlists.reply import reply_of
from wordlists.word_game import WordGame

BINS_IN_A_PIECE = 64

BinsPiece = tuple[WordGame, str, int, list[int]]
"""(game, strategy, first guess, reply codes): the bins of the first guess whose trees are wanted."""
Steps = tuple[tuple[str, str], ...]
"""The guesses so far and their replies."""


def played_tree(
    word_game: WordGame,
    strategy: str,
    book: str | None,
    executor: Executor | None,
    progress: Progress,
    checkpoint: Checkpoint | None = None,
) -> Tree:
    """The whole tree that `lingo-bot` plays in that game with those options."""
    progress.begin(word_game.name)
    board = board_of(word_game)
    entry = book_for(word_game, strategy, book)
    if entry and entry.depth > 1:
        return tree_from_book(board.game, entry, word_game.attempts)
    if entry:
        first = entry.tree(len(board.game.guesses)).guesses[0]
    else:
        first = board.strategy(strategy).choice(board.secrets, ())
    bins = (
        partition(board.game, first, board.secrets) if word_game.attempts > 1 else []
    )  # else the first guess is the last
    codes = [code for code, members in sorted(bins, key=lambda item: -len(item[1])) if code != board.game.winning]
    count = -(-len(codes) // BINS_IN_A_PIECE)  # each piece gets some of the largest bins
    pieces: list[BinsPiece] = [(word_game, strategy, first, codes[start::count]) for start in range(count)]
    progress.expect(len(pieces))
    branches: dict[int, Tree] = {}
    for _, result in run_pieces(play_out, pieces, executor, checkpoint):
        branches |= msgspec.convert(result, dict[int, Tree], strict=False)
        progress.step()
    return _node(board.game, first, board.secrets, 0, word_game.attempts, lambda code, _: branches[code])


def tree_in(path: str, word_game: WordGame) -> Tree | None:
    """The tree of the book at the path for that game; None if it has none, or if there is no book."""
    if not os.path.exists(path):
        return None
    key = strategy_key("score", word_game.objective, word_game.hard)
    entry = Book(path).find(word_game.fingerprint, word_game.length, key, word_game.attempts)
    return None if entry is None else tree_from_book(board_of(word_game).game, entry, word_game.attempts)


def play_out(piece: BinsPiece) -> Any:
    """The tree of each bin in the piece by reply code, as a checkpoint holds it."""
    game, name, first_guess, codes = piece
    board = board_of(game)
    strategy = board.strategy(name)
    bins = dict(partition(board.game, first_guess, board.secrets))
    trees = {code: grow(strategy, bins[code], (_step(board.game, first_guess, code),)) for code in codes}
    return msgspec.to_builtins(trees, str_keys=True)


def grow(strategy: Strategy, secrets: Array, steps: Steps) -> Tree:
    """The tree of a strategy over these candidates."""
    game = strategy.game
    guess = strategy.choice(secrets, steps)

    def branch(code: int, members: Array) -> Tree:
        return grow(strategy, members, (*steps, _step(game, guess, code)))

    return _node(game, guess, secrets, len(steps), strategy.attempts, branch)


def _step(game: Game, guess: int, code: int) -> tuple[str, str]:
    word = game.guesses[guess]
    return word, reply_of(code, len(word))


def tree_from_book(game: Game, entry: TreeEntry, attempts: int) -> Tree:
    """The tree of a book's entry, with every branch checked against the list; DataError if they do not fit."""
    tree = entry.tree(len(game.guesses))

    def node_at(node: int, secrets: Array, attempt: int) -> Tree:
        children = {tree.replies[child]: child for child in tree.branches(node)}

        def branch(code: int, members: Array) -> Tree:
            if code not in children:
                raise DataError("the book's tree has no branch for a reply that a word of the list gives")
            return node_at(children[code], members, attempt + 1)

        return _node(game, tree.guesses[node], secrets, attempt, attempts, branch)

    return node_at(0, np.arange(len(game.secrets), dtype=np.int32), 0)


def _node(
    game: Game, guess: int, secrets: Array, attempt: int, attempts: int, branch: Callable[[int, Array], Tree]
) -> Tree:
    """The node of a guess; branch(reply code, candidates) makes its branches."""
    if len(secrets) == 1 and game.own[guess] == secrets[0]:
        return Tree(guess, 1, 0, ())
    bins = partition(game, guess, secrets)
    hit = int(bins[-1][0] == game.winning)
    if attempt == attempts - 1:
        return Tree(guess, hit, len(secrets) - hit, ())
    return Tree(guess, hit, 0, tuple((code, branch(code, members)) for code, members in bins[: len(bins) - hit]))
