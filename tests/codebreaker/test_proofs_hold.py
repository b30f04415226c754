"""What is called proved is the least: games with weights, with several end states, and with few attempts.

The truth comes from Knuth's dynamic program for search trees, and from brute force.
"""

from dataclasses import replace

import numpy as np
import pytest
from brute_force import best_total

from codebreaker import optimal, own_game
from codebreaker.game import Game, table_game
from codebreaker.payoff import Payoff, fewest_guesses, never_missing
from codebreaker.search.anytime import Anytime, Workplace
from codebreaker.tree import value

WIN = 0


def least_cost_of_search_trees(weights: list[int]) -> list[list[int]]:
    """cost[i][j]: the least cost of a search tree over the numbers i to j - 1 (Knuth, Acta Informatica 1, 1971)."""
    cost = [[0] * (len(weights) + 1) for _ in range(len(weights) + 1)]
    for size in range(1, len(weights) + 1):
        for i in range(len(weights) - size + 1):
            roots = (cost[i][root] + cost[root + 1][i + size] for root in range(i, i + size))
            cost[i][i + size] = sum(weights[i : i + size]) + min(roots)
    return cost


def higher_or_lower(guess: int, secret: int) -> str:
    return "won" if guess == secret else "higher" if secret > guess else "lower"


WEIGHTS = {
    "equal": lambda number: 1,
    "the number": lambda number: number,
    "its square": lambda number: number * number,
    "few heavy ones": lambda number: 50 if number % 7 == 3 else 1,
    "falling": lambda number: 1 + 600 // number,
}


@pytest.mark.parametrize("name", WEIGHTS)
def test_weighted_higher_or_lower_is_the_optimal_search_tree(name):
    weight = WEIGHTS[name]
    cost = least_cost_of_search_trees([weight(number) for number in range(1, 33)])
    for size in range(3, 33):
        game = own_game("numbers", range(1, size + 1), range(1, size + 1), higher_or_lower, weights=weight)
        assert optimal(game).measures.total == cost[0][size], size


def test_fifty_numbers_that_count_as_much_as_they_are():
    numbers = range(1, 51)
    game = own_game("numbers", numbers, numbers, higher_or_lower, weights=lambda number: number)
    assert optimal(game).measures.total == least_cost_of_search_trees(list(numbers))[0][50] == 5805


def game_of(matrix: np.ndarray, weights: np.ndarray | None) -> Game:
    """The game with those replies [guess, secret], where 0 wins."""
    guesses, secrets = matrix.shape
    wins = matrix == WIN
    return replace(
        table_game("random", range(guesses), range(secrets), matrix, WIN, int(matrix.max()) + 1),
        own=np.where(wins.any(axis=1), wins.argmax(axis=1), -1).astype(np.int32),
        wins=wins if wins.sum(axis=1).max() > 1 else None,
        weights=weights,
    )


def random_matrix(random: np.random.Generator, guesses: int, secrets: int, several: bool) -> np.ndarray:
    """Replies [guess, secret]; each secret has a guess that wins; several: most guesses win against several."""
    matrix = random.integers(1, int(random.integers(3, 6)), (guesses, secrets))
    if several:
        matrix[random.random(matrix.shape) < random.choice([0.05, 0.15, 0.3])] = WIN
    else:
        matrix = matrix[:, : min(guesses, secrets)]
    hits = random.permutation(guesses)[: matrix.shape[1]] if not several else random.integers(guesses, size=secrets)
    matrix[hits, np.arange(matrix.shape[1])] = WIN
    return matrix


def random_payoff(random: np.random.Generator, secrets: int, weighted: bool) -> Payoff:
    """The mean with as many attempts as are needed, or with few; the worst case; or points that fall somehow."""
    if not weighted and random.random() < 0.3:
        return never_missing(int(random.integers(2, 5)))
    if random.random() < 0.5:
        return fewest_guesses(secrets).above_missing()
    if random.random() < 0.5:
        return fewest_guesses(int(random.integers(2, 5))).above_missing()
    return Payoff(tuple(sorted(random.integers(0, 30, random.integers(2, 6)).tolist(), reverse=True)))


def random_game(seed: int) -> tuple[Game, Payoff, int]:
    """A game of 6 to 12 secrets, a payoff, and its largest total by brute force."""
    random = np.random.default_rng(seed)
    several, weighted = bool(random.integers(2)), bool(random.integers(2))
    secrets = int(random.integers(6, 13))
    matrix = random_matrix(random, secrets + int(random.integers(3)), secrets, several)
    secrets = matrix.shape[1]
    weights = random.integers(1, int(random.choice([3, 10, 100])), secrets) if weighted else None
    payoff = random_payoff(random, secrets, weighted)
    each = [1] * secrets if weights is None else weights.tolist()
    return game_of(matrix, weights), payoff, best_total(matrix.tolist(), WIN, payoff, each)


@pytest.mark.parametrize("start", range(0, 2000, 500))
def test_every_bracket_of_random_games_holds(start):
    """The bracket around the largest total contains it at every moment, and ends there."""
    for seed in range(start, start + 500):
        game, payoff, truth = random_game(seed)
        nothing = payoff.missed * game.weight(np.arange(len(game.secrets)))
        search = Anytime(game, payoff, nothing, Workplace())
        for _ in search.levels():
            assert search.best <= truth <= search.at_most, seed
        assert search.best == truth == search.at_most, seed
        if search.tree and game.weights is None:
            assert value(search.tree, payoff) == truth, seed


SEVERAL_END_STATES = {
    27: (
        "3112213010210120 3313201010110022 0103213103230002 2012202002002000 2221312110110003 1300011123002221 "
        "2003320320311313 2103331002110212 0312321200202212"
    ),
    31: (
        "32200303120231030 20202133202233202 01323103010021231 03111212331111220 32132031113112313 12232121310121100 "
        "22231131320310010 10322200031201121 02233210131121202 11010303232310223 13103022223310000 10001220011011002 "
        "02112312112030313"
    ),
}
"""Replies, a word for each guess, by the least total from brute force."""


@pytest.mark.parametrize("least", SEVERAL_END_STATES)
def test_larger_games_with_several_end_states(least):
    """A guess wins against more secrets than the first of a bin: one hit a guess is too low a bound."""
    matrix = np.array([list(map(int, row)) for row in SEVERAL_END_STATES[least].split()])
    assert optimal(game_of(matrix, None)).measures.total == least
