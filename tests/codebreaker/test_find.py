"""Arrangements found in several ways: every guess fits the replies, and no step loses the secret."""

import json
import os
import re
import signal
import sys
from itertools import permutations
from threading import Timer

import numpy as np
import pytest
from click.testing import CliRunner

from codebreaker.commands import find
from codebreaker.commands.find import find_command, secret_of
from codebreaker.contradiction import Contradiction
from codebreaker.finders.annealing import annealing_finder, code_of_solver, constraint_finder, draw_codes
from codebreaker.finders.arrangements import Try, random_code
from codebreaker.finders.enumeration import orders
from codebreaker.finders.existence import arrangement_exists, contradiction_in
from codebreaker.finders.methods import METHODS, find_secret, finder_factory, list_arrangements
from codebreaker.finders.two_phase import MOST_HOLES, two_phase_finder
from codebreaker.games.mastermind import black_white
from lingo_common.errors import DataError, UsageError


def try_of(guess, secret):
    """The guess with its reply, (colours in place, colours elsewhere)."""
    return Try(guess, black_white(guess, secret))


def fits(code, tries):
    """Whether the oracle gives the same reply to every try if that code is the secret."""
    return all(black_white(step.guess, code) == step.reply for step in tries)


@pytest.mark.parametrize(("method", "holes", "games"), [
    ("list", 1, 10), ("list", 4, 10),
    ("two-phase", 1, 10), ("two-phase", 5, 10), ("two-phase", 8, 10),
    ("annealing", 1, 2), ("annealing", 4, 1),
    ("simple", 1, 5), ("simple", 5, 5),
    ("colours-first", 1, 5), ("colours-first", 6, 5),
])  # fmt: skip
def test_the_secret_is_found_and_no_guess_is_made_twice(method, holes, games):
    """games: few where a method is slow; annealing takes up to half a second for a game."""
    random = np.random.default_rng(3)
    finder = finder_factory(holes, method)
    for _ in range(games):
        secret = random_code(holes, random)
        tries = find_secret(secret, finder(random))
        assert tries[-1].guess == secret
        assert len({step.guess for step in tries}) == len(tries)


def annealed_game():
    """The tries of a game of annealing with 7 holes, whose secret and guesses are drawn from one seed."""
    random = np.random.default_rng(4)
    secret = random_code(7, random)
    return find_secret(secret, finder_factory(7, "annealing")(random))


@pytest.fixture(scope="module")
def annealed_tries():
    return annealed_game()


def test_annealing_plays_the_same_game_again(annealed_tries):
    assert annealed_game() == annealed_tries


def test_every_annealed_guess_fits_all_earlier_replies(annealed_tries):
    for number, step in enumerate(annealed_tries):
        assert fits(step.guess, annealed_tries[:number])


def test_annealing_draws_every_code_that_fits_and_no_other():
    """Four holes: the 1,680 arrangements are tried one by one with the oracle."""
    secret = (2, 7, 0, 5)
    tries = [try_of(guess, secret) for guess in [(0, 1, 2, 3), (7, 4, 2, 5)]]
    expected = {code for code in permutations(range(8), 4) if fits(code, tries)}
    codes, _nearest_code = draw_codes(4, tries, np.random.default_rng(5), steps=1000)
    assert set(map(tuple, codes.tolist())) == expected


def test_annealing_says_that_nothing_fits_where_every_code_was_tried():
    # With one hole there are two arrangements, and neither is the secret.
    tries = [Try((0,), (0, 0)), Try((1,), (0, 0))]
    with pytest.raises(Contradiction, match="no arrangement fits"):
        annealing_finder(1, np.random.default_rng(8))(tries)


FAR_CODE = (0, 1, 2, 3, 4, 5)
"""A code that does not fit: where the solver begins, and what is guessed if its effort is not enough."""


@pytest.fixture
def nine_tries():
    """Nine random guesses of six colours out of twelve, with their replies for one secret."""
    pytest.importorskip("ortools")
    random = np.random.default_rng(7)
    return [try_of(random_code(6, random), (4, 11, 0, 9, 2, 7)) for _ in range(9)]


