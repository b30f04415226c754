"""The optimal tree of a word game and its proof: every first guess gets its optimal cost or a lower bound.

Costs are those of codebreaker.search.compiled. The best cost found so far limits every later search, so a lower bound
rules out most first guesses. Results are kept by first guess in a checkpoint.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager

from codebreaker.search.compiled.memo import UNLIMITED
from codebreaker.search.compiled.search import CompiledSearch
from codebreaker.tree import Nested, Tree, nested, tree_of
from lingo_common.checkpoint import Checkpoint
from lingo_common.pieces import run_in_batches, run_pieces
from precompute.board import Board, board_of
from wordlists.word_game import POINTS, WordGame

TREES = 16
"""First guesses that get a good tree, so that a low cost is known before the proof begins."""
EFFORTS = [0, *(1 << bits for bits in range(8, 60, 4))]
"""Sets of candidates to search for a first guess: nothing but bounds at first, then ever more where that is too few."""
IN_A_PIECE = 8
"""First guesses in a piece of work."""
AT_A_TIME = 8
"""Unfinished pieces at a time: few, so that each begins with the best cost found so far."""


def miss_of(game: WordGame) -> int:
    """What a missed secret costs beside the guesses of its game.

    One guess more where the game is played for points, and more than all guesses otherwise.
    """
    return 1 if game.objective == POINTS else game.attempts * len(game.secrets) + 1


def search_of(game: WordGame) -> CompiledSearch:
    """The search of a game, one for each process."""
    return board_of(game).once(_search)


def _search(board: Board) -> CompiledSearch:
    game = board.word_game
    return CompiledSearch(board.game, game.attempts, miss_of(game), game.hard)


TreePiece = tuple[WordGame, int, list[int]]
"""(game, first guess, guesses tried at the second attempt, the third, …)."""


def good_tree(piece: TreePiece) -> tuple[int, Nested]:
    """The cost of a good tree, and the tree."""
    game, first, keep = piece
    search = search_of(game)
    tree = search.good_tree(first, keep)
    return search.cost_of(tree), nested(tree)


Piece = tuple[WordGame, list[int], list[int], int]
"""(game, first guesses, the least costs known, ascending, most sets to search). The last cost is the limit."""


Result = tuple[list[tuple[int, int, bool]], int]
"""((first guess, cost or lower bound, whether it is the optimal cost) for each, sets searched)."""


def search_piece(piece: Piece) -> Result:
    """The result of a piece."""
    game, firsts, least, most = piece
    search = search_of(game)
    before, results = search.nodes, []
    for first in firsts:
        low, exact = search.cost(first, least[-1], most)
        if exact:
            least = sorted([*least, low])[: len(least)]
        results.append((first, low, exact))
    return results, search.nodes - before


class OptimalProof:
    """What is known of the first guesses of a game; it grows while `run` works."""

    def __init__(
        self,
        game: WordGame,
        top: int = 1,
        first: int | None = None,
        below: int = UNLIMITED,
        keep: Sequence[int] = (),
        known: Tree | None = None,
    ) -> None:
        """top: how many first guesses are wanted with their optimal costs. first: look at this first guess alone.

        below: only trees that cost less are of interest. keep: see TreePiece. known: a tree to begin with.
        """
        self.game, self.top, self.below, self.keep = game, top, below, list(keep)
        self.nodes = 0
        self.search = search_of(game)
        self.search.load()
        self.low = self.search.lower_bounds() if first is None else {first: 0}
        """Lower bounds by first guess, the most promising first."""
        self._effort = dict.fromkeys(self.low, -1)
        """The most sets that a search of each first guess was allowed, -1 before the first search."""
        self.exact: dict[int, int] = {}
        """Optimal costs by first guess, where they are known."""
        trees = [self.search.good_tree(next(iter(self.low))), *([] if known is None else [known])]
        self._found = min(((self.search.cost_of(tree), tree) for tree in trees), key=lambda found: found[0])

    @property
    def least(self) -> list[int]:
        """The `top` least costs known, ascending; `below` stands for those that are not known."""
        costs = [self.cost] if self.top == 1 else self.exact.values()
        return sorted([*costs, *[self.below] * self.top])[: self.top]

    @property
    def limit(self) -> int:
        """Costs of at least this are of no interest any more."""
        return self.least[-1]

    @property
    def cost(self) -> int:
        """The cost of the best tree found so far."""
        return min(self._found[0], *self.exact.values(), UNLIMITED)

    @property
    def bound(self) -> int:
        """No tree costs less."""
        return min(self.low.values())

    @property
    def proved(self) -> bool:
        """Whether the costs that are wanted are known to be the least."""
        if self.top > 1 and len(self.exact) < min(self.top, len(self.low)):
            return False
        worst = self.cost if self.top == 1 else sorted(self.exact.values())[: self.top][-1]
        return all(low >= worst for guess, low in self.low.items() if guess not in self.exact)

    @property
    def openers(self) -> list[tuple[int, int]]:
        """(first guess, optimal cost) of the best first guesses, best first."""
        return sorted(self.exact.items(), key=lambda item: (item[1], item[0]))[: self.top]

    @property
    def first_guess(self) -> int:
        """The first guess of the best tree found so far."""
        return min(((cost, guess) for guess, cost in self.exact.items()), default=(0, self._found[1].guess))[1]

    def tree(self) -> Tree:
        """The best tree found so far."""
        cost, guess = min(((cost, guess) for guess, cost in self.exact.items()), default=(UNLIMITED, -1))
        return self._found[1] if self._found[0] <= cost else self.search.tree(guess)

    def run(self, executor: Executor | None, show: Callable[[], None]) -> None:
        """Work until the proof is complete; show is called after each piece. Continues from its checkpoint."""
        checkpoint = Checkpoint(["optimal", 4, self.game])
        with self._interruptible(executor) as (somewhere, ahead):
            self._find_trees(somewhere, show)
            for known in checkpoint.results.values():
                self._take(*known)
            for most in EFFORTS:
                for together in run_in_batches(search_piece, self._pieces(most), somewhere, ahead):
                    for _, (results, nodes) in together:
                        self.nodes += nodes
                        self._take(most, results)
                        checkpoint.add(f"{results[0][0]}:{most}", (most, results))
                        show()
                if self.proved:
                    break
        checkpoint.done()

    @contextmanager
    def _interruptible(self, executor: Executor | None) -> Iterator[tuple[Executor, int]]:
        """(executor, unfinished pieces at a time). Without an executor a thread works, so Ctrl-C ends it at once."""
        if executor is not None:
            yield executor, AT_A_TIME
            return
        thread = ThreadPoolExecutor(1)
        try:
            yield thread, 1
        finally:
            self.search.stop()
            thread.shutdown(cancel_futures=True)
            self.search.resume()

    def _find_trees(self, executor: Executor, show: Callable[[], None]) -> None:
        """Search good trees of the most promising first guesses. Continues from a checkpoint of its own."""
        checkpoint = Checkpoint(["good trees", 2, self.game])
        pieces: list[TreePiece] = [(self.game, first, self.keep) for first in list(self.low)[:TREES]]
        for _, (cost, tree) in run_pieces(good_tree, pieces, executor, checkpoint):
            if cost < self._found[0]:
                self._found = cost, tree_of(tree)
            show()
        checkpoint.done()

    def _pieces(self, most: int) -> Iterator[Piece]:
        """The first guesses that are still open, with the least costs of the moment."""
        chunk: list[int] = []
        for guess, low in self.low.items():
            if guess in self.exact or low >= self.limit or self._effort[guess] >= most:
                continue
            chunk.append(guess)
            if len(chunk) == IN_A_PIECE:
                yield self.game, chunk, self.least, most
                chunk = []
        if chunk:
            yield self.game, chunk, self.least, most

    def _take(self, most: int, results: list[tuple[int, int, bool]]) -> None:
        """Add what a search of at most that many sets has found of first guesses."""
        for guess, low, exact in results:
            if guess in self.low:
                self.low[guess] = max(low, self.low[guess])
                self._effort[guess] = max(most, self._effort[guess])
                if exact:
                    self.exact[guess] = low
