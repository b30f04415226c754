"""The whole tree of a greedy strategy."""

from collections.abc import Callable

import numpy as np

from codebreaker.criteria import CRITERIA, Ranking, best_guesses
from codebreaker.decision_tree import DecisionTree
from codebreaker.game import Game, hit_weights, part_of
from codebreaker.search.fastest import fastest_totals
from codebreaker.solution import Greedy, Solution, Strategy
from lingo_common.errors import UsageError
from lingo_common.option import either, instance


def greedy(
    game: Game,
    criterion: str | Ranking = "entropy",
    opener: int | None = None,
    solved: Callable[[int], object] = lambda secrets: None,
) -> DecisionTree:
    """The tree that makes the best guess by the criterion, or its name, everywhere.

    opener: the index of the first guess, where it is not to be the best. solved hears how many secrets each guess that
    can win settles.
    """
    if isinstance(criterion, str) and criterion not in CRITERIA:
        raise UsageError(f"criterion must be {either([*CRITERIA])}, not {criterion!r}")
    ranking = CRITERIA[criterion] if isinstance(criterion, str) else instance("criterion", criterion, Ranking)
    return Solution(instance("game", game, Game), with_opener(game, ranking, opener)).tree(solved)


def with_opener(game: Game, ranking: Ranking, opener: int | None) -> Strategy:
    """The greedy strategy, with that first guess where one is given."""
    strategy = Greedy(game, ranking, fastest_totals())
    if opener is None:
        return strategy
    return lambda secrets: opener if len(secrets) == len(game.secrets) else strategy(secrets)


def openers(game: Game, ranking: Ranking, count: int) -> list[int]:
    """The indices of the best first guesses by the criterion, best first, one of each class of symmetry."""
    secrets = np.arange(len(game.secrets))
    if game.sample is not None:
        guesses = game.sample(secrets)
        return [int(guesses[index]) for index in openers(part_of(game, guesses, secrets), ranking, count)]
    pool = game.representatives(secrets)
    costs = ranking.costs(game, secrets, pool, fastest_totals())
    best = best_guesses(costs, hit_weights(game, secrets, pool), count)
    return [int(guess) for guess in (best if pool is None else pool[best])]
