"""Proofs of the least cost, against Knuth's dynamic program for search trees and against brute force.

The games have weights, guesses that win against several secrets, symmetries, or few attempts.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import count
from typing import NamedTuple

import numpy as np
import pytest
from brute_force import least_costs
from number_games import number_game
from objectives import guesses_only

from codebreaker import DataError, optimal
from codebreaker.criteria import CRITERIA
from codebreaker.derived_games import identifying, table_game
from codebreaker.game import Game
from codebreaker.objective import Objective
from codebreaker.proof import Execution, Proof
from codebreaker.search import bin_searcher, fastest, least_mean
from codebreaker.search.bracket import Bracket
from codebreaker.search.least_mean import narrow_mean
from codebreaker.search.worst_case import narrow_worst_case
from codebreaker.solution import Solution, greedy_strategy
from codebreaker.symmetry_group import SymmetryGroup
from codebreaker.tree import cost_of, weighted_outcome

WIN = 0


def least_cost_of_search_trees(weights: list[int]) -> list[list[int]]:
    """cost[i][j]: the least cost of a search tree over the numbers i to j - 1 (Knuth, Acta Informatica 1, 1971).

    Every number in a tree is compared with its root, and the two subtrees have least costs too.
    """
    cost = [[0] * (len(weights) + 1) for _ in range(len(weights) + 1)]
    for size in range(1, len(weights) + 1):
        for start in range(len(weights) - size + 1):
            end = start + size
            subtrees = [cost[start][root] + cost[root + 1][end] for root in range(start, end)]
            cost[start][end] = sum(weights[start:end]) + min(subtrees)
    return cost


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
    for size in range(3, 33, 3):
        game = number_game(size, weights=weight)
        assert optimal(game).total == cost[0][size], size


def test_fifty_numbers_that_count_as_much_as_they_are():
    game = number_game(50, weights=lambda number: number)
    cost = least_cost_of_search_trees(list(range(1, 51)))
    assert optimal(game).total == cost[0][50]


def game_of(matrix: np.ndarray, weights: np.ndarray | None = None) -> Game:
    """The game with those replies [guess, secret], where 0 wins."""
    guesses, secrets = matrix.shape
    codes = int(matrix.max()) + 1
    game = table_game("random", range(guesses), range(secrets), matrix, winning=WIN, codes=codes)

    # In a table_game a guess wins against the secret of the same number. Here the replies say what it wins against:
    # the first such secret is in secret_of, -1 for none. A Game has `wins` only if a guess has several such secrets.
    wins = matrix == WIN
    first_hits = [row.index(True) if True in row else -1 for row in wins.tolist()]
    has_several_hits = wins.sum(axis=1).max() > 1
    return replace(
        game,
        secret_of=np.array(first_hits, dtype=np.int32),
        wins=wins if has_several_hits else None,
        weights=weights,
    )


def with_turn(game: Game) -> Game:
    """The game of a random_circle with its symmetry, which maps each guess and secret to the next, the last to 0."""
    places = len(game.secrets)
    turn = np.roll(np.arange(places), -1)
    symmetries = SymmetryGroup([(turn, turn)], places, places)
    # A search looks only at guesses that no symmetry maps onto each other.
    return replace(game, representatives=symmetries.representatives)


def random_matrix(random: np.random.Generator, secrets: int, several: bool) -> np.ndarray:
    """Replies [guess, secret]. Each secret has a guess that wins against it.

    several: whether a guess may win against several secrets.
    """
    guesses = secrets + int(random.integers(3))
    codes = int(random.integers(3, 6))
    matrix = random.integers(1, codes, (guesses, secrets))
    if several:
        chances = random.random(matrix.shape)
        share_of_hits = random.choice([0.05, 0.15, 0.3])
        matrix[chances < share_of_hits] = WIN
        winners = random.integers(guesses, size=secrets)
    else:
        winners = random.permutation(guesses)[:secrets]

    matrix[winners, np.arange(secrets)] = WIN
    return matrix


def random_circle(random: np.random.Generator, secrets: int, several: bool) -> np.ndarray:
    """Replies [guess, secret] that depend only on how far the secret is after the guess, as on the face of a clock.

    So they stay the same if both are turned by one place. several: whether a second distance wins beside 0.
    """
    codes = int(random.integers(3, 6))
    reply_of_distance = random.integers(1, codes, secrets)
    reply_of_distance[0] = WIN
    if several:
        reply_of_distance[random.integers(secrets)] = WIN

    places = np.arange(secrets)
    distances = (places[None, :] - places[:, None]) % secrets
    return reply_of_distance[distances]


class RandomGame(NamedTuple):
    """A random game of 6 to 12 secrets, and its least costs by brute force."""

    game: Game
    replies: list[list[int]]
    """[guess][secret]."""
    random: np.random.Generator
    """The generator that drew the game; a test draws its objective and other options from it."""
    seed: int
    """Said where a test fails."""

    def best(self, objective: Objective, first: int | None = None) -> int:
        """The least cost by brute force; first: the guess that trees begin with, None for any.

        The guess that solves a secret costs nothing.
        """
        game = self.game
        weights = [1] * len(game.secrets) if game.weights is None else game.weights.tolist()
        costs = least_costs(self.replies, WIN, objective, weights, game.identify)
        return min(costs) if first is None else costs[first]

    def fewest_guesses(self, objective: Objective, first: int | None = None) -> int:
        """The least total of guesses: the least cost, and for each secret the guess that solves it."""
        return self.best(objective, first) + self.game.weight(self.game.all_secrets)

    def least_worst_case(self) -> int:
        """The fewest attempts with which no secret is missed."""
        return next(attempts for attempts in count(1) if self.best(Objective.misses_only(attempts)) == 0)


def random_game(seed: int) -> RandomGame:
    """A game of 6 to 12 secrets: perhaps with several winning guesses, weights, a symmetry or the goal to identify.

    With the goal to identify a game ends as soon as one candidate is left, which need not be guessed.
    """
    random = np.random.default_rng(seed)
    several = random.random() < 0.5
    weighted = random.random() < 0.5
    circle = random.random() < 0.2
    identify = random.random() < 0.2
    secrets = int(random.integers(6, 13))

    if circle:
        # It has no weights, which would break its symmetry.
        matrix = random_circle(random, secrets, several)
        game = with_turn(game_of(matrix))
    else:
        matrix = random_matrix(random, secrets, several)
        weights = None
        if weighted:
            above_all_weights = int(random.choice([3, 10, 100]))
            weights = random.integers(1, above_all_weights, secrets)
        game = game_of(matrix, weights)

    can_be_told_apart = len(np.unique(matrix, axis=1).T) == secrets
    if identify and can_be_told_apart:
        game = identifying(game)
    return RandomGame(game, matrix.tolist(), random, seed)


def random_objective(random: np.random.Generator, secrets: int) -> Objective:
    """One of four kinds of objectives for a game of that many secrets."""
    few_attempts = int(random.integers(2, 5))
    kind = random.choice(["fewest misses", "fewest guesses", "fewest guesses in few attempts", "any numbers"])
    if kind == "fewest misses":
        return Objective.misses_only(few_attempts)
    if kind == "fewest guesses":
        # Enough for every secret: a guess that is of use rules out at least one.
        return guesses_only(secrets)
    if kind == "fewest guesses in few attempts":
        return guesses_only(few_attempts)
    return Objective(few_attempts, charge=int(random.integers(0, 9)), miss=int(random.integers(0, 30)))


def choose_searchers(patch: pytest.MonkeyPatch, seed: int) -> None:
    """Have games of even seeds searched as large ones are, and those of every third seed by compiled code.

    In a large game compiled code searches sets of few candidates. It searches the whole game if the game is worth
    compiling, has no symmetries, and is of a kind that it knows.
    """
    more_than_any_game = 1 << 20
    patch.setattr(fastest, "LARGE", more_than_any_game if seed % 2 else 0)
    patch.setattr(least_mean, "SEARCH_WORTH_COMPILING", more_than_any_game if seed % 3 else 0)


SOAK = pytest.mark.soak
"""Marks further random games: more of the same kinds, which `make test` has enough of."""


@pytest.mark.parametrize("seeds", [range(200), pytest.param(range(200, 1100), marks=SOAK)])
def test_every_bracket_of_random_games_holds(seeds):
    """At every moment the least cost is in the bracket of the proof, and in the end the bracket is that cost.

    FIRST_BUDGET is the number of replies that a piece of the search may compute. With a small budget many pieces end
    with a bound instead of a tree.
    """
    for seed in seeds:
        drawn = random_game(seed)
        game = drawn.game
        random = drawn.random
        objective = random_objective(random, len(game.secrets))
        truth = drawn.best(objective)
        with pytest.MonkeyPatch.context() as patch:
            choose_searchers(patch, seed)
            enough_for_any_game = 1 << 31
            patch.setattr(bin_searcher, "FIRST_BUDGET", int(random.choice([100, 1000, enough_for_any_game])))
            proof = Proof(game, objective, least_mean.fastest_searcher(game, objective), Execution())
            for _ in proof.states():
                assert proof.at_least <= truth <= proof.best_cost, seed

        assert proof.best_cost == truth == proof.at_least, seed
        assert proof.tree and cost_of(proof.tree, game, objective) == truth, seed


def last_that_holds(brackets: Iterable[Bracket], truth: int, seed: int) -> Bracket:
    """The last of the brackets, after asserting that the truth is in each of them."""
    for bracket in brackets:
        assert bracket.lower <= truth, seed
        assert bracket.upper is None or truth <= bracket.upper, seed
    return bracket


def check_openers(drawn: RandomGame, objective: Objective, most_guesses: int, bracket: Bracket, top: int) -> None:
    """Assert that the bracket has the least totals of the `top` best first guesses, by brute force.

    Of guesses that symmetries map onto each other, a search looks at one. A first guess with which every tree misses a
    secret, and so needs more than most_guesses, is left out.
    """
    representatives = drawn.game.representatives(drawn.game.all_secrets)
    # None stands for all guesses: no symmetry maps one onto another.
    guesses = range(len(drawn.game.guesses)) if representatives is None else representatives.tolist()
    truth = {guess: drawn.fewest_guesses(objective, guess) for guess in guesses}

    best_totals = sorted(total for total in truth.values() if total <= most_guesses)[:top]
    assert [total for _, total in bracket.openers] == best_totals, drawn.seed
    assert all(truth[guess] == total for guess, total in bracket.openers), drawn.seed


@pytest.mark.parametrize("seeds", [range(2000, 2075), pytest.param(range(2075, 2400), marks=SOAK)])
def test_least_totals_within_a_worst_case_and_of_first_guesses_hold(seeds, monkeypatch):
    """Every bracket of narrow_mean holds: with a worst case, with one first guess, and for several first guesses.

    Where no tree keeps to the worst case, it raises a DataError.
    """
    for seed in seeds:
        choose_searchers(monkeypatch, seed)
        drawn = random_game(seed)
        game = drawn.game
        random = drawn.random
        # The most guesses for any secret, and the first guess of all trees; None for any.
        worst = int(random.integers(1, 5)) if random.random() < 0.6 else None
        first = int(random.integers(len(game.guesses))) if random.random() < 0.3 else None
        # How many first guesses get their least totals.
        top = 1 if first is not None else int(random.integers(1, 4))

        objective = least_mean.objective_of_mean(game, worst)
        truth = drawn.fewest_guesses(objective, first)
        # No tree that keeps to the worst case needs more. In any other tree a single miss costs more.
        most_guesses = least_mean.most_guesses(game, worst)

        brackets = narrow_mean(game, Execution(), worst=worst, first=first, top=top)
        if truth > most_guesses:
            with pytest.raises(DataError, match=r"no tree .*needs at most"):
                last_that_holds(brackets, truth, seed)
            continue

        bracket = last_that_holds(brackets, truth, seed)
        assert bracket.is_closed and bracket.upper == truth, seed
        assert weighted_outcome(bracket.tree, game).guesses == truth, seed
        if top == 1:
            # The total of one first guess is that of the tree.
            assert not bracket.openers, seed
        else:
            check_openers(drawn, objective, most_guesses, bracket, top)


def test_brackets_of_the_least_worst_case_hold():
    for seed in range(3000, 3060):
        drawn = random_game(seed)
        bracket = last_that_holds(narrow_worst_case(drawn.game, Execution()), drawn.least_worst_case(), seed)
        assert bracket.is_closed, seed


def test_no_tree_of_a_criterion_has_less_than_the_least_worst_case():
    for seed in range(3000, 3060):
        drawn = random_game(seed)
        truth = drawn.least_worst_case()
        for name, criterion in CRITERIA.items():
            tree = Solution(drawn.game, greedy_strategy(drawn.game, criterion)).tree()
            assert sum(tree.distribution.values()) == len(drawn.game.secrets), (seed, name)
            assert tree.worst >= truth, (seed, name)


SEVERAL_HITS = {
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
"""Replies by the least total, which brute force found: a word for each guess with a digit for each secret; 0 wins."""


@pytest.mark.parametrize("least", SEVERAL_HITS)
def test_the_least_total_is_proved_where_a_guess_wins_against_several_secrets_of_a_bin(least):
    """A bound that lets each guess solve one secret of a bin would exceed these totals."""
    matrix = np.array([list(map(int, row)) for row in SEVERAL_HITS[least].split()])
    assert optimal(game_of(matrix)).total == least
