"""The compiled search over few candidates against the search without it."""

import logging
import sys
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest
from brute_force import least_costs
from objectives import guesses_only

from codebreaker.candidates import partition
from codebreaker.derived_games import table_game
from codebreaker.game import Game
from codebreaker.games.mastermind import mastermind
from codebreaker.games.own import own_game
from codebreaker.objective import INFINITY, Objective
from codebreaker.search import fastest
from codebreaker.search.bin_searcher import BinSearcher
from codebreaker.search.exact import ExactSearch, OutOfBudget
from codebreaker.search.fastest import can_compile, compiled_search
from codebreaker.search.least_mean import objective_of_mean
from codebreaker.tree import Tree, cost_of, outcome_of

# It needs numba. codebreaker.search.fastest can be imported without it.
compiled = pytest.importorskip("codebreaker.search.compiled.search")


FIVE_BY_THREE = mastermind(5, 3)
"""Mastermind with five colours in three holes: 125 codes."""
GUESS_123 = FIVE_BY_THREE.guesses.index((0, 1, 2))
"""The guess 123; it has large bins as well as small ones."""


NINE_ATTEMPTS = guesses_only(9)
"""The fewest guesses; no best tree of the games here needs nine, so no secret is missed."""


def bins_of_123() -> list[npt.NDArray[np.int64]]:
    """The bins of the guess 123 that have more than two secrets; the largest has more than 20."""
    bins = [secrets for _, secrets in partition(FIVE_BY_THREE, GUESS_123, np.arange(125)) if len(secrets) > 2]
    assert max(map(len, bins)) > 20
    return bins


def tree_below(search, secrets, guesses_left: int, limit: int) -> tuple[int, Tree] | None:
    """The least cost of those secrets and a tree of that cost by a compiled search; None if none is below the limit."""
    cost_and_tree, _ = search.cheaper_tree(secrets, guesses_left, limit, budget=INFINITY)
    return cost_and_tree


# In these tests ExactSearch has no compiled search for few candidates. Its method `better` returns the least cost of a
# set of secrets below a limit, and a tree of that cost.


@pytest.mark.parametrize("objective", [NINE_ATTEMPTS, Objective.misses_only(4)])
def test_bins_of_mastermind_have_the_same_costs(objective):
    guesses_left = objective.attempts - 1
    after_a_guess = objective.with_attempts(guesses_left)
    exact = ExactSearch(FIVE_BY_THREE, objective)
    search = compiled.CompiledSearch(FIVE_BY_THREE, objective)

    for secrets in bins_of_123():
        cost, tree = exact.better(secrets, guesses_left, INFINITY)
        compiled_cost, compiled_tree = tree_below(search, secrets, guesses_left, cost + 1)
        assert compiled_cost == cost
        assert after_a_guess.cost(outcome_of(tree, guesses_left)) == cost
        assert after_a_guess.cost(outcome_of(compiled_tree, guesses_left)) == cost


@pytest.mark.parametrize("objective", [NINE_ATTEMPTS, Objective.misses_only(4)])
def test_no_tree_of_a_bin_costs_less_than_the_least_cost(objective):
    guesses_left = objective.attempts - 1
    exact = ExactSearch(FIVE_BY_THREE, objective)
    search = compiled.CompiledSearch(FIVE_BY_THREE, objective)

    for secrets in bins_of_123():
        cost, _ = exact.better(secrets, guesses_left, INFINITY)
        assert tree_below(search, secrets, guesses_left, cost) is None


SIXTY = np.arange(60)
"""The first sixty secrets of FIVE_BY_THREE."""


def search_of_sixty(budget: int) -> tuple[object, int]:
    """What a new compiled search finds over SIXTY within a budget of replies, and what remains of the budget.

    It finds None if the budget is not enough, and what remains is negative then.
    """
    search = compiled.CompiledSearch(FIVE_BY_THREE, NINE_ATTEMPTS)
    return search.cheaper_tree(SIXTY, NINE_ATTEMPTS.attempts, INFINITY, budget)


