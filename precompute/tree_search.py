"""BookSearch: the search for the best tree of a game, which continues from its checkpoint."""

from concurrent.futures import Executor
from functools import cached_property, partial
from math import exp, prod
from typing import Any

import msgspec

from codebreaker.search.learned_values import Breakpoints
from lingo_common.cli.progress import Progress
from lingo_common.errors import count_text
from lingo_common.pieces import Checkpoint, canonical_json, run_pieces
from precompute import book_search
from precompute.board import checkpoint_of
from precompute.books import PackedTree, pack_tree
from precompute.figures import figure_text
from wordlists.word_game import WordGame

WORK_OF_A_GUESS = 0.36
"""For words of four letters, what each guess more that is kept adds to the work of a greedy tree; see work_of."""
LESS_WITH_LENGTH = 0.45
"""With each letter more WORK_OF_A_GUESS falls by the factor exp(-LESS_WITH_LENGTH); see work_of."""
_RANKINGS = 3
"""The rankings of book_search.first_guesses: by expected points, by number of bins and by entropy."""


def work_of(word_game: WordGame, keep: list[int]) -> float:
    """About how much work the search of a tree is with that many guesses kept at each attempt.

    The unit is the work for one secret of a greedy tree. The formula and its constants were fitted to search times for
    the packaged lists of 4 to 12 letters, with --keep 1, 3,2, 6,4 and 10,5. Longer words have smaller bins, which are
    soon solved.
    """
    for_each_guess_more = WORK_OF_A_GUESS * exp(LESS_WITH_LENGTH * (4 - word_game.length))
    return len(word_game.secrets) * (1 + for_each_guess_more * (prod(keep) - 1))


