"""Proves the least worst case: how many guesses are always enough. A bracket is narrowed until it is closed.

There is a search for each number of attempts, whose objective counts nothing but misses: if every tree misses a secret,
more attempts are needed.
"""

from collections.abc import Callable, Generator
from dataclasses import replace
from functools import partial

from codebreaker.candidates import hit_counts, settle
from codebreaker.decision_tree import DecisionTree
from codebreaker.game import Game, check_has_all_replies
from codebreaker.objective import INFINITY, Objective
from codebreaker.proof import Execution, Proof, Searcher
from codebreaker.search.bin_searcher import BinSearcher
from codebreaker.search.bracket import Bracket, known_trees
from codebreaker.search.exact import ExactSearch
from codebreaker.search.fastest import with_fastest_totals
from codebreaker.search.recursion import MOST_GUESSES_OF_SEARCHED_TREES
from codebreaker.tree import Tree, outcome_of
from lingo_common.errors import DataError
from lingo_common.option import check_instance


def narrow_worst_case(
    game: Game, execution: Execution, build_game: Callable[[], Game] | None = None
) -> Generator[Bracket]:
    """Brackets of the least worst case, none wider than the one before; the last one is closed.

    build_game: makes the game in the processes of the execution; None if the execution is in this process. DataError
    if trees of more than MOST_GUESSES_OF_SEARCHED_TREES guesses would have to be searched.
    """
    # A game of very many secrets computes its replies when they are needed; a proof needs all.
    check_has_all_replies(game)
    # The worst case does not depend on the weights.
    game = replace(game, weights=None)
    secrets = game.all_secrets
    # One guess is enough only if it wins against all secrets, or tells them all apart in a game to identify.
    one_guess_may_be_enough = game.identify or int(hit_counts(game, secrets).max()) == len(secrets)
    lower = 1 if one_guess_may_be_enough else 2

    # First the bracket is narrowed by greedy trees and bounds, which take no search.
    tree: Tree | None = None
    worst = INFINITY
    for known_tree in known_trees(game):
        tree = known_tree if tree is None else min(tree, known_tree, key=_worst_case_and_total)
        worst, _ = _worst_case_and_total(tree)
        yield Bracket(tree, lower, worst, lower == worst)
        while lower < worst and excluded_by_bounds(game, lower):
            lower += 1
            yield Bracket(tree, lower, worst, lower == worst)

    # Then it is narrowed by search: is there a tree that needs a guess less than the best one?
    assert tree is not None
    while lower < worst:
        proof = _proof_within(game, worst - 1, execution, build_game, tree)
        for _ in proof.states():
            # Once the proof has a tree, the bracket with it follows below.
            if proof.tree is None:
                yield Bracket(tree, lower, worst, False)
        if proof.tree is None:
            # The proof is complete, and every tree of fewer guesses misses a secret.
            lower = worst
        else:
            tree = proof.tree
            worst, _ = _worst_case_and_total(tree)
        yield Bracket(tree, lower, worst, lower == worst)


def _proof_within(
    game: Game,
    guesses: int,
    execution: Execution,
    build_game: Callable[[], Game] | None = None,
    tree: Tree | None = None,
) -> Proof:
    """The proof that finds a tree of at most that many guesses, or shows that every tree misses a secret.

    game: without weights. build_game: as in narrow_worst_case. tree: the best tree so far. It needs more guesses, but
    a searcher may use those of its branches that do not. DataError if trees of so many guesses are too deep.
    """
    if guesses > MOST_GUESSES_OF_SEARCHED_TREES:
        raise DataError(f"{game.name}: trees of {guesses:,} guesses are too deep to be searched")

    objective = Objective.misses_only(guesses)
    if build_game is not None:
        execution = replace(execution, build=partial(_searcher_of, build_game, objective))
    # Each secret that is missed costs 1, so only a tree that misses none costs less than 1.
    return Proof(game, objective, BinSearcher(game, objective), execution, limit=1, tree=tree)


def _searcher_of(build_game: Callable[[], Game], objective: Objective) -> Searcher:
    """The searcher in another process than that of the proof."""
    return BinSearcher(replace(build_game(), weights=None), objective)


def _worst_case_and_total(tree: Tree) -> tuple[int, int]:
    """The most guesses that a tree, which solves every secret, needs for one of them, and those for all together."""
    outcome = outcome_of(tree)
    return max(outcome.distribution), outcome.guesses


def excluded_by_bounds(game: Game, guesses: int) -> bool:
    """Whether the bounds of every first guess's bins exclude a tree of at most that many guesses."""
    search = ExactSearch(with_fastest_totals(game), Objective.misses_only(guesses))
    secrets = game.all_secrets
    # Each miss costs 1, so only trees below this miss no secret.
    limit = 1
    # The bounds of other first guesses, which the search has left out, are at least the limit.
    first_guesses, _ = search.rank(secrets, guesses, limit)
    for guess in first_guesses.tolist():
        # The bins where the game goes on after the guess.
        _, open_bins = settle(game, guess, secrets)
        bins = [members for _, members in open_bins]
        is_excluded = search.bounds_of_bins(bins, guesses - 1, limit) is None
        if not is_excluded:
            return False
    return True


def solution_exists(game: Game, max_guesses: int) -> DecisionTree | None:
    """A tree with at most max_guesses on every path, or None if there provably is none."""
    check_has_all_replies(game)
    check_instance("max_guesses", max_guesses, int)
    if max_guesses < 1:
        return None
    unweighted = replace(game, weights=None)
    # If each guess rules out a secret, no game takes more guesses than there are secrets.
    guesses = min(max_guesses, len(game.secrets))
    proof = _proof_within(unweighted, guesses, Execution())
    for _ in proof.states():
        pass
    return None if proof.tree is None else DecisionTree(proof.tree, game)


def least_worst_case(game: Game) -> DecisionTree:
    """A tree with the least worst case, proved."""
    *_, bracket = narrow_worst_case(game, Execution())
    return DecisionTree(bracket.tree, game)


def lower_bound(game: Game) -> int:
    """The least worst case, proved: no tree needs fewer guesses for every secret, and some tree needs no more."""
    return least_worst_case(game).worst
