"""The compiled search against a search that tries everything with the slow oracle."""

from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from brute_force import least_guesses, random_words

from codebreaker.game import Game
from codebreaker.games.lingo import lingo
from codebreaker.letters import alphabet_of, letters_of
from codebreaker.objective import Objective
from codebreaker.tree import Tree, cost_of
from wordlists.reply import code_of, reply_for
from wordlists.rules import why_illegal_in_hard_mode
from wordlists.step import Step

pytest.importorskip("numba")


from codebreaker.search.compiled.compiled_game import compiled_game
from codebreaker.search.compiled.families import families, order_by_families
from codebreaker.search.compiled.guess_bounds import gains_of
from codebreaker.search.compiled.search import CompiledSearch


class SmallGame(NamedTuple):
    """A game of random words, small enough for brute force."""

    seed: int
    letters: int
    words: int
    """How many words there are at most; random words may repeat."""
    answers: int
    """How many of them are answers."""
    attempts: int
    miss: int
    """How many guesses a missed secret counts beside all attempts, at least 1."""
    hard: bool

    def lists(self) -> tuple[list[str], list[str]]:
        """The words, and those of them that are answers; both sorted."""
        return random_lists(self.seed, self.letters, self.words, self.answers)

    def search(self) -> CompiledSearch:
        words, answers = self.lists()
        return search_of(lingo(words, answers), self.attempts, self.miss, self.hard)


SMALL_GAMES = [
    SmallGame(1, 3, 14, 9, attempts=4, miss=1000, hard=False),
    SmallGame(2, 4, 12, 12, attempts=3, miss=1, hard=False),
    SmallGame(3, 4, 13, 8, attempts=3, miss=1000, hard=True),
    SmallGame(4, 4, 12, 12, attempts=5, miss=1, hard=True),
    # Words of two letters: bins in which no guess tells all candidates apart.
    SmallGame(5, 2, 20, 14, attempts=6, miss=1000, hard=False),
    SmallGame(6, 5, 11, 11, attempts=2, miss=1000, hard=False),
    SmallGame(7, 3, 13, 13, attempts=4, miss=1000, hard=True),
    # Words of 14 letters have 3**14 reply codes, more than the search keeps an array for.
    SmallGame(8, 14, 9, 7, attempts=3, miss=1000, hard=True),
]


def random_lists(seed: int, letters: int, count: int, answers: int) -> tuple[list[str], list[str]]:
    """(words, answers): at most `count` random words, and at most `answers` of them as answers; both sorted."""
    # With few letters many words share bins. Three letters make only nine words of two.
    alphabet = "abc" if letters > 2 else "abcdefg"
    words = random_words(seed, letters, count, alphabet)
    random = np.random.default_rng(seed)
    chosen = random.choice(len(words), min(answers, len(words)), replace=False)
    return words, sorted(words[index] for index in chosen)


def search_of(game: Game, attempts: int, miss: int, hard: bool = False) -> CompiledSearch:
    """The search for the fewest guesses, where a missed secret counts all attempts and `miss` guesses more.

    A cost is the number of guesses less one for each secret: the guess that wins is not charged. A missed secret has no
    such guess, so its miss costs one less.
    """
    return CompiledSearch(game, Objective(attempts, charge=1, miss=miss - 1), hard)


@cache
def costs_by_brute_force(small_game: SmallGame) -> list[int]:
    """The least cost of each first guess: the least number of guesses, less one for each secret."""
    words, answers = small_game.lists()
    guesses = least_guesses(words, answers, small_game.attempts, small_game.miss, small_game.hard)
    return [guesses[word] - len(answers) for word in words]


@pytest.mark.parametrize("small_game", SMALL_GAMES)
def test_every_first_guess_has_the_cost_that_brute_force_finds(small_game):
    search = small_game.search()
    results = [search.evaluate(guess) for guess in range(len(search.game.guesses))]
    assert results == [(cost, True) for cost in costs_by_brute_force(small_game)]


@pytest.mark.parametrize("small_game", SMALL_GAMES)
def test_a_limit_up_to_the_cost_of_a_first_guess_gives_a_bound_and_one_above_it_the_cost(small_game):
    for guess, cost in enumerate(costs_by_brute_force(small_game)):
        # A search that knows nothing yet: else it would have the least costs of the bins.
        for limit in range(cost - 2, cost + 1):
            bound, is_least = small_game.search().evaluate(guess, limit)
            assert (limit <= bound <= cost, is_least) == (True, False)

        assert small_game.search().evaluate(guess, cost + 1) == (cost, True)


@pytest.mark.parametrize("small_game", SMALL_GAMES)
def test_the_bound_of_a_first_guess_does_not_exceed_its_cost(small_game):
    bounds = small_game.search().bounds()
    for guess, cost in enumerate(costs_by_brute_force(small_game)):
        assert bounds[guess] <= cost


