"""The compiled search against a search that tries everything with the slow oracle."""

import os
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest
from brute_force import least_guesses, random_words

from codebreaker.game import Game
from codebreaker.games.lingo import lingo
from codebreaker.objective import INFINITY, Objective
from codebreaker.tree import Tree, cost_of
from wordlists.reply import code_of, reply_for
from wordlists.rules import breaks_hard_mode
from wordlists.step import Step

pytest.importorskip("numba")

from numba.core import event

from codebreaker.search.compiled import compiler
from codebreaker.search.compiled.compiled_game import compiled_game, still_allowed
from codebreaker.search.compiled.memo import Memo, find, new_memo, store
from codebreaker.search.compiled.partitions import count_parts, partition_replies
from codebreaker.search.compiled.search import CompiledSearch


class SmallGame(NamedTuple):
    """A game of random words, small enough for brute force."""

    seed: int
    letters: int
    words: int
    answers: int
    attempts: int
    miss: int
    """What a missed secret counts beside all attempts."""
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
    # Bins that no guess settles at once.
    SmallGame(5, 2, 20, 14, attempts=6, miss=1000, hard=False),
    SmallGame(6, 5, 11, 11, attempts=2, miss=1000, hard=False),
    SmallGame(7, 3, 13, 13, attempts=4, miss=1000, hard=True),
    # More reply codes than the search has entries for.
    SmallGame(8, 14, 9, 7, attempts=3, miss=1000, hard=True),
]


def random_lists(seed: int, letters: int, count: int, answers: int) -> tuple[list[str], list[str]]:
    """At most `count` random words, and at most so many of them that are answers; both sorted."""
    words = random_words(seed, letters, count, "abc" if letters > 2 else "abcdefg")
    random = np.random.default_rng(seed)
    chosen = random.choice(len(words), min(answers, len(words)), replace=False)
    return words, sorted(words[index] for index in chosen)


def search_of(game: Game, attempts: int, miss: int, hard: bool = False) -> CompiledSearch:
    """The search for the fewest guesses; a missed secret counts all attempts and `miss`, at least 1.

    A cost leaves out one guess for each secret, so the objective has one less for a miss.
    """
    return CompiledSearch(game, Objective(attempts, charge=1, miss=miss - 1), hard)


@cache
def costs_by_brute_force(small_game: SmallGame) -> list[int]:
    """The least cost of each first guess. A cost does not count the guess that solves a secret, so it is subtracted."""
    words, answers = small_game.lists()
    guesses = least_guesses(words, answers, small_game.attempts, small_game.miss, small_game.hard)
    return [guesses[word] - len(answers) for word in words]


@pytest.mark.parametrize("small_game", SMALL_GAMES)
def test_every_first_guess_has_the_cost_that_brute_force_finds(small_game):
    search = small_game.search()
    results = [search.evaluate(guess) for guess in range(len(search.game.guesses))]
    assert results == [(cost, True) for cost in costs_by_brute_force(small_game)]


@pytest.mark.parametrize("small_game", SMALL_GAMES)
def test_the_bound_of_a_first_guess_does_not_exceed_its_cost(small_game):
    bounds = small_game.search().bounds()
    for guess, cost in enumerate(costs_by_brute_force(small_game)):
        assert bounds[guess] <= cost


@pytest.mark.parametrize("small_game", SMALL_GAMES)
def test_the_tree_of_a_first_guess_has_its_least_cost(small_game):
    """By the costs of its nodes."""
    search = small_game.search()
    for guess, cost in enumerate(costs_by_brute_force(small_game)):
        assert cost_of(search.tree(guess), search.game, search.objective) == cost


