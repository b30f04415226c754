"""The worst case: is there a strategy that needs at most so many guesses, and the least such number."""

from collections.abc import Callable

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
    search = Exact(game, never_missing(max_guesses), totals, among_equals=CRITERIA["entropy"])
    found = search.better(np.arange(len(game.secrets)), 0, -1)
    return found[1] if found and found[0] == 0 else None


def least_worst_case(
    game: Game, totals: BinTotals = bin_totals, trying: Callable[[int], object] = lambda guesses: None
) -> Tree:
    """A tree whose worst case is proved to be the least; trying is told each number that is tried for.

    Starts from the best greedy tree and asks for one guess fewer until there is none.
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
