"""The anytime proofs: bins that need much work are searched second guess by second guess."""

import json

import pytest
from brute_force import above_missing, fewest_guesses

from codebreaker.games.mastermind import mastermind
from codebreaker.search import bin_proof
from codebreaker.search.anytime import Workplace
from codebreaker.search.bin_proof import BinProof
from codebreaker.tree import never_missing
from lingo_common.pieces import Checkpoint


@pytest.fixture
def little_work(monkeypatch):
    """A first level that is too short for any bin."""
    monkeypatch.setattr(bin_proof, "FIRST_BUDGET", 200)


def seconds_searched(checkpoint):
    """The second guesses that were searched alone, from the pieces of a checkpoint."""
    return [guess for _, _, guess, *_ in map(json.loads, checkpoint.results) if guess is not None]


def test_the_least_total_second_guess_by_second_guess(little_work, tmp_path):
    """Goddard, Mastermind Revisited (2004): the least mean of 4 colours in 3 holes is 3.219, so 206 over 64 secrets."""
    checkpoint = Checkpoint(["a test"], str(tmp_path))
    search = BinProof(mastermind(4, 3), above_missing(fewest_guesses(64)), 0, Workplace(checkpoint=checkpoint))
    brackets = [(search.best, search.at_most) for _ in search.levels()]
    assert 65 * 64 - search.best == 206
    assert brackets == sorted(brackets, key=lambda one: (one[0], -one[1]))
    assert seconds_searched(checkpoint)
    again = BinProof(mastermind(4, 3), above_missing(fewest_guesses(64)), 0, Workplace(checkpoint=checkpoint))
    known = len(checkpoint.results)
    for _ in again.levels():
        pass
    assert (again.best, len(checkpoint.results)) == (search.best, known)


@pytest.mark.parametrize(("guesses", "possible"), [(4, False), (5, True)])
def test_the_least_worst_case_second_guess_by_second_guess(little_work, guesses, possible):
    """Jäger & Peczarski (2009): 5 colours in 3 holes need 5 guesses, and 4 are not enough."""
    search = BinProof(mastermind(5, 3), never_missing(guesses), -1, Workplace())
    for _ in search.levels():
        if search.tree:
            break
    assert (search.tree is not None) is possible
