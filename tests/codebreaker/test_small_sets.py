"""The compiled search over few candidates against the search without it."""

import numpy as np
import pytest
from brute_force import fewest_guesses, worths

from codebreaker.game import Game, partition, table_game
from codebreaker.games.mastermind import mastermind
from codebreaker.payoff import INFINITY, Payoff, never_missing
from codebreaker.search.exact import Exact, OutOfBudget
from codebreaker.tree import value

small_sets = pytest.importorskip("codebreaker.search.small_sets")


@pytest.mark.parametrize("payoff", [fewest_guesses(9), never_missing(4)])
def test_bins_of_mastermind_have_the_same_totals(payoff):
    game = mastermind(5, 3, "any", "any")
    exact, compiled = Exact(game, payoff), small_sets.SmallSets(game, payoff)
    bins = [secrets for _, secrets in partition(game, 7, np.arange(125)) if 2 < len(secrets) <= compiled.most]
    assert max(map(len, bins)) > 20
    for secrets in bins:
        total, tree = exact.better(secrets, 1, None)
        found, _ = compiled.better(secrets, 1, total - 1)
        assert found[0] == total
        assert sum(value(branch, payoff) for branch in (tree, found[1])) == 2 * value(tree, payoff)
        assert compiled.better(secrets, 1, total)[0] is None


def test_nothing_is_found_where_the_work_is_not_enough():
    game, secrets = mastermind(5, 3), np.arange(60)
    search = small_sets.SmallSets(game, fewest_guesses(9))
    found, left = search.better(secrets, 0, -(10**6), 5)
    assert found is None and left < 0
    found, left = search.better(secrets, 0, -(10**6), 10**9)
    assert found and 0 < left < 10**9


def test_one_guess_for_each_set_finds_a_tree_of_that_total():
    game, payoff, secrets = mastermind(5, 3), fewest_guesses(9), np.arange(60)
    search = small_sets.SmallSets(game, payoff)
    exact, narrow = (search.better(secrets, 0, -(10**6), width=width)[0] for width in (10**6, 1))
    assert value(narrow[1], payoff) == narrow[0] <= exact[0]


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
    *solved, missed = sorted(random.integers(-9, 30, random.integers(3, 8)).tolist(), reverse=True)
    payoff = Payoff(tuple(solved), missed)
    game = table_game("small", range(len(matrix)), range(secrets), matrix, 0, codes)
    return game, payoff, max(worths(matrix.tolist(), 0, payoff))


def test_small_memories_limited_work_and_limited_width_change_no_proof():
    """In a memory of four slots nearly all sets collide; the same set comes at several depths with other totals."""
    for seed in range(300):
        random = np.random.default_rng(seed)
        game, payoff, truth = small_game(random)
        secrets = np.arange(len(game.secrets))
        search = small_sets.SmallSets(game, payoff, slots=4)
        for above in (-INFINITY, truth - 1):
            found, _ = search.better(secrets, 0, above)
            assert found is not None and found[0] == truth == value(found[1], payoff), seed
        assert search.better(secrets, 0, truth)[0] is None, seed
        width, work = int(random.integers(1, 4)), int(random.integers(1, 200))
        some, left = search.better(secrets, 0, -INFINITY, work, width)
        assert left >= 0 or some is None, seed
        assert some is None or some[0] == value(some[1], payoff) <= truth, seed
        again, _ = search.better(secrets, 0, -INFINITY)
        assert again is not None and again[0] == truth, seed
