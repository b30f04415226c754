"""The least mean number of guesses, proved."""

from codebreaker.decision_tree import DecisionTree
from codebreaker.game import Game
from codebreaker.search.anytime import Workplace
from codebreaker.search.proof import closed, narrow_mean


def optimal(game: Game) -> DecisionTree:
    """A tree with the least total number of guesses over all secrets, each with its weight."""
    return DecisionTree.of(closed(narrow_mean(game, Workplace())).tree, game)
