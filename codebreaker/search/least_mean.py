"""Proves the least mean number of guesses: a bracket around the least total is narrowed until it is closed.

The search counts the guesses of all secrets together, each with its weight. It may also keep to a worst case.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from functools import partial

from codebreaker.decision_tree import DecisionTree
from codebreaker.game import Game, check_has_all_replies
from codebreaker.kept_searcher import keep_searcher
from codebreaker.objective import Objective
from codebreaker.proof import Execution, Proof, Searcher
from codebreaker.search.bin_searcher import BinSearcher
from codebreaker.search.bracket import Bracket, known_trees
from codebreaker.search.fastest import can_compile
from codebreaker.search.recursion import MOST_GUESSES_OF_SEARCHED_TREES
from codebreaker.tree import cost_of, outcome_of
from lingo_common.errors import DataError, count_text

SEARCH_WORTH_COMPILING = 1 << 13
"""Replies (guesses x secrets) of a game without symmetries whose search takes longer than numba takes to load.

That is about a quarter of a second (codebreaker.search.fastest).
"""


def fastest_searcher(game: Game, objective: Objective, keep: Sequence[int] = ()) -> Searcher:
    """The searcher that is likely to be fastest; keep: as for narrow_mean."""
    return _fastest_kind(game, objective)(game, objective, keep=keep)


def _fastest_kind(game: Game, objective: Objective) -> Callable[..., Searcher]:
    """The class of the searcher that is likely to be fastest.

    Compiled code searches first guesses as a whole, but it knows no symmetries. So a game with symmetries is searched
    bin by bin, and so is a game that takes less time than compiled code takes to load.
    """
    has_symmetries = game.representatives(game.all_secrets) is not None
    if has_symmetries or not can_compile(game, objective, SEARCH_WORTH_COMPILING):
        return BinSearcher

    from codebreaker.search.first_guess_searcher import FirstGuessSearcher

    return FirstGuessSearcher


def objective_of_mean(game: Game, worst: int | None) -> Objective:
    """The objective of the least mean; worst: the most guesses for any secret, None for any number.

    A miss costs more than all guesses of all secrets, so a tree that misses none is always cheaper. There are at least
    two attempts, because searchers look at the bins of a first guess. If one guess has to be enough, a tree that uses
    the second attempt is found too, but it has more guesses than most_guesses allows.
    """
    attempts = max(2, attempts_allowed(game, worst))
    # With any number of guesses no tree need miss a secret, and the cost of a miss does not matter. It is that of the
    # certificate (codebreaker.commands.proofs), so that the searcher of the proof can write the certificate too.
    return Objective.misses_first(attempts, weight=game.total_weight)


def most_guesses(game: Game, worst: int | None) -> int:
    """The most guesses over all secrets, each with its weight, of a tree that keeps to the worst case.

    A tree that misses a secret has more by its cost, because a miss costs more than these guesses.
    """
    return attempts_allowed(game, worst) * game.total_weight


def attempts_allowed(game: Game, worst: int | None) -> int:
    """The most guesses that a game may take: `worst`, or one more than there are secrets if that is less.

    If each guess rules out a secret, no game takes more guesses than there are secrets. One more may follow a first
    guess that rules out none, which can still be one of the best N first guesses.
    """
    most = len(game.secrets) + 1
    return most if worst is None else min(worst, most)


def narrow_mean(
    game: Game,
    execution: Execution,
    worst: int | None = None,
    first: int | None = None,
    top: int = 1,
    build_game: Callable[[], Game] | None = None,
    keep: Sequence[int] = (),
) -> Generator[Bracket]:
    """Brackets of the least total number of guesses, none wider than the one before; the last one is closed.

    worst: the most guesses that a tree may need for any secret; DataError if no tree keeps to it. first: the first
    guess that trees begin with, None for any. top: how many of the best first guesses get their least totals.
    build_game: makes the game in the processes of the execution; None if the execution is in this process. keep: how
    many guesses are tried at the second attempt, the third, … in the search for good trees before the proof begins.

    DataError too if games may have more than MOST_GUESSES_OF_SEARCHED_TREES guesses, and the best known tree has such a
    game.
    """
    check_has_all_replies(game)
    objective = objective_of_mean(game, worst)
    searcher = fastest_searcher(game, objective, keep)
    if build_game is not None:
        # Each process of the execution makes its own searcher. That of this process is kept for a certificate.
        build = searcher_source(game, build_game, objective, keep)
        execution = replace(execution, build=build)
        keep_searcher(build, searcher)
    top = min(top, len(game.guesses))

    # The first tree is there at once. The proof begins with it, because some of its branches may be the best ones.
    trees = known_trees(game, first)
    tree = next(trees)
    proof = Proof(game, objective, searcher, execution, first=first, top=top, tree=tree)
    yield _bracket_of(proof, worst)
    for tree in trees:
        proof.offer(tree, cost_of(tree, game, objective))
        yield _bracket_of(proof, worst)

    assert proof.tree is not None
    longest_game = outcome_of(proof.tree).attempts
    # A search makes no more guesses than the objective has attempts, however deep the known trees are.
    deepest_search = min(longest_game, objective.attempts)
    if deepest_search > MOST_GUESSES_OF_SEARCHED_TREES and not proof.is_proved:
        raise DataError(
            f"{game.name}: trees of more than {MOST_GUESSES_OF_SEARCHED_TREES} guesses are too deep to be searched, "
            f"and the best known one needs {longest_game:,} for some secret"
        )

    for _ in proof.states():
        bracket = _bracket_of(proof, worst)
        if worst is not None and bracket.lower > most_guesses(game, worst):
            which = "no tree" if first is None else f"no tree that begins with {game.text(first)}"
            raise DataError(f"{game.name}: {which} needs at most {count_text(worst, 'guess')} for every secret: proved")
        yield bracket


def searcher_source(
    game: Game, build_game: Callable[[], Game], objective: Objective, keep: Sequence[int]
) -> Callable[[], Searcher]:
    """A function that makes the searcher of narrow_mean in any process; it can be pickled.

    build_game: makes the game there.
    """
    # The kind is chosen here: a worker of a cluster, with numba or without it, may choose another one for itself.
    return partial(_searcher_of, _fastest_kind(game, objective), build_game, objective, tuple(keep))


def _searcher_of(
    kind: Callable[..., Searcher], build_game: Callable[[], Game], objective: Objective, keep: tuple[int, ...]
) -> Searcher:
    """The searcher of that kind of a game that is made in this process."""
    return kind(build_game(), objective, keep=keep)


def _bracket_of(proof: Proof, worst: int | None) -> Bracket:
    """The bracket of a proof in guesses; worst: as for narrow_mean."""
    assert proof.tree is not None
    # A cost leaves out the guesses that solve secrets: one for each secret, which counts as much as the secret weighs.
    weight = proof.game.total_weight
    most = most_guesses(proof.game, worst)

    openers: list[tuple[int, int]] = []
    if proof.top > 1 and proof.is_proved:
        totals = [(guess, cost + weight) for guess, cost in proof.openers]
        openers = [(guess, total) for guess, total in totals if total <= most]

    guesses = proof.best_cost + weight
    upper = guesses if guesses <= most else None
    return Bracket(proof.tree, proof.at_least + weight, upper, is_closed=proof.is_proved, openers=openers)


def optimal(game: Game) -> DecisionTree:
    """A tree with the least total number of guesses over all secrets, each with its weight."""
    *_, bracket = narrow_mean(game, Execution())
    return DecisionTree(bracket.tree, game)
