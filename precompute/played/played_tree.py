"""The whole tree that `lingo-bot` plays on a list: a book's tree, or the tree of a strategy."""

from concurrent.futures import Executor
from functools import lru_cache

import numpy as np

from codebreaker.game import partition
from codebreaker.tree import Tree
from lingo_bot.book import Book, Entry
from lingo_bot.book_player import find_entry, refusal
from lingo_bot.launch import AUTO_BOOK, NO_BOOK, cached_book
from lingo_bot.other_rules import OtherRules, book_for
from lingo_bot.words import RawList
from lingo_common.checkpoint import Checkpoint
from lingo_common.cli.progress import Progress
from lingo_common.pieces import in_pieces
from precompute.books import entry_in
from precompute.game_key import GameKey
from precompute.lists import game_of, lists_of
from precompute.played import trees
from precompute.played.live_rule import live_rule
from precompute.played.trees import Guesser

BINS_IN_A_PIECE = 64

BinsPiece = tuple[GameKey, str, int, list[int]]
"""(game, strategy, first guess, reply codes): the bins of the first guess whose trees are wanted."""


def played_tree(
    game: GameKey,
    strategy: str,
    book: str | None,
    executor: Executor | None,
    progress: Progress,
    checkpoint: Checkpoint | None = None,
) -> Tree:
    """The whole tree that `lingo-bot` plays in that game with those options."""
    progress.begin(game.lists.name)
    board = game_of(game.lists)
    found = book_entry(game, strategy, book)
    if found and found[1].depth > 1:
        return trees.from_book(board, *found, game.attempts)
    if found:
        first = found[0].tree_over(len(board.guesses), found[1]).guesses[0]
    else:
        first = _rule(game, strategy)(np.arange(len(board.secrets), dtype=np.int32), ())
    pieces = _pieces(game, strategy, first)
    progress.expect(len(pieces))
    branches: list[tuple[int, trees.Packed]] = []
    for _, result in in_pieces(play_out, pieces, executor, checkpoint):
        branches += result
        progress.step()
    return trees.joined(board, first, branches, game.attempts)


def book_entry(game: GameKey, strategy: str, book: str | None) -> tuple[Book, Entry] | None:
    """The book and entry that lingo-bot plays from with that --book; DataError if lingo-bot refuses it."""
    if book == NO_BOOK:
        return None
    key = game.lists
    if not game.is_pits:
        rules = OtherRules(None, key.first_letter, game.hard, game.objective, key.letters)
        return book_for(rules, lists_of(key), strategy, game.attempts, book)
    words = RawList(key.length, key.source)
    if book == AUTO_BOOK:
        book = cached_book(words, strategy, game.attempts)
    found = find_entry(words, strategy, game.attempts, book)
    if found is None and book:
        raise refusal(words, strategy, game.attempts, book)
    return found


def tree_in(path: str, game: GameKey) -> Tree | None:
    """The tree of the book at the path for that game; None if it has none, or if there is no book."""
    found = entry_in(path, game)
    return None if found is None else trees.from_book(game_of(game.lists), *found, game.attempts)


@lru_cache(maxsize=1)
def _rule(game: GameKey, strategy: str) -> Guesser:
    return live_rule(game, strategy)


def _pieces(game: GameKey, strategy: str, first_guess: int) -> list[BinsPiece]:
    """Pieces of work that cover the bins of the first guess; each piece gets some of the largest bins."""
    if game.attempts == 1:  # the first guess is the last
        return []
    board = game_of(game.lists)
    bins = partition(board, first_guess, np.arange(len(board.secrets), dtype=np.int32))
    codes = [code for code, members in sorted(bins, key=lambda item: -len(item[1])) if code != board.winning]
    count = -(-len(codes) // BINS_IN_A_PIECE)
    return [(game, strategy, first_guess, codes[start::count]) for start in range(count)]


def play_out(piece: BinsPiece) -> list[tuple[int, trees.Packed]]:
    """(reply code, packed tree) for each bin in the piece."""
    game, strategy, first_guess, wanted = piece
    board, rule = game_of(game.lists), _rule(game, strategy)
    bins = dict(partition(board, first_guess, np.arange(len(board.secrets), dtype=np.int32)))
    return [
        (code, trees.packed(trees.grow(board, rule, bins[code], ((first_guess, code),), game.attempts)))
        for code in wanted
    ]
