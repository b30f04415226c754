"""The least worst case: whether some tree needs at most k guesses, and the least such k."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.criteria import CRITERIA
from codebreaker.game import Game
from codebreaker.measures import measures
from codebreaker.payoff import never_missing
from codebreaker.search.exact import Exact
from codebreaker.solution import Greedy, Solution
from codebreaker.tree import Tree


def solution_exists(game: Game, max_guesses: int, totals: BinTotals = bin_totals) -> Tree | None:
    """A tree with at most max_guesses on every path, or None where there provably is none."""
    if max_guesses < 1:
        return None
    game = replace(game, weights=None)  # the worst case is the same whatever the secrets count
    search = Exact(game, never_missing(max_guesses), totals, among_equals=CRITERIA["entropy"])
    found = search.better(np.arange(len(game.secrets)), 0, -1)
    return found[1] if found and found[0] == 0 else None


def least_worst_case(
    game: Game, totals: BinTotals = bin_totals, trying: Callable[[int], object] = lambda guesses: None
) -> Tree:
    """A tree with the least worst case, proved; trying hears each number of guesses that a tree is searched for.

    It begins with the best greedy tree and searches for one guess fewer until no tree exists.
    """
    greedy = (Solution(game, Greedy(game, criterion, totals)).tree() for criterion in CRITERIA.values())
    best = min(greedy, key=lambda tree: (measures(tree).worst, measures(tree).total))
    while True:
        fewer = measures(best).worst - 1
        trying(fewer)
        found = solution_exists(game, fewer, totals)
        if found is None:
            return best
        best = found
