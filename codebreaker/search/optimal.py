"""The least mean number of guesses, proved: the exact search where each guess costs one."""

from collections.abc import Callable

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.criteria import CRITERIA
from codebreaker.game import Game
from codebreaker.payoff import fewest_guesses
from codebreaker.search.exact import Exact
from codebreaker.solution import Greedy, Solution
from codebreaker.tree import Tree, value


def optimal(game: Game, totals: BinTotals = bin_totals, progress: Callable[[int, int], object] | None = None) -> Tree:
    """A tree with the least total number of guesses over all secrets; progress hears (openers done, openers)."""
    payoff = fewest_guesses(len(game.secrets))  # no tree needs more that learns something from every guess
    trees = (Solution(game, Greedy(game, criterion, totals)).tree() for criterion in CRITERIA.values())
    greedy = max(trees, key=lambda tree: value(tree, payoff))
    search = Exact(game, payoff, totals, progress=progress)
    found = search.better(np.arange(len(game.secrets)), 0, value(greedy, payoff))
    return found[1] if found else greedy
