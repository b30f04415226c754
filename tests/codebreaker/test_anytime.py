"""The anytime proofs: bins that need much work are searched second guess by second guess."""

import pytest

from codebreaker.games.mastermind import mastermind
from codebreaker.games.two_d import two_d
from codebreaker.objective import Objective
from codebreaker.proof import Execution, Proof
from codebreaker.search import bin_searcher
from codebreaker.search.bin_searcher import BinSearcher
from codebreaker.search.prove import narrow_mean
from lingo_common.pieces import Checkpoint


@pytest.fixture
def little_work(monkeypatch):
    """A first level that is too short for any bin."""
    monkeypatch.setattr(bin_searcher, "FIRST_BUDGET", 200)


def test_the_least_total_second_guess_by_second_guess(little_work):
    """Goddard, Mastermind Revisited (2004): the least mean of 4 colours in 3 holes is 3.219, so 206 over 64 secrets."""
    game = mastermind(4, 3)
    objective = Objective.fewest_guesses(64)
    proof = Proof(game, objective, BinSearcher(game, objective), Execution())
    brackets = [(proof.at_least, proof.best) for _ in proof.steps()]
    assert 64 + proof.best == 206
    assert brackets == sorted(brackets, key=lambda bracket: (bracket[0], -bracket[1]))


def test_a_proof_continues_after_any_of_its_pieces(little_work, tmp_path):
    checkpoint = Checkpoint(["a test"], str(tmp_path))
    *_, proof = narrow_mean(two_d(5), Execution(checkpoint=checkpoint))
    pieces = list(checkpoint.results.items())
    assert any("null" not in task for task, _ in pieces)  # the second guesses of a bin were searched one by one
    for known in range(len(pieces) + 1):
        checkpoint.results = dict(pieces[:known])
        *_, again = narrow_mean(two_d(5), Execution(checkpoint=checkpoint))
        assert (again.lower, again.upper) == (proof.lower, proof.upper) == (83, 83)
    assert len(checkpoint.results) == len(pieces)


@pytest.mark.parametrize(("guesses", "possible"), [(4, False), (5, True)])
def test_the_least_worst_case_second_guess_by_second_guess(little_work, guesses, possible):
    """Jäger & Peczarski (2009): 5 colours in 3 holes need 5 guesses, and 4 are not enough."""
    game = mastermind(5, 3)
    objective = Objective.misses_only(guesses)
    proof = Proof(game, objective, BinSearcher(game, objective), Execution(), limit=1)
    for _ in proof.steps():
        if proof.tree:
            break
    assert (proof.tree is not None) is possible
