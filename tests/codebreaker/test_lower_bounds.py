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
GUESSES = np.arange(len(WORDS), dtype=np.int32)


@pytest.fixture
def board():
    return compiled_game(lingo(WORDS), guesses_only(5))


@pytest.mark.parametrize("size", [10, 40, 100])
def test_the_first_bound_is_that_of_the_guess_with_the_most_parts(board, size):
    """Lemma 3 of docs/proofs.md: twice the secrets, less the parts of the guess, less one if it is a candidate."""
    secrets = np.arange(size, dtype=np.int32)
    parts = [len(set(board.by_guess[guess, secrets])) for guess in GUESSES]
    costs = [2 * size - count - (guess < size) for guess, count in enumerate(parts)]

    bound, _ = first_bound(board, new_memo(len(WORDS), len(WORDS), 1 << 10, 1 << 14), secrets, GUESSES, 3)

    assert bound >= min(costs)


def test_the_first_bound_is_the_same_when_the_memo_has_it(board):
    secrets = np.arange(40, dtype=np.int32)
    memo = new_memo(len(WORDS), len(WORDS), 1 << 10, 1 << 14)

    first = first_bound(board, memo, secrets, GUESSES, 3)
    again = first_bound(board, memo, secrets, GUESSES, 3)

    assert again == first
