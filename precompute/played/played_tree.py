"""The whole tree that `lingo-bot` plays on a list: a book's tree, or the tree of a strategy."""

from concurrent.futures import Executor

from codebreaker.game import partition
from codebreaker.tree import Tree
from lingo_bot.launch import book_for
from lingo_common.checkpoint import Checkpoint
from lingo_common.cli.progress import Progress
from lingo_common.pieces import run_pieces
from precompute.board import board_of
from precompute.books import entry_in
from precompute.played import trees
from precompute.played.live_rule import live_rule
from wordlists.word_game import WordGame

BINS_IN_A_PIECE = 64

BinsPiece = tuple[WordGame, str, int, list[int]]
"""(game, strategy, first guess, reply codes): the bins of the first guess whose trees are wanted."""


def played_tree(
    game: WordGame,
    strategy: str,
    book: str | None,
    executor: Executor | None,
    progress: Progress,
    checkpoint: Checkpoint | None = None,
) -> Tree:
    """The whole tree that `lingo-bot` plays in that game with those options."""
    progress.begin(game.name)
    board = board_of(game)
    found = book_for(game, strategy, book)
    if found and found[1].depth > 1:
        return trees.from_book(board.game, *found, game.attempts)
    if found:
        first = found[0].tree_over(len(board.game.guesses), found[1]).guesses[0]
    else:
        first = board.once(live_rule, strategy)(board.secrets, ())
    pieces = _pieces(game, strategy, first)
    progress.expect(len(pieces))
    branches: list[tuple[int, trees.Packed]] = []
    for _, result in run_pieces(play_out, pieces, executor, checkpoint):
        branches += result
        progress.step()
    return trees.joined(board.game, first, branches, game.attempts)


def tree_in(path: str, game: WordGame) -> Tree | None:
    """The tree of the book at the path for that game; None if it has none, or if there is no book."""
    found = entry_in(path, game)
    return None if found is None else trees.from_book(board_of(game).game, *found, game.attempts)


def _pieces(game: WordGame, strategy: str, first_guess: int) -> list[BinsPiece]:
    """Pieces of work that cover the bins of the first guess; each piece gets some of the largest bins."""
    if game.attempts == 1:  # the first guess is the last
        return []
    board = board_of(game)
    bins = partition(board.game, first_guess, board.secrets)
    codes = [code for code, members in sorted(bins, key=lambda item: -len(item[1])) if code != board.game.winning]
    count = -(-len(codes) // BINS_IN_A_PIECE)
    return [(game, strategy, first_guess, codes[start::count]) for start in range(count)]


def play_out(piece: BinsPiece) -> list[tuple[int, trees.Packed]]:
    """(reply code, packed tree) for each bin in the piece."""
    game, strategy, first_guess, wanted = piece
    board = board_of(game)
    rule, bins = board.once(live_rule, strategy), dict(partition(board.game, first_guess, board.secrets))
    return [
        (code, trees.packed(trees.grow(board.game, rule, bins[code], ((first_guess, code),), game.attempts)))
        for code in wanted
    ]
