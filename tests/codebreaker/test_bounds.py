"""No bound lies above the optimum that brute force finds; and bounds by hand.

A Branching says into how many bins a guess splits the secrets at most. From it least_by_size and least_by_splitting
make tables: a bound on the cost of a bin for each size. The first level of bounds of a guess (docs/proofs.md) takes the
bounds of its bins from such a table. At the second level each bin has a bound of its own.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest
from brute_force import least_cost, random_words
from objectives import guesses_only

from codebreaker.game import Game
from codebreaker.games.lingo import lingo
from codebreaker.objective import INFINITY, Objective
from codebreaker.search.beam import BeamSearch
from codebreaker.search.bounds import bin_bound, guess_bounds, most_parts, refine
from codebreaker.search.bounds_by_size import Branching, branching_of, least_by_parts, least_by_size, least_by_splitting
from codebreaker.search.learned_values import LearnedValues


class SmallGame(NamedTuple):
    """A game of at most 14 random words."""

    game: Game
    objective: Objective
    optimum: int
    """The least cost of any tree, by brute force."""


@cache
def small_game_of(seed: int, length: int, attempts: int) -> SmallGame:
    words = random_words(seed, length, 14, "abcde")
    objective = Objective.points(attempts)
    return SmallGame(lingo(words), objective, least_cost(words, words, objective))


@pytest.fixture(params=product(range(4), [2, 3, 4], [2, 3, 5]), ids=str)
def small_game(request) -> SmallGame:
    """A game by (seed of the words, letters, attempts)."""
    return small_game_of(*request.param)


def all_secrets(game: Game) -> npt.NDArray[np.int32]:
    return np.arange(len(game.secrets), dtype=np.int32)


def branching_of_game(game: Game) -> Branching:
    """The branching by the most bins that any guess of the game has."""
    return branching_of(most_parts(game, all_secrets(game)))


def first_level(game: Game, objective: Objective) -> list[int]:
    """The first-level bound of each first guess."""
    secrets = all_secrets(game)
    table = least_by_size(objective, objective.attempts - 1, len(secrets), branching_of_game(game))
    return guess_bounds(game, objective, secrets, objective.attempts, table).tolist()


def second_level(game: Game, objective: Objective) -> list[int]:
    """The second-level bound of each first guess."""
    secrets = all_secrets(game)
    parts = most_parts(game, secrets)

    bounds = []
    for guess, bound in enumerate(first_level(game, objective)):
        replies = game.replies(np.array([guess]), secrets)[0]
        refined_bound, _bins, _work = refine(game, objective, replies, parts, bound, done=0, enough=INFINITY)
        bounds.append(refined_bound)
    return bounds


def test_the_first_level_does_not_exceed_the_optimum(small_game):
    assert min(first_level(small_game.game, small_game.objective)) <= small_game.optimum


def test_the_second_level_does_not_exceed_the_optimum(small_game):
    assert min(second_level(small_game.game, small_game.objective)) <= small_game.optimum


def test_the_second_level_is_at_least_the_first(small_game):
    first = first_level(small_game.game, small_game.objective)
    second = second_level(small_game.game, small_game.objective)
    assert min(second) >= min(first)


def test_the_bound_of_all_secrets_as_one_bin_does_not_exceed_the_optimum(small_game):
    game, objective, optimum = small_game
    assert bin_bound(game, objective, all_secrets(game), objective.attempts) <= optimum


def test_the_bound_by_size_does_not_exceed_the_optimum(small_game):
    game, objective, optimum = small_game

    by_size = least_by_size(objective, objective.attempts, len(game.secrets), branching_of_game(game))

    assert by_size[-1] <= optimum


def test_the_bound_by_size_is_at_least_that_of_guesses_that_tell_all_secrets_apart(small_game):
    """Objective.least is the cost if the first guess wins and the second solves every other secret.

    No guess of these games has a bin for each secret, so no tree does that, and the bound by size may be higher.
    """
    game, objective, _ = small_game
    size = len(game.secrets)

    by_size = least_by_size(objective, objective.attempts, size, branching_of_game(game))

    assert by_size[-1] >= objective.least(weight=size, won=1, guesses_left=objective.attempts)


def test_the_least_points_that_five_secrets_lack_by_hand():
    """One is won at once, and the other four are charged 100 points; a miss costs nothing more."""
    objective = Objective.points()
    assert objective.least(weight=5, won=1, guesses_left=2) == 400
    assert objective.least(weight=5, won=1, guesses_left=1) == 400


def test_the_least_cost_of_five_secrets_where_misses_come_first_by_hand():
    """One is won at once, and the other four are charged 1. After the last guess they are missed, for 60 more each.

    A miss costs as much as ten secrets in six attempts.
    """
    objective = Objective.misses_first(attempts=6, weight=10)
    assert objective.least(weight=5, won=1, guesses_left=2) == 4
    assert objective.least(weight=5, won=1, guesses_left=1) == 244


def test_the_second_level_of_each_first_guess_does_not_exceed_its_cost():
    """A beam as wide as the list tries every later guess, so it finds the least cost of each first guess.

    Its learned values only order the guesses.
    """
    words = random_words(9, 3, 12, "abcd")
    game = lingo(words)
    objective = Objective.points(4)
    every_guess = [len(words)] * objective.attempts
    search = BeamSearch(game, objective, LearnedValues(objective), every_guess)

    for guess, bound in enumerate(second_level(game, objective)):
        cost, _ = search.evaluate(guess, all_secrets(game), objective.attempts)
        assert bound <= cost


def test_refining_goes_on_where_it_stopped():
    """Stopped half way and continued, refine has the bound, the bins and the work of one call that does not stop.

    It returns the bound, how many bins it has looked at, and their secrets as its work.
    """
    words = random_words(3, 3, 600, "abcdefghijklm")
    game = lingo(words)
    objective = Objective.points()
    secrets = all_secrets(game)
    parts = most_parts(game, secrets)
    replies = game.replies(np.array([0]), secrets)[0]
    first_bound = first_level(game, objective)[0]

    bound, bins, work = refine(game, objective, replies, parts, first_bound, done=0, enough=INFINITY)
    half_way = (first_bound + bound) // 2
    bound_then, bins_then, work_then = refine(game, objective, replies, parts, first_bound, done=0, enough=half_way)
    continued = refine(game, objective, replies, parts, bound_then, done=bins_then, enough=INFINITY)

    assert 0 < bins_then < bins
    assert continued == (bound, bins, work - work_then)


def test_the_first_level_by_hand():
    """The guess "ab" wins against itself and leaves bins of 1, 2 and 2 words.

    With five attempts "ab" has 500 points. At best each bin has one word that is solved next, for 400 points, and the
    two words that are left have 300 each: 2,300 of 3,000 points. A bin of n words costs 100 for each word but one.
    """
    game = lingo(["ab", "ac", "ad", "ba", "cb", "db"])
    bounds = guess_bounds(game, Objective.points(), np.arange(6), 5, np.array([0, 0, 100, 200, 300, 400, 500]))
    assert bounds[0] == 700


def test_a_bin_of_five_is_split_into_no_more_bins_than_a_guess_has():
    """Three attempts are left, and a guess has at most two bins.

    At best the first guess solves one secret, the second another one, and the third two more: for 300, 200 and twice
    100 points. So bins of 0 to 5 secrets win at most 0, 300, 500, 600, 700 and 700 points, and lack the rest of 300
    points for each secret.
    """
    by_size = least_by_size(Objective.points(), 3, 5, branching_of(2))
    assert by_size.tolist() == [0, 0, 100, 300, 500, 800]


def test_identifying_by_two_replies_by_hand():
    """Two secrets are told apart by a guess; of three, one is alone after the first; four take two guesses each.

    A guess has two bins and wins against no secret.

    So they take 2, 5 and 8 guesses. A cost does not count the one that solves a secret: 2 - 2, 5 - 3 and 8 - 4.
    """
    branching = Branching(open_bins=2, after_hit=0, hits=0)
    table = least_by_splitting(guesses_only(4), 4, 4, branching)
    assert table.tolist()[2:] == [0, 2, 4]


THREE_BINS = Branching(open_bins=3, after_hit=1)
"""A guess leaves at most three open bins, and at most one if it may win."""


def test_the_bound_by_splitting_by_hand():
    """The table says what 0, 1, 2, … secrets cost; a guess charges 1 for each secret that it does not win against.

    Three secrets: a guess that wins charges 2 and leaves a bin of two, which costs 1; one that does not win charges 3.

    Four secrets: a guess that wins charges 3 and leaves a bin of three, which costs 3. One that does not win charges 4
    and leaves bins of 2, 1 and 1, which cost 1, 0 and 0: 5 is less than 6.
    """
    table = least_by_splitting(guesses_only(9), 9, 4, THREE_BINS)
    assert table.tolist() == [0, 0, 1, 3, 5]


def test_the_bound_by_size_by_hand():
    """At most one secret is solved within one guess, and three within two guesses.

    Of three secrets the first guess charges two. Of four it charges three, and the second guess charges one: 3 + 1.
    """
    table = least_by_size(guesses_only(9), 9, 4, THREE_BINS)
    assert table.tolist() == [0, 0, 1, 2, 4]


def test_no_division_into_parts_costs_less_than_equal_ones():
    """least_by_parts, which takes parts as equal as possible only, against all 30 divisions of nine secrets."""
    table = least_by_size(Objective.points(), 3, 9, branching_of(3))

    least_of_parts = [0] + [INFINITY] * 9
    for sizes in divisions(9, 9):
        cost = sum(int(table[size]) for size in sizes)
        least_of_parts[len(sizes)] = min(least_of_parts[len(sizes)], cost)

    assert least_by_parts(table).tolist() == least_of_parts


def divisions(size: int, largest: int) -> Iterator[tuple[int, ...]]:
    """All ways to write `size` as a sum of falling numbers, none above `largest`: (3,), (2, 1) and (1, 1, 1) for 3."""
    if size == 0:
        yield ()
    for first in range(min(size, largest), 0, -1):
        for numbers in divisions(size - first, first):
            yield (first, *numbers)
