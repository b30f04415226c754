"""The bound of a bin, which leaves guesses out, against the one that looks at every guess."""

from itertools import product

import numpy as np
import pytest
from brute_force import all_replies, least_cost, least_costs, random_words
from objectives import guesses_only

from codebreaker.derived_games import table_game
from codebreaker.games.lingo import lingo
from codebreaker.objective import Objective
from codebreaker.search.bounds import bin_bound, guess_bounds, most_parts
from codebreaker.search.bounds_by_size import branching_of, least_by_size
from codebreaker.search.fastest import with_fastest_totals


def plain_bound(game, objective, secrets, guesses_left):
    """bin_bound by its definition: the least bound of all guesses."""
    # Here no bins are left to be bounded: the secret is guessed, or the last guess misses all secrets but one.
    if len(secrets) == 1 or guesses_left == 1:
        return objective.least(weight=len(secrets), won=1, guesses_left=guesses_left)

    # No guess splits a bin into more parts than the guess with the most bins splits all these secrets into.
    branching = branching_of(most_parts(game, secrets))
    table = least_by_size(objective, guesses_left - 1, len(secrets), branching)
    return guess_bounds(game, objective, secrets, guesses_left, table).min()


def sets_of_secrets(game, seed):
    """Twelve random sets of secrets of many sizes, and all secrets."""
    random = np.random.default_rng(seed)
    count = len(game.secrets)
    sizes = (*random.integers(1, count, 12), count)
    return [np.sort(random.choice(count, size, replace=False)).astype(np.int32) for size in sizes]


# The lists have fewer replies than words (9 for 20) or many more (19,683 for 400), and letters that repeat: one that
# stands twice here is drawn twice as often.
@pytest.mark.parametrize(("length", "letters", "count"), [
    (2, "abcde", 20), (4, "abcdefgh", 300), (5, "aabbccdefghijklm", 300), (9, "aeioustrln", 400),
])  # fmt: skip
@pytest.mark.parametrize("objective", [Objective.points(), Objective.points(3), guesses_only(8)])
def test_the_bound_is_that_of_all_guesses(length, letters, count, objective):
    # Bins are counted by compiled code once there is much to count; by default numpy counts them.
    game = with_fastest_totals(lingo(random_words(seed=length, length=length, count=count, alphabet=letters)))
    for secrets in sets_of_secrets(game, seed=length):
        for guesses_left in range(1, objective.attempts + 1):
            bound = bin_bound(game, objective, secrets, guesses_left)
            assert bound == plain_bound(game, objective, secrets, guesses_left)


def test_the_bound_is_that_of_all_guesses_where_not_every_word_can_be_hidden():
    words = random_words(1, 4, 200, "abcdef")
    game = lingo(words, words[::3])
    objective = Objective.points()

    for secrets in sets_of_secrets(game, seed=4):
        bound = bin_bound(game, objective, secrets, guesses_left=4)
        assert bound == plain_bound(game, objective, secrets, guesses_left=4)


def test_the_bound_is_that_of_all_guesses_in_a_game_whose_replies_are_a_table():
    # All 27 words of three letters a, b and c.
    codes = ["".join(code) for code in product("abc", repeat=3)]
    replies, matrix = np.unique(np.array(all_replies(codes, codes)), return_inverse=True)
    winning = replies.tolist().index("OOO")
    game = table_game("small", codes, codes, matrix.reshape(27, 27), winning, len(replies))
    objective = Objective.points(4)

    for secrets in sets_of_secrets(game, seed=5):
        bound = bin_bound(game, objective, secrets, guesses_left=3)
        assert bound == plain_bound(game, objective, secrets, guesses_left=3)


@pytest.mark.parametrize("objective", [Objective.points(), Objective.misses_first(attempts=5, weight=40)])
def test_the_bound_is_that_of_all_guesses_where_replies_are_few(monkeypatch, objective):
    """No guess can tell all secrets of a bin apart, so the bound of the bin depends on how many bins a guess can have.

    Guesses are evaluated two by two: in one batch of all 40 none would be ruled out by an earlier one and left out.
    """
    monkeypatch.setattr("codebreaker.search.bounds.GUESSES_AT_A_TIME", 2)
    count = 40
    random = np.random.default_rng(3)
    # A guess has two to four replies beside that of the hit.
    replies_of_guess = random.integers(2, 5, count)[:, None]
    # Squares of numbers between 0 and 1 are small more often than large, so the first replies are the most frequent.
    shares = random.random((count, count)) ** 2
    matrix = (shares * replies_of_guess).astype(np.int64)
    winning = 4
    np.fill_diagonal(matrix, winning)
    names = [f"code {number}" for number in range(count)]
    game = table_game("few replies", names, names, matrix, winning, codes=winning + 1)

    for secrets in sets_of_secrets(game, seed=8):
        for guesses_left in range(1, objective.attempts + 1):
            bound = bin_bound(game, objective, secrets, guesses_left)
            assert bound == plain_bound(game, objective, secrets, guesses_left)


def test_three_secrets_that_no_guess_tells_apart_have_their_least_cost():
    """A guess that is one of them leaves the other two together: the three need 1, 2 and 3 guesses."""
    words = ["ab", "ac", "ad"]
    objective = guesses_only(4)
    # Every guess but the winning one is charged: 0 + 1 + 2.
    assert least_cost(words, words, objective) == 3

    assert bin_bound(lingo(words), objective, np.arange(3, dtype=np.int32), objective.attempts) == 3


def test_a_guess_that_costs_one_unit_less_is_not_left_out(monkeypatch):
    """When the best guess is evaluated, the best one before it costs one unit more."""
    # Guesses are evaluated one by one.
    monkeypatch.setattr("codebreaker.search.bounds.GUESSES_AT_A_TIME", 1)
    replies = [
        [0, 1, 1, 1, 2, 1],
        [1, 0, 2, 1, 2, 1],
        [2, 1, 0, 2, 2, 1],
        [2, 2, 2, 0, 2, 1],
        [1, 2, 2, 1, 0, 2],
        [2, 2, 1, 2, 1, 0],
    ]
    objective = guesses_only(6)
    # Here the bound is the least cost.
    assert min(least_costs(replies, 0, objective)) == 8

    game = table_game("six codes", range(6), range(6), np.array(replies), winning=0, codes=3)
    assert bin_bound(game, objective, np.arange(6), objective.attempts) == 8
