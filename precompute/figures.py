"""The figures of a tree of a word game: how its games end, what that costs, and the figures for people."""

from codebreaker.objective import Objective
from codebreaker.outcome import Outcome
from codebreaker.tree import Tree, outcome_of, weighted_outcome
from precompute.board import board_of
from wordlists.word_game import POINTS, WORST, WordGame


def outcome_in(word_game: WordGame, tree: Tree) -> Outcome:
    """How the games of the tree end, each secret with its weight.

    A secret for which the tree needs more guesses than the game has attempts is missed.
    """
    if word_game.weights is None:
        return outcome_of(tree, word_game.attempts)
    return weighted_outcome(tree, board_of(word_game).game, word_game.attempts)


def quality(word_game: WordGame, outcome: Outcome) -> tuple[int, ...]:
    """How good a whole tree of the game is, from how its games end: the better tree has the larger tuple.

    It compares trees that were found. A search minimises a sum over the secrets, and the longest game of a tree is no
    such sum. For the worst case it is therefore repeated with fewer and fewer attempts, until a tree misses a secret.
    """
    if word_game.objective == WORST:
        # A tree that misses a secret has no worst case: its longest game takes all attempts.
        longest_game = outcome.worst or word_game.attempts
        return -outcome.missed, -longest_game, -outcome.guesses
    return (-proved_objective(word_game).cost(outcome),)


def proved_objective(word_game: WordGame) -> Objective:
    """The objective whose least cost is proved: points; else misses first, then guesses.

    Where misses come first, a guess costs 1, and a miss more than all guesses of all secrets together. Searches for
    books rank trees in the same order by board.searched_objective, most of whose costs are in points.
    """
    if word_game.objective == POINTS:
        return Objective.points(word_game.attempts)
    return Objective.misses_first(word_game.attempts, word_game.total_weight)


def figure_text(outcome: Outcome, objective: str) -> str:
    """The figure that counts under the objective (one of OBJECTIVES), for people."""
    if objective == POINTS:
        return f"{outcome.mean_points:.4f} points a game"

    guesses = f"{outcome.mean_guesses:.4f} guesses a game, {outcome.missed} missed"
    if objective == WORST:
        return f"worst case {outcome.worst or '-'}, {guesses}"
    return guesses
