"""BookSearch: the search for the best tree of a game, which continues from its checkpoint."""

from collections.abc import Iterator
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

WIDE_WORK = 0.36
"""How much each guess kept adds to the work of a greedy tree of words of four letters; fitted, see work_of."""
LESS_WITH_LENGTH = 0.45
"""The part of WIDE_WORK falls by the factor exp(-LESS_WITH_LENGTH) with each letter; fitted, see work_of."""


class SearchPlan(NamedTuple):
    """How much is searched."""

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
        """Trees that a game may need."""
        return 1 if self.first else 3 * self.from_each_ranking + self.wide_searches

    def max_work(self, length: int, secrets: int, attempts: int) -> float:
        """The work of these trees, as work_of counts it."""
        wide = work_of(length, secrets, self.guesses_kept(attempts))
        if self.first:
            return wide
        return 3 * self.from_each_ranking * work_of(length, secrets, []) + self.wide_searches * wide

    def guesses_kept(self, attempts: int) -> list[int]:
        """Guesses kept at each attempt: 1 at the first, then those of `keep`, then 1 again."""
        return [1, *self.keep, *[1] * attempts][:attempts]


def work_of(length: int, secrets: int, keep: list[int]) -> float:
    """About how much work the search of a tree is, in secrets of a greedy tree.

    From search times for the packaged lists of 4 to 12 letters, with keep 1, 3,2, 6,4 and 10,5: longer words have
    smaller bins, which are soon solved.
    """
    of_length = WIDE_WORK * exp(LESS_WITH_LENGTH * (4 - length))
    return secrets * (1 + of_length * (prod(keep) - 1))


class BookSearch:
    """The search of one game; finished pieces are kept in its checkpoint."""

    def __init__(self, word_game: WordGame, plan: SearchPlan, executor: Executor | None, progress: Progress) -> None:
        """Open the checkpoint; DataError if the plan's first guess may not be guessed."""
        self.game = word_game
        self.plan = plan
        self._executor = executor
        self._progress = progress
        self._keep = plan.guesses_kept(word_game.attempts)
        """Guesses kept at each attempt of the wide searches."""
        self._openers = [] if plan.first is None else [word_game.index_of(plan.first)]
        self.checkpoint = checkpoint_of(
            "book", word_game, self._keep, plan.from_each_ranking, plan.wide_searches, self._openers
        )
        self._max_work = plan.max_work(word_game.length, len(word_game.secrets), word_game.attempts)

    def find(self) -> PackedTree:
        """The best tree; from the checkpoint if the search was finished before."""
        self._progress.begin(self.game.name)
        tree = self.checkpoint.results.get("best")
        if tree is not None:
            # What the plan expected for this game is not to be done.
            self._progress.expect(-self.plan.max_trees, -self._max_work)
            return msgspec.convert(tree, PackedTree)

        best = max(self._trees(), key=self._order)
        self.checkpoint.add("best", msgspec.to_builtins(best))
        return best

    def _order(self, tree: PackedTree) -> tuple[int, int, bytes]:
        return tree.order(self.game)

    def _trees(self) -> list[PackedTree]:
        """Greedy trees of many first guesses, and trees of the best of these with more guesses kept."""
        breakpoints = self._breakpoints()
        if self._openers:
            return list(self._search(self._openers, self._keep, breakpoints))

        guesses = book_search.first_guesses(self.game, breakpoints, self.plan.from_each_ranking)
        widely = min(self.plan.wide_searches, len(guesses))
        # The rankings have guesses in common, so there are fewer trees than the plan expected.
        work = len(guesses) * self._work([]) + widely * self._work(self._keep)
        self._progress.expect(len(guesses) + widely - self.plan.max_trees, work - self._max_work)

        name = self.game.name
        self._progress.announce(f"{name}, 1 of 2, {len(guesses)} first guesses")
        greedy = list(self._search(guesses, [1] * self.game.attempts, breakpoints))

        self._progress.announce(f"{name}, 2 of 2, a wider search of the best {widely}")
        greedy.sort(key=self._order, reverse=True)
        best_guesses = [tree.first_guess for tree in greedy[:widely]]
        return greedy + list(self._search(best_guesses, self._keep, breakpoints))

    def _breakpoints(self) -> list[Breakpoints]:
        """The breakpoints of expected points, which are learned once and kept in the checkpoint."""
        breakpoints: list[Breakpoints] | None = self.checkpoint.results.get("breakpoints")
        if breakpoints is None:
            breakpoints = book_search.learn(self.game)
            self.checkpoint.add("breakpoints", breakpoints)
        return breakpoints

    def _search(self, guesses: list[int], keep: list[int], breakpoints: list[Breakpoints]) -> Iterator[PackedTree]:
        """The best tree of each first guess, with that many guesses kept at each attempt."""
        pieces = [(guess, keep) for guess in guesses]
        work = self._work(keep)
        # Pieces of the checkpoint take no time. They come first.
        finished = sum(canonical_json(piece) in self.checkpoint.results for piece in pieces)
        self._progress.expect(-finished, -finished * work)

        search = partial(_search_tree, self.game, breakpoints)
        results = run_pieces(search, pieces, self._executor, self.checkpoint)
        for number, (_, result) in enumerate(results):
            tree = msgspec.convert(result, PackedTree)
            if number >= finished:
                word = self.game.write(tree.first_guess)
                self._progress.step(f"{word} {figure_text(tree.outcome, self.game.objective)}", work)
            yield tree

    def _work(self, keep: list[int]) -> float:
        return work_of(self.game.length, len(self.game.secrets), keep)


def _search_tree(word_game: WordGame, breakpoints: list[Breakpoints], guess_and_keep: tuple[int, list[int]]) -> Any:
    """The best tree found for a first guess with that many guesses kept at each attempt, as the checkpoint holds it."""
    first, keep = guess_and_keep
    tree = book_search.best_tree(word_game, first, keep, breakpoints)
    return msgspec.to_builtins(pack_tree(tree, word_game))
