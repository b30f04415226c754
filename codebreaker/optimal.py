"""The least mean number of guesses, proved: the exact search where each guess costs one."""

from collections.abc import Callable

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.criteria import CRITERIA
from codebreaker.exact import Exact
from codebreaker.game import Game
from codebreaker.payoff import fewest_guesses
from codebreaker.solution import Greedy, Solution
from codebreaker.tree import Tree, value

_ATTEMPTS = 99
"""More guesses than any tree needs that wastes none."""


def optimal(game: Game, totals: BinTotals = bin_totals, progress: Callable[[int, int], object] | None = None) -> Tree:
    """A tree with the least total number of guesses over all secrets; progress hears (openers done, openers)."""
    payoff = fewest_guesses(_ATTEMPTS)
    trees = (Solution(game, Greedy(game, criterion, totals)).tree() for criterion in CRITERIA.values())
    greedy = max(trees, key=lambda tree: value(tree, payoff))
    search = Exact(game, payoff, totals, progress=progress)
    found = search.better(np.arange(len(game.secrets)), 0, value(greedy, payoff))
    return found[1] if found else greedy
