"""Arrangements found in three ways: every answer is consistent, and the phases prune without losing the secret."""

from itertools import permutations

import numpy as np
import pytest

from codebreaker.arrangements import ListFinder, Try, TwoPhaseFinder, all_sets, bit_counts, orders
from codebreaker.constraint import ConstraintFinder
from codebreaker.find_cli import drawn, finders, found, secret_of
from codebreaker.mastermind import black_white
from programs.errors import MissingExtra, UsageError


@pytest.mark.parametrize(
    ("method", "holes"), [("list", 1), ("list", 4), ("two-phase", 1), ("two-phase", 5), ("two-phase", 8)]
)
def test_the_secret_is_found(method, holes):
    random = np.random.default_rng(3)
    finder = finders(holes, method)
    for _ in range(10):
        secret = drawn(holes, random)
        tries = found(secret, finder(random))
        assert tries[-1].guess == secret
        assert len({each.guess for each in tries}) == len(tries)


def test_the_constraint_solver_finds_it_too():
    pytest.importorskip("ortools")
    random = np.random.default_rng(3)
    secret = drawn(6, random)
    tries = found(secret, ConstraintFinder(6, random))
    assert tries[-1].guess == secret
    for place, later in enumerate(tries):
        assert all(black_white(each.guess, later.guess) == (each.black, each.white) for each in tries[:place])


def test_without_the_extra_it_says_so(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "ortools.sat.python", None)
    with pytest.raises(MissingExtra, match=r"lingo-bot\[large\]"):
        ConstraintFinder(16, np.random.default_rng())


def test_orders_are_those_that_fit():
    secret, colours = (4, 1, 7, 0, 9), [0, 1, 4, 7, 9]
    guesses = [(1, 4, 7, 2, 3), (9, 1, 0, 4, 5), (4, 8, 6, 0, 2)]
    tries = [Try(guess, *black_white(guess, secret)) for guess in guesses]
    slow = {
        order
        for order in permutations(colours)
        if all(black_white(each.guess, order) == (each.black, each.white) for each in tries)
    }
    fast = np.concatenate(list(orders(colours, tries)))
    assert {tuple(map(int, order)) for order in fast} == slow
    assert secret in slow


def test_sets_are_all_of_them():
    assert len(np.unique(all_sets(6))) == 924
    assert set(bit_counts(all_sets(6)).tolist()) == {6}


def test_five_holes_need_fewer_than_a_random_consistent_guess():
    """A random consistent guess needs 6.0; 1,000 games are measured in benchmarks."""
    random, finder = np.random.default_rng(1), finders(5, "list")
    counts = [len(found(drawn(5, random), finder(random))) for _ in range(100)]
    assert np.mean(counts) < 6.0


@pytest.mark.parametrize("method", [ListFinder, TwoPhaseFinder])
def test_sizes_that_cannot_be_listed(method):
    with pytest.raises(UsageError, match=r"too many to list.*--method"):
        method(14, np.random.default_rng())


@pytest.mark.parametrize("text", ["1,2", "1,1,2", "1,2,9", "x", "0,1,2"])
def test_secrets_that_are_none(text):
    with pytest.raises(UsageError):
        secret_of(text, 3)
