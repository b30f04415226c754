"""WeightedProof: the optimal tree of a word game whose secrets count differently, and its proof."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from codebreaker.search.anytime import Piece, Workplace
from codebreaker.search.bin_proof import BinProof, BinSearch
from codebreaker.tree import Tree
from lingo_common.errors import UsageError
from precompute.board import Board, board_of
from precompute.book_search import best_tree, costs, learn
from precompute.figures import figures_of
from wordlists.word_game import WordGame


def search_bin(game: WordGame, piece: Piece) -> Any:
    """The result of a piece, as codebreaker.search.bin_proof has it."""
    return board_of(game).once(_bin_search).search_bin(piece)


def _bin_search(board: Board) -> BinSearch:
    return BinSearch(board.game, board.payoff)


class WeightedProof(BinProof):
    """The proof of a game with weights; totals are of the payoff that pays nothing for a miss."""

    def __init__(
        self,
        game: WordGame,
        work: Workplace,
        top: int = 1,
        first: int | None = None,
        keep: Sequence[int] = (),
        tree: Tree | None = None,
    ) -> None:
        """The arguments are those of precompute.optimal.WordProof."""
        if game.hard:
            raise UsageError("--frequencies and --hard: no proof is made of hard mode with weights")
        board = board_of(game)
        if tree is None:
            begin = int(board.once(costs, "entropy").argmin()) if first is None else first
            tree = best_tree(game, begin, [1, *keep, *[1] * game.attempts][: game.attempts], learn(game))
        self.word_game, self.begin_with, self.nodes = game, tree, 0
        total = figures_of(tree, game).payoff(board.payoff)
        super().__init__(board.game, board.payoff, total, work, tree, first, top)

    def best_tree(self) -> Tree:
        """The best tree found so far."""
        return self.tree or self.begin_with

    def worker(self) -> Callable[[Piece], Any]:
        """The function that searches a bin, here or in another process."""
        return partial(search_bin, self.word_game)
