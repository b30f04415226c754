"""Search and bounds against brute force in games unlike Lingo: terms of either sign, any winning code and objective."""

import numpy as np
import pytest
from brute_force import least_costs

from codebreaker.game import Game
from codebreaker.objective import INFINITY, Objective
from codebreaker.replies import sum_terms
from codebreaker.search.beam import BeamSearch
from codebreaker.search.bounds import bin_bound, branching_of, guess_bounds, least_by_size, most_parts, refine
from codebreaker.search.exact import ExactSearch
from codebreaker.search.learned_values import LearnedValues
from codebreaker.tree import cost_of

compiled = pytest.importorskip("codebreaker.search.compiled.search")

CODES, SHARED = 5, 4


def odd_game(random) -> Game:
    """Random replies as sums of shared rows and one of each guess's own; some guesses are no secret, any code wins."""
    guesses = int(random.integers(4, 12))
    own = np.full(guesses, -1, dtype=np.int32)
    secrets = int(random.integers(3, guesses + 1))
    own[random.permutation(guesses)[:secrets]] = np.arange(secrets)
    winning = int(random.integers(CODES))
    matrix = random.choice(np.delete(np.arange(CODES), winning), (guesses, secrets))
    matrix[own >= 0, own[own >= 0]] = winning
    shared = random.integers(-300, 300, (SHARED, secrets))
    shared[-1] = shared[0]
    chosen = random.integers(0, SHARED, (guesses, 2))
    rows = np.vstack([shared, matrix - shared[chosen].sum(axis=1), np.zeros((1, secrets), dtype=np.int64)])
    padding = np.full(guesses, len(rows) - 1)
    features = np.column_stack((chosen, SHARED + np.arange(guesses), padding)).astype(np.int32)
    return Game(
        name="odd",
        guesses=range(guesses),
        secrets=range(secrets),
        own=own,
        winning=winning,
        codes=CODES,
        features=features,
        terms=lambda some: rows[:, some],
        replies=lambda some, hidden: sum_terms(rows[:, hidden], features[some]),
    )


def odd_objective(random) -> Objective:
    """Two to six attempts; a guess and a miss cost anything, or nothing."""
    attempts = int(random.integers(2, 7))
    return Objective(attempts, int(random.choice([0, 1, 7, 30])), int(random.choice([0, 1, 5, 7, 200])))


@pytest.fixture(params=range(40))
def odd(request):
    """(game, objective, all its secrets, what each first guess costs by brute force)."""
    random = np.random.default_rng(request.param)
    game = odd_game(random)
    objective = odd_objective(random)
    secrets = np.arange(len(game.secrets), dtype=np.int32)
    replies = game.replies(np.arange(len(game.guesses)), secrets)
    return game, objective, secrets, least_costs(replies.tolist(), game.winning, objective)


def test_every_search_reaches_the_optimum(odd):
    game, objective, secrets, costs = odd
    keep_all = BeamSearch(game, objective, LearnedValues(objective), [len(game.guesses)] * objective.attempts)
    with_compiled = ExactSearch(game, objective, small=compiled.CompiledSearch(game, objective))
    for search in (ExactSearch(game, objective), keep_all, with_compiled):
        cost, tree = search.best(secrets)
        assert cost == cost_of(tree, game, objective) == min(costs)


def test_every_bound_of_every_guess_holds(odd):
    game, objective, secrets, costs = odd
    attempts = objective.attempts
    parts = most_parts(game, secrets)
    first_level = guess_bounds(game, objective, secrets, attempts, branching_of(parts))
    for guess, cost in enumerate(costs):
        replies = game.replies(np.array([guess]), secrets)[0]
        second_level = refine(game, objective, replies, parts, int(first_level[guess]), 0, INFINITY)[0]
        assert cost >= second_level >= first_level[guess]
    of_all_guesses = bin_bound(game, objective, secrets, attempts)
    by_size = least_by_size(objective, attempts, len(secrets), branching_of(parts))[-1]
    assert min(costs) >= of_all_guesses >= by_size
