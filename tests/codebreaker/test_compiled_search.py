"""The compiled search against a search that tries everything with the slow oracle."""

from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from brute_force import least_costs_of_words, random_words
from objectives import guesses_only

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
from codebreaker.search.compiled.least_cost import _order_guesses
from codebreaker.search.compiled.search import CompiledSearch


class SmallGame(NamedTuple):
    """A game of random words, small enough for brute force."""

    seed: int
    letters: int
    words: int
    """How many words there are at most; random words may repeat."""
    answers: int
    """How many of them are answers."""
    objective: Objective
    hard: bool = False

    def lists(self) -> tuple[list[str], list[str]]:
        """The words, and those of them that are answers; both sorted."""
        return random_lists(self.seed, self.letters, self.words, self.answers)

    def game(self) -> Game:
        return lingo(*self.lists())

    def search(self) -> CompiledSearch:
        """A search that knows nothing yet."""
        return CompiledSearch(self.game(), self.objective, self.hard)


def misses_first(attempts: int) -> Objective:
    """The fewest misses, then the fewest guesses, of a game of up to 40 answers."""
    return Objective.misses_first(attempts, weight=40)


SMALL_GAMES = [
    SmallGame(seed=1, letters=3, words=14, answers=9, objective=misses_first(4)),
    SmallGame(seed=2, letters=4, words=12, answers=12, objective=guesses_only(3)),
    SmallGame(seed=3, letters=4, words=13, answers=8, objective=misses_first(3), hard=True),
    SmallGame(seed=4, letters=4, words=12, answers=12, objective=guesses_only(5), hard=True),
    # Words of two letters: bins in which no guess tells all candidates apart.
    SmallGame(seed=5, letters=2, words=20, answers=14, objective=misses_first(6)),
    # After each first guess but one some bin costs more with two guesses than with the three that are left.
    SmallGame(seed=2, letters=2, words=20, answers=14, objective=misses_first(4)),
    SmallGame(seed=6, letters=5, words=11, answers=11, objective=misses_first(2)),
    SmallGame(seed=7, letters=3, words=13, answers=13, objective=misses_first(4), hard=True),
    # Words of 14 letters have 3**14 reply codes, more than the search keeps an array for.
    SmallGame(seed=8, letters=14, words=9, answers=7, objective=misses_first(3), hard=True),
]


def random_lists(seed: int, letters: int, count: int, answers: int) -> tuple[list[str], list[str]]:
    """(words, answers): at most `count` random words, and at most `answers` of them as answers; both sorted."""
    # With few letters many words share bins. Three letters make only nine words of two.
    alphabet = "abc" if letters > 2 else "abcdefg"
    words = random_words(seed, letters, count, alphabet)
    random = np.random.default_rng(seed)
    chosen = random.choice(len(words), min(answers, len(words)), replace=False)
    return words, sorted(words[index] for index in chosen)


@cache
def costs_by_brute_force(small_game: SmallGame) -> list[int]:
    """The least cost of each first guess."""
    words, answers = small_game.lists()
    return least_costs_of_words(words, answers, small_game.objective, small_game.hard)


@pytest.mark.parametrize("small_game", SMALL_GAMES)
def test_every_first_guess_has_the_cost_that_brute_force_finds(small_game):
    search = small_game.search()
    results = [search.evaluate(guess) for guess in range(len(search.game.guesses))]
    assert results == [(cost, True) for cost in costs_by_brute_force(small_game)]


@pytest.mark.parametrize("small_game", SMALL_GAMES)
def test_a_limit_up_to_the_cost_of_a_first_guess_gives_a_bound_and_one_above_it_the_cost(small_game):
    for guess, cost in enumerate(costs_by_brute_force(small_game)):
        # Each limit has a new search. One that was asked before would have the least costs of the bins.
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
        assert played_cost(search.tree(guess), search.game, small_game.objective) == cost


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


def played_cost(tree: Tree, game: Game, objective: Objective) -> int:
    """The cost of the tree by its games against every secret, where each guess but the one that solves it costs 1.

    Asserts that a game ends with the secret or after the last attempt.
    """
    cost = 0
    for secret in game.secrets:
        steps = steps_against(secret, tree, game)
        if steps[-1].guess == secret:
            cost += len(steps) - 1
        else:
            assert len(steps) == objective.attempts
            cost += len(steps) + objective.miss
    return cost


