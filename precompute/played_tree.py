"""The whole tree that `lingo-bot` plays on a list: a book's tree, or the tree of a strategy."""

import os
from collections.abc import Callable
from concurrent.futures import Executor
from functools import lru_cache, partial

from codebreaker.candidates import partition, settle
from codebreaker.game import Game
from codebreaker.replies import Array
from codebreaker.tree import Tree
from lingo_bot.book import Book, BookTree
from lingo_bot.book_player import book_for, strategy_key
from lingo_bot.launch import DEFAULT_STRATEGY
from lingo_bot.strategy import GamePosition, Strategy
from lingo_common.cli.progress import Progress
from lingo_common.errors import DataError
from lingo_common.pieces import Checkpoint, run_pieces
from precompute.board import board_of
from wordlists.reply import reply_of
from wordlists.step import WordStep
from wordlists.word_game import WordGame


def played_tree(
    word_game: WordGame,
    strategy: str,
    book: str | None,
    executor: Executor | None,
    progress: Progress,
    checkpoint: Checkpoint | None = None,
) -> Tree:
    """The whole tree that `lingo-bot` plays in that game with that --strategy and that --book.

    A tree that no book has is made by the executor, bin by bin of its first guess; the checkpoint keeps finished bins.
    """
    progress.begin(word_game.name)
    board = board_of(word_game)
    game = board.game

    book_tree = book_for(word_game, strategy, book)
    tree = tree_of_book(word_game, book_tree)
    if tree is not None:
        return tree
    if book_tree is None:
        player = board.strategy(strategy)
        first = player.choice(player.start)
    else:
        # The book has a first guess alone, and the strategy plays on.
        book_tree.check_words(len(game.guesses))
        first = book_tree.guesses[0]

    # settle returns the secret that the first guess wins against, and the other bins, the largest first: their trees
    # take longest. With one attempt nothing follows the first guess.
    _won, open_bins = settle(game, first, board.secrets)
    codes = [code for code, _ in open_bins] if word_game.attempts > 1 else []
    progress.expect(len(codes))

    branches: dict[int, Tree] = {}
    work = partial(_tree_of_bin, word_game, strategy, first)
    for code, branch in run_pieces(work, codes, executor, checkpoint, Tree):
        branches[code] = branch
        progress.step()

    return _node(game, first, board.secrets, word_game.attempts, lambda code, members: branches[code])


def tree_in(path: str | None, word_game: WordGame) -> Tree | None:
    """The tree of the default strategy for that game, from the book at the path.

    None if the book has none, or if there is no book or no path.
    """
    if path is None or not os.path.exists(path):
        return None

    key = strategy_key(DEFAULT_STRATEGY, word_game.objective, word_game.hard)
    book_tree = Book(path).find(word_game.fingerprint, word_game.length, key, word_game.attempts)
    return tree_of_book(word_game, book_tree)


def _tree_of_bin(word_game: WordGame, strategy_name: str, first_guess: int, code: int) -> Tree:
    """The tree that a strategy plays after that reply to a first guess."""
    board = board_of(word_game)
    strategy = board.strategy(strategy_name)
    first_step = _step(board.game, first_guess, code)
    members = _bins_of(word_game, first_guess)[code]
    return _tree_of_strategy(strategy, strategy.start.after(first_step, members))


# A process works on one bin of a first guess after the other. The partition takes longer than the tree of a small bin.
@lru_cache(maxsize=1)
def _bins_of(word_game: WordGame, first_guess: int) -> dict[int, Array]:
    """The bins of a first guess by reply code."""
    board = board_of(word_game)
    return dict(partition(board.game, first_guess, board.secrets))


def _tree_of_strategy(strategy: Strategy, position: GamePosition) -> Tree:
    """The tree that a strategy plays from that position on."""
    game = strategy.game
    guess = strategy.choice(position)

    def branch(code: int, members: Array) -> Tree:
        return _tree_of_strategy(strategy, position.after(_step(game, guess, code), members))

    return _node(game, guess, position.secrets, position.guesses_left, branch)


def _step(game: Game, guess: int, code: int) -> WordStep:
    """The guess and its reply as text."""
    word = game.guesses[guess]
    return WordStep(word, reply_of(code, len(word)))


def tree_of_book(word_game: WordGame, book_tree: BookTree | None) -> Tree | None:
    """The tree of a book, with every guess and branch checked against the list; DataError if they do not fit.

    None without a tree, and for a first guess alone, unless there is a single secret: then that is a whole tree.
    """
    board = board_of(word_game)
    if book_tree is None:
        return None
    if not book_tree.plays_whole_games and len(board.secrets) > 1:
        return None
    book_tree.check_words(len(board.game.guesses))

    def tree_at(node: int, secrets: Array, guesses_left: int) -> Tree:
        """The tree that begins at a node of the book's tree, over the candidates that lead there."""
        # A book numbers the nodes of a tree, and has for each node the code of the reply that leads there.
        children = {book_tree.replies[child]: child for child in book_tree.branches(node)}

        def branch(code: int, members: Array) -> Tree:
            if code not in children:
                raise DataError("the book's tree has no branch for a reply that a word of the list gives")
            return tree_at(children[code], members, guesses_left - 1)

        return _node(board.game, book_tree.guesses[node], secrets, guesses_left, branch)

    root = 0
    return tree_at(root, board.secrets, word_game.attempts)


def _node(game: Game, guess: int, secrets: Array, guesses_left: int, branch: Callable[[int, Array], Tree]) -> Tree:
    """The tree over these candidates that begins with the guess.

    guesses_left: this guess included. branch(reply code, candidates): the tree after a reply that does not win.
    """
    if len(secrets) == 1 and game.secret_of[guess] == secrets[0]:
        # Most nodes are such a leaf, and need no partition.
        return Tree(guess, hit=1, missed=0, branches=())

    bins = partition(game, guess, secrets)
    open_bins = [(code, members) for code, members in bins if code != game.winning]
    # The bin of the winning reply, if there is one, is a single secret: the guess itself.
    hit = len(bins) - len(open_bins)
    if guesses_left == 1:
        return Tree(guess, hit, missed=len(secrets) - hit, branches=())

    branches = tuple((code, branch(code, members)) for code, members in open_bins)
    return Tree(guess, hit, missed=0, branches=branches)
