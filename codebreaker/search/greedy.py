"""The whole tree of a greedy strategy."""

from collections.abc import Callable

import numpy as np

from codebreaker.candidates import hit_weights
from codebreaker.criteria import CRITERIA, Ranking, best_guesses
from codebreaker.decision_tree import DecisionTree
from codebreaker.derived_games import part_of
from codebreaker.game import Game
from codebreaker.replies import Array
from codebreaker.search.fastest import fastest_totals
from codebreaker.solution import Solution, greedy_strategy
from lingo_common.errors import UsageError
from lingo_common.option import check_instance, either


def greedy(
    game: Game,
    criterion: str | Ranking = "entropy",
    opener: int | None = None,
    progress: Callable[[int], object] = lambda count: None,
) -> DecisionTree:
    """The tree that makes the best guess by the criterion, or its name, everywhere.

    opener: the index of the first guess, if it is not to be the best one. progress: called for each node with the
    number of secrets that its guess solves.
    """
    if isinstance(criterion, str):
        if criterion not in CRITERIA:
            raise UsageError(f"criterion must be {either([*CRITERIA])}, not {criterion!r}")
        criterion = CRITERIA[criterion]

    best = greedy_strategy(check_instance("game", game, Game), criterion, fastest_totals())

    def strategy(secrets: Array) -> int:
        is_first_guess = len(secrets) == len(game.secrets)
        return opener if opener is not None and is_first_guess else best(secrets)

    return Solution(game, strategy).tree(progress)


def openers(game: Game, ranking: Ranking, count: int) -> list[int]:
    """The indices of the best first guesses by the criterion, best first, one of each class of symmetry."""
    secrets = np.arange(len(game.secrets))
    if game.sample is not None:
        # Replies are computed when they are needed: compare the guesses of the sample, in a game of its own.
        guesses = game.sample(secrets)
        part = part_of(game, guesses, secrets)
        return [int(guesses[index]) for index in openers(part, ranking, count)]

    representatives = game.representatives(secrets)
    costs = ranking.costs(game, secrets, representatives, fastest_totals())
    best = best_guesses(costs, hit_weights(game, secrets, representatives), count)
    best_openers = best if representatives is None else representatives[best]
    return [int(guess) for guess in best_openers]
