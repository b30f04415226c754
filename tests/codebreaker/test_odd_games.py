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
from codebreaker.search.recursion import Recursion
from codebreaker.tree import cost_of

compiled = pytest.importorskip("codebreaker.search.compiled.search")

CODES = 5
SHARED = 4
"""Features that guesses have in common."""


def odd_game(random) -> Game:
    """Random replies as sums of shared rows and one of each guess's own; some guesses are no secret, any code wins."""
    guesses = int(random.integers(4, 12))
    own = np.full(guesses, -1, dtype=np.int32)
    secrets = int(random.integers(3, guesses + 1))
    own[random.permutation(guesses)[:secrets]] = np.arange(secrets)

    winning = int(random.integers(CODES))
    other_codes = np.delete(np.arange(CODES), winning)
    matrix = random.choice(other_codes, (guesses, secrets))
    matrix[own >= 0, own[own >= 0]] = winning

    # Each guess has two shared features, and one of its own that makes up the rest of its replies.
    shared = random.integers(-300, 300, (SHARED, secrets))
    shared[-1] = shared[0]
    chosen = random.integers(0, SHARED, (guesses, 2))
    own_terms = matrix - shared[chosen].sum(axis=1)
    rows = np.vstack([shared, own_terms, np.zeros((1, secrets), dtype=np.int64)])
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
    charge = int(random.choice([0, 1, 7, 30]))
    miss = int(random.choice([0, 1, 5, 7, 200]))
    return Objective(attempts, charge, miss)


@pytest.fixture(params=range(40))
def odd(request):
    """(game, objective, all its secrets, what each first guess costs by brute force)."""
    random = np.random.default_rng(request.param)
    game = odd_game(random)
    objective = odd_objective(random)
    secrets = np.arange(len(game.secrets), dtype=np.int32)
    replies = game.replies(np.arange(len(game.guesses)), secrets)
    return game, objective, secrets, least_costs(replies.tolist(), game.winning, objective)


def searches(game: Game, objective: Objective) -> dict[str, Recursion]:
    """A beam search that keeps every guess, and the exact search with and without compiled code, by name."""
    keep = [len(game.guesses)] * objective.attempts
    return {
        "beam": BeamSearch(game, objective, LearnedValues(objective), keep),
        "exact": ExactSearch(game, objective),
        "compiled": ExactSearch(game, objective, small=compiled.CompiledSearch(game, objective)),
    }


@pytest.mark.parametrize("name", ["beam", "exact", "compiled"])
def test_every_search_reaches_the_optimum(odd, name):
    game, objective, secrets, costs = odd
    cost, tree = searches(game, objective)[name].best(secrets)
    assert cost == cost_of(tree, game, objective) == min(costs)


def test_both_levels_of_bounds_of_every_guess_hold(odd):
    game, objective, secrets, costs = odd
    attempts = objective.attempts
    parts = most_parts(game, secrets)
    first_level = guess_bounds(game, objective, secrets, attempts, branching_of(parts))
    for guess, cost in enumerate(costs):
        replies = game.replies(np.array([guess]), secrets)[0]
        second_level = refine(game, objective, replies, parts, int(first_level[guess]), 0, INFINITY)[0]
        assert cost >= second_level >= first_level[guess]


def test_the_bounds_of_a_set_hold(odd):
    game, objective, secrets, costs = odd
    attempts = objective.attempts
    parts = most_parts(game, secrets)
    of_all_guesses = bin_bound(game, objective, secrets, attempts)
    by_size = least_by_size(objective, attempts, len(secrets), branching_of(parts))[-1]
    assert min(costs) >= of_all_guesses >= by_size
