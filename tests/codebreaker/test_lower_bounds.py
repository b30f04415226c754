"""The lower bounds of the compiled search, before it tries any guess."""

import numpy as np
import pytest
from brute_force import random_words

from codebreaker.games.lingo import lingo

pytest.importorskip("numba")

from objectives import guesses_only

from codebreaker.search.compiled.compiled_game import compiled_game
from codebreaker.search.compiled.lower_bounds import first_bound
from codebreaker.search.compiled.memo import new_memo

WORDS = random_words(4, 5, 120, "abcdef")
ALL_GUESSES = np.arange(len(WORDS), dtype=np.int32)


@pytest.fixture
def game():
    return compiled_game(lingo(WORDS), guesses_only(5))


@pytest.fixture
def memo():
    """An empty memo, with room for a thousand sets."""
    return new_memo(secrets=len(WORDS), guesses=len(WORDS), entries=2_000, members=20_000)


@pytest.mark.parametrize("size", [10, 40, 100])
def test_the_first_bound_is_at_least_that_of_the_guess_with_the_most_parts(game, memo, size):
    """Lemma 3 of docs/proofs.md: twice the secrets, less the parts of the guess, less one if it is a candidate."""
    secrets = np.arange(size, dtype=np.int32)
    parts = [len(set(game.by_guess[guess, secrets])) for guess in ALL_GUESSES]
    costs = [2 * size - count - (guess < size) for guess, count in enumerate(parts)]

    bound, _ = first_bound(game, memo, secrets, ALL_GUESSES, guesses_left=3)

    assert bound >= min(costs)


def test_the_first_bound_is_the_same_when_the_memo_has_it(game, memo):
    secrets = np.arange(40, dtype=np.int32)

    counted = first_bound(game, memo, secrets, ALL_GUESSES, guesses_left=3)
    remembered = first_bound(game, memo, secrets, ALL_GUESSES, guesses_left=3)

    assert remembered == counted