def test_nothing_is_found_where_the_budget_is_not_enough():
    result, remaining = search_of_sixty(5)
    assert result is None
    assert remaining < 0


def test_a_budget_that_is_just_enough_finds_the_same_and_one_less_finds_nothing():
    result, remaining = search_of_sixty(10**9)
    assert result is not None
    assert 0 < remaining < 10**9
    needed = 10**9 - remaining
    assert search_of_sixty(needed) == (result, 0)
    assert search_of_sixty(needed - 1) == (None, -1)


def test_a_search_that_runs_out_of_its_budget_keeps_its_best_tree():
    objective = NINE_ATTEMPTS
    guesses_left = objective.attempts - 1
    secrets = max(bins_of_123(), key=len)

    # A search begins with a budget of INFINITY replies and counts it down.
    whole = ExactSearch(FIVE_BY_THREE, objective)
    least, _ = whole.better(secrets, guesses_left, INFINITY)
    needed = INFINITY - whole.budget

    # The best tree, with its cost, of a search that ran out after one tenth of the work, two tenths, …
    best_trees = []
    for tenths in range(1, 10):
        search = ExactSearch(FIVE_BY_THREE, objective)
        search.budget = needed * tenths // 10
        with pytest.raises(OutOfBudget):
            search.better(secrets, guesses_left, INFINITY)
        best_trees.append(search.best_so_far)

    costs = [cost_and_tree[0] for cost_and_tree in best_trees if cost_and_tree is not None]
    assert best_trees[-1] is not None
    assert min(costs) >= least


def small_game(random: np.random.Generator, weighted: bool) -> tuple[Game, Objective, int]:
    """A game of 6 to 11 secrets with 3 or 4 replies, an objective of 2 to 6 attempts, and the least cost."""
    secrets = int(random.integers(6, 12))
    other_guesses = int(random.integers(0, 4))
    codes = int(random.integers(3, 5))

    # The first guesses are the secrets. Each of them wins, with the reply 0, against itself alone.
    replies = random.integers(1, codes, (secrets + other_guesses, secrets))
    np.fill_diagonal(replies, 0)
    game = table_game("small", range(len(replies)), range(secrets), replies, winning=0, codes=codes)

    charge = int(random.integers(0, 4))
    attempts = int(random.integers(2, 7))
    # Where guesses cost nothing a miss must cost something.
    miss = int(random.integers(0, 9))
    if charge == 0:
        miss += 1
    objective = Objective(attempts, charge, miss)

    weights = random.integers(1, int(random.choice([3, 10, 1000])), secrets)
    if not weighted:
        return game, objective, min(least_costs(replies.tolist(), 0, objective))
    truth = min(least_costs(replies.tolist(), 0, objective, weights.tolist()))
    return replace(game, weights=weights), objective, truth


@pytest.fixture
def tiny_memory(monkeypatch):
    """The memory of the compiled search holds two sets instead of a million, so that it is emptied often."""
    new_memo = compiled.new_memo

    # Half of the entries are used at most, so there is room for two sets, of at most 11 members each in small_game.
    def new_tiny_memo(secrets, guesses, *_sizes):
        return new_memo(secrets, guesses, entries=4, members=2 * 11)

    monkeypatch.setattr(compiled, "new_memo", new_tiny_memo)


@pytest.mark.parametrize("seeds", [range(100), pytest.param(range(100, 300), marks=pytest.mark.soak)])
@pytest.mark.parametrize("weighted", [False, True])
def test_a_tiny_memory_and_limited_work_change_no_cost(tiny_memory, weighted, seeds):
    """One search answers all questions, because what one that ran out of work leaves in memory must not mislead it."""
    for seed in seeds:
        random = np.random.default_rng(seed)
        game, objective, truth = small_game(random, weighted)
        attempts = objective.attempts
        secrets = np.arange(len(game.secrets))
        # compiled_search adds a table of bounds by size to a game without weights.
        search = compiled_search(game, objective) if seed % 2 else compiled.CompiledSearch(game, objective)

        for limit in (INFINITY, truth + 1):
            cost, tree = tree_below(search, secrets, attempts, limit)
            assert cost == truth == cost_of(tree, game, objective), seed

        # No tree costs less.
        assert tree_below(search, secrets, attempts, truth) is None, seed

        # With little work it finds the least cost, or says that the work was not enough.
        little_work = int(random.integers(1, 4000))
        result, remaining = search.cheaper_tree(secrets, attempts, INFINITY, little_work)
        if result is None:
            assert remaining < 0, seed
        else:
            cost, tree = result
            assert cost == truth == cost_of(tree, game, objective), seed

        cost, _ = tree_below(search, secrets, attempts, INFINITY)
        assert cost == truth, seed