@pytest.mark.parametrize("small_game", SMALL_GAMES)
def test_the_nodes_of_the_tree_of_a_first_guess_have_its_least_cost(small_game):
    search = small_game.search()
    for guess, cost in enumerate(costs_by_brute_force(small_game)):
        assert cost_of(search.tree(guess), search.game, search.objective) == cost


@pytest.mark.parametrize("small_game", SMALL_GAMES)
def test_a_player_of_the_tree_needs_its_least_cost_when_the_oracle_replies(small_game):
    search = small_game.search()
    for guess, cost in enumerate(costs_by_brute_force(small_game)):
        played = played_cost(search.tree(guess), search.game, small_game.attempts, small_game.miss)
        assert played == cost


@pytest.mark.parametrize("small_game", [small_game for small_game in SMALL_GAMES if small_game.hard])
def test_the_tree_keeps_hard_mode(small_game):
    search = small_game.search()
    for guess in range(len(search.game.guesses)):
        tree = search.tree(guess)
        for secret in search.game.secrets:
            assert keeps_hard_mode(steps_against(secret, tree, search.game))


def steps_against(secret: str, tree: Tree, game: Game) -> list[Step[str, str]]:
    """The guesses of the tree and the replies of the oracle, until the tree ends."""
    steps: list[Step[str, str]] = []
    node: Tree | None = tree
    while node is not None:
        guess = game.guesses[node.guess]
        reply = reply_for(guess, secret)
        steps.append(Step(guess, reply))
        node = dict(node.branches).get(code_of(reply))
    return steps


def played_cost(tree: Tree, game: Game, attempts: int, miss: int) -> int:
    """The guesses of the tree against every secret, less one for each secret; a miss counts `miss` guesses more.

    Asserts that the tree ends with the secret or after the last attempt.
    """
    guesses = 0
    for secret in game.secrets:
        steps = steps_against(secret, tree, game)
        guesses += len(steps)
        if steps[-1].guess != secret:
            assert len(steps) == attempts
            guesses += miss
    return guesses - len(game.secrets)


def keeps_hard_mode(steps: list[Step[str, str]]) -> bool:
    return all(why_illegal_in_hard_mode(step.guess, steps[:number]) is None for number, step in enumerate(steps))


FORTY = random_lists(11, 4, 40, 30)
"""At most 40 words of four letters, and 30 of them as answers."""
SOME_GUESSES = range(0, len(FORTY[0]), 3)
"""Every third word as a first guess: good trees of all words would take long."""


@pytest.fixture(scope="module")
def costs_of_forty() -> list[int]:
    """The least cost of each first guess of FORTY in six attempts, by a search without limits.

    Such searches of smaller games are compared with brute force above.
    """
    search = search_of(lingo(*FORTY), 6, 1000)
    return [search.evaluate(guess)[0] for guess in range(len(FORTY[0]))]


# A good tree has at each node the best of the few most promising guesses, by default of one; it need not be optimal.


@pytest.mark.parametrize("hard", [False, True])
def test_a_player_of_a_good_tree_needs_the_cost_of_the_tree(hard):
    game = lingo(*FORTY)
    search = search_of(game, 5, 1000, hard)
    for guess in SOME_GUESSES:
        tree = search.good_tree(guess)
        assert played_cost(tree, game, 5, 1000) == cost_of(tree, game, search.objective)


@pytest.mark.parametrize("hard", [False, True])
def test_a_good_tree_costs_no_less_than_the_least_cost(hard):
    game = lingo(*FORTY)
    search = search_of(game, 5, 1000, hard)
    for guess in SOME_GUESSES:
        least, _ = search.evaluate(guess)
        assert cost_of(search.good_tree(guess), game, search.objective) >= least


@pytest.mark.parametrize("hard", [False, True])
def test_a_good_tree_is_optimal_when_every_guess_is_tried(hard):
    game = lingo(*FORTY)
    search = search_of(game, 5, 1000, hard)
    # How many guesses are tried at the second, third, fourth and fifth attempt.
    keep = [len(game.guesses)] * 4
    for guess in SOME_GUESSES:
        least, _ = search.evaluate(guess)
        assert played_cost(search.good_tree(guess, keep), game, 5, 1000) == least


def test_a_good_tree_keeps_hard_mode():
    game = lingo(*FORTY)
    search = search_of(game, 5, 1000, hard=True)
    for guess in SOME_GUESSES:
        tree = search.good_tree(guess)
        for secret in game.secrets:
            assert keeps_hard_mode(steps_against(secret, tree, game))


