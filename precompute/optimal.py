"""The optimal tree of a word game and its proof: WordProof, and WeightedProof where secrets count differently.

Every first guess gets its largest total or an upper bound. The best tree so far limits every later search, so bounds
rule out most first guesses.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from codebreaker.search.anytime import Anytime, Piece, Workplace
from codebreaker.search.bin_proof import BinProof, BinSearch
from codebreaker.search.compiled.search import CompiledSearch
from codebreaker.tree import INFINITY, Payoff, Tree, nest, tree_of, value
from lingo_bot.strategy import payoff_of
from lingo_common.errors import UsageError
from precompute.board import Board, board_of, weighted_payoff
from precompute.book_search import best_tree, costs, learn
from precompute.figures import figures_of
from wordlists.word_game import WordGame

GOOD_TREES = 16
"""First guesses that get a good tree, so that a high total is known before the proof begins."""
EFFORTS = [0, *(1 << bits for bits in range(8, 60, 4))]
"""Sets of candidates to search for a first guess: nothing but bounds at first, then ever more where that is too few."""
IN_A_PIECE = 8
"""First guesses in a piece of work."""
AT_A_TIME = 8
"""Unfinished pieces at a time: few, so that each begins with the largest total found so far."""

TREE, COSTS = "tree", "costs"
"""Kinds of tasks: [TREE, first guess, guesses tried at the second attempt, the third, …]; [COSTS, first guesses, most
sets of candidates to search for each]."""


def proof_payoff(game: WordGame) -> Payoff:
    """The payoff that is proved to be the largest: points; else fewer misses, then fewer guesses. A miss pays 0."""
    return weighted_payoff(payoff_of(game.objective, game.attempts), game.weight)


def search_of(game: WordGame) -> CompiledSearch:
    """The search of a game, one for each process."""
    return board_of(game).once(_search)


def _search(board: Board) -> CompiledSearch:
    return CompiledSearch(board.game, proof_payoff(board.word_game), board.word_game.hard)


def search_piece(game: WordGame, piece: Piece) -> Any:
    """(total, tree) of a good tree; or ([(first guess, total or upper bound, whether it is the largest total), …], sets
    searched), where a total is of interest above the last of the largest totals known."""
    (kind, *task), totals = piece
    search = search_of(game)
    if kind == TREE:
        tree = search.good_tree(*task)
        return value(tree, search.payoff), nest(tree)
    (guesses, most), before, results = task, search.nodes, []
    for first in guesses:
        at_most, exact = search.evaluate(first, totals[-1], most)
        if exact:
            totals = sorted([*totals, at_most], reverse=True)[: len(totals)]
        results.append((first, at_most, exact))
    return results, search.nodes - before


class WordProof(Anytime):
    """The proof of a word game; what it knows of the first guesses grows while `levels` is iterated."""

    def __init__(
        self,
        game: WordGame,
        work: Workplace,
        top: int = 1,
        first: int | None = None,
        above: int = -INFINITY,
        keep: Sequence[int] = (),
        known_tree: Tree | None = None,
    ) -> None:
        """top: how many first guesses are wanted with their largest totals. first: look at this first guess alone.

        above: only trees with a larger total are of interest. keep: guesses tried for good trees at the second attempt,
        the third, …. known_tree: a tree to begin with.
        """
        super().__init__(above, work._replace(ahead=AT_A_TIME), top)
        self.game, self.above, self.keep = game, above, list(keep)
        self.search = search_of(game)
        self.search.load()
        self.nodes = 0
        self.bounds = self.search.bounds() if first is None else {first: self.search.payoff.solved[0] * game.weight}
        self._efforts = dict.fromkeys(self.bounds, -1)
        """The most sets that a search of each first guess was allowed, -1 before the first search."""
        self._best_guess: int | None = None
        for tree in (self.search.good_tree(next(iter(self.bounds))), known_tree):
            if tree:
                self._learn_tree(value(tree, self.search.payoff), tree)

    @property
    def largest_totals(self) -> list[int]:
        """The `top` largest totals known, descending; `above` stands for those that are not known."""
        totals = [self.best] if self.top == 1 else self.reached.values()
        return sorted([*totals, *[self.above] * self.top], reverse=True)[: self.top]

    @property
    def floor(self) -> int:
        """A first guess whose total cannot be more than this is of no interest."""
        return self.largest_totals[-1]

    def best_tree(self) -> Tree | None:
        """The best tree found so far; None if no total is more than `above`."""
        return self.tree if self._best_guess is None else self.search.tree(self._best_guess)

    def levels(self) -> Generator[int]:
        """Narrow the bracket until it is closed. Without an executor a thread works, so that Ctrl-C ends it at once."""
        if self.work.executor is not None:
            yield from super().levels()
            return
        thread = ThreadPoolExecutor(1)
        self.work = self.work._replace(executor=thread, ahead=1)
        try:
            yield from super().levels()
        finally:
            self.search.stop()
            thread.shutdown(cancel_futures=True)
            self.search.resume()

    def batches(self, level: int) -> Iterator[Iterator[Piece]]:
        """Good trees of the most promising first guesses; then at each level the first guesses that are open."""
        if level == 0:
            tasks = [(TREE, guess, self.keep) for guess in list(self.bounds)[:GOOD_TREES]]
            yield ((task, None) for task in tasks if not self.is_done(task))
        yield self._pieces(EFFORTS[level])

    def _pieces(self, most: int) -> Iterator[Piece]:
        """The first guesses that are still open, with the largest totals of the moment."""
        chunk: list[int] = []
        for guess in self.bounds:
            if self._efforts[guess] < most and self.is_open(guess):
                chunk.append(guess)
            if len(chunk) == IN_A_PIECE:
                yield (COSTS, chunk, most), self.largest_totals
                chunk = []
        if chunk:
            yield (COSTS, chunk, most), self.largest_totals

    def worker(self) -> Callable[[Piece], Any]:
        """The function that computes the result of a piece."""
        return partial(search_piece, self.game)

    def learn(self, task: Any, result: Any) -> None:
        """Take in a good tree, or what is known of some first guesses."""
        kind, first, most = task
        if kind == TREE:
            total, tree = result
            if first in self.bounds:
                self._learn_tree(total, tree_of(tree))
            return
        results, nodes = result
        self.nodes += nodes
        for guess, at_most, exact in results:
            if guess in self.bounds:
                self.bounds[guess] = min(at_most, self.bounds[guess])
                self._efforts[guess] = max(most, self._efforts[guess])
                if exact:
                    self.reached[guess] = at_most
                    if at_most > self.best:
                        self.best, self._best_guess = at_most, guess

    def _learn_tree(self, total: int, tree: Tree) -> None:
        if total > self.best:
            self.best, self.tree, self._best_guess = total, tree, None


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
        """The arguments are those of WordProof."""
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