def test_the_solver_finds_a_code_that_fits(nine_tries):
    code = code_of_solver(6, nine_tries, FAR_CODE, np.random.default_rng(7))
    assert fits(code, nine_tries)


def test_without_enough_effort_the_nearest_code_is_guessed(nine_tries, monkeypatch):
    monkeypatch.setattr("codebreaker.finders.existence.EFFORT", 0.0)
    assert code_of_solver(6, nine_tries, FAR_CODE, np.random.default_rng(7)) == FAR_CODE


def test_the_solver_proves_that_nothing_fits():
    """Two guesses without a colour in common cannot both be the secret."""
    pytest.importorskip("ortools")
    tries = [Try((0, 1, 2, 3, 4, 5), (6, 0)), Try((6, 7, 8, 9, 10, 11), (6, 0))]
    with pytest.raises(Contradiction, match="no arrangement fits"):
        code_of_solver(6, tries, FAR_CODE, np.random.default_rng(7))


def test_ctrl_c_ends_the_solver():
    """It took Ctrl-C for the end of its effort, and the nearest code was played.

    The solver is at work for over a minute here, so that it is interrupted after the first second.
    """
    pytest.importorskip("ortools.sat.python.cp_model")
    random = np.random.default_rng(1616)
    secret = random_code(16, random)
    tries = [try_of(random_code(16, random), secret) for _ in range(16)]
    # The last reply is made wrong: two more colours in place, and one colour fewer in all. No code fits, and the solver
    # has to exclude each one.
    guess, (black, white) = tries[-1]
    tries[-1] = Try(guess, (black + 2, white - 3))

    seconds = 1
    timer = Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            code_of_solver(16, tries, tuple(range(16)), random)
    finally:
        timer.cancel()


def test_without_ortools_the_extra_to_install_is_named(monkeypatch):
    # An import of a module that is None fails.
    monkeypatch.setitem(sys.modules, "ortools", None)
    with pytest.raises(DataError, match=r"\[large\]"):
        constraint_finder(16, np.random.default_rng())


def test_orders_are_those_that_fit():
    """All 120 orders of the five colours are tried with the oracle."""
    secret = (4, 1, 7, 0, 9)
    colours = sorted(secret)
    tries = [try_of(guess, secret) for guess in [(1, 4, 7, 2, 3), (9, 1, 0, 4, 5), (4, 8, 6, 0, 2)]]
    expected = {order for order in permutations(colours) if fits(order, tries)}
    listed = np.concatenate(list(orders(colours, tries)))
    assert set(map(tuple, listed.tolist())) == expected
    assert secret in expected


@pytest.mark.parametrize("make", [list_arrangements, lambda holes: two_phase_finder(holes, np.random.default_rng())])
def test_arrangements_that_are_too_many_to_list_are_refused(make):
    with pytest.raises(UsageError, match=r"too many to list.*--method"):
        make(MOST_HOLES + 1)


@pytest.mark.parametrize("text", ["3,1,6", " 3 1  6 ", "3, 1; 6", "3-1-6", "3 -> 1 -> 6"])
def test_a_secret_is_read_as_people_write_it(text):
    assert secret_of(text, 3) == (2, 0, 5)


# The last text is a number of more digits than Python converts.
@pytest.mark.parametrize(
    "text", ["", "1,2", "1,1,2", "1,2,9", "x", "0,1,2", "-1,2,3", "1,-2,3", "1.2,3", "1,2,3x", "9" * 5000]
)
def test_what_is_no_arrangement_of_three_colours_is_refused(text):
    with pytest.raises(UsageError):
        secret_of(text, 3)


CHEATING = [Try((0, 1, 2), (0, 1)), Try((0, 1, 3), (0, 0)), Try((3, 4, 5), (3, 0))]
"""In three holes the first and the second reply fit together; the third contradicts each of them."""


