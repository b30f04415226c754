"""No bound lies above the optimum that brute force finds; and bounds by hand."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt
import pytest
from brute_force import brute_force, random_words

from codebreaker.game import Game
from codebreaker.games.lingo import lingo
from codebreaker.objective import INFINITY, Objective
from codebreaker.search.beam import BeamSearch
from codebreaker.search.bounds import bin_bound, guess_bounds, most_parts, refine
from codebreaker.search.bounds_by_size import Branching, branching_of, least_by_size, least_by_splitting, least_total
from codebreaker.search.learned_values import LearnedValues

SMALL_GAMES = list(product(range(4), [2, 3, 4], [2, 3, 5]))
"""(seed of the words, letters, attempts) of games of at most 14 words."""


@cache
def small_game(seed: int, length: int, attempts: int) -> tuple[Game, int]:
    """The game of random words, and its optimum: the least cost of any tree, by brute force."""
    words = random_words(seed, length, 14, "abcde")
    return lingo(words), brute_force(words, words, Objective.points(attempts))


def all_secrets(game: Game) -> npt.NDArray[np.int32]:
    return np.arange(len(game.secrets), dtype=np.int32)


def first_level(game: Game, objective: Objective) -> list[int]:
    """The bound of each first guess from the sizes of its bins."""
    secrets = all_secrets(game)
    branching = branching_of(most_parts(game, secrets))
    table = least_by_size(objective, objective.attempts - 1, len(secrets), branching)
    return guess_bounds(game, objective, secrets, objective.attempts, table).tolist()


def second_level(game: Game, objective: Objective) -> list[int]:
    """The bound of each first guess when every one of its bins has its own bound."""
    secrets = all_secrets(game)
    parts = most_parts(game, secrets)

    bounds = []
    for guess, bound in enumerate(first_level(game, objective)):
        replies = game.replies(np.array([guess]), secrets)[0]
        refined_bound, _, _ = refine(game, objective, replies, parts, bound, 0, INFINITY)
        bounds.append(refined_bound)
    return bounds


@pytest.mark.parametrize(("seed", "length", "attempts"), SMALL_GAMES)
def test_the_first_level_does_not_exceed_the_optimum(seed, length, attempts):
    game, optimum = small_game(seed, length, attempts)
    assert min(first_level(game, Objective.points(attempts))) <= optimum


@pytest.mark.parametrize(("seed", "length", "attempts"), SMALL_GAMES)
def test_the_second_level_does_not_exceed_the_optimum(seed, length, attempts):
    game, optimum = small_game(seed, length, attempts)
    assert min(second_level(game, Objective.points(attempts))) <= optimum


@pytest.mark.parametrize(("seed", "length", "attempts"), SMALL_GAMES)
def test_the_second_level_is_at_least_the_first(seed, length, attempts):
    game, _ = small_game(seed, length, attempts)
    objective = Objective.points(attempts)
    assert min(second_level(game, objective)) >= min(first_level(game, objective))


@pytest.mark.parametrize(("seed", "length", "attempts"), SMALL_GAMES)
def test_the_bound_of_all_secrets_as_one_bin_does_not_exceed_the_optimum(seed, length, attempts):
    game, optimum = small_game(seed, length, attempts)
    assert bin_bound(game, Objective.points(attempts), all_secrets(game), attempts) <= optimum


@pytest.mark.parametrize(("seed", "length", "attempts"), SMALL_GAMES)
def test_the_bound_by_size_does_not_exceed_the_optimum(seed, length, attempts):
    game, optimum = small_game(seed, length, attempts)
    branching = branching_of(most_parts(game, all_secrets(game)))

    by_size = least_by_size(Objective.points(attempts), attempts, len(game.secrets), branching)

    assert by_size[-1] <= optimum


@pytest.mark.parametrize(("seed", "length", "attempts"), SMALL_GAMES)
def test_the_bound_by_size_is_at_least_that_of_guesses_that_tell_all_secrets_apart(seed, length, attempts):
    """The most bins of a guess are fewer than the secrets, so they can only raise the bound."""
    game, _ = small_game(seed, length, attempts)
    objective = Objective.points(attempts)
    branching = branching_of(most_parts(game, all_secrets(game)))

    by_size = least_by_size(objective, attempts, len(game.secrets), branching)

    assert by_size[-1] >= objective.least(len(game.secrets), 1, attempts)


def test_the_second_level_of_each_first_guess_does_not_exceed_its_cost():
    """A beam as wide as the list tries every later guess, so it finds the least cost of each first guess."""
    words = random_words(9, 3, 12, "abcd")
    game = lingo(words)
    objective = Objective.points(4)
    search = BeamSearch(game, objective, LearnedValues(objective), [len(words)] * 4)

    for guess, bound in enumerate(second_level(game, objective)):
        cost, _ = search.evaluate(guess, all_secrets(game), 4)
        assert bound <= cost


def test_refining_goes_on_where_it_stopped():
    """Stopped half way and continued, it has the bound, the bins and the work of one run without a stop."""
    words = random_words(3, 3, 600, "abcdefghijklm")
    game = lingo(words)
    objective = Objective.points()
    secrets = all_secrets(game)
    parts = most_parts(game, secrets)
    replies = game.replies(np.array([0]), secrets)[0]
    first_bound = first_level(game, objective)[0]

    bound, bins, work = refine(game, objective, replies, parts, first_bound, 0, INFINITY)
    half_way = (first_bound + bound) // 2
    bound_then, bins_then, work_then = refine(game, objective, replies, parts, first_bound, 0, half_way)
    continued = refine(game, objective, replies, parts, bound_then, bins_then, INFINITY)

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


def test_a_bin_of_five_counts_for_no_more_parts_than_a_guess_has():
    """Three attempts are left, and a guess makes at most two parts.

    At best one secret has 300 points, another one 200 and two more 100 each: bins of 0 to 5 have 0, 300, 500, 600, 700
    and 700 points of 300 for each secret.
    """
    by_size = least_by_size(Objective.points(), 3, 5, branching_of(2))
    assert by_size.tolist() == [0, 0, 100, 300, 500, 800]


def test_identifying_by_two_replies_by_hand():
    """Two secrets are told apart by a guess; of three, one is alone after the first; four take two guesses each.

    So they take 2, 5 and 8 guesses. A cost does not count the one that solves a secret: 2 - 2, 5 - 3 and 8 - 4.
    """
    table = least_by_splitting(Objective.fewest_guesses(4), 4, 4, Branching(2, 0, 0))
    assert table.tolist()[2:] == [0, 2, 4]


THREE_BINS = Branching(open_bins=3, after_hit=1)
"""A guess leaves at most three open bins, and at most one if it may win."""


def test_the_bound_by_splitting_by_hand():
    """Three secrets: a guess that wins charges 2 and leaves two, which cost 1; one that does not charges 3.

    Four secrets: a guess that does not win charges 4 and leaves bins of 2, 1 and 1, which cost 1.
    """
    table = least_by_splitting(Objective.fewest_guesses(9), 9, 4, THREE_BINS)
    assert table.tolist() == [0, 0, 1, 3, 5]


def test_the_bound_by_size_by_hand():
    """By its size a bin may have a guess that wins and leaves three bins: three secrets cost 2, and four 3 and 1."""
    table = least_by_size(Objective.fewest_guesses(9), 9, 4, THREE_BINS)
    assert table.tolist() == [0, 0, 1, 2, 4]


def test_no_division_into_parts_costs_less_than_equal_ones():
    """least_total, which takes equal parts only, against all 30 divisions of nine secrets."""
    table = least_by_size(Objective.points(), 3, 9, branching_of(3))

    least_of_parts = [0] + [INFINITY] * 9
    for sizes in divisions(9, 9):
        cost = sum(int(table[size]) for size in sizes)
        least_of_parts[len(sizes)] = min(least_of_parts[len(sizes)], cost)

    assert least_total(table).tolist() == least_of_parts


def divisions(size: int, largest: int) -> Iterator[tuple[int, ...]]:
    """All ways to write size as a sum of numbers up to largest, in no order."""
    if size == 0:
        yield ()
    for first in range(min(size, largest), 0, -1):
        for numbers in divisions(size - first, first):
            yield (first, *numbers)
