"""The whole tree that `lingo-bot` plays on a list: a book's tree, or the tree of a strategy."""

from concurrent.futures import Executor

import numpy as np
from tqdm import tqdm

from codebreaker.search.fastest import fastest_totals
from codebreaker.tree import Tree
from lingo_bot.book import Book, Entry
from lingo_bot.book_player import find_entry, refusal
from lingo_bot.launch import AUTO_BOOK, NO_BOOK, cached_book
from lingo_bot.strategy import choice
from lingo_bot.words import RawList
from lingo_common.cli import logs
from lingo_common.pieces import in_pieces
from precompute import trees
from precompute.lists import ListKey, game_of


def played_tree(key: ListKey, strategy: str, attempts: int, book: str | None, executor: Executor | None) -> Tree:
    """The whole tree that `lingo-bot` plays on that list with those options."""
    game = game_of(key)
    found = book_entry(key, strategy, attempts, book)
    if found and found[1].depth > 1:
        return trees.from_book(game, *found, attempts)
    secrets = np.arange(len(game.secrets), dtype=np.int32)
    rule = choice(strategy, attempts, fastest_totals())
    first = found[0].tree_over(len(game.guesses), found[1]).guesses[0] if found else rule(game, secrets, 0)
    pieces = trees.pieces(key, strategy, attempts, first)
    branches: list[tuple[int, trees.Packed]] = []
    with tqdm(total=len(pieces), desc=f"{key.length} letters", disable=logs.no_bar(), leave=False) as bar:
        for _, result in in_pieces(trees.play_out, pieces, executor):
            branches += result
            bar.update()
    return trees.joined(game, first, branches, attempts)


def book_entry(key: ListKey, strategy: str, attempts: int, book: str | None) -> tuple[Book, Entry] | None:
    """The book and entry that lingo-bot plays from with that --book; DataError where lingo-bot refuses it."""
    if book == NO_BOOK:
        return None
    words = RawList(key.length, key.source)
    if book == AUTO_BOOK:
        book = cached_book(words)
    found = find_entry(words, strategy, attempts, book)
    if found is None and book:
        raise refusal(words, strategy, attempts, book)
    return found
