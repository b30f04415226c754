"""Proofs that can be stopped at any time: a bracket narrows, and a checkpoint has the pieces of work so far.

A BinSearcher searches the bins of first guesses, or second guesses over a large bin. A FirstGuessSearcher, which needs
numba, searches whole first guesses.
"""

import json

import numpy as np
import pytest
from number_games import number_game
from objectives import guesses_only

from codebreaker.game import Game
from codebreaker.games.mastermind import mastermind
from codebreaker.games.two_d import two_d
from codebreaker.objective import INFINITY, Objective
from codebreaker.proof import Execution, Proof, Searcher
from codebreaker.search import bin_searcher, first_guess_searcher, least_mean
from codebreaker.search.bin_searcher import BinSearcher
from codebreaker.search.bracket import known_trees
from codebreaker.search.first_guess_searcher import FirstGuessSearcher
from codebreaker.search.least_mean import narrow_mean, searcher_source
from lingo_common.pieces import Checkpoint


def fewest_guesses(game: Game) -> Objective:
    """The fewest guesses, with as many attempts as there are secrets: more than any tree needs."""
    return guesses_only(len(game.secrets))


def proof_by(searcher: Searcher, checkpoint: Checkpoint | None = None) -> Proof:
    """The proof of the fewest guesses of the searcher's game, before its first step."""
    return Proof(searcher.game, fewest_guesses(searcher.game), searcher, Execution(checkpoint=checkpoint))


def carried_out(proof: Proof) -> Proof:
    """The proof, after its last step."""
    for _ in proof.states():
        pass
    return proof


@pytest.fixture
def little_work(monkeypatch):
    """Bins are searched whole within 200 replies only, which is too few for a large one.

    Those that need more are searched second guess by second guess.
    """
    monkeypatch.setattr(bin_searcher, "FIRST_BUDGET", 200)


def test_the_first_tree_guesses_the_first_candidate_each_time():
    """Of the secrets 11, 12, 21, 22 the reply [1,0] to 11 leaves 12 and 21, and [0,0] leaves 22."""
    game = mastermind(2, 2)

    tree = next(known_trees(game))

    guesses = {game.text(branch.guess) for _, branch in tree.branches}
    assert game.text(tree.guess) == "11"
    assert guesses == {"12", "22"}


@pytest.fixture
def proof_of_four_colours(little_work) -> Proof:
    """The proof of the fewest guesses of 4 colours in 3 holes, before its first step."""
    game = mastermind(4, 3)
    return proof_by(BinSearcher(game, fewest_guesses(game)))


def test_the_least_total_second_guess_by_second_guess(proof_of_four_colours):
    """Goddard, Mastermind Revisited (2004): the least mean of 4 colours in 3 holes is 3.219, so 206 over 64 secrets."""
    proof = carried_out(proof_of_four_colours)

    # The cost counts the guesses before the winning one, which is one more for each secret.
    assert proof.best_cost + 64 == 206
    assert proof.at_least == proof.best_cost


def test_the_bracket_only_narrows(proof_of_four_colours):
    brackets = [(proof.at_least, proof.best_cost) for proof in proof_of_four_colours.states()]

    lower = [at_least for at_least, _ in brackets]
    upper = [best for _, best in brackets]
    assert lower == sorted(lower)
    assert upper == sorted(upper, reverse=True)


def test_a_proof_continues_after_any_of_its_pieces(little_work, tmp_path):
    """The least total of two-d with numbers to 5 is 83 (docs/proofs.md)."""
    checkpoint = Checkpoint(["a test"], str(tmp_path))
    *_, bracket = narrow_mean(two_d(5), Execution(checkpoint=checkpoint))
    assert (bracket.lower, bracket.upper) == (83, 83)

    pieces = list(checkpoint.results.items())
    # The task of a whole bin has null for its second guess: here second guesses were searched one by one too.
    assert any("null" not in task for task, _ in pieces)

    for count in range(len(pieces) + 1):
        checkpoint.results = dict(pieces[:count])
        *_, bracket = narrow_mean(two_d(5), Execution(checkpoint=checkpoint))
        assert (bracket.lower, bracket.upper) == (83, 83)
        assert len(checkpoint.results) == len(pieces)


