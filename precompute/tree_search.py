"""BookSearch: the search for the best tree of a game, which continues from its checkpoint."""

from concurrent.futures import Executor
from functools import partial
from math import exp, prod
from typing import Any, NamedTuple

import msgspec

from codebreaker.search.learned_values import Breakpoints
from lingo_common.cli.progress import Progress
from lingo_common.pieces import canonical_json, run_pieces
from precompute import book_search
from precompute.board import checkpoint_of
from precompute.books import PackedTree, pack_tree
from precompute.figures import figure_text
from wordlists.word_game import WordGame

WORK_OF_A_GUESS = 0.36
"""For words of four letters, what each guess more that is kept adds to the work of a greedy tree; see work_of."""
LESS_WITH_LENGTH = 0.45
"""With each letter more WORK_OF_A_GUESS falls by the factor exp(-LESS_WITH_LENGTH); see work_of."""
GREEDY = [1]
"""Guesses kept in a greedy tree: one at each attempt."""


class SearchPlan(NamedTuple):
    """How much is searched for each game."""

    keep: list[int]
    """Guesses kept at the second attempt, the third, …"""
    from_each_ranking: int
    """First guesses that get a greedy tree: this many from each of three rankings."""
    wide_searches: int
    """How many of them are searched again with `keep`."""
    first: str | None = None
    """The only first guess, if it is given."""

    @property
    def max_trees(self) -> int:
        """The most trees that a game may need; they are fewer where the three rankings have guesses in common."""
        return 1 if self.first else 3 * self.from_each_ranking + self.wide_searches

    def max_work(self, word_game: WordGame) -> float:
        """The work of these trees, as work_of counts it."""
        wide = work_of(word_game, self.guesses_kept(word_game.attempts))
        if self.first:
            return wide

        greedy = work_of(word_game, GREEDY)
        return 3 * self.from_each_ranking * greedy + self.wide_searches * wide

    def guesses_kept(self, attempts: int) -> list[int]:
        """Guesses kept at each attempt: 1 at the first, then those of `keep`, then 1 again."""
        return [1, *self.keep, *[1] * attempts][:attempts]


def work_of(word_game: WordGame, keep: list[int]) -> float:
    """About how much work the search of a tree is with that many guesses kept at each attempt.

    The unit is the work for one secret of a greedy tree. The formula and its constants were fitted to search times for
    the packaged lists of 4 to 12 letters, with --keep 1, 3,2, 6,4 and 10,5. Longer words have smaller bins, which are
    soon solved.
    """
    for_each_guess_more = WORK_OF_A_GUESS * exp(LESS_WITH_LENGTH * (4 - word_game.length))
    return len(word_game.secrets) * (1 + for_each_guess_more * (prod(keep) - 1))


class BookSearch:
    """The search of one game; finished pieces are kept in its checkpoint."""

    def __init__(self, word_game: WordGame, plan: SearchPlan, executor: Executor | None, progress: Progress) -> None:
        """Open the checkpoint; DataError if the plan's first guess may not be guessed.

        progress: expects plan.max_trees and plan.max_work of this game; it is told to expect less once less is known to
        be needed.
        """
        self.word_game = word_game
        self.plan = plan
        self._executor = executor
        self._progress = progress
        self._keep = plan.guesses_kept(word_game.attempts)
        """Guesses kept at each attempt of the wide searches."""
        self._openers = [] if plan.first is None else [word_game.index_of(plan.first)]
        self.checkpoint = checkpoint_of(
            "book", word_game, self._keep, plan.from_each_ranking, plan.wide_searches, self._openers
        )

    def find(self) -> PackedTree:
        """The best tree; from the checkpoint if the search was finished before."""
        self._progress.begin(self.word_game.name)
        tree = self.checkpoint.results.get("best")
        if tree is not None:
            # Nothing is left to search.
            self._progress.expect(-self.plan.max_trees, -self.plan.max_work(self.word_game))
            return msgspec.convert(tree, PackedTree)

        best = max(self._trees(), key=self._order)
        self.checkpoint.add("best", msgspec.to_builtins(best))
        return best

    def _order(self, tree: PackedTree) -> tuple[int, int, bytes]:
        """The key that trees are compared by; the best has the largest one."""
        return tree.order(self.word_game)

    def _trees(self) -> list[PackedTree]:
        """Greedy trees of many first guesses, and trees of the best of these with more guesses kept."""
        breakpoints = self._breakpoints()
        if self._openers:
            return self._search(self._openers, self._keep, breakpoints)

        guesses = book_search.first_guesses(self.word_game, breakpoints, self.plan.from_each_ranking)
        wide_searches = min(self.plan.wide_searches, len(guesses))
        self._expect_no_more_than(len(guesses), wide_searches)

        name = self.word_game.name
        self._progress.announce(f"{name}, 1 of 2, {len(guesses)} first guesses")
        greedy = [1] * self.word_game.attempts
        trees = self._search(guesses, greedy, breakpoints)

        self._progress.announce(f"{name}, 2 of 2, a wider search of the best {wide_searches}")
        trees.sort(key=self._order, reverse=True)
        best_guesses = [tree.first_guess for tree in trees[:wide_searches]]
        return trees + self._search(best_guesses, self._keep, breakpoints)

    def _expect_no_more_than(self, greedy_trees: int, wide_searches: int) -> None:
        """Correct what the progress expects of this game, the most that the plan allows, to these numbers of trees."""
        greedy_work = greedy_trees * work_of(self.word_game, GREEDY)
        wide_work = wide_searches * work_of(self.word_game, self._keep)

        trees_too_many = self.plan.max_trees - greedy_trees - wide_searches
        work_too_much = self.plan.max_work(self.word_game) - greedy_work - wide_work
        self._progress.expect(-trees_too_many, -work_too_much)

    def _breakpoints(self) -> list[Breakpoints]:
        """The breakpoints of expected points, which are learned once and kept in the checkpoint."""
        breakpoints: list[Breakpoints] | None = self.checkpoint.results.get("breakpoints")
        if breakpoints is None:
            breakpoints = book_search.learn(self.word_game)
            self.checkpoint.add("breakpoints", breakpoints)
        return breakpoints

    def _search(self, guesses: list[int], keep: list[int], breakpoints: list[Breakpoints]) -> list[PackedTree]:
        """The best tree of each first guess, with that many guesses kept at each attempt."""
        pieces = [(guess, keep) for guess in guesses]
        work = work_of(self.word_game, keep)

        # Trees in the checkpoint are not searched again, so the progress does not count them.
        stored = sum(canonical_json(piece) in self.checkpoint.results for piece in pieces)
        self._progress.expect(-stored, -stored * work)

        trees: list[PackedTree] = []
        search = partial(_search_tree, self.word_game, breakpoints)
        for _, result in run_pieces(search, pieces, self._executor, self.checkpoint):
            tree = msgspec.convert(result, PackedTree)
            trees.append(tree)

            # run_pieces returns the stored ones first.
            is_new = len(trees) > stored
            if is_new:
                word = self.word_game.write(tree.first_guess)
                figure = figure_text(tree.outcome, self.word_game.objective)
                self._progress.step(f"{word} {figure}", work)

        return trees


def _search_tree(word_game: WordGame, breakpoints: list[Breakpoints], guess_and_keep: tuple[int, list[int]]) -> Any:
    """The best tree found for a first guess with that many guesses kept at each attempt, as the checkpoint holds it."""
    first, keep = guess_and_keep
    tree = book_search.best_tree(word_game, first, keep, breakpoints)
    return msgspec.to_builtins(pack_tree(tree, word_game))
