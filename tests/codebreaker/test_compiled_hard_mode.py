"""Hard mode in the compiled search: which guesses it allows, and what the search remembers of its candidates."""

import numpy as np
import pytest
from brute_force import least_guesses, random_words

from codebreaker.games.lingo import lingo
from codebreaker.objective import INFINITY, Objective
from wordlists.reply import code_of, reply_for
from wordlists.rules import why_illegal_in_hard_mode
from wordlists.step import Step

pytest.importorskip("numba")

from objectives import guesses_only

from codebreaker.search.compiled.compiled_game import compiled_game, still_allowed
from codebreaker.search.compiled.search import CompiledSearch


def test_hard_mode_allows_the_guesses_that_the_rule_allows():
    words = random_words(seed=13, length=4, count=60, alphabet="abcd")
    arrays = compiled_game(lingo(words), guesses_only(5), hard=True)
    all_guesses = np.arange(len(words), dtype=np.int32)

    for guess in range(0, len(words), 5):
        for secret in words[::4]:
            reply = reply_for(words[guess], secret)
            allowed = still_allowed(arrays, all_guesses, guess, code_of(reply))

            steps = [Step(words[guess], reply)]
            expected = [word for word in words if why_illegal_in_hard_mode(word, steps) is None]
            assert [words[index] for index in allowed] == expected


def least_cost_by_brute_force(words: list[str], secrets: tuple[str, ...], guesses_left: int, miss: int) -> int:
    """The least cost of these secrets in hard mode, where a guess charges 1 and a miss costs `miss` more.

    A cost is the number of guesses less one for each secret. For a solved secret that one is its last guess; a missed
    secret has none, so it counts one guess more.
    """
    guesses = least_guesses(words, list(secrets), guesses_left, miss + 1, hard=True)
    return min(guesses.values()) - len(secrets)


def test_hard_mode_searches_the_same_candidates_anew_for_other_allowed_guesses():
    """One search is asked for the same candidates with six sets of allowed guesses in turn. It keeps its memo."""
    guesses_left = 3
    miss = 99
    games_whose_costs_differ = 0
    for seed in range(6):
        random = np.random.default_rng(seed)
        # The candidates differ in one letter. How fast they are told apart depends on the other guesses.
        secrets = ("baa", "caa", "daa", "eaa", "faa", "gaa")
        words = sorted({*secrets, *random_words(seed, 3, 24, "bcdefg")})
        search = CompiledSearch(lingo(words), Objective(guesses_left + 1, charge=1, miss=miss), hard=True)
        candidates = np.array([words.index(secret) for secret in secrets])

        costs = set()
        # How many random words are allowed beside the candidates. The last three are others than the first three.
        for size in (0, 3, 6, 12, len(words), 3):
            # A candidate is always allowed.
            allowed = np.union1d(candidates, random.choice(len(words), size, replace=False))
            cost = search.least_cost_of(candidates, guesses_left, INFINITY, allowed)
            allowed_words = [words[number] for number in allowed]
            assert cost == least_cost_by_brute_force(allowed_words, secrets, guesses_left, miss), (seed, size)
            costs.add(cost)

        if len(costs) > 1:
            games_whose_costs_differ += 1

    # In these games a memo that does not know the allowed guesses would give a wrong cost. Most of the six are such.
    assert games_whose_costs_differ > 3
