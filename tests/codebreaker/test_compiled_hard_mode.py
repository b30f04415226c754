"""Hard mode in the compiled search: which guesses it allows, and what the search remembers of its candidates."""

import numpy as np
import pytest
from brute_force import least_costs_of_words, random_words

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
    game = compiled_game(lingo(words), guesses_only(5), hard=True)
    all_guesses = np.arange(len(words), dtype=np.int32)

    # Some pairs are enough: every fifth guess, and every fourth secret.
    for guess in range(0, len(words), 5):
        for secret in words[::4]:
            reply = reply_for(words[guess], secret)
            allowed = still_allowed(game, all_guesses, guess, code_of(reply))

            steps = [Step(words[guess], reply)]
            expected = [word for word in words if why_illegal_in_hard_mode(word, steps) is None]
            assert [words[index] for index in allowed] == expected


SAME_ENDING = ["baa", "caa", "daa", "eaa", "faa", "gaa"]
"""Candidates that differ in one letter. How fast they are told apart depends on the other guesses."""


@pytest.mark.parametrize("seed", range(3))
def test_hard_mode_searches_the_same_candidates_anew_for_other_allowed_guesses(seed):
    """One search, which keeps its memo, is asked for the same candidates with several sets of allowed guesses."""
    objective = Objective(attempts=3, charge=1, miss=99)
    words = sorted({*SAME_ENDING, *random_words(seed, 3, 24, "bcdefg")})
    search = CompiledSearch(lingo(words), objective, hard=True)
    candidates = np.array([words.index(word) for word in SAME_ENDING])
    random = np.random.default_rng(seed)

    costs = set()
    # How many random words are allowed beside the candidates, which are always allowed. Three are drawn twice, so that
    # as many other words are allowed the second time.
    for count in (0, 3, 10, 3):
        others = random.choice(len(words), count, replace=False)
        allowed = np.union1d(candidates, others)
        # INFINITY asks for the least cost, whatever it is.
        cost = search.least_cost_of(candidates, objective.attempts, INFINITY, allowed)

        allowed_words = [words[number] for number in allowed]
        assert cost == min(least_costs_of_words(allowed_words, SAME_ENDING, objective, hard=True))
        costs.add(cost)

    # With one cost for all, a search that takes the first cost from its memo would pass.
    assert len(costs) > 1