@pytest.mark.parametrize("small_game", SMALL_GAMES)
def test_a_player_of_the_tree_needs_its_least_cost(small_game):
    """By the guesses that are made when the oracle replies."""
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
    """The guesses that the tree needs against every secret, without those that solve one.

    A miss counts all attempts and `miss`. Asserts that the tree ends with the secret or after the last attempt.
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
    return all(breaks_hard_mode(step.guess, steps[:number]) is None for number, step in enumerate(steps))


FORTY = random_lists(11, 4, 40, 30)
"""At most 40 words of four letters, and 30 of them as answers."""


@pytest.fixture(scope="module")
def costs_of_forty() -> list[int]:
    """The least cost of each first guess of that game with six attempts, as one search without limits finds it.

    The tests above compare such searches with brute force.
    """
    search = search_of(lingo(*FORTY), 6, 1000)
    return [search.evaluate(guess)[0] for guess in range(len(FORTY[0]))]


@pytest.mark.parametrize("hard", [False, True])
def test_a_player_of_a_good_tree_needs_the_cost_of_the_tree(hard):
    game = lingo(*FORTY)
    search = search_of(game, 5, 1000, hard)
    for guess in range(0, len(game.guesses), 3):
        tree = search.good_tree(guess)
        assert played_cost(tree, game, 5, 1000) == cost_of(tree, game, search.objective)


@pytest.mark.parametrize("hard", [False, True])
def test_a_good_tree_costs_no_less_than_the_least_cost(hard):
    game = lingo(*FORTY)
    search = search_of(game, 5, 1000, hard)
    for guess in range(0, len(game.guesses), 3):
        least, _ = search.evaluate(guess)
        assert cost_of(search.good_tree(guess), game, search.objective) >= least


@pytest.mark.parametrize("hard", [False, True])
def test_a_good_tree_is_optimal_when_every_guess_is_tried(hard):
    game = lingo(*FORTY)
    search = search_of(game, 5, 1000, hard)
    # How many guesses are tried at the second, third, fourth and fifth attempt.
    keep = [len(game.guesses)] * 4
    for guess in range(0, len(game.guesses), 3):
        least, _ = search.evaluate(guess)
        assert played_cost(search.good_tree(guess, keep), game, 5, 1000) == least


def test_a_good_tree_keeps_hard_mode():
    game = lingo(*FORTY)
    search = search_of(game, 5, 1000, hard=True)
    for guess in range(0, len(game.guesses), 3):
        tree = search.good_tree(guess)
        for secret in game.secrets:
            assert keeps_hard_mode(steps_against(secret, tree, game))


def test_a_search_of_few_sets_gives_a_bound(costs_of_forty):
    """`most` is how many sets of candidates may be searched."""
    search = search_of(lingo(*FORTY), 6, 1000)
    for guess, cost in enumerate(costs_of_forty):
        at_least, is_exact = search.evaluate(guess, most=1)
        assert at_least == cost if is_exact else at_least <= cost


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


def test_the_name_of_the_cache_changes_with_every_source(tmp_path):
    """A caller that is loaded as it was compiled before would still have the old form of what it calls."""
    caller = tmp_path / "caller.py"
    called = tmp_path / "called.py"
    for path in (caller, called):
        path.write_text("value = 1\n")
    before = compiler.digest([caller, called])
    called.write_text("value = 2\n")
    assert compiler.digest([caller, called]) != before


def test_the_cache_of_a_compiled_function_is_named_by_the_sources_of_all():
    assert compiler.digest(compiler.SOURCES.rglob("*.py")) in count_parts.stats.cache_path


def test_two_processes_that_begin_at_once_share_their_compiled_code(tmp_path, monkeypatch):
    isdir = os.path.isdir

    def isdir_just_before_it_is_made(path):
        """What isdir says; another process makes a directory that does not exist right after the answer."""
        exists = isdir(path)
        if not exists:
            os.mkdir(path)
        return exists

    monkeypatch.setattr(compiler.config, "CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(os.path, "isdir", isdir_just_before_it_is_made)

    assert compiler._directory().startswith(str(tmp_path))


def some_secrets(words: list[str], size: int) -> npt.NDArray[np.int32]:
    """That many random indices of words, ascending."""
    random = np.random.default_rng(size)
    return np.sort(random.choice(len(words), size, replace=False)).astype(np.int32)


@pytest.mark.parametrize("step", [1, 7], ids=["all guesses", "every seventh guess"])
@pytest.mark.parametrize("fewest_codes", [0, 257])
@pytest.mark.parametrize(("size", "length"), [(3, 5), (20, 5), (150, 5), (150, 6)])
def test_a_guess_makes_as_many_parts_as_it_has_different_replies(size, length, fewest_codes, step):
    """From 257 codes on, large sets are counted without sets of bits."""
    words = random_words(12, length, 300, "abcdef")
    secrets = some_secrets(words, size)
    board = compiled_game(lingo(words), Objective.fewest_guesses(5))
    board = board._replace(codes=max(fewest_codes, board.codes))
    allowed = np.arange(0, len(words), step, dtype=np.int32)

    parts = count_parts(board, secrets, allowed)

    assert parts.tolist() == [len(set(board.by_guess[guess, secrets])) for guess in allowed]


@pytest.mark.parametrize(("size", "length"), [(3, 5), (20, 5), (150, 5), (150, 6)])
def test_bins_have_the_secrets_of_their_reply_and_the_largest_is_the_first(size, length):
    words = random_words(12, length, 300, "abcdef")
    secrets = some_secrets(words, size)
    board = compiled_game(lingo(words), Objective.fewest_guesses(5))

    guess = 5

    bins = partition_replies(board, guess, secrets)

    members = [bins.members[start:end].tolist() for start, end in pairwise(bins.starts)]
    assert members == [secrets[board.by_guess[guess, secrets] == code].tolist() for code in bins.codes]
    sizes = [len(secrets_of_bin) for secrets_of_bin in members]
    assert sizes == sorted(sizes, reverse=True)
    assert sum(sizes) == np.count_nonzero(board.by_guess[guess, secrets] != board.winning)


def test_hard_mode_allows_the_guesses_that_the_rule_allows():
    words = random_words(13, 4, 60, "abcd")
    board = compiled_game(lingo(words), Objective.fewest_guesses(5), hard=True)
    every = np.arange(len(words), dtype=np.int32)
    for guess in range(0, len(words), 5):
        for secret in words[::4]:
            reply = reply_for(words[guess], secret)
            allowed = still_allowed(board, every, guess, code_of(reply))
            steps = [Step(words[guess], reply)]
            assert [words[index] for index in allowed] == [word for word in words if not breaks_hard_mode(word, steps)]


def least_cost_by_hand(words: list[str], secrets: tuple[str, ...], steps: tuple[Step[str, str], ...], left: int) -> int:
    """The least cost in hard mode after those steps, by trying everything; a miss costs 99 beside the charges."""
    if left == 0:
        return 99 * len(secrets)

    costs = []
    for guess in words:
        bins: dict[str, list[str]] = {}
        for secret in secrets:
            bins.setdefault(reply_for(guess, secret), []).append(secret)
        says_something = guess in secrets or len(bins) > 1
        if not says_something or breaks_hard_mode(guess, steps) is not None:
            continue

        bins.pop("O" * len(guess), None)
        cost = 0
        for reply, members in bins.items():
            cost += len(members)
            cost += least_cost_by_hand(words, tuple(members), (*steps, Step(guess, reply)), left - 1)
        costs.append(cost)
    return min(costs)


def test_hard_mode_searches_the_same_candidates_anew_for_other_allowed_guesses():
    """One search, whose memo is kept, is asked for the same candidates with six sets of allowed guesses in turn."""
    costs_that_differ = 0
    for seed in range(6):
        random = np.random.default_rng(seed)
        # Candidates that differ in one letter: how fast they are told apart depends on the other guesses.
        secrets = ("baa", "caa", "daa", "eaa", "faa", "gaa")
        words = sorted({*secrets, *random_words(seed, 3, 24, "bcdefg")})
        search = CompiledSearch(lingo(words), Objective(4, charge=1, miss=99), hard=True)
        candidates = np.array([words.index(secret) for secret in secrets])
        guesses_left = 3

        costs = set()
        for size in (0, 3, 6, 12, len(words), 3):
            # A candidate is always allowed.
            allowed = np.union1d(candidates, random.choice(len(words), size, replace=False))
            cost = search.at_least(candidates, guesses_left, INFINITY, allowed)
            allowed_words = [words[number] for number in allowed]
            assert cost == least_cost_by_hand(allowed_words, secrets, (), guesses_left), (seed, size)
            costs.add(cost)
        costs_that_differ += len(costs) > 1

    # Here a memo without the allowed guesses would be wrong.
    assert costs_that_differ > 3


ALL = np.arange(9, dtype=np.int32)
"""All guesses of a game with nine."""


def indices(*numbers: int) -> npt.NDArray[np.int32]:
    return np.array(numbers, dtype=np.int32)


FOUR_SETS = [indices(1, 2), indices(1, 3), indices(1, 2, 3), indices(4)]


@pytest.fixture
def half_full_memo() -> Memo:
    """A memo of eight entries with bounds 0, 1, 2 and 3 of four sets with three guesses left: no more are taken."""
    memo = new_memo(secrets=50, guesses=9, entries=8, members=12)
    for bound, secrets in enumerate(FOUR_SETS):
        store(memo, secrets, ALL, guesses_left=3, bound=bound, guess=-1, is_searched=False)
    return memo


def test_a_memo_keeps_sets_apart(half_full_memo):
    bounds = [int(half_full_memo.bound[find(half_full_memo, secrets, ALL, 3)]) for secrets in FOUR_SETS]
    assert bounds == [0, 1, 2, 3]


def test_a_memo_keeps_the_last_bound_of_a_set(half_full_memo):
    store(half_full_memo, FOUR_SETS[0], ALL, guesses_left=3, bound=7, guess=5, is_searched=True)
    bounds = [int(half_full_memo.bound[find(half_full_memo, secrets, ALL, 3)]) for secrets in FOUR_SETS]
    assert bounds == [7, 1, 2, 3]


def test_a_memo_keeps_the_same_secrets_apart_by_the_guesses_left(half_full_memo):
    assert find(half_full_memo, FOUR_SETS[0], ALL, 1) < 0


def test_a_memo_keeps_guesses_left_apart_where_entries_meet():
    """In a table of five, every fifth pair of entries or so begins its search at the same place."""
    for first in range(40):
        memo = new_memo(secrets=50, guesses=9, entries=5)
        secrets = indices(first, first + 3, first + 7)
        for guesses_left in (2, 3):
            store(memo, secrets, ALL, guesses_left, bound=guesses_left, guess=-1, is_searched=False)

        bounds = [int(memo.bound[find(memo, secrets, ALL, guesses_left)]) for guesses_left in (2, 3)]
        assert bounds == [2, 3]


def test_a_memo_takes_more_guesses_left_than_secrets_for_as_many(half_full_memo):
    entries = {find(half_full_memo, FOUR_SETS[0], ALL, guesses_left) for guesses_left in (2, 3, 6)}
    assert len(entries) == 1
    assert min(entries) >= 0


def test_a_full_memo_is_emptied_for_the_next_set(half_full_memo):
    store(half_full_memo, indices(5), ALL, guesses_left=3, bound=9, guess=-1, is_searched=False)
    assert find(half_full_memo, FOUR_SETS[0], ALL, 3) < 0
    assert half_full_memo.bound[find(half_full_memo, indices(5), ALL, 3)] == 9


def test_a_memo_keeps_the_same_secrets_apart_by_the_allowed_guesses():
    memo = new_memo(secrets=50, guesses=9)
    secrets = indices(1, 2)
    guesses = [ALL, ALL[:3], ALL[1:4], ALL[:4]]
    for bound, allowed in enumerate(guesses):
        store(memo, secrets, allowed, guesses_left=3, bound=bound, guess=-1, is_searched=False)

    bounds = [int(memo.bound[find(memo, secrets, allowed, 3)]) for allowed in guesses]
    assert bounds == [0, 1, 2, 3]
    assert find(memo, secrets, ALL[2:4], 3) < 0


def test_the_first_compilation_is_said(caplog):
    """numba raises this event only where it compiles, not where it loads what it has compiled before."""
    caplog.set_level("INFO")
    with event.install_listener("numba:compile", compiler.Announcement()):
        for _ in range(2):
            with event.trigger_event("numba:compile"):
                pass

    # One is of the announcement installed here. A process that had not compiled before has one of its own as well.
    announcements = [record for record in caplog.records if "compiled for this machine" in record.message]
    assert len(announcements) in (1, 2)
