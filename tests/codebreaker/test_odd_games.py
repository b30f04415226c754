"""Search and bounds against brute force in games unlike Lingo: terms of either sign, any winning code and payoff."""

import numpy as np
import pytest
from brute_force import worths

from codebreaker.game import Game
from codebreaker.replies import sum_terms
from codebreaker.search.beam import Search
from codebreaker.search.bounds import at_most, bin_bound, guess_bounds, most_by_size, most_parts, refine
from codebreaker.search.exact import Exact
from codebreaker.search.learned_values import LearnedValues
from codebreaker.tree import Payoff, value

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


def odd_payoff(random) -> Payoff:
    """Two to six attempts, worth anything that never rises, or less by the same from each to the next."""
    *solved, missed = sorted(random.integers(-30, 30, random.integers(3, 8)).tolist(), reverse=True)
    if random.random() < 0.4:
        solved, missed = [7 * later for later in range(len(solved))][::-1], -7 * int(random.integers(1, 9))
    return Payoff(tuple(solved), missed)


@pytest.fixture(params=range(40))
def odd(request):
    """(game, payoff, all its secrets, what each first guess is worth by brute force)."""
    random = np.random.default_rng(request.param)
    game, payoff = odd_game(random), odd_payoff(random)
    secrets = np.arange(len(game.secrets), dtype=np.int32)
    replies = game.replies(np.arange(len(game.guesses)), secrets)
    return game, payoff, secrets, worths(replies.tolist(), game.winning, payoff)


def test_every_search_reaches_the_optimum(odd):
    game, payoff, secrets, worth_of = odd
    keep_all = Search(game, payoff, LearnedValues(payoff), [len(game.guesses)] * payoff.attempts)
    searches = [Exact(game, payoff), keep_all]
    if compiled.has_costs(payoff):
        searches.append(Exact(game, payoff, small=compiled.CompiledSearch(game, payoff)))
    for search in searches:
        worth, tree = search.best(secrets)
        assert worth == value(tree, payoff) == max(worth_of)


def test_every_bound_of_every_guess_holds(odd):
    game, payoff, secrets, worth_of = odd
    parts = most_parts(game, secrets)
    first_level = guess_bounds(game, payoff, secrets, 0, at_most(parts))
    for guess, worth in enumerate(worth_of):
        replies = game.replies(np.array([guess]), secrets)[0]
        second_level = refine(game, payoff, replies, parts, int(first_level[guess]), 0, -(10**6))[0]
        assert worth <= second_level <= first_level[guess]
    assert (
        max(worth_of)
        <= bin_bound(game, payoff, secrets, 0)
        <= most_by_size(payoff, 0, len(secrets), at_most(parts))[-1]
    )