@pytest.mark.parametrize("make_search", [BinSearcher, compiled_search])
@pytest.mark.parametrize("weighted", [False, True])
def test_a_cost_below_the_limit_is_exact_and_any_other_is_at_least_the_limit(weighted, make_search):
    for seed in range(60):
        random = np.random.default_rng(seed)
        game, objective, truth = small_game(random, weighted)
        secrets = np.arange(len(game.secrets))
        search = make_search(game, objective)
        assert search.least_cost_of(secrets, objective.attempts, truth + 1) == truth, seed
        assert search.least_cost_of(secrets, objective.attempts, truth) >= truth, seed


def test_more_guesses_may_be_left_than_the_table_of_least_costs_looks_ahead():
    """Each guess tells whether it is the secret, and no more. So any order of the 15 guesses is a best tree.

    The table looks 12 guesses ahead (bounds_by_size.GUESSES_AHEAD). The secrets are charged 0, 1, … 14 guesses before
    the one that wins: 105 in all.
    """
    numbers = range(15)
    yes_or_no = own_game("yes or no", numbers, numbers, lambda guess, secret: guess == secret, winning=[True])
    search = compiled_search(yes_or_no, objective_of_mean(yes_or_no, worst=None))

    assert search.evaluate(0, limit=106) == (105, True)


def test_without_numba_nothing_is_logged_where_a_small_game_cannot_be_compiled(monkeypatch, caplog):
    # With None in its place the module cannot be imported, as where numba is missing.
    monkeypatch.setitem(sys.modules, "codebreaker.search.compiled.compiled_game", None)
    caplog.set_level(logging.INFO)

    # 0 replies are enough to compile a game, so it is only numba that is missing.
    assert not can_compile(mastermind(4, 3), guesses_only(8), fewest_replies=0)

    assert not caplog.messages


class BrokenImport:
    """A finder of modules that fails with the error for one module, as an installed package that is broken does."""

    def __init__(self, name: str, error: Exception) -> None:
        self._name = name
        self._error = error

    def find_spec(self, name: str, path: object, target: object = None) -> None:
        if name == self._name:
            raise self._error


@pytest.mark.parametrize("error", [ImportError("too old"), SystemError("too old")])
def test_a_large_game_says_once_why_it_is_not_compiled(error, monkeypatch, caplog):
    name = "codebreaker.search.compiled.compiled_game"
    monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [BrokenImport(name, error), *sys.meta_path])
    caplog.set_level(logging.INFO)
    fastest._log_once.cache_clear()

    # It has 1,024 x 1,024 replies, from which number on a game counts as large (fastest.LARGE).
    game = mastermind(4, 5)
    assert not can_compile(game, guesses_only(8), fewest_replies=0)
    assert not can_compile(game, guesses_only(8), fewest_replies=0)

    [line] = caplog.messages
    assert line.startswith(
        "without the extra [fast] this search takes several times as long: it cannot be imported (too old): "
        "pip install --force-reinstall "
    )


def test_a_search_ends_when_it_has_searched_as_many_sets_as_it_may():
    """Ctrl-C ends a search in the same way: it may search no more sets then."""
    # A whole search of the guess 1122 takes more than 800 sets.
    game = mastermind(6, 4)
    search = compiled.CompiledSearch(game, NINE_ATTEMPTS)

    _, is_least = search.evaluate(game.guesses.index((0, 0, 1, 1)), most=500)

    assert search.searched_sets == 500
    assert not is_least
