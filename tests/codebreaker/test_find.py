"""Arrangements found in four ways: every answer is consistent, and the phases prune without losing the secret."""

from itertools import permutations

import numpy as np
import pytest
from click.testing import CliRunner

from codebreaker.commands.find import find_command, secret_of
from codebreaker.finders.annealing import AnnealingFinder, ConstraintFinder, draw_codes
from codebreaker.finders.arrangements import NothingFits, Try, random_code
from codebreaker.finders.existence import arrangement_exists, contradiction_in
from codebreaker.finders.methods import METHODS, find_secret, finder_factory, list_arrangements
from codebreaker.finders.two_phase import TwoPhaseFinder, orders
from codebreaker.games.mastermind import black_white
from lingo_common.errors import DataError, MissingExtra, UsageError


@pytest.mark.parametrize(("method", "holes", "games"), [
    ("list", 1, 10), ("list", 4, 10), ("two-phase", 1, 10), ("two-phase", 5, 10), ("two-phase", 8, 10),
    ("annealing", 1, 2), ("annealing", 4, 2),
    ("simple", 1, 5), ("simple", 5, 5),
    ("colours-first", 1, 5), ("colours-first", 6, 5),
])  # fmt: skip
def test_the_secret_is_found(method, holes, games):
    random = np.random.default_rng(3)
    finder = finder_factory(holes, method)
    for _ in range(games):
        secret = random_code(holes, random)
        tries = find_secret(secret, finder(random))
        assert tries[-1].guess == secret
        assert len({each.guess for each in tries}) == len(tries)


def test_every_annealed_guess_fits_all_earlier_replies_and_is_made_again():
    games = []
    for _ in range(2):
        random = np.random.default_rng(4)
        games.append(find_secret(random_code(7, random), AnnealingFinder(7, random)))
    assert games[0] == games[1]
    for place, later in enumerate(games[0]):
        assert _fits(later.guess, games[0][:place])


def test_annealing_draws_every_code_that_fits_and_no_other():
    """Four holes: the 1,680 arrangements are tried one by one with the oracle."""
    random = np.random.default_rng(5)
    secret = (2, 7, 0, 5)
    tries = [_tried(guess, secret) for guess in [(0, 1, 2, 3), (7, 4, 2, 5)]]
    slow = {code for code in permutations(range(8), 4) if _fits(code, tries)}
    codes, _ = draw_codes(4, tries, random, 1000)
    assert {tuple(map(int, code)) for code in codes} == slow


def test_the_constraint_solver_takes_over():
    pytest.importorskip("ortools")
    random = np.random.default_rng(7)
    secret = (4, 11, 0, 9, 2, 7)
    tries = [_tried(random_code(6, random), secret) for _ in range(9)]
    finder = ConstraintFinder(6, random)
    far = (0, 1, 2, 3, 4, 5)
    assert _fits(finder.fallback_code(tries, far), tries)
    with pytest.raises(DataError, match="no arrangement fits"):
        finder.fallback_code([Try((0, 1, 2, 3, 4, 5), (6, 0)), Try((6, 7, 8, 9, 10, 11), (6, 0))], far)
    assert ConstraintFinder(6, random, effort=0.0).fallback_code(tries, far) == far


def _tried(guess, secret):
    return Try(guess, black_white(guess, secret))


def _fits(code, tries):
    return all(black_white(each.guess, code) == each.reply for each in tries)


def test_without_the_extra_it_says_so(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "ortools", None)
    with pytest.raises(MissingExtra, match=r"\[large\]"):
        ConstraintFinder(16, np.random.default_rng())


def test_orders_are_those_that_fit():
    secret = (4, 1, 7, 0, 9)
    colours = [0, 1, 4, 7, 9]
    guesses = [(1, 4, 7, 2, 3), (9, 1, 0, 4, 5), (4, 8, 6, 0, 2)]
    tries = [Try(guess, black_white(guess, secret)) for guess in guesses]
    slow = {
        order for order in permutations(colours) if all(black_white(each.guess, order) == each.reply for each in tries)
    }
    fast = np.concatenate(list(orders(colours, tries)))
    assert {tuple(map(int, order)) for order in fast} == slow
    assert secret in slow