@pytest.mark.parametrize(("guesses", "possible"), [(4, False), (5, True)])
def test_the_least_worst_case_second_guess_by_second_guess(little_work, guesses, possible):
    """Jäger & Peczarski (2009): 5 colours in 3 holes need 5 guesses, and 4 are not enough."""
    game = mastermind(5, 3)
    objective = Objective.misses_only(guesses)
    # A tree of cost 0 misses no secret. Trees of cost 1 or more are not looked for.
    proof = Proof(game, objective, BinSearcher(game, objective), Execution(), limit=1)

    for _ in proof.states():
        if proof.tree:
            break

    assert (proof.tree is not None) is possible


def test_a_wider_search_for_good_trees_does_not_take_over_a_narrower_one(tmp_path):
    """A stored tree of the search that tries 1 second guess does not stand for one that tries 3, and 2 third ones."""
    game = mastermind(4, 3)
    checkpoint = Checkpoint(["a test"], str(tmp_path))

    for keep in ((1,), (3, 2)):
        states = proof_by(FirstGuessSearcher(game, fewest_guesses(game), keep=keep), checkpoint).states()
        # Before the first piece of work.
        next(states)
        # The first piece is a search for a good tree.
        next(states)

    # A key of the checkpoint is JSON of the attempts, the type of the task, and the task.
    tasks = [json.loads(key) for key in checkpoint.results]
    widths = [task["keep"] for _, kind, task in tasks if kind == "FindGoodTree"]
    assert widths == [[1], [3, 2]]


def test_a_continued_proof_counts_the_work_of_each_stored_piece_once(monkeypatch, tmp_path):
    """Most first guesses have a piece at the second level of effort, which is not enough, and one at the third.

    A continued proof knows the stored results before it begins, and then comes to the pieces of the second level again.
    """
    # The most sets of candidates to search for a first guess, by level.
    monkeypatch.setattr(first_guess_searcher, "EFFORTS", [0, 1, 10**9])
    monkeypatch.setattr(FirstGuessSearcher, "efforts", 3)
    game = mastermind(4, 3)

    def searcher():
        return FirstGuessSearcher(game, fewest_guesses(game))

    checkpoint = Checkpoint(["a test"], str(tmp_path))
    carried_out(proof_by(searcher(), checkpoint))
    pieces = list(checkpoint.results.items())

    for count in (len(pieces) // 2, len(pieces) - 1):
        checkpoint.results = dict(pieces[:count])
        continued = carried_out(proof_by(searcher(), checkpoint))
        assert continued.searched_sets == sum(result["work"] for result in checkpoint.results.values())


def test_without_compiled_code_a_known_bound_is_no_more_than_the_least_cost(monkeypatch):
    monkeypatch.setattr(bin_searcher, "fastest_search_of_few", lambda *_: None)
    game = mastermind(4, 3)
    random = np.random.default_rng(6)

    for size in (2, 5, 12, 20):
        secrets = np.sort(random.choice(len(game.secrets), size, replace=False))
        # A new searcher remembers no search of the set.
        bound = BinSearcher(game, fewest_guesses(game)).known_bound_of(secrets, guesses_left=6)
        least_cost = BinSearcher(game, fewest_guesses(game)).least_cost_of(secrets, guesses_left=6, needed=INFINITY)
        assert 0 < bound <= least_cost


@pytest.mark.parametrize("kinds", [(BinSearcher, FirstGuessSearcher), (FirstGuessSearcher, BinSearcher)])
def test_a_proof_goes_on_after_numba_was_installed_or_removed(kinds, tmp_path):
    """Both searchers use one checkpoint, where the second one finds pieces that it does not know."""
    game = mastermind(3, 2)
    checkpoint = Checkpoint(["a test"], str(tmp_path))

    before, after = (carried_out(proof_by(kind(game, fewest_guesses(game)), checkpoint)) for kind in kinds)

    assert before.is_proved
    assert after.is_proved
    assert before.best_cost == after.best_cost


@pytest.mark.parametrize(("compiles", "kind"), [(True, FirstGuessSearcher), (False, BinSearcher)])
def test_another_process_makes_the_searcher_of_the_command(compiles, kind, monkeypatch):
    """A worker of a cluster may have numba where the command has none, and the other way round."""
    game = number_game(7)
    monkeypatch.setattr(least_mean, "can_compile", lambda *_: compiles)
    build = searcher_source(game, lambda: game, fewest_guesses(game), keep=())

    monkeypatch.setattr(least_mean, "can_compile", lambda *_: not compiles)

    assert type(build()) is kind