def test_families_are_words_that_differ_in_one_place():
    words = ["balls", "bells", "bills", "fills", "hills"]
    smallest_family = 3
    members, starts = families(letters_of(words, alphabet_of(words)), smallest_family)
    in_families = [words[index] for index in members]
    assert in_families == ["bills", "fills", "hills", "balls", "bells", "bills"]
    assert starts.tolist() == [0, 3, 6]


@pytest.mark.parametrize("objective", [Objective(5, 1, 1000), Objective.points(5), Objective.misses_only(5)])
def test_a_guess_that_divides_a_family_promises_more_than_one_with_more_bins(objective):
    family = ["bills", "fills", "hills", "mills", "pills", "tills", "wills"]
    others = ["anooo", "eoooo", "neeee", "oeeee", "onnnn", "seeee", "snnnn", "soooo"]
    divides_family, divides_others = "bfhmp", "nesod"
    words = sorted([*family, *others, divides_family, divides_others])
    game = lingo(words, sorted([*family, *others]))
    arrays = compiled_game(game, objective, hard=True)
    secrets = np.arange(len(game.secrets), dtype=np.int32)
    guesses = np.array([words.index(divides_family), words.index(divides_others)], dtype=np.int32)

    # A bound on the cost of each guess: two charges for each secret, less what the guess gains by its bins.
    gains = gains_of(arrays, secrets, guesses)
    bounds = objective.charge * (2 * len(secrets) - gains.astype(np.int64))
    assert gains[0] < gains[1]
    assert order_by_families(arrays, secrets, guesses, 4, bounds).tolist() == [0, 1]
    # With as many guesses left as the family has words and one more, each may be guessed.
    assert order_by_families(arrays, secrets, guesses, 8, bounds).tolist() == [1, 0]


def test_a_search_of_few_sets_gives_a_bound(costs_of_forty):
    search = search_of(lingo(*FORTY), 6, 1000)
    for guess, cost in enumerate(costs_of_forty):
        # Only one set of candidates may be searched.
        at_least, is_exact = search.evaluate(guess, most=1)
        assert at_least <= cost
        if is_exact:
            assert at_least == cost


def test_a_search_of_few_sets_can_be_followed_by_a_whole_one(costs_of_forty):
    search = search_of(lingo(*FORTY), 6, 1000)
    for guess, cost in enumerate(costs_of_forty):
        search.evaluate(guess, most=1)
        assert search.evaluate(guess) == (cost, True)


@pytest.mark.parametrize("limit_of", [min, lambda costs: min(costs) + 1, max])
def test_costs_below_a_limit_are_found(costs_of_forty, limit_of):
    limit = limit_of(costs_of_forty)
    search = search_of(lingo(*FORTY), 6, 1000)

    results = [search.evaluate(guess, limit) for guess in range(len(costs_of_forty))]

    exact_costs = [cost if is_exact else None for cost, is_exact in results]
    assert exact_costs == [cost if cost < limit else None for cost in costs_of_forty]


@pytest.mark.parametrize("limit_of", [min, lambda costs: min(costs) + 1, max])
def test_costs_from_a_limit_on_have_a_bound_from_the_limit_on(costs_of_forty, limit_of):
    limit = limit_of(costs_of_forty)
    search = search_of(lingo(*FORTY), 6, 1000)
    for guess, cost in enumerate(costs_of_forty):
        if cost >= limit:
            at_least, _ = search.evaluate(guess, limit)
            assert limit <= at_least <= cost


def test_counted_claims_in_points_are_those_in_guesses_times_a_hundred():
    """A point game charges 100 for a guess, which compiled code counts as 1.

    A counted claim says of a bin, named by its guess and reply code, that it costs so much more than its size shows.
    """
    game = lingo(random_words(seed=4, length=4, count=150, alphabet="abcdef"))
    secrets = np.arange(len(game.secrets))
    guesses = np.arange(40)
    # Of the secrets of a bin one can be found at once, and each of the others pays for a guess or more. The bins of
    # each guess together have to be shown to cost three guesses more than these costs.
    costs_by_rank = np.minimum(secrets, 1)
    missing = np.full(len(guesses), 3)

    claims_by_charge = {}
    for charge in (1, 100):
        search = CompiledSearch(game, Objective(attempts=5, charge=charge, miss=0))
        claims_before = {}  # the search adds its own
        claims_by_charge[charge], is_shown = search.counted_claims(
            claims_before, secrets, guesses, 4, missing * charge, costs_by_rank * charge
        )
        assert is_shown.any()

    assert len(claims_by_charge[1])
    same_guess_and_code_with_hundredfold_cost = [1, 1, 100]
    assert (claims_by_charge[100] == claims_by_charge[1] * same_guess_and_code_with_hundredfold_cost).all()
