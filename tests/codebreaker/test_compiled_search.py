"""The compiled search against a search that tries everything with the slow oracle."""

import os

import numpy as np
import pytest
from brute_force import least_guesses, random_words

from codebreaker.game import Game
from codebreaker.games.lingo import lingo
from codebreaker.objective import Objective
from codebreaker.tree import Tree, cost_of
from wordlists.reply import code_of, reply_for
from wordlists.rules import breaks_hard_mode
from wordlists.step import Step

pytest.importorskip("numba")

from numba.core import event

from codebreaker.search.compiled import compiler
from codebreaker.search.compiled.compiled_game import compiled_game, still_allowed
from codebreaker.search.compiled.memo import find, new_memo, store
from codebreaker.search.compiled.partitions import count_parts, partition_replies
from codebreaker.search.compiled.search import CompiledSearch

CASES = [
    (1, 3, 14, 9, 4, 1000, False),
    (2, 4, 12, 12, 3, 1, False),
    (3, 4, 13, 8, 3, 1000, True),
    (4, 4, 12, 12, 5, 1, True),
    (5, 2, 20, 14, 6, 1000, False),  # bins that no guess settles at once
    (6, 5, 11, 11, 2, 1000, False),
    (7, 3, 13, 13, 4, 1000, True),
    (8, 14, 9, 7, 3, 1000, True),  # more codes than the search has entries for
]
"""(seed, letters, words, answers, attempts, miss, hard)."""


def search_of(game: Game, attempts: int, miss: int, hard: bool = False) -> CompiledSearch:
    """The search for the fewest guesses; a missed secret counts all attempts and `miss`, at least 1."""
    return CompiledSearch(game, Objective(attempts, 1, miss - 1), hard)


def guesses_of(cost: int, game: Game) -> int:
    """The guesses of that cost: every secret takes one more than it is charged."""
    return cost + len(game.secrets)


def lists(seed: int, length: int, count: int, hidden: int) -> tuple[list[str], list[str]]:
    words = random_words(seed, length, count, "abc" if length > 2 else "abcdefg")
    chosen = np.random.default_rng(seed).choice(len(words), min(hidden, len(words)), replace=False)
    return words, sorted(words[place] for place in chosen)


@pytest.mark.parametrize(("seed", "length", "count", "hidden", "attempts", "miss", "hard"), CASES)
def test_every_first_guess_has_the_cost_that_brute_force_finds(seed, length, count, hidden, attempts, miss, hard):
    words, answers = lists(seed, length, count, hidden)
    search = search_of(lingo(words, answers), attempts, miss, hard)
    bounds = search.bounds()
    for first, guesses in least_guesses(words, answers, attempts, miss, hard).items():
        guess = words.index(first)
        cost = guesses - len(answers)
        assert search.evaluate(guess) == (cost, True)
        assert bounds[guess] <= cost


@pytest.mark.parametrize(("seed", "length", "count", "hidden", "attempts", "miss", "hard"), CASES)
def test_trees_cost_what_was_found(seed, length, count, hidden, attempts, miss, hard):
    words, answers = lists(seed, length, count, hidden)
    game = lingo(words, answers)
    search = search_of(game, attempts, miss, hard)
    costs = {guess: search.evaluate(guess)[0] for guess in range(len(words))}
    for guess, cost in costs.items():
        tree = search.tree(guess)
        assert cost_of(tree, game, search.objective) == cost
        assert played(tree, game, hard, miss, attempts) == guesses_of(cost, game)


def played(tree: Tree, game: Game, hard: bool, miss: int, attempts: int) -> int:
    """The cost of playing the tree against each secret; asserts that hard mode is kept."""
    total = 0
    for secret in game.secrets:
        steps: list[Step[str, str]] = []
        node: Tree | None = tree
        while node is not None:
            guess = game.guesses[node.guess]
            assert not hard or breaks_hard_mode(guess, steps) is None
            steps.append(Step(guess, reply_for(guess, secret)))
            node = dict(node.branches).get(code_of(steps[-1].reply))
        total += len(steps) + miss * (steps[-1].guess != secret)
        assert steps[-1].guess == secret or len(steps) == attempts
    return total


@pytest.mark.parametrize("hard", [False, True])
def test_good_trees_cost_no_less_and_with_every_guess_tried_they_are_optimal(hard):
    words, answers = lists(11, 4, 40, 30)
    game = lingo(words, answers)
    search = search_of(game, 5, 1000, hard)
    for guess in range(0, len(words), 3):
        cost = search.evaluate(guess)[0]
        one, every = (search.good_tree(guess, keep) for keep in ((), [len(words)] * 4))
        assert played(one, game, hard, 1000, 5) == guesses_of(cost_of(one, game, search.objective), game)
        assert played(one, game, hard, 1000, 5) >= guesses_of(cost, game)
        assert played(every, game, hard, 1000, 5) == guesses_of(cost, game)


def test_a_search_of_few_sets_gives_a_bound_and_the_next_search_is_right():
    words, answers = lists(11, 4, 40, 30)
    game = lingo(words, answers)
    search = search_of(game, 6, 1000)
    other = search_of(game, 6, 1000)
    for guess in range(len(words)):
        cost = other.evaluate(guess)[0]
        at_least, exact = search.evaluate(guess, most=1)
        assert at_least == cost if exact else at_least <= cost
        assert search.evaluate(guess) == (cost, True)


