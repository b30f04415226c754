"""Search and bounds against brute force in games unlike Lingo: terms of either sign, any winning code and objective."""

import numpy as np
import pytest
from brute_force import least_costs

from codebreaker.game import Game
from codebreaker.objective import INFINITY, Objective
from codebreaker.replies import sum_terms
from codebreaker.search.beam import BeamSearch
from codebreaker.search.bounds import bin_bound, guess_bounds, most_parts, refine
from codebreaker.search.bounds_by_size import branching_of, least_by_size
from codebreaker.search.exact import ExactSearch
from codebreaker.search.learned_values import LearnedValues
from codebreaker.search.recursion import Recursion
from codebreaker.tree import cost_of

compiled = pytest.importorskip("codebreaker.search.compiled.search")

CODES = 5
"""How many reply codes there are."""
SHARED = 4
"""How many features several guesses have in common, as words have letters in common (see codebreaker.game.Game)."""


def odd_game(random) -> Game:
    """A game of random replies. Some of its guesses cannot be the secret, and the winning code is drawn too.

    A reply code is a sum of terms: two that several guesses have in common, and one of the guess's own.
    """
    guesses = int(random.integers(4, 12))
    secrets = int(random.integers(3, guesses + 1))
    secret_of = np.full(guesses, -1, dtype=np.int32)
    secret_of[random.permutation(guesses)[:secrets]] = np.arange(secrets)
    is_secret = secret_of >= 0

    # A guess wins against the secret that it is, and against no other.
    winning = int(random.integers(CODES))
    other_codes = np.delete(np.arange(CODES), winning)
    matrix = random.choice(other_codes, (guesses, secrets))
    matrix[is_secret, secret_of[is_secret]] = winning

    # Each guess has two shared features, and one of its own that makes up the rest of its replies. A game may have
    # negative terms, and features with the same terms; this one has both.
    shared_terms = random.integers(-300, 300, (SHARED, secrets))
    shared_terms[-1] = shared_terms[0]
    shared_features = random.integers(0, SHARED, (guesses, 2))
    own_terms = matrix - shared_terms[shared_features].sum(axis=1)
    own_features = SHARED + np.arange(guesses)

    # The last row is 0. In games where guesses have different numbers of features it fills up the shorter lists. Here
    # each guess has it, so that the searches meet it.
    rows = np.vstack([shared_terms, own_terms, np.zeros((1, secrets), dtype=np.int64)])
    padding = np.full(guesses, len(rows) - 1)
    features = np.column_stack((shared_features, own_features, padding)).astype(np.int32)

    return Game(
        name="odd",
        guesses=range(guesses),
        secrets=range(secrets),
        secret_of=secret_of,
        winning=winning,
        codes=CODES,
        features=features,
        terms=lambda secret_indices: rows[:, secret_indices],
        replies=lambda guess_indices, secret_indices: sum_terms(rows[:, secret_indices], features[guess_indices]),
    )


def odd_objective(random) -> Objective:
    """Two to six attempts; a guess and a miss cost anything, or nothing."""
    attempts = int(random.integers(2, 7))
    charge = int(random.choice([0, 1, 7, 30]))
    miss = int(random.choice([0, 1, 5, 7, 200]))
    return Objective(attempts, charge, miss)


@pytest.fixture(params=range(40))
def odd_case(request):
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
        "compiled": ExactSearch(game, objective, search_of_few=compiled.CompiledSearch(game, objective)),
    }


@pytest.mark.parametrize("name", ["beam", "exact", "compiled"])
def test_every_search_reaches_the_optimum(odd_case, name):
    game, objective, secrets, costs = odd_case
    cost, tree = searches(game, objective)[name].best(secrets, objective.attempts)
    assert cost == cost_of(tree, game, objective) == min(costs)


def test_both_levels_of_bounds_of_every_guess_hold(odd_case):
    """The first level is from the sizes of a guess's bins; the second has a bound of its own for each bin."""
    game, objective, secrets, costs = odd_case
    # No guess has more bins than `parts`, which limits how trees can branch.
    parts = most_parts(game, secrets)
    # The least cost of a bin by its size, after the first guess.
    least_cost_of_bin = least_by_size(objective, objective.attempts - 1, len(secrets), branching_of(parts))
    first_level = guess_bounds(game, objective, secrets, objective.attempts, least_cost_of_bin)

    for guess, cost in enumerate(costs):
        replies = game.replies(np.array([guess]), secrets)[0]
        bound = int(first_level[guess])
        # From the first bin on, until all are done; it also returns how many these are, and its work.
        second_level, _bins, _work = refine(game, objective, replies, parts, bound=bound, done=0, enough=INFINITY)
        assert cost >= second_level >= first_level[guess]


def test_the_bound_of_all_guesses_is_between_the_optimum_and_the_bound_by_size(odd_case):
    game, objective, secrets, costs = odd_case
    parts = most_parts(game, secrets)

    of_all_guesses = bin_bound(game, objective, secrets, objective.attempts)
    by_size = least_by_size(objective, objective.attempts, len(secrets), branching_of(parts))
    assert min(costs) >= of_all_guesses >= by_size[len(secrets)]