def keeps_hard_mode(steps: list[Step[str, str]]) -> bool:
    return all(why_illegal_in_hard_mode(step.guess, steps[:number]) is None for number, step in enumerate(steps))


FORTY_WORDS = lingo(*random_lists(seed=11, letters=4, count=40, answers=30))
"""A game of at most 40 words, of which 30 are answers."""
SOME_GUESSES = range(0, len(FORTY_WORDS.guesses), 3)
"""Every third word as a first guess: good trees of all words would take long."""


@pytest.fixture(scope="module")
def costs_of_forty() -> list[int]:
    """The least cost of each first guess of FORTY_WORDS in six attempts, by a search without limits.

    Such searches of smaller games are compared with brute force above.
    """
    search = CompiledSearch(FORTY_WORDS, misses_first(6))
    return [search.evaluate(guess)[0] for guess in range(len(FORTY_WORDS.guesses))]


@pytest.fixture
def new_search() -> CompiledSearch:
    """The search to which the costs belong, as long as it knows nothing."""
    return CompiledSearch(FORTY_WORDS, misses_first(6))


# A good tree has at each node the best of the few most promising guesses, by default of one; it need not be optimal.


@pytest.fixture(params=[False, True], ids=["any guess", "hard mode"])
def search_in_five(request) -> CompiledSearch:
    """A search for good trees of FORTY_WORDS in five attempts."""
    return CompiledSearch(FORTY_WORDS, misses_first(5), hard=request.param)


def test_a_player_of_a_good_tree_needs_the_cost_of_the_tree(search_in_five):
    objective = search_in_five.objective
    for guess in SOME_GUESSES:
        tree = search_in_five.good_tree(guess)
        assert played_cost(tree, FORTY_WORDS, objective) == cost_of(tree, FORTY_WORDS, objective)


def test_a_good_tree_costs_no_less_than_the_least_cost(search_in_five):
    for guess in SOME_GUESSES:
        least, _ = search_in_five.evaluate(guess)
        assert cost_of(search_in_five.good_tree(guess), FORTY_WORDS, search_in_five.objective) >= least


def test_a_good_tree_is_optimal_when_every_guess_is_tried(search_in_five):
    # How many guesses are tried at the second, third, fourth and fifth attempt.
    keep = [len(FORTY_WORDS.guesses)] * 4
    for guess in SOME_GUESSES:
        least, _ = search_in_five.evaluate(guess)
        assert played_cost(search_in_five.good_tree(guess, keep), FORTY_WORDS, search_in_five.objective) == least


def test_a_good_tree_keeps_hard_mode():
    search = CompiledSearch(FORTY_WORDS, misses_first(5), hard=True)
    for guess in SOME_GUESSES:
        tree = search.good_tree(guess)
        for secret in FORTY_WORDS.secrets:
            assert keeps_hard_mode(steps_against(secret, tree, FORTY_WORDS))


def test_families_are_words_that_differ_in_one_place():
    words = ["balls", "bells", "bills", "fills", "hills"]
    smallest_family = 3
    members, starts = families(letters_of(words, alphabet_of(words)), smallest_family)
    in_families = [words[index] for index in members]
    assert in_families == ["bills", "fills", "hills", "balls", "bells", "bills"]
    assert starts.tolist() == [0, 3, 6]


def game_with_a_family(objective):
    """(game, secrets, guesses): hard mode with a family of seven answers, and two guesses.

    The first guess, bfhmp, tells most words of the family apart. The second, nesod, has more bins.
    """
    family = ["bills", "fills", "hills", "mills", "pills", "tills", "wills"]
    other_answers = ["anooo", "eoooo", "neeee", "oeeee", "onnnn", "seeee", "snnnn", "soooo"]
    answers = sorted([*family, *other_answers])
    words = sorted([*answers, "bfhmp", "nesod"])
    game = compiled_game(lingo(words, answers), objective, hard=True)
    secrets = np.arange(len(answers), dtype=np.int32)
    guesses = np.array([words.index("bfhmp"), words.index("nesod")], dtype=np.int32)
    return game, secrets, guesses