def test_the_cache_of_compiled_code_is_named_by_every_source(tmp_path):
    """A caller that is loaded as it was compiled before would still have the old form of what it calls."""
    caller = tmp_path / "caller.py"
    called = tmp_path / "called.py"
    for path in (caller, called):
        path.write_text("value = 1\n")
    before = compiler.digest([caller, called])
    called.write_text("value = 2\n")
    assert compiler.digest([caller, called]) != before
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


def test_a_limit_gives_a_lower_bound_or_the_cost():
    words, answers = lists(11, 4, 40, 30)
    game = lingo(words, answers)
    costs = [search_of(game, 6, 1000).evaluate(guess)[0] for guess in range(len(words))]
    for limit in (min(costs), min(costs) + 1, max(costs)):
        search = search_of(game, 6, 1000)
        for guess, cost in enumerate(costs):
            at_least, exact = search.evaluate(guess, limit)
            assert exact == (cost < limit)
            assert at_least == cost if exact else limit <= at_least <= cost


@pytest.mark.parametrize(("size", "length"), [(3, 5), (20, 5), (150, 5), (150, 6)])
def test_parts_and_bins_are_those_of_numpy(size, length):
    words = random_words(12, length, 300, "abcdef")
    game = lingo(words)
    board = compiled_game(game, Objective.fewest_guesses(5))
    secrets = np.sort(np.random.default_rng(size).choice(len(words), size, replace=False)).astype(np.int32)
    for allowed in (np.arange(len(words)), np.arange(0, len(words), 7)):
        for codes in {
            board.codes,
            max(257, board.codes),
        }:  # from 257 codes on, large sets are counted without sets of bits
            parts = count_parts(board._replace(codes=codes), secrets, allowed.astype(np.int32))
            assert parts.tolist() == [len(set(board.by_guess[guess, secrets])) for guess in allowed]
    bins = partition_replies(board, 5, secrets)
    sizes = np.diff(bins.starts)
    assert (np.diff(sizes) <= 0).all()
    for number, code in enumerate(bins.codes):
        members = bins.members[bins.starts[number] : bins.starts[number + 1]]
        assert members.tolist() == secrets[board.by_guess[5, secrets] == code].tolist()
    assert sizes.sum() == (board.by_guess[5, secrets] != board.winning).sum()


def test_hard_mode_allows_the_guesses_that_the_rule_allows():
    words = random_words(13, 4, 60, "abcd")
    board = compiled_game(lingo(words), Objective.fewest_guesses(5), hard=True)
    every = np.arange(len(words), dtype=np.int32)
    for guess in range(0, len(words), 5):
        for secret in words[::4]:
            reply = reply_for(words[guess], secret)
            allowed = still_allowed(board, every, guess, code_of(reply))
            steps = [Step(words[guess], reply)]
            assert [words[one] for one in allowed] == [word for word in words if not breaks_hard_mode(word, steps)]


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
        search = CompiledSearch(lingo(words), Objective(4, 1, 99), hard=True)
        candidates = np.array([words.index(secret) for secret in secrets])

        costs = set()
        for size in (0, 3, 6, 12, len(words), 3):
            # A candidate is always allowed.
            allowed = np.union1d(candidates, random.choice(len(words), size, replace=False))
            cost = search.at_least(candidates, 3, 10**6, allowed)
            assert cost == least_cost_by_hand([words[number] for number in allowed], secrets, (), 3), (seed, size)
            costs.add(cost)
        costs_that_differ += len(costs) > 1

    # Here a memo without the allowed guesses would be wrong.
    assert costs_that_differ > 3


ALL = np.arange(9, dtype=np.int32)
"""All guesses of a game with nine."""


def test_a_memo_keeps_sets_apart_and_starts_anew_when_it_is_full():
    memo = new_memo(50, 9, entries=8, members=12)
    sets = [np.array(members, dtype=np.int32) for members in ([1, 2], [1, 3], [1, 2, 3], [4])]
    for number, secrets in enumerate(sets):
        store(memo, secrets, ALL, 3, number, -1, False)
    store(memo, sets[0], ALL, 3, 7, 5, True)
    assert [int(memo.bound[find(memo, secrets, ALL, 3)]) for secrets in sets] == [7, 1, 2, 3]
    assert find(memo, sets[0], ALL, 2) < 0
    store(memo, np.array([5], dtype=np.int32), ALL, 3, 9, -1, False)
    assert find(memo, sets[0], ALL, 3) < 0
    assert memo.bound[find(memo, np.array([5], dtype=np.int32), ALL, 3)] == 9


def test_a_memo_keeps_the_same_secrets_apart_by_the_allowed_guesses():
    memo = new_memo(50, 9)
    secrets = np.array([1, 2], dtype=np.int32)
    guesses = [ALL, ALL[:3], ALL[1:4], ALL[:4]]
    for number, allowed in enumerate(guesses):
        store(memo, secrets, allowed, 3, number, -1, False)
    assert [int(memo.bound[find(memo, secrets, allowed, 3)]) for allowed in guesses] == [0, 1, 2, 3]
    assert find(memo, secrets, ALL[2:4], 3) < 0


def test_the_first_compilation_is_said(caplog):
    """numba raises this event only where it compiles, not where it loads what it has compiled before."""
    caplog.set_level("INFO")
    with event.install_listener("numba:compile", compiler.Announcement()):
        for _ in range(2):
            with event.trigger_event("numba:compile"):
                pass
    said = [record for record in caplog.records if "compiled for this machine" in record.message]
    assert len(said) in (1, 2)  # that of this process, if it had not compiled before, and the one installed here