class BookSearch:
    """The search for the best tree of one game; finished pieces are kept in its checkpoint."""

    def __init__(
        self, word_game: WordGame, keep: list[int], from_each_ranking: int, wide_searches: int, first: str | None
    ) -> None:
        """keep: guesses kept at the second attempt, the third, … of the wide searches.

        from_each_ranking: first guesses that get a greedy tree: this many from each of the rankings. wide_searches:
        how many of them are searched again with `keep`. first: the only first guess, which is searched with `keep`;
        None for all. DataError if it may not be guessed.
        """
        self.word_game = word_game
        self._from_each_ranking = from_each_ranking
        self._wide_searches = wide_searches
        self._openers = [] if first is None else [word_game.index_of(first)]

        self._greedy = [1] * word_game.attempts
        """Guesses kept at each attempt of a greedy tree."""
        # There is one first guess, and `keep` may end before the attempts do.
        self._keep = [1, *keep, *self._greedy][: word_game.attempts]
        """Guesses kept at each attempt of the wide searches."""

    @cached_property
    def checkpoint(self) -> Checkpoint:
        """The finished pieces of the search with these words, rules and numbers; with others it has another file."""
        return checkpoint_of(
            "book", self.word_game, self._keep, self._from_each_ranking, self._wide_searches, self._openers
        )

    @property
    def max_trees(self) -> int:
        """The most trees that may be needed; they are fewer where the three rankings have guesses in common."""
        return 1 if self._openers else _RANKINGS * self._from_each_ranking + self._wide_searches

    @property
    def max_work(self) -> float:
        """The work of these trees, as work_of counts it."""
        wide = work_of(self.word_game, self._keep)
        if self._openers:
            return wide

        greedy = work_of(self.word_game, self._greedy)
        return _RANKINGS * self._from_each_ranking * greedy + self._wide_searches * wide

    def find(self, executor: Executor | None, progress: Progress) -> PackedTree:
        """The best tree; from the checkpoint if the search was finished before.

        progress: it expects max_trees and max_work of this game, and is told to expect less once less is needed.
        """
        progress.begin(self.word_game.name)
        tree = self.checkpoint.results.get("best")
        if tree is not None:
            # Nothing is left to search: what was expected of this game is taken off.
            progress.expect(-self.max_trees, -self.max_work)
            return msgspec.convert(tree, PackedTree)

        best = max(self._trees(executor, progress), key=self._order)
        self.checkpoint.add("best", msgspec.to_builtins(best))
        return best

    def _order(self, tree: PackedTree) -> tuple[int, int, bytes]:
        """The key that trees are compared by; the best has the largest one."""
        return tree.order(self.word_game)

    def _trees(self, executor: Executor | None, progress: Progress) -> list[PackedTree]:
        """Greedy trees of many first guesses, and trees of the best of these with more guesses kept."""
        search = partial(self._search, self._breakpoints(), executor, progress)
        if self._openers:
            return search(self._openers, self._keep)

        guesses = book_search.first_guesses(self.word_game, self._breakpoints(), self._from_each_ranking)
        wide_searches = min(self._wide_searches, len(guesses))
        self._expect_no_more_than(len(guesses), wide_searches, progress)

        name = self.word_game.name
        progress.announce(f"{name}, 1 of 2, {count_text(len(guesses), 'first guess')}")
        trees = search(guesses, self._greedy)

        progress.announce(f"{name}, 2 of 2, a wider search of the best {wide_searches}")
        trees.sort(key=self._order, reverse=True)
        best_guesses = [tree.first_guess for tree in trees[:wide_searches]]
        return trees + search(best_guesses, self._keep)

    def _expect_no_more_than(self, greedy_trees: int, wide_searches: int, progress: Progress) -> None:
        """Correct what the progress expects of this game from the most possible to these numbers of trees."""
        greedy_work = greedy_trees * work_of(self.word_game, self._greedy)
        wide_work = wide_searches * work_of(self.word_game, self._keep)

        trees_too_many = self.max_trees - greedy_trees - wide_searches
        work_too_much = self.max_work - greedy_work - wide_work
        progress.expect(-trees_too_many, -work_too_much)

    def _breakpoints(self) -> list[Breakpoints]:
        """The tables by which guesses are ranked, learned once and kept in the checkpoint.

        There is one for each attempt but the last: the mean points of a secret in bins of several sizes.
        """
        breakpoints: list[Breakpoints] | None = self.checkpoint.results.get("breakpoints")
        if breakpoints is None:
            breakpoints = book_search.learn(self.word_game)
            self.checkpoint.add("breakpoints", breakpoints)
        return breakpoints

    def _search(
        self,
        breakpoints: list[Breakpoints],
        executor: Executor | None,
        progress: Progress,
        guesses: list[int],
        keep: list[int],
    ) -> list[PackedTree]:
        """The best tree of each first guess, with that many guesses kept at each attempt."""
        pieces = [(guess, keep) for guess in guesses]
        work = work_of(self.word_game, keep)

        # Trees in the checkpoint are not searched again, so the progress does not count them.
        stored = sum(canonical_json(piece) in self.checkpoint.results for piece in pieces)
        progress.expect(-stored, -stored * work)

        trees: list[PackedTree] = []
        search = partial(_search_tree, self.word_game, breakpoints)
        for _, result in run_pieces(search, pieces, executor, self.checkpoint):
            tree = msgspec.convert(result, PackedTree)
            trees.append(tree)

            # run_pieces returns the stored ones first.
            is_new = len(trees) > stored
            if is_new:
                word = self.word_game.write(tree.first_guess)
                figure = figure_text(tree.outcome, self.word_game.objective)
                progress.step(f"{word} {figure}", work)

        return trees


def _search_tree(word_game: WordGame, breakpoints: list[Breakpoints], guess_and_keep: tuple[int, list[int]]) -> Any:
    """The best tree found for a first guess with that many guesses kept at each attempt, as the checkpoint holds it."""
    first, keep = guess_and_keep
    tree = book_search.best_tree(word_game, first, keep, breakpoints)
    return msgspec.to_builtins(pack_tree(tree, word_game))
