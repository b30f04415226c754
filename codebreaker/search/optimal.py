"""The least mean number of guesses, proved: the exact search where each guess costs one."""

from collections.abc import Callable

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.criteria import CRITERIA
from codebreaker.game import Game
from codebreaker.measures import weighted_measures
from codebreaker.payoff import fewest_guesses
from codebreaker.search.exact import Exact
from codebreaker.solution import Greedy, Solution
from codebreaker.tree import Tree


def optimal(game: Game, totals: BinTotals = bin_totals, progress: Callable[[int, int], object] | None = None) -> Tree:
    """A tree with the least total number of guesses over all secrets; progress hears (openers done, openers)."""
    greedy = best_greedy(game, totals)
    most = len(game.secrets)  # a tree whose guesses all tell something needs no more guesses
    payoff = fewest_guesses(most).above_missing()
    secrets = np.arange(len(game.secrets))
    in_hand = (most + 1) * game.weight(secrets) - weighted_measures(greedy, game).total
    found = Exact(game, payoff, totals, progress=progress).better(secrets, 0, in_hand)
    return found[1] if found and found[0] > in_hand else greedy


def best_greedy(game: Game, totals: BinTotals = bin_totals) -> Tree:
    """The greedy tree with the least total number of guesses, over all criteria."""
    trees = (Solution(game, Greedy(game, criterion, totals)).tree() for criterion in CRITERIA.values())
    return min(trees, key=lambda tree: weighted_measures(tree, game).total)
