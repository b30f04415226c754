"""The memo of the compiled search: sets of candidates with their bounds."""

import numpy as np
import numpy.typing as npt
import pytest

pytest.importorskip("numba")

from codebreaker.search.compiled.lower_bounds import NONE
from codebreaker.search.compiled.memo import Memo, find, new_memo, store

ALL = np.arange(9, dtype=np.int32)
"""All guesses of a game with nine."""


def indices(*numbers: int) -> npt.NDArray[np.int32]:
    return np.array(numbers, dtype=np.int32)


FOUR_SETS = [indices(1, 2), indices(1, 3), indices(1, 2, 3), indices(4)]


@pytest.fixture
def half_full_memo() -> Memo:
    """A memo of eight entries, with the bounds 0, 1, 2 and 3 of FOUR_SETS with three guesses left.

    At most half of the entries are used, so it is emptied before a fifth set is stored. It has room for 12
    members, and these four sets have 8, so that room is not what ends first. No guess is known to reach a bound.
    """
    memo = new_memo(secrets=50, guesses=9, entries=8, members=12)
    for bound, secrets in enumerate(FOUR_SETS):
        store(memo, secrets, ALL, guesses_left=3, bound=bound, guess=NONE)
    return memo


def test_a_memo_keeps_sets_apart(half_full_memo):
    bounds = [int(half_full_memo.bound[find(half_full_memo, secrets, ALL, 3)]) for secrets in FOUR_SETS]
    assert bounds == [0, 1, 2, 3]


def test_a_memo_keeps_the_last_bound_of_a_set(half_full_memo):
    store(half_full_memo, FOUR_SETS[0], ALL, guesses_left=3, bound=7, guess=5)
    bounds = [int(half_full_memo.bound[find(half_full_memo, secrets, ALL, 3)]) for secrets in FOUR_SETS]
    assert bounds == [7, 1, 2, 3]


def test_a_memo_keeps_the_same_secrets_apart_by_the_guesses_left(half_full_memo):
    assert find(half_full_memo, FOUR_SETS[0], ALL, 1) < 0


def test_a_memo_keeps_guesses_left_apart_where_entries_meet():
    """Of 40 memos with two entries, in a table of five, about eight have both entries at the same place at first.

    The second one then takes the next place. Which entries meet is decided by a hash.
    """
    for first in range(40):
        memo = new_memo(secrets=50, guesses=9, entries=5)
        secrets = indices(first, first + 3, first + 7)
        for guesses_left in (2, 3):
            store(memo, secrets, ALL, guesses_left, bound=guesses_left, guess=NONE)

        bounds = [int(memo.bound[find(memo, secrets, ALL, guesses_left)]) for guesses_left in (2, 3)]
        assert bounds == [2, 3]


def test_a_memo_takes_more_guesses_left_than_secrets_for_as_many(half_full_memo):
    """Two secrets never need more than two guesses, so all larger numbers of guesses left have one entry."""
    entries = {find(half_full_memo, FOUR_SETS[0], ALL, guesses_left) for guesses_left in (2, 3, 6)}
    assert len(entries) == 1
    assert min(entries) >= 0


def test_a_full_memo_is_emptied_for_the_next_set(half_full_memo):
    store(half_full_memo, indices(5), ALL, guesses_left=3, bound=9, guess=NONE)
    assert find(half_full_memo, FOUR_SETS[0], ALL, 3) < 0
    assert half_full_memo.bound[find(half_full_memo, indices(5), ALL, 3)] == 9


def test_a_memo_keeps_the_same_secrets_apart_by_the_allowed_guesses():
    memo = new_memo(secrets=50, guesses=9)
    secrets = indices(1, 2)
    guesses = [ALL, ALL[:3], ALL[1:4], ALL[:4]]
    for bound, allowed in enumerate(guesses):
        store(memo, secrets, allowed, guesses_left=3, bound=bound, guess=NONE)

    bounds = [int(memo.bound[find(memo, secrets, allowed, 3)]) for allowed in guesses]
    assert bounds == [0, 1, 2, 3]
    assert find(memo, secrets, ALL[2:4], 3) < 0
