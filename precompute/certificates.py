"""The certificate of a word game: why no tree is better than the one that was found."""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial

from codebreaker.certificate import CertificateSection
from codebreaker.game import Game
from codebreaker.objective import Objective
from codebreaker.search.certify import Problem, certify
from codebreaker.tree import Tree
from lingo_common.cli.progress import Progress
from lingo_common.cluster import Cluster
from precompute.board import board_of
from precompute.figures import outcome_in, proved_objective
from precompute.optimal import searcher_source
from wordlists.word_game import WORST, WordGame


def certificate_sections(
    word_game: WordGame,
    tree: Tree,
    first: int | None,
    executor: Executor | None,
    keep: Sequence[int] | None = None,
) -> tuple[list[CertificateSection], type[BaseException] | None]:
    """The sections of the certificate that no tree of the game is better than this one, which is proved to be optimal.

    Beside them: None, or the class KeyboardInterrupt if that stopped the work. Then there are no sections. It is not
    raised, so that the caller can still print the proved tree. AssertionError if a tree is better.

    first: the only first guess of the trees. keep: the argument of the same name with which precompute.optimal has
    proved the tree, by the processes of the executor: they use again what they have searched. None after another proof.
    """
    # certify gives work to each processor of this machine. Without processes it does all work in this one.
    processes = None if isinstance(executor, Cluster) else executor
    letter = word_game.written_letter

    sections = []
    with Progress(unit="first guesses") as progress:
        progress.begin(f"{word_game.name}, certificate")

        def show(done: int, total: int) -> None:
            progress.reach(done, f"of {total:,}")

        try:
            for problem in _problems(word_game, tree, keep):
                section = certify(problem, first=first, letter=letter, executor=processes, show=show)
                sections.append(section)
        except KeyboardInterrupt:
            return [], KeyboardInterrupt

    return sections, None


def _problems(word_game: WordGame, tree: Tree, keep: Sequence[int] | None) -> list[Problem]:
    """What the certificate shows, a section for each problem.

    Most games have one: no tree costs less than this one. A worst case of w guesses, w > 1, has two: with w - 1
    attempts every tree misses some secret, and of the trees with w attempts none costs less than this one.
    """
    worst = outcome_in(word_game, tree).worst
    # A tree that misses a secret has no worst case.
    if word_game.objective != WORST or worst is None:
        return [_least_cost(word_game, tree, keep)]

    problems = []
    if worst > 1:
        # Weights do not matter: no secret may be missed, however little it weighs.
        build = partial(_game_of, word_game, is_weighted=False)
        problems.append(Problem(build, Objective.misses_only(worst - 1), cost=1, hard=word_game.hard))

    problems.append(_least_cost(word_game.with_rules(attempts=worst), tree, keep))
    return problems


def _least_cost(word_game: WordGame, tree: Tree, keep: Sequence[int] | None) -> Problem:
    """The problem to show that no tree of the game costs less than this one."""
    objective = proved_objective(word_game)
    cost = objective.cost(outcome_in(word_game, tree))
    searcher = None if keep is None else searcher_source(word_game, keep)
    return Problem(partial(_game_of, word_game, is_weighted=True), objective, cost, tree, word_game.hard, searcher)


def _game_of(word_game: WordGame, is_weighted: bool) -> Game:
    """The theory's game, in which each secret counts with its weight, or once."""
    game = board_of(word_game).game
    return game if is_weighted else replace(game, weights=None)
