"""The certificate of a word game: why no tree is better than the one that was found."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from functools import partial

from codebreaker.certificate import Certificate
from codebreaker.game import Game
from codebreaker.objective import Objective
from codebreaker.search.certify import Problem, certify
from codebreaker.tree import Tree
from lingo_common.cli.progress import Progress
from lingo_common.cluster import Cluster
from precompute.board import board_of
from precompute.figures import outcome_in, proved_objective
from wordlists.word_game import WORST, WordGame

Show = Callable[[int, int], None]
"""show(done, total): told how many first guesses are done."""


def certificate_sections(
    path: str | None, word_game: WordGame, tree: Tree | None, first: str | None, executor: Executor | None
) -> list[Certificate]:
    """The sections of the certificate that no tree of the game is better.

    There are none without a path to write them to, and none without a tree that is proved to be optimal.

    first: the only first guess of the trees. A cluster takes no part in making the sections.
    """
    if path is None or tree is None:
        return []
    opener = None if first is None else word_game.index_of(first)
    processes = None if isinstance(executor, Cluster) else executor
    with Progress(0, "first guesses") as progress:
        progress.begin(f"{word_game.name}, certificate")

        def show(done: int, total: int) -> None:
            progress.reach(done, f"of {total:,}")

        return list(_sections(word_game, tree, opener, processes, show))


def _sections(
    word_game: WordGame, tree: Tree, first: int | None, executor: Executor | None, show: Show
) -> Iterator[Certificate]:
    """The sections of the certificate that the tree is optimal; AssertionError if it is not.

    For the worst case there are two, where a tree needs more than one guess: with one attempt fewer some secret is
    missed; and with as many attempts as the tree needs, no tree needs fewer guesses.
    """
    attempts = word_game.attempts
    worst = outcome_in(word_game, tree).worst
    if word_game.objective == WORST and worst is not None:
        attempts = worst
        if attempts > 1:
            yield _certificate(word_game, Objective.misses_only(attempts - 1), 1, None, first, executor, show)
    objective = proved_objective(word_game.with_rules(attempts=attempts))
    cost = objective.cost(outcome_in(word_game.with_rules(attempts=attempts), tree))
    yield _certificate(word_game, objective, cost, tree, first, executor, show)


def _certificate(
    word_game: WordGame,
    objective: Objective,
    cost: int,
    tree: Tree | None,
    first: int | None,
    executor: Executor | None,
    show: Show,
) -> Certificate:
    is_weighted = objective.charge > 0
    problem = Problem(partial(_game_of, word_game, is_weighted), objective, cost, word_game.hard)
    return certify(problem, tree, first=first, letter=word_game.shown_letter, executor=executor, show=show)


def _game_of(word_game: WordGame, is_weighted: bool) -> Game:
    """The theory's game; the worst case does not depend on weights."""
    board = board_of(word_game)
    return board.game if is_weighted else board.plain_game
