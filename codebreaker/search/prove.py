"""Proves the least worst case and the least mean number of guesses: a bracket is narrowed until it is closed.

For the worst case there is a search for each number of attempts, whose objective counts nothing but misses: if every
tree misses a secret, more attempts are needed. For the mean there is one search, whose objective counts guesses.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from codebreaker.criteria import CRITERIA
from codebreaker.decision_tree import DecisionTree
from codebreaker.game import Game, check_has_all_replies, hit_counts, settle
from codebreaker.objective import INFINITY, Objective
from codebreaker.proof import Execution, Proof, Searcher
from codebreaker.search.bin_searcher import BinSearcher
from codebreaker.search.exact import ExactSearch
from codebreaker.search.fastest import can_compile, fastest_totals
from codebreaker.search.greedy import greedy
from codebreaker.solution import Solution
from codebreaker.tree import Tree, cost_of, outcome_of
from lingo_common.errors import DataError
from lingo_common.option import check_instance

SEARCH_WORTH_COMPILING = 1 << 13
"""Replies (guesses x secrets) of a game without symmetries whose search takes longer than numba takes to load."""


@dataclass(frozen=True)
class Bracket:
    """The best tree known, and what is proved about the least number of guesses.

    The number is that of the worst case, or the total over all secrets, each with its weight.
    """

    tree: Tree
    lower: int
    """No tree needs fewer guesses."""
    upper: int | None
    """The guesses that the tree needs; None if it misses secrets, where no tree is known that keeps to a worst case."""
    is_closed: bool
    """Whether the proof is complete. If the best N first guesses are proved, that is more than lower == upper."""
    openers: Sequence[tuple[int, int]] = ()
    """(first guess, least total) of the best N first guesses, if N is more than one and the proof is complete."""


def known_trees(game: Game, first: int | None = None) -> Iterator[Tree]:
    """Trees to begin with: at once the one that always guesses the first candidate, then each greedy tree.

    first: the guess that all of them begin with; None for any.
    """
    if not game.identify and first is None:
        yield Solution(game, lambda secrets: int(game.guess_of[secrets[0]])).tree().root
    for criterion in CRITERIA.values():
        yield greedy(game, criterion, first).root


def fastest_searcher(game: Game, objective: Objective) -> Searcher:
    """The searcher that is likely to be fastest.

    Compiled code searches first guesses as a whole, but it knows no symmetries. So a game with symmetries is searched
    bin by bin, and so is a game that takes less time than compiled code takes to load.
    """
    has_symmetries = game.representatives(np.arange(len(game.secrets))) is not None
    if has_symmetries or not can_compile(game, objective, SEARCH_WORTH_COMPILING):
        return BinSearcher(game, objective)

    from codebreaker.search.first_guess_searcher import FirstGuessSearcher

    return FirstGuessSearcher(game, objective)


def narrow_worst_case(game: Game, execution: Execution, source: Callable[[], Game] | None = None) -> Generator[Bracket]:
    """Brackets of the least worst case, none wider than the one before; the last one is closed.

    source: makes the game in another process, if the execution has one.
    """
    check_has_all_replies(game)
    # The worst case does not depend on the weights.
    game = replace(game, weights=None)
    secrets = np.arange(len(game.secrets))
    # One guess is enough only if it wins against all secrets, or tells them all apart in a game to identify.
    one_guess_may_be_enough = game.identify or int(hit_counts(game, secrets).max()) == len(secrets)
    lower = 1 if one_guess_may_be_enough else 2

    # First from greedy trees and bounds, which take no search.
    tree: Tree | None = None
    worst = INFINITY
    for known_tree in known_trees(game):
        tree = known_tree if tree is None else min(tree, known_tree, key=_longest_game_and_guesses)
        worst, _ = _longest_game_and_guesses(tree)
        yield Bracket(tree, lower, worst, lower == worst)
        while lower < worst and excluded_by_bounds(game, lower):
            lower += 1
            yield Bracket(tree, lower, worst, lower == worst)

    # Then by search: is there a tree that needs a guess less than the best one?
    assert tree is not None
    while lower < worst:
        proof = _proof_of_worst_case(game, worst - 1, execution, source, tree)
        for _ in proof.steps():
            # Once the proof has a tree, the bracket with it follows below.
            if proof.tree is None:
                yield Bracket(tree, lower, worst, False)
        if proof.tree is None:
            # The proof is complete, and every tree of fewer guesses misses a secret.
            lower = worst
        else:
            tree = proof.tree
            worst, _ = _longest_game_and_guesses(tree)
        yield Bracket(tree, lower, worst, lower == worst)


def _proof_of_worst_case(
    game: Game, guesses: int, execution: Execution, source: Callable[[], Game] | None = None, tree: Tree | None = None
) -> Proof:
    """The proof that finds a tree of at most that many guesses, or shows that every tree misses a secret.

    game: without weights. source: as in narrow_worst_case. tree: the best tree so far, which needs more guesses; some
    of its branches may not.
    """
    objective = Objective.misses_only(guesses)
    if source is not None:
        execution = replace(execution, build=partial(_worst_case_searcher, source, objective))
    # Each secret that is missed costs 1, so only a tree that misses none costs less than 1.
    return Proof(game, objective, BinSearcher(game, objective), execution, limit=1, tree=tree)


def _longest_game_and_guesses(tree: Tree) -> tuple[int, int]:
    """The most guesses that a tree needs for a secret, and those that it needs for all together."""
    outcome = outcome_of(tree)
    return max(outcome.distribution), outcome.guesses


def _worst_case_searcher(source: Callable[[], Game], objective: Objective) -> Searcher:
    """The searcher of narrow_worst_case in another process than that of the proof."""
    return BinSearcher(replace(source(), weights=None), objective)


def _mean_searcher(source: Callable[[], Game], objective: Objective) -> Searcher:
    """The searcher of narrow_mean in another process than that of the proof."""
    return fastest_searcher(source(), objective)


def excluded_by_bounds(game: Game, guesses: int) -> bool:
    """Whether the bounds of every first guess's bins exclude a tree of at most that many guesses."""
    search = ExactSearch(game, Objective.misses_only(guesses), fastest_totals())
    secrets = np.arange(len(game.secrets))
    # Each miss costs 1, so only trees below this miss no secret.
    limit = 1
    first_guesses, _ = search.rank(secrets, guesses, limit)
    for guess in first_guesses.tolist():
        _, open_bins = settle(game, guess, secrets)
        bins = [members for _, members in open_bins]
        is_excluded = search.bounds_of_bins(bins, guesses - 1, limit) is None
        if not is_excluded:
            return False
    return True


