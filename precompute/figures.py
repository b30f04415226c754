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


def compared_objective(word_game: WordGame) -> Objective:
    """The objective by which whole trees of the game are compared.

    No search can use it for the worst case (see Objective.shortest_longest_game); searches use proved_objective there.
    """
    if word_game.objective == WORST:
        return Objective.shortest_longest_game(word_game.attempts, word_game.total_weight)
    return proved_objective(word_game)


def proved_objective(word_game: WordGame) -> Objective:
    """The objective whose least cost is proved: points; else misses first, then guesses.

    The trees of books are searched for another objective where misses come first (board.searched_objective): its
    numbers are chosen so that the player's tables can be used.
    """
    if word_game.objective == POINTS:
        return Objective.points(word_game.attempts)
    return Objective.misses_first(word_game.attempts, word_game.total_weight)


def cost_in(word_game: WordGame, tree: Tree) -> int:
    """The cost of the tree; of two trees of the game the one that costs less is the better one."""
    return compared_objective(word_game).cost(outcome_in(word_game, tree))


def figure_text(outcome: Outcome, objective: str) -> str:
    """The figure that counts under the objective (one of OBJECTIVES), for people."""
    if objective == POINTS:
        return f"{outcome.mean_points:.4f} points a game"

    guesses = f"{outcome.mean_guesses:.4f} guesses a game, {outcome.missed} missed"
    if objective == WORST:
        return f"worst case {outcome.worst or '-'}, {guesses}"
    return guesses
