"""Hard mode in the compiled search: which guesses it allows, and what the search remembers of its candidates."""

import numpy as np
import pytest
from brute_force import random_words

from codebreaker.games.lingo import lingo
from codebreaker.objective import INFINITY, Objective
from wordlists.reply import code_of, reply_for
from wordlists.rules import why_illegal_in_hard_mode
from wordlists.step import Step

pytest.importorskip("numba")

from codebreaker.search.compiled.compiled_game import compiled_game, still_allowed
from codebreaker.search.compiled.search import CompiledSearch


def test_hard_mode_allows_the_guesses_that_the_rule_allows():
    words = random_words(seed=13, length=4, count=60, alphabet="abcd")
    board = compiled_game(lingo(words), Objective.fewest_guesses(5), hard=True)
    all_guesses = np.arange(len(words), dtype=np.int32)

    for guess in range(0, len(words), 5):
        for secret in words[::4]:
            reply = reply_for(words[guess], secret)
            allowed = still_allowed(board, all_guesses, guess, code_of(reply))

            steps = [Step(words[guess], reply)]
            expected = [word for word in words if why_illegal_in_hard_mode(word, steps) is None]
            assert [words[index] for index in allowed] == expected


MISS = 99
"""What a missed secret costs beside a charge of 1 for each guess that leaves it open."""


def least_cost_in_hard_mode(
    words: list[str], secrets: tuple[str, ...], steps: tuple[Step[str, str], ...], guesses_left: int
) -> int:
    """The least cost for these secrets after those steps, by trying every guess."""
    if guesses_left == 0:
        return MISS * len(secrets)

    costs = []
    for guess in words:
        bins: dict[str, list[str]] = {}
        for secret in secrets:
            bins.setdefault(reply_for(guess, secret), []).append(secret)
        # A guess that neither can win nor tells secrets apart is never better than another one.
        is_useful = guess in secrets or len(bins) > 1
        if not is_useful or why_illegal_in_hard_mode(guess, steps) is not None:
            continue

        winning_reply = "O" * len(guess)
        bins.pop(winning_reply, None)
        cost = 0
        for reply, members in bins.items():
            cost += len(members)
            cost += least_cost_in_hard_mode(words, tuple(members), (*steps, Step(guess, reply)), guesses_left - 1)
        costs.append(cost)
    return min(costs)


def test_hard_mode_searches_the_same_candidates_anew_for_other_allowed_guesses():
    """One search is asked for the same candidates with six sets of allowed guesses in turn. It keeps its memo."""
    games_whose_costs_differ = 0
    for seed in range(6):
        random = np.random.default_rng(seed)
        # The candidates differ in one letter. How fast they are told apart depends on the other guesses.
        secrets = ("baa", "caa", "daa", "eaa", "faa", "gaa")
        words = sorted({*secrets, *random_words(seed, 3, 24, "bcdefg")})
        search = CompiledSearch(lingo(words), Objective(4, charge=1, miss=MISS), hard=True)
        candidates = np.array([words.index(secret) for secret in secrets])
        guesses_left = 3

        costs = set()
        for size in (0, 3, 6, 12, len(words), 3):
            # A candidate is always allowed.
            allowed = np.union1d(candidates, random.choice(len(words), size, replace=False))
            cost = search.at_least(candidates, guesses_left, INFINITY, allowed)
            allowed_words = [words[number] for number in allowed]
            assert cost == least_cost_in_hard_mode(allowed_words, secrets, (), guesses_left), (seed, size)
            costs.add(cost)

        if len(costs) > 1:
            games_whose_costs_differ += 1

    # In these games a memo that does not know the allowed guesses would give a wrong cost.
    assert games_whose_costs_differ > 3
