"""The compiled search over few candidates against the search without it."""

from dataclasses import replace

import numpy as np
import pytest
from brute_force import least_costs

from codebreaker.game import Game, partition, table_game
from codebreaker.games.mastermind import mastermind
from codebreaker.objective import INFINITY, Objective
from codebreaker.search.bin_searcher import BinSearcher
from codebreaker.search.exact import ExactSearch, OutOfBudget
from codebreaker.search.fastest import compiled_search
from codebreaker.tree import cost_of, outcome_of

compiled = pytest.importorskip("codebreaker.search.compiled.search")
first_guess_searcher = pytest.importorskip("codebreaker.search.first_guess_searcher")


@pytest.mark.parametrize("objective", [Objective.fewest_guesses(9), Objective.misses_only(4)])
def test_bins_of_mastermind_have_the_same_totals(objective):
    game = mastermind(5, 3, "any", "any")
    left = objective.attempts - 1
    exact = ExactSearch(game, objective)
    few = compiled.CompiledSearch(game, objective)
    bins = [secrets for _, secrets in partition(game, 7, np.arange(125)) if len(secrets) > 2]
    assert max(map(len, bins)) > 20
    for secrets in bins:
        cost, tree = exact.better(secrets, left, INFINITY)
        found, _ = few.better(secrets, left, cost + 1, INFINITY)
        assert found[0] == cost
        after_a_guess = objective.with_attempts(left)
        assert all(after_a_guess.cost(outcome_of(branch, left)) == cost for branch in (tree, found[1]))
        assert few.better(secrets, left, cost, INFINITY)[0] is None


def test_nothing_is_found_where_the_work_is_not_enough():
    game = mastermind(5, 3)
    secrets = np.arange(60)
    search = compiled.CompiledSearch(game, Objective.fewest_guesses(9))
    found, left = search.better(secrets, 9, INFINITY, 5)
    assert found is None and left < 0
    found, left = search.better(secrets, 9, INFINITY, 10**9)
    assert found and 0 < left < 10**9
    for budget, remaining in ((10**9 - left, 0), (10**9 - left - 1, -1)):
        again = compiled.CompiledSearch(game, Objective.fewest_guesses(9)).better(secrets, 9, INFINITY, budget)
        assert again == (found if remaining == 0 else None, remaining)


def test_a_search_that_runs_out_of_its_budget_keeps_its_best_tree():
    game = mastermind(5, 3)
    objective = Objective.fewest_guesses(9)
    secrets = max((secrets for _, secrets in partition(game, 7, np.arange(125))), key=len)
    whole = ExactSearch(game, objective)
    best = whole.better(secrets, 8, 10**6)
    kept = []
    for part in range(1, 10):
        search = ExactSearch(game, objective)
        search.budget = (INFINITY - whole.budget) * part // 10
        with pytest.raises(OutOfBudget):
            search.better(secrets, 8, 10**6)
        kept.append(search.second_guess)
    assert kept[-1] and all(found[0] >= best[0] for found in kept if found)


def small_game(random: np.random.Generator, weighted: bool) -> tuple[Game, Objective, int]:
    """A game of 6 to 11 secrets with few replies, an objective of two to six attempts, and its least cost."""
    secrets, others, codes = (int(random.integers(*range_)) for range_ in ((6, 12), (0, 4), (3, 5)))
    matrix = random.integers(1, codes, (secrets + others, secrets))
    matrix[np.arange(secrets), np.arange(secrets)] = 0
    charge = int(random.integers(0, 4))
    objective = Objective(
        int(random.integers(2, 7)), charge, int(random.integers(0, 9)) * max(1, charge) + (not charge)
    )
    game = table_game("small", range(len(matrix)), range(secrets), matrix, 0, codes)
    weights = random.integers(1, int(random.choice([3, 10, 1000])), secrets)
    if weighted:
        game = replace(game, weights=weights)
    return game, objective, min(least_costs(matrix.tolist(), 0, objective, weights.tolist() if weighted else None))


@pytest.mark.parametrize("weighted", [False, True])
def test_small_memories_limited_work_change_no_proof(monkeypatch, weighted):
    """A memory of four sets is emptied often; the same set comes with more and fewer guesses left, at other costs."""
    real = compiled.new_memo
    monkeypatch.setattr(compiled, "new_memo", lambda secrets, *_: real(secrets, entries=4, members=40))
    for seed in range(300):
        random = np.random.default_rng(seed)
        game, objective, truth = small_game(random, weighted)
        left = objective.attempts
        secrets = np.arange(len(game.secrets))
        # With a table of bounds by size in every second game.
        search = compiled_search(game, objective) if seed % 2 else compiled.CompiledSearch(game, objective)
        for limit in (INFINITY, truth + 1):
            found, _ = search.better(secrets, left, limit, INFINITY)
            assert found is not None and found[0] == truth == cost_of(found[1], game, objective), seed
        assert search.better(secrets, left, truth, INFINITY)[0] is None, seed
        some, remaining = search.better(secrets, left, INFINITY, int(random.integers(1, 4000)))
        assert remaining >= 0 or some is None, seed
        assert some is None or some[0] == cost_of(some[1], game, objective) == truth, seed
        again, _ = search.better(secrets, left, INFINITY, INFINITY)
        assert again is not None and again[0] == truth, seed


@pytest.mark.parametrize("weighted", [False, True])
def test_what_a_set_costs_at_least_is_its_cost_or_what_is_needed(weighted):
    for seed in range(60):
        random = np.random.default_rng(seed)
        game, objective, truth = small_game(random, weighted)
        secrets = np.arange(len(game.secrets))
        for searcher in (BinSearcher(game, objective), first_guess_searcher.FirstGuessSearcher(game, objective)):
            assert searcher.at_least(secrets, objective.attempts, truth + 1) == truth, seed
            assert searcher.at_least(secrets, objective.attempts, truth) >= truth, seed
