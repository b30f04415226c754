"""The whole tree of a greedy strategy."""

from collections.abc import Callable

from codebreaker.criteria import CRITERIA, Ranking
from codebreaker.decision_tree import DecisionTree
from codebreaker.game import Game
from codebreaker.replies import Array
from codebreaker.search.fastest import with_fastest_totals
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

    best = greedy_strategy(with_fastest_totals(check_instance("game", game, Game)), criterion)

    def strategy(secrets: Array) -> int:
        is_first_guess = len(secrets) == len(game.secrets)
        return opener if opener is not None and is_first_guess else best(secrets)

    return Solution(game, strategy).tree(progress)
