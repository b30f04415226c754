"""The certificate of a word game: why no tree is better than the one that was found."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from codebreaker.game import Game
from codebreaker.objective import Objective
from codebreaker.proof import Searcher
from codebreaker.search.certify import Problem
from codebreaker.tree import Tree
from precompute.board import board_of
from precompute.figures import outcome_in, proved_objective
from wordlists.word_game import WORST, WordGame

SearcherOf = Callable[[WordGame], Callable[[], Searcher]]
"""build = searcher_of(word_game) makes the searcher of the game's proof, as the `build` of its Execution does.

In a process that took part in the proof, kept_searcher(build) is the searcher of that proof, with all that it has
learned.
"""


def problems_of(
    word_game: WordGame, tree: Tree, first: int | None, searcher_of: SearcherOf | None = None
) -> list[Problem]:
    """The problems that the certificate shows, a section for each: that no tree of the game is better than this one.

    Most games have one: no tree costs less than this one. A worst case of w guesses, w > 1, has two: with w - 1
    attempts every tree misses some secret, and of the trees with w attempts none costs less than this one.

    first: the only first guess of the trees; None for any. searcher_of: the searchers that have proved the tree; None
    to search anew.
    """
    worst = outcome_in(word_game, tree).worst
    # A tree that misses a secret has no worst case.
    if word_game.objective != WORST or worst is None:
        return [_least_cost(word_game, tree, first, searcher_of)]

    problems = []
    if worst > 1:
        # Weights do not matter: no secret may be missed, however little it weighs.
        build = partial(_game_of, word_game, is_weighted=False)
        hard = word_game.hard
        letter = word_game.written_letter
        some_is_missed = Problem(build, Objective.misses_only(worst - 1), cost=1, hard=hard, first=first, letter=letter)
        problems.append(some_is_missed)

    problems.append(_least_cost(word_game.with_rules(attempts=worst), tree, first, searcher_of))
    return problems


def _least_cost(word_game: WordGame, tree: Tree, first: int | None, searcher_of: SearcherOf | None) -> Problem:
    """The problem to show that no tree of the game costs less than this one."""
    objective = proved_objective(word_game)
    cost = objective.cost(outcome_in(word_game, tree))
    build = partial(_game_of, word_game, is_weighted=True)
    searcher = None if searcher_of is None else searcher_of(word_game)
    hard = word_game.hard
    letter = word_game.written_letter
    # `precompute bound --first` compares the trees of a first guess with a book's tree, which may begin with another.
    shown_tree = tree if first in (None, tree.guess) else None
    return Problem(build, objective, cost, shown_tree, hard=hard, searcher=searcher, first=first, letter=letter)


def _game_of(word_game: WordGame, is_weighted: bool) -> Game:
    """The theory's game, in which each secret counts with its weight, or once."""
    game = board_of(word_game).game
    return game if is_weighted else replace(game, weights=None)
