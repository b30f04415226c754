"""The search for a book's tree: a greedy tree for each of many first guesses, then a wider search of the best few.

No one-step criterion finds the best first guess. So the best first guesses by expected points, by number of bins and
by entropy each get a whole tree, with one guess kept at each attempt. The best of these trees are searched again with
more guesses kept.
"""

import base64
from collections import deque
from itertools import chain, zip_longest
from typing import NamedTuple

import numpy as np

from codebreaker.criteria import CRITERIA, best_guesses
from codebreaker.replies import Array
from codebreaker.search.beam import HardSearch, Search
from codebreaker.search.fastest import fastest_totals
from codebreaker.search.learned_values import Breakpoints, LearnedValues
from codebreaker.tree import Tree
from lingo_bot.book import pack
from lingo_bot.book_player import strategy_key
from precompute.board import Board, board_of
from precompute.books import BookEntry
from precompute.figures import Figures, figures_of
from wordlists.word_game import WORST, WordGame

ROUNDS_OF_LEARNING = 2
"""Greedy trees that are built, one after the other, to learn the tables of expected payoffs."""

TreePiece = tuple[WordGame, int, list[int], list[Breakpoints]]
"""(game, first guess, guesses kept at each attempt, breakpoints of the expected payoffs)."""


class FoundTree(NamedTuple):
    """A whole tree for a book; as a list it is a JSON value."""

    figures: Figures
    first_guess: int
    section: str
    """The entry's section (see lingo_bot.book) in base64."""
    depth: int
    nodes: int

    def entry(self, game: WordGame, strategy: str) -> BookEntry:
        """The book entry that holds the tree under that strategy."""
        name, section = strategy_key(strategy, game.objective, game.hard), base64.b64decode(self.section)
        return BookEntry(game.length, game.fingerprint, name, game.attempts, self.depth, self.nodes, section)

    def order(self, objective: str) -> tuple[tuple[int, ...], int, str]:
        """The key that trees are compared by; the larger is better."""
        return self.figures.merit(objective), self.first_guess, self.section


def learn(game: WordGame) -> list[Breakpoints]:
    """The breakpoints of expected payoffs by bin size, learned from greedy trees (first guess: best by entropy)."""
    board = board_of(game)
    worth = LearnedValues(board.payoff)
    first = int(board.once(costs, "entropy").argmin())
    for _ in range(ROUNDS_OF_LEARNING):
        _search(game, worth, [1] * game.attempts, learning=True).evaluate(first, board.secrets, 0)
        breakpoints = worth.learn()
    return breakpoints


def first_guesses(game: WordGame, breakpoints: list[Breakpoints], count: int) -> list[int]:
    """The `count` best guesses by expected payoff, by number of bins and by entropy, each guess once."""
    keep = [2 * count] * game.attempts  # three quarters of a shortlist are the best by expected payoff
    board = board_of(game)
    search = _search(game, LearnedValues(board.payoff, breakpoints), keep)
    by_payoff = search.shortlist(board.secrets, 0)[:count]
    everything = np.ones(len(search.game.guesses), dtype=bool)
    lists = [by_payoff, *(best_guesses(costs(board, name), everything, count) for name in ("parts", "entropy"))]
    in_turn = chain(*zip_longest(*lists))  # a list is shorter only where there are too few words
    return list(dict.fromkeys(int(guess) for guess in in_turn if guess is not None))


def costs(board: Board, criterion: str) -> Array:
    """The cost of every first guess under a criterion that is a sum over bins: int64 (words,)."""
    game = board.game
    if game.weights is not None:
        return CRITERIA[criterion].costs(game, board.secrets)
    table = CRITERIA[criterion].table(len(game.secrets))
    return fastest_totals()(board.terms, game.features, table, game.codes)


def search_tree(piece: TreePiece) -> FoundTree:
    """The best tree found for the first guess of the piece."""
    game, first, keep, breakpoints = piece
    return as_found(game, best_tree(game, first, keep, breakpoints))


def as_found(game: WordGame, tree: Tree) -> FoundTree:
    """The tree of a game with its figures."""
    nodes, depth = [], 0
    queue = deque([(1, 0, tree)])
    while queue:  # breadth first, as lingo_bot.book has it
        depth, reply, node = queue.popleft()
        nodes.append((node.guess, reply, len(node.branches)))
        queue.extend((depth + 1, code, child) for code, child in node.branches)
    section = base64.b64encode(pack(game.length, nodes)).decode()
    return FoundTree(figures_of(tree, game), tree.guess, section, depth, len(nodes))


def best_tree(game: WordGame, first: int, keep: list[int], breakpoints: list[Breakpoints]) -> Tree:
    """The best tree found that begins with the first guess.

    For the worst case the search is repeated with fewer attempts until a secret is missed.
    """
    tree = _tree(game, first, keep, breakpoints)
    while game.objective == WORST:
        worst = figures_of(tree, game).worst
        if worst is None or worst <= 2:
            break
        fewer = game.with_rules(attempts=worst - 1)
        shorter = _tree(fewer, first, keep[: fewer.attempts], breakpoints[-(fewer.attempts - 1) :])
        if figures_of(shorter, fewer).missed:
            break
        tree = shorter
    return tree


def _tree(game: WordGame, first: int, keep: list[int], breakpoints: list[Breakpoints]) -> Tree:
    board = board_of(game)
    tree = _search(game, LearnedValues(board.payoff, breakpoints), keep).evaluate(first, board.secrets, 0)
    assert tree is not None
    return tree[1]


def _search(game: WordGame, worth: LearnedValues, keep: list[int], learning: bool = False) -> Search:
    """The search for trees of the game; learning: whether worth sees the bins that it solves, without weights."""
    kind = HardSearch if game.hard else Search
    board = board_of(game)
    searched, seen = (board.plain_game, worth.see) if learning else (board.game, None)
    return kind(searched, board.payoff, worth, keep, fastest_totals(), seen)
