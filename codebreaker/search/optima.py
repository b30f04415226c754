"""The least worst case and the least mean number of guesses, proved."""

from dataclasses import replace

import numpy as np

from codebreaker.criteria import CRITERIA
from codebreaker.decision_tree import DecisionTree
from codebreaker.game import Game
from codebreaker.payoff import never_missing
from codebreaker.search.anytime import Workplace
from codebreaker.search.exact import Exact
from codebreaker.search.fastest import fastest_small_sets, fastest_totals
from codebreaker.search.proof import closed, narrow_mean, narrow_worst_case


def solution_exists(game: Game, max_guesses: int) -> DecisionTree | None:
    """A tree with at most max_guesses on every path, or None if there provably is none."""
    game.check_whole()
    if max_guesses < 1:
        return None
    unweighted = replace(game, weights=None)  # the worst case does not depend on the weights
    payoff = never_missing(max_guesses)
    small = fastest_small_sets(unweighted, payoff)
    search = Exact(unweighted, payoff, fastest_totals(), among_equals=CRITERIA["entropy"], small=small)
    found = search.better(np.arange(len(game.secrets)), 0, -1)
    return DecisionTree.of(found[1], game) if found and found[0] == 0 else None


def least_worst_case(game: Game) -> DecisionTree:
    """A tree with the least worst case, proved."""
    return DecisionTree.of(closed(narrow_worst_case(game, lambda guesses: Workplace())).tree, game)


def lower_bound(game: Game) -> int:
    """The least number of guesses that is always enough, proved."""
    return least_worst_case(game).worst


def optimal(game: Game) -> DecisionTree:
    """A tree with the least total number of guesses over all secrets, each with its weight."""
    return DecisionTree.of(closed(narrow_mean(game, Workplace())).tree, game)