# The method `constraint` needs ortools; test_the_solver_proves_that_nothing_fits is about it.
@pytest.mark.parametrize("method", [method for method in METHODS if method != "constraint"])
def test_every_finder_says_that_nothing_fits(method):
    finder = finder_factory(3, method)(np.random.default_rng(1))
    with pytest.raises(Contradiction):
        for count in range(len(CHEATING) + 1):
            finder(CHEATING[:count])


@pytest.mark.parametrize(("code", "exists"), [((0, 1, 2), True), (None, None)])
def test_what_the_solver_finds_is_believed(monkeypatch, code, exists):
    """It finds no code where its effort is not enough; then nobody knows whether one exists."""
    monkeypatch.setattr("codebreaker.finders.existence.fitting_code", lambda *_: code)
    assert arrangement_exists(3, CHEATING) is exists


def test_whether_an_arrangement_exists():
    assert arrangement_exists(3, CHEATING[:2])
    assert not arrangement_exists(3, CHEATING)


def test_contradicting_replies_are_named():
    error = contradiction_in(3, CHEATING)
    assert str(error) == "no secret gives these replies together: 4,5,6 [3;0] with 1,2,4 [0;0]"


def test_replies_that_fit_are_no_contradiction():
    assert contradiction_in(3, CHEATING[:2]) is None


def test_ctrl_c_leaves_the_figures_of_the_games_so_far(monkeypatch):
    """Ctrl-C comes in the third of three games."""
    lengths = []

    def find_secret_until_ctrl_c(secret, finder):
        if len(lengths) == 2:
            raise KeyboardInterrupt
        tries = find_secret(secret, finder)
        lengths.append(len(tries))
        return tries

    monkeypatch.setattr(find, "find_secret", find_secret_until_ctrl_c)

    result = CliRunner().invoke(find_command, ["3", "--rounds", "3", "--seed", "2", "--json"])

    figures = json.loads(result.stdout)
    assert result.exit_code != 0
    assert figures["rounds"] == 2
    assert figures["mean"] == sum(lengths) / 2


def test_one_game_has_no_margin():
    result = CliRunner().invoke(find_command, ["1", "--rounds", "1", "--seed", "1"])
    assert re.fullmatch(r"1 game, mean [12]\.000 tries, \d+\.\d{3} s a game", result.stdout.splitlines()[0])


def play(method, replies):
    """What `codebreaker find 3 --play` does if those replies are typed."""
    typed = "".join(f"{reply}\n" for reply in replies)
    return CliRunner().invoke(find_command, ["3", "--play", "--method", method], input=typed)


def test_a_program_keeps_the_secret():
    """`simple` guesses the first arrangement that fits; each guess is a line, and nothing else is on stdout."""
    result = play("simple", ["0;0", "9;9", "3;0"])
    assert result.stdout == "1,2,3\n4,5,6\n4,5,6\nFound with 2 guesses.\n"
    assert "'9;9' is no reply" in result.stderr


def test_an_answer_may_have_the_form_in_which_the_command_prints_replies():
    result = play("simple", ["[0; 0]", "[3; 0]"])
    assert result.stdout == "1,2,3\n4,5,6\nFound with 2 guesses.\n"


def test_a_program_that_contradicts_itself_is_told_which_replies():
    """The secret cannot be without 1, 2, 3 and without 4, 5, 6."""
    result = play("simple", ["0;0", "0;0"])
    assert result.exit_code == 1
    assert result.stdout == "1,2,3\n4,5,6\n"
    assert str(result.exception) == "no secret gives these replies together: 4,5,6 [0;0] with 1,2,3 [0;0]"


def test_nothing_is_asked_after_replies_that_no_arrangement_fits():
    """The secret holds 3 and one of 1 and 2, elsewhere than in 1,2,3; so 1,2,4 has no colour in its place.

    The sets of colours 1,3,5 and others still fit, but none of them in any order.
    """
    result = play("colours-first", ["0;2", "1;0", "2;0"])
    assert result.exit_code == 1
    assert result.stdout == "1,2,3\n1,2,4\n"
    assert str(result.exception) == "no secret gives these replies together: 1,2,4 [1;0] with 1,2,3 [0;2]"