@pytest.mark.parametrize("method", [list_arrangements, lambda holes: TwoPhaseFinder(holes, np.random.default_rng())])
def test_sizes_that_cannot_be_listed(method):
    with pytest.raises(UsageError, match=r"too many to list.*--method"):
        method(14)


@pytest.mark.parametrize("text", ["3,1,6", " 3 1  6 ", "3, 1; 6", "3-1-6", "3 -> 1 -> 6"])
def test_a_secret_is_read_as_people_write_it(text):
    assert secret_of(text, 3) == (2, 0, 5)


@pytest.mark.parametrize(
    "text", ["", "1,2", "1,1,2", "1,2,9", "x", "0,1,2", "-1,2,3", "1,-2,3", "1.2,3", "1,2,3x", "9" * 5000]
)
def test_secrets_that_are_none(text):
    with pytest.raises(UsageError):
        secret_of(text, 3)


CHEATING = [Try((0, 1, 2), (0, 1)), Try((0, 1, 3), (0, 0)), Try((3, 4, 5), (3, 0))]


@pytest.mark.parametrize("method", [method for method in METHODS if method != "constraint"])
def test_every_finder_says_that_nothing_fits(method):
    finder = finder_factory(3, method)(np.random.default_rng(1))
    with pytest.raises(NothingFits):
        for count in range(len(CHEATING) + 1):
            finder.guess(CHEATING[:count])


@pytest.mark.parametrize(("code", "exists"), [((0, 1, 2), True), (None, None)])
def test_what_the_solver_finds_is_believed(monkeypatch, code, exists):
    monkeypatch.setattr("codebreaker.finders.existence.fitting_code", lambda *_: code)
    assert arrangement_exists(3, CHEATING) is exists


def test_contradicting_replies_are_named():
    """The first and the second reply fit together; the third contradicts each of them."""
    assert arrangement_exists(3, CHEATING[:2]) and not arrangement_exists(3, CHEATING)
    found = contradiction_in(3, CHEATING)
    assert str(found) == "no secret gives these replies together: 4,5,6 [3;0] with 1,2,4 [0;0]"
    assert found.culprit == 2 and contradiction_in(3, CHEATING[:2]) is None


def test_a_program_keeps_the_secret():
    """`simple` guesses the first arrangement that fits; each guess is a line, and nothing else is on stdout."""
    runner = CliRunner()
    solved = runner.invoke(find_command, ["3", "--play", "--method", "simple"], input="0;0\n9;9\n3;0\n")
    assert solved.stdout == "1,2,3\n4,5,6\n4,5,6\nFound with 2 guesses.\n" and "'9;9' is no reply" in solved.stderr
    cheated = runner.invoke(find_command, ["3", "--play", "--method", "simple"], input="0;0\n0;0\n")
    assert cheated.exit_code == 1 and cheated.stdout == "1,2,3\n4,5,6\n"
    assert str(cheated.exception) == "no secret gives these replies together: 4,5,6 [0;0] with 1,2,3 [0;0]"


def test_nothing_is_asked_after_replies_that_no_arrangement_fits():
    """The secret holds 3 and one of 1 and 2, elsewhere than in 1,2,3; so 1,2,4 has no colour in its place.

    The sets of colours 1,3,5 and others still fit, but none of them in any order.
    """
    played = CliRunner().invoke(find_command, ["3", "--play", "--method", "colours-first"], input="0;2\n1;0\n2;0\n")
    assert played.exit_code == 1
    assert played.stdout == "1,2,3\n1,2,4\n"
    assert str(played.exception) == "no secret gives these replies together: 1,2,4 [1;0] with 1,2,3 [0;2]"