def objective_of_mean(game: Game, worst: int | None) -> Objective:
    """The objective of the least mean; worst: the most guesses for any secret, None for any number.

    As many attempts as secrets are enough for any tree whose guesses all tell something.
    """
    secrets = len(game.secrets)
    most = secrets if worst is None else min(worst, secrets)
    # Searchers look at the bins of a first guess, so there must be a second attempt. A tree that needs it is ruled out
    # by most_guesses then.
    attempts = max(2, most)
    if worst is None:
        return Objective.fewest_guesses(attempts)
    return Objective.misses_first(attempts, game.weight(np.arange(secrets)))


def most_guesses(game: Game, worst: int | None) -> int:
    """The most guesses over all secrets, each with its weight, of a tree that keeps to the worst case.

    A tree that misses a secret counts as more guesses than this: see Objective.misses_first.
    """
    secrets = np.arange(len(game.secrets))
    longest_game = len(secrets) if worst is None else min(worst, len(secrets))
    return longest_game * game.weight(secrets)


def narrow_mean(
    game: Game,
    execution: Execution,
    worst: int | None = None,
    first: int | None = None,
    top: int = 1,
    source: Callable[[], Game] | None = None,
) -> Generator[Bracket]:
    """Brackets of the least total number of guesses, none wider than the one before; the last one is closed.

    worst: the most guesses that a tree may need for any secret; DataError if no tree keeps to it. first: the first
    guess that trees begin with, None for any. top: how many of the best first guesses get their least totals. source:
    makes the game in another process, if the execution has one.
    """
    check_has_all_replies(game)
    objective = objective_of_mean(game, worst)
    weight = game.weight(np.arange(len(game.secrets)))
    most = most_guesses(game, worst)
    if source is not None:
        execution = replace(execution, build=partial(_mean_searcher, source, objective))
    searcher = fastest_searcher(game, objective)
    top = min(top, len(game.guesses))

    # The first tree is there at once. The proof begins with it, because some of its branches may be the best ones.
    trees = known_trees(game, first)
    tree = next(trees)
    cost = cost_of(tree, game, objective)
    proof = Proof(game, objective, searcher, execution, first=first, top=top, tree=tree, cost=cost)
    yield _bracket_of_mean(proof, weight, most)
    for tree in trees:
        proof.offer(tree, cost_of(tree, game, objective))
        yield _bracket_of_mean(proof, weight, most)

    for _ in proof.steps():
        # A cost does not count the guess that solves a secret: there is one for each.
        fewest_guesses = proof.at_least + weight
        if fewest_guesses > most:
            raise DataError(f"{game.name}: no tree needs at most {worst} guesses for every secret: proved")
        yield _bracket_of_mean(proof, weight, most)


def _bracket_of_mean(proof: Proof, weight: int, most: int) -> Bracket:
    """The bracket of a proof in guesses.

    weight: that of all secrets, which is the number of guesses that solve one; costs do not count these. most: see
    most_guesses.
    """
    assert proof.tree is not None
    openers: list[tuple[int, int]] = []
    if proof.top > 1 and proof.is_proved:
        totals = [(guess, cost + weight) for guess, cost in proof.openers]
        openers = [(guess, total) for guess, total in totals if total <= most]

    guesses = proof.best + weight
    upper = guesses if guesses <= most else None
    return Bracket(proof.tree, proof.at_least + weight, upper, proof.is_proved, openers)


def solution_exists(game: Game, max_guesses: int) -> DecisionTree | None:
    """A tree with at most max_guesses on every path, or None if there provably is none."""
    check_has_all_replies(game)
    check_instance("max_guesses", max_guesses, int)
    if max_guesses < 1:
        return None
    unweighted = replace(game, weights=None)
    proof = _proof_of_worst_case(unweighted, min(max_guesses, len(game.secrets)), Execution())
    for _ in proof.steps():
        pass
    return None if proof.tree is None else DecisionTree(proof.tree, game)


def least_worst_case(game: Game) -> DecisionTree:
    """A tree with the least worst case, proved."""
    *_, bracket = narrow_worst_case(game, Execution())
    return DecisionTree(bracket.tree, game)


def lower_bound(game: Game) -> int:
    """The least number of guesses that is always enough, proved."""
    return least_worst_case(game).worst


def optimal(game: Game) -> DecisionTree:
    """A tree with the least total number of guesses over all secrets, each with its weight."""
    *_, bracket = narrow_mean(game, Execution())
    return DecisionTree(bracket.tree, game)