@pytest.mark.parametrize("objective", [misses_first(5), Objective.points(5), Objective.misses_only(5)])
def test_a_guess_that_divides_a_family_comes_first_where_few_guesses_are_left(objective):
    """With one guess more than the family has words each of them can be guessed, so the number of bins decides."""
    game, secrets, guesses = game_with_a_family(objective)

    # A guess gains its bins.
    gains = gains_of(game, secrets, guesses).astype(np.int64)
    assert gains[0] < gains[1]

    # Lemma 3 of docs/proofs.md: a guess costs at least two charges for each secret, less what it gains.
    bounds = objective.charge * (2 * len(secrets) - gains)
    assert order_by_families(game, secrets, guesses, guesses_left=4, bounds=bounds).tolist() == [0, 1]
    assert order_by_families(game, secrets, guesses, guesses_left=8, bounds=bounds).tolist() == [1, 0]


@pytest.mark.parametrize(("by_families", "order"), [(False, [1, 0]), (True, [0, 1])])
def test_only_a_search_by_families_leaves_the_order_of_bounds(by_families, order):
    """A search that ends at the first bound that is too high would miss the best guess in another order."""
    game, secrets, guesses = game_with_a_family(misses_first(5))
    found, _ = _order_guesses(game, secrets, guesses, guesses_left=4, by_families=by_families)
    assert found.tolist() == order


def test_a_search_of_few_sets_gives_a_bound(new_search, costs_of_forty):
    for guess, cost in enumerate(costs_of_forty):
        # Only one set of candidates may be searched.
        at_least, is_exact = new_search.evaluate(guess, most=1)
        assert at_least <= cost
        if is_exact:
            assert at_least == cost


def test_a_search_of_few_sets_can_be_followed_by_a_whole_one(new_search, costs_of_forty):
    for guess, cost in enumerate(costs_of_forty):
        new_search.evaluate(guess, most=1)
        assert new_search.evaluate(guess) == (cost, True)


@pytest.fixture(params=["least cost", "one more", "greatest cost"])
def limit(request, costs_of_forty) -> int:
    """A limit that no first guess stays below, one that the best ones do, and one that all but the worst do."""
    limits = {
        "least cost": min(costs_of_forty),
        "one more": min(costs_of_forty) + 1,
        "greatest cost": max(costs_of_forty),
    }
    return limits[request.param]


def test_costs_below_a_limit_are_found(new_search, costs_of_forty, limit):
    results = [new_search.evaluate(guess, limit) for guess in range(len(costs_of_forty))]

    exact_costs = [cost if is_exact else None for cost, is_exact in results]
    assert exact_costs == [cost if cost < limit else None for cost in costs_of_forty]


def test_costs_from_a_limit_on_have_a_bound_from_the_limit_on(new_search, costs_of_forty, limit):
    for guess, cost in enumerate(costs_of_forty):
        if cost >= limit:
            at_least, _ = new_search.evaluate(guess, limit)
            assert limit <= at_least <= cost


def test_counted_claims_in_points_are_those_in_guesses_times_a_hundred():
    """A point game charges 100 for a guess, which compiled code counts as 1.

    A counted claim is (guess, reply code, cost): what the bin of that reply costs at least.
    """
    game = lingo(random_words(seed=4, length=4, count=150, alphabet="abcdef"))
    secrets = np.arange(len(game.secrets))
    guesses = np.arange(40)
    # Of the secrets of a bin one can be found at once, and each of the others pays for a guess or more.
    costs_by_rank = np.minimum(secrets, 1)
    # The bins of each guess together have to be shown to cost three guesses more than that.
    missing = np.full(len(guesses), 3)

    def claims_with(charge):
        """The claims, with that charge for a guess."""
        search = CompiledSearch(game, Objective(attempts=5, charge=charge, miss=0))
        no_earlier_claims = {}
        claims, is_shown = search.counted_claims(
            no_earlier_claims, secrets, guesses, 4, missing * charge, costs_by_rank * charge
        )
        assert is_shown.any()
        return claims

    claims = claims_with(charge=1)
    assert len(claims)
    assert claims_with(charge=100).tolist() == [[guess, code, 100 * cost] for guess, code, cost in claims.tolist()]
