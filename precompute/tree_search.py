"""BookSearch: the search for the best tree of a game, which continues from its checkpoint."""

from collections.abc import Iterator
from concurrent.futures import Executor
from math import exp, prod
from typing import Any, NamedTuple

import msgspec

from codebreaker.search.learned_values import Breakpoints
from lingo_common.cli.progress import Progress
from lingo_common.pieces import canonical_json, run_pieces
from precompute import book_search
from precompute.board import checkpoint_of
from precompute.book_search import TreePiece
from precompute.books import PackedTree
from precompute.figures import figure_text
from wordlists.word_game import WordGame


class SearchPlan(NamedTuple):
    """How much is searched."""

    keep: list[int]
    """Guesses kept at the second attempt, the third, …"""
    tried: int
    """First guesses tried by each of three rankings."""
    widely: int
    """How many of them are searched again with `keep`."""
    first: str | None = None
    """The only first guess, if it is given."""

    @property
    def max_trees(self) -> int:
        """Trees that a game may need."""
        return 1 if self.first else 3 * self.tried + self.widely

    def max_work(self, length: int, secrets: int, attempts: int) -> float:
        """The work of these trees, as work_of counts it."""
        greedy = 0.0 if self.first else 3 * self.tried * work_of(length, secrets, [])
        return greedy + (1 if self.first else self.widely) * work_of(length, secrets, self.guesses_kept(attempts))

    def guesses_kept(self, attempts: int) -> list[int]:
        """Guesses kept at each attempt."""
        return [1, *self.keep, *[1] * attempts][:attempts]


def work_of(length: int, secrets: int, keep: list[int]) -> float:
    """About how much work the search of a tree is, in secrets of a greedy tree.

    From search times for the packaged lists of 4 to 12 letters, with keep 1, 3,2, 6,4 and 10,5: longer words have
    smaller bins, which are soon solved.
    """
    return secrets * (1 + 0.36 * exp(0.45 * (4 - length)) * (prod(keep) - 1))


class BookSearch:
    """The search of one game; finished pieces are kept in its checkpoint."""

    def __init__(self, word_game: WordGame, plan: SearchPlan, executor: Executor | None, progress: Progress) -> None:
        self.game = word_game
        self.plan = plan
        self._executor = executor
        self._progress = progress
        self._openers = [] if plan.first is None else [word_game.index_of(plan.first)]
        self.checkpoint = checkpoint_of(
            "book", word_game, plan.guesses_kept(word_game.attempts), plan.tried, plan.widely, self._openers
        )
        self._max_work = plan.max_work(word_game.length, len(word_game.secrets), word_game.attempts)

    def find(self) -> PackedTree:
        """The best tree; from the checkpoint if the search was finished before."""
        self._progress.begin(self.game.name)
        tree = self.checkpoint.results.get("best")
        if tree is not None:
            self._progress.expect(-self.plan.max_trees, -self._max_work)
            return msgspec.convert(tree, PackedTree)
        best = max(self._all(), key=self._order)
        self.checkpoint.add("best", msgspec.to_builtins(best))
        return best

    def _order(self, tree: PackedTree) -> tuple[int, int, bytes]:
        return tree.order(self.game)

    def _all(self) -> list[PackedTree]:
        """Greedy trees of many first guesses, and trees of the best of these with more guesses kept."""
        breakpoints = self._breakpoints()
        name = self.game.name
        keep = self.plan.guesses_kept(self.game.attempts)
        widely = self.plan.widely
        if self._openers:
            return list(self._search(self._openers, keep, breakpoints))
        guesses = book_search.first_guesses(self.game, breakpoints, self.plan.tried)
        work = len(guesses) * self._work([]) + min(widely, len(guesses)) * self._work(keep)
        self._progress.expect(len(guesses) + min(widely, len(guesses)) - self.plan.max_trees, work - self._max_work)
        self._progress.announce(f"{name}, 1 of 2, {len(guesses)} first guesses")
        greedy = list(self._search(guesses, [1] * self.game.attempts, breakpoints))
        greedy.sort(key=self._order, reverse=True)
        self._progress.announce(f"{name}, 2 of 2, a wider search of the best {min(widely, len(guesses))}")
        return greedy + list(self._search([tree.first_guess for tree in greedy[:widely]], keep, breakpoints))

    def _breakpoints(self) -> list[Breakpoints]:
        breakpoints: list[Breakpoints] | None = self.checkpoint.results.get("breakpoints")
        if breakpoints is None:
            breakpoints = book_search.learn(self.game)
            self.checkpoint.add("breakpoints", breakpoints)
        return breakpoints

    def _search(self, guesses: list[int], keep: list[int], breakpoints: list[Breakpoints]) -> Iterator[PackedTree]:
        """The best tree of each first guess, with that many guesses kept at each attempt."""
        pieces: list[TreePiece] = [(self.game, guess, keep, breakpoints) for guess in guesses]
        finished = sum(canonical_json(piece) in self.checkpoint.results for piece in pieces)
        work = self._work(keep)
        self._progress.expect(-finished, -finished * work)  # they take no time
        for number, (_, result) in enumerate(run_pieces(_search_tree, pieces, self._executor, self.checkpoint)):
            tree = msgspec.convert(result, PackedTree)
            if number >= finished:
                word = self.game.write(tree.first_guess)
                self._progress.step(f"{word} {figure_text(tree.outcome, self.game.objective)}", work)
            yield tree

    def _work(self, keep: list[int]) -> float:
        return work_of(self.game.length, len(self.game.secrets), keep)


def _search_tree(piece: TreePiece) -> Any:
    """The tree of a piece, as the checkpoint holds it."""
    return msgspec.to_builtins(book_search.search_tree(piece))
