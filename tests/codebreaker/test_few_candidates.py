"""The compiled search over few candidates against the search without it."""

import numpy as np
import pytest
from brute_force import fewest_guesses, worths

from codebreaker.game import Game, partition, table_game
from codebreaker.games.mastermind import mastermind
from codebreaker.search.exact import Exact, OutOfBudget
from codebreaker.tree import INFINITY, Payoff, never_missing, value

compiled = pytest.importorskip("codebreaker.search.compiled.search")


@pytest.mark.parametrize("payoff", [fewest_guesses(9), never_missing(4)])
def test_bins_of_mastermind_have_the_same_totals(payoff):
    game = mastermind(5, 3, "any", "any")
    exact, few = Exact(game, payoff), compiled.CompiledSearch(game, payoff)
    bins = [secrets for _, secrets in partition(game, 7, np.arange(125)) if len(secrets) > 2]
    assert max(map(len, bins)) > 20
    for secrets in bins:
        total, tree = exact.better(secrets, 1, None)
        found, _ = few.better(secrets, 1, total - 1, INFINITY)
        assert found[0] == total
        assert sum(value(branch, payoff) for branch in (tree, found[1])) == 2 * value(tree, payoff)
        assert few.better(secrets, 1, total, INFINITY)[0] is None


def test_nothing_is_found_where_the_work_is_not_enough():
    game, secrets = mastermind(5, 3), np.arange(60)
    search = compiled.CompiledSearch(game, fewest_guesses(9))
    found, left = search.better(secrets, 0, -(10**6), 5)
    assert found is None and left < 0
    found, left = search.better(secrets, 0, -(10**6), 10**9)
    assert found and 0 < left < 10**9
    for budget, remaining in ((10**9 - left, 0), (10**9 - left - 1, -1)):
        again = compiled.CompiledSearch(game, fewest_guesses(9)).better(secrets, 0, -(10**6), budget)
        assert again == (found if remaining == 0 else None, remaining)


def test_a_search_that_runs_out_of_its_budget_keeps_its_best_tree():
    game, payoff = mastermind(5, 3), fewest_guesses(9)
    secrets = max((secrets for _, secrets in partition(game, 7, np.arange(125))), key=len)
    whole = Exact(game, payoff)
    best = whole.better(secrets, 1, -(10**6))
    kept = []
    for part in range(1, 10):
        search = Exact(game, payoff)
        search.budget = (INFINITY - whole.budget) * part // 10
        with pytest.raises(OutOfBudget):
            search.better(secrets, 1, -(10**6))
        kept.append(search.second_guess)
    assert kept[-1] and all(found[0] <= best[0] for found in kept if found)


def small_game(random: np.random.Generator) -> tuple[Game, Payoff, int]:
    """A plain game of 6 to 11 secrets with few replies, a payoff of two to six attempts, and its largest total."""
    secrets, others, codes = (int(random.integers(*range_)) for range_ in ((6, 12), (0, 4), (3, 5)))
    matrix = random.integers(1, codes, (secrets + others, secrets))
    matrix[np.arange(secrets), np.arange(secrets)] = 0
    last, step = int(random.integers(-9, 9)), int(random.integers(0, 4))
    missed = last - int(random.integers(1, 9)) * max(1, step)
    payoff = Payoff(tuple(last + step * later for later in reversed(range(random.integers(2, 7)))), missed)
    game = table_game("small", range(len(matrix)), range(secrets), matrix, 0, codes)
    return game, payoff, max(worths(matrix.tolist(), 0, payoff))


def test_small_memories_limited_work_change_no_proof(monkeypatch):
    """A memory of four sets is emptied often; the same set comes with more and fewer guesses left, at other costs."""
    real = compiled.new_memo
    monkeypatch.setattr(compiled, "new_memo", lambda secrets, *_: real(secrets, entries=4, members=40))
    for seed in range(300):
        random = np.random.default_rng(seed)
        game, payoff, truth = small_game(random)
        secrets = np.arange(len(game.secrets))
        search = compiled.CompiledSearch(game, payoff)
        for above in (-INFINITY, truth - 1):
            found, _ = search.better(secrets, 0, above, INFINITY)
            assert found is not None and found[0] == truth == value(found[1], payoff), seed
        assert search.better(secrets, 0, truth, INFINITY)[0] is None, seed
        some, left = search.better(secrets, 0, -INFINITY, int(random.integers(1, 4000)))
        assert left >= 0 or some is None, seed
        assert some is None or some[0] == value(some[1], payoff) == truth, seed
        again, _ = search.better(secrets, 0, -INFINITY, INFINITY)
        assert again is not None and again[0] == truth, seed
