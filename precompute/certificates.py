"""The certificate of a word game: why no tree is better than the one that was found."""

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


def certificate_sections(
    path: str | None, word_game: WordGame, tree: Tree | None, first: str | None, executor: Executor | None
) -> list[Certificate]:
    """The sections of the certificate that no tree of the game is better; AssertionError if one is.

    There are none without a path to write them to, and none without a tree that is proved to be optimal.

    first: the only first guess of the trees. A cluster takes no part in making the sections.
    """
    if path is None or tree is None:
        return []
    opener = None if first is None else word_game.index_of(first)
    processes = None if isinstance(executor, Cluster) else executor
    letter = word_game.shown_letter
    sections = []
    with Progress(0, "first guesses") as progress:
        progress.begin(f"{word_game.name}, certificate")

        def show(done: int, total: int) -> None:
            progress.reach(done, f"of {total:,}")

        for objective, cost, best_tree in _claims(word_game, tree):
            # Where only misses cost, weights do not matter: no secret may be missed, however little it weighs.
            is_weighted = objective.charge > 0
            problem = Problem(partial(_game_of, word_game, is_weighted), objective, cost, word_game.hard)
            section = certify(problem, best_tree, first=opener, letter=letter, executor=processes, show=show)
            sections.append(section)
    return sections


def _claims(word_game: WordGame, tree: Tree) -> list[tuple[Objective, int, Tree | None]]:
    """(objective, cost, tree): under the objective no tree costs less, and the tree costs just that.

    For the worst case of w guesses there are two claims, unless w is 1. With w - 1 attempts every tree misses some
    secret, so it costs 1 at least where only misses cost; no tree is shown for that. And with w attempts no tree needs
    fewer guesses than this one.
    """
    worst = outcome_in(word_game, tree).worst
    if word_game.objective != WORST or worst is None:
        return [_least_cost(word_game, tree)]

    claims: list[tuple[Objective, int, Tree | None]] = []
    if worst > 1:
        claims.append((Objective.misses_only(worst - 1), 1, None))
    claims.append(_least_cost(word_game.with_rules(attempts=worst), tree))
    return claims


def _least_cost(word_game: WordGame, tree: Tree) -> tuple[Objective, int, Tree]:
    """The claim that no tree of the game costs less than this one."""
    objective = proved_objective(word_game)
    return objective, objective.cost(outcome_in(word_game, tree)), tree


def _game_of(word_game: WordGame, is_weighted: bool) -> Game:
    """The theory's game, in which each secret counts with its weight, or once."""
    board = board_of(word_game)
    return board.game if is_weighted else board.plain_game
