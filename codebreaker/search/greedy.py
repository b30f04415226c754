"""The whole tree of a greedy strategy."""

from collections.abc import Callable

from codebreaker.criteria import Ranking
from codebreaker.decision_tree import DecisionTree
from codebreaker.game import Game
from codebreaker.replies import Array
from codebreaker.search.fastest import with_fastest_totals
from codebreaker.solution import Solution, greedy_strategy
from lingo_common.option import check_instance


def greedy(
    game: Game,
    criterion: str | Ranking = "entropy",
    opener: int | None = None,
    progress: Callable[[int], object] = lambda count: None,
) -> DecisionTree:
    """The tree whose guess at every node is the best by the criterion.

    criterion: a criterion, or the name of one in CRITERIA. opener: the index of the first guess; None for the best one.
    progress: called for each node with the number of secrets that its guess solves.
    """
    check_instance("game", game, Game)
    best = greedy_strategy(with_fastest_totals(game), criterion)

    def strategy(secrets: Array) -> int:
        # Solution raises DataError for a guess that rules out no secret, so all are left only at the first guess.
        is_first_guess = len(secrets) == len(game.secrets)
        return opener if opener is not None and is_first_guess else best(secrets)

    return Solution(game, strategy).tree(progress)
