"""The figures of a tree of a word game: how its games end, what that costs, and the figures for people."""

from codebreaker.objective import Objective
from codebreaker.outcome import Outcome
from codebreaker.tree import Tree, outcome_of, weighted_outcome
from precompute.board import board_of
from wordlists.word_game import POINTS, WORST, WordGame


def outcome_in(word_game: WordGame, tree: Tree) -> Outcome:
    """How the games of the tree end, each secret with its weight, for all attempts of the game."""
    if word_game.weights is None:
        return outcome_of(tree, word_game.attempts)
    return weighted_outcome(tree, board_of(word_game).game, word_game.attempts)


def quality(word_game: WordGame, outcome: Outcome) -> tuple[int, ...]:
    """How good a whole tree of the game is, from how its games end: the better tree has the larger tuple.

    No search can use it for the worst case, because the longest game of a tree is not a sum over its secrets. To find
    such a tree, searches look for trees without a miss with ever fewer attempts.
    """
    if word_game.objective == WORST:
        # A tree that misses a secret has no worst case: its longest game takes all attempts.
        longest_game = outcome.worst or word_game.attempts
        return -outcome.missed, -longest_game, -outcome.guesses
    return (-proved_objective(word_game).cost(outcome),)


def proved_objective(word_game: WordGame) -> Objective:
    """The objective whose least cost is proved: points; else misses first, then guesses.

    Where misses come first, its costs are the smallest whole numbers that will do. board.searched_objective ranks trees
    in the same order, in the units of the player's tables.
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
