"""WordProof: the optimal tree of a word game and its proof.

Every first guess gets its largest total or an upper bound; a total is minus a cost of codebreaker.search.compiled. The
best tree so far limits every later search, so bounds rule out most first guesses.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from codebreaker.payoff import INFINITY
from codebreaker.search.anytime import Anytime, Piece, Workplace
from codebreaker.search.compiled.search import CompiledSearch
from codebreaker.tree import Tree, nest, tree_of
from precompute.board import Board, board_of
from wordlists.word_game import POINTS, WordGame

GOOD_TREES = 16
"""First guesses that get a good tree, so that a high total is known before the proof begins."""
EFFORTS = [0, *(1 << bits for bits in range(8, 60, 4))]
"""Sets of candidates to search for a first guess: nothing but bounds at first, then ever more where that is too few."""
IN_A_PIECE = 8
"""First guesses in a piece of work."""
AT_A_TIME = 8
"""Unfinished pieces at a time: few, so that each begins with the least cost found so far."""

TREE, COSTS = "tree", "costs"
"""Kinds of tasks: [TREE, first guess, guesses tried at the second attempt, the third, …]; [COSTS, first guesses, most
sets of candidates to search for each]."""


def miss_of(game: WordGame) -> int:
    """The cost of a missed secret beside the guesses of its game.

    One guess more where the game is played for points, and more than all guesses otherwise.
    """
    return 1 if game.objective == POINTS else game.attempts * game.weight + 1


def search_of(game: WordGame) -> CompiledSearch:
    """The search of a game, one for each process."""
    return board_of(game).once(_search)


def _search(board: Board) -> CompiledSearch:
    game = board.word_game
    return CompiledSearch(board.game, game.attempts, miss_of(game), game.hard)


def search_piece(game: WordGame, piece: Piece) -> Any:
    """(cost, tree) of a good tree; or ([(first guess, cost or lower bound, whether it is the optimal cost), …], sets
    searched), where a cost is of interest below the last of the least costs known."""
    (kind, *task), least = piece
    search = search_of(game)
    if kind == TREE:
        tree = search.good_tree(*task)
        return search.cost_of(tree), nest(tree)
    (guesses, most), before, results = task, search.nodes, []
    for first in guesses:
        low, exact = search.cost(first, least[-1], most)
        if exact:
            least = sorted([*least, low])[: len(least)]
        results.append((first, low, exact))
    return results, search.nodes - before


class WordProof(Anytime):
    """The proof of a word game; what it knows of the first guesses grows while `levels` is iterated."""

    def __init__(
        self,
        game: WordGame,
        work: Workplace,
        top: int = 1,
        first: int | None = None,
        below: int = INFINITY,
        keep: Sequence[int] = (),
        known_tree: Tree | None = None,
    ) -> None:
        """top: how many first guesses are wanted with their optimal costs. first: look at this first guess alone.

        below: only trees that cost less are of interest. keep: guesses tried for good trees at the second attempt, the
        third, …. known_tree: a tree to begin with.
        """
        super().__init__(-below, work._replace(ahead=AT_A_TIME), top)
        self.game, self.below, self.keep = game, below, list(keep)
        self.search = search_of(game)
        self.search.load()
        self.nodes = 0
        lows = self.search.lower_bounds() if first is None else {first: 0}
        self.bounds = {guess: -low for guess, low in lows.items()}
        self._efforts = dict.fromkeys(self.bounds, -1)
        """The most sets that a search of each first guess was allowed, -1 before the first search."""
        self._best_guess: int | None = None
        for tree in (self.search.good_tree(next(iter(self.bounds))), known_tree):
            if tree:
                self._learn_tree(self.search.cost_of(tree), tree)

    @property
    def least(self) -> list[int]:
        """The `top` least costs known, ascending; `below` stands for those that are not known."""
        totals = [self.best] if self.top == 1 else self.reached.values()
        return sorted([*(-total for total in totals), *[self.below] * self.top])[: self.top]

    @property
    def floor(self) -> int:
        """A first guess whose total cannot be more than this is of no interest."""
        return -self.least[-1]

    def cost(self, total: int) -> int:
        """The cost that a total comes to."""
        return -total

    def best_tree(self) -> Tree | None:
        """The best tree found so far; None if no tree costs less than `below`."""
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
        """The first guesses that are still open, with the least costs of the moment."""
        chunk: list[int] = []
        for guess in self.bounds:
            if self._efforts[guess] < most and self.is_open(guess):
                chunk.append(guess)
            if len(chunk) == IN_A_PIECE:
                yield (COSTS, chunk, most), self.least
                chunk = []
        if chunk:
            yield (COSTS, chunk, most), self.least

    def worker(self) -> Callable[[Piece], Any]:
        """The function that computes the result of a piece."""
        return partial(search_piece, self.game)

    def learn(self, task: Any, result: Any) -> None:
        """Take in a good tree, or what is known of some first guesses."""
        kind, first, most = task
        if kind == TREE:
            cost, tree = result
            if first in self.bounds:
                self._learn_tree(cost, tree_of(tree))
            return
        results, nodes = result
        self.nodes += nodes
        for guess, low, exact in results:
            if guess in self.bounds:
                self.bounds[guess] = min(-low, self.bounds[guess])
                self._efforts[guess] = max(most, self._efforts[guess])
                if exact:
                    self.reached[guess] = -low
                    if -low > self.best:
                        self.best, self._best_guess = -low, guess

    def _learn_tree(self, cost: int, tree: Tree) -> None:
        if -cost > self.best:
            self.best, self.tree, self._best_guess = -cost, tree, None
