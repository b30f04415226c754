"""The anytime proofs: a bracket that narrows, by bins and their second guesses or by first guesses."""

import json

import numpy as np
import pytest
from number_games import number_game
from objectives import guesses_only

from codebreaker.game import Game
from codebreaker.games.mastermind import mastermind
from codebreaker.games.two_d import two_d
from codebreaker.objective import Objective
from codebreaker.proof import Execution, Proof
from codebreaker.search import bin_searcher, first_guess_searcher, least_mean
from codebreaker.search.bin_searcher import BinSearcher
from codebreaker.search.bracket import known_trees
from codebreaker.search.first_guess_searcher import FirstGuessSearcher
from codebreaker.search.least_mean import narrow_mean, searcher_source
from lingo_common.pieces import Checkpoint


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


def fewest_guesses(game: Game) -> Objective:
    """The fewest guesses, with as many attempts as there are secrets: more than any tree needs."""
    return guesses_only(len(game.secrets))


def proof_of_four_colours() -> Proof:
    """The proof of the least total of 4 colours in 3 holes, before its first step."""
    game = mastermind(4, 3)
    objective = fewest_guesses(game)
    return Proof(game, objective, BinSearcher(game, objective), Execution())


def test_the_least_total_second_guess_by_second_guess(little_work):
    """Goddard, Mastermind Revisited (2004): the least mean of 4 colours in 3 holes is 3.219, so 206 over 64 secrets."""
    proof = proof_of_four_colours()
    for _ in proof.states():
        pass

    # The cost counts the guesses before the winning one, which is one more for each secret.
    assert proof.best + 64 == 206
    assert proof.at_least == proof.best


def test_the_bracket_only_narrows(little_work):
    proof = proof_of_four_colours()
    brackets = [(proof.at_least, proof.best) for _ in proof.states()]

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
    """Of both searches the checkpoint has a tree: the stored one of (1,) does not stand for that of (3, 2)."""
    game = mastermind(4, 3)
    objective = fewest_guesses(game)
    checkpoint = Checkpoint(["a test"], str(tmp_path))

    # How many guesses a search for a good tree tries at the second attempt, and at the third.
    for keep in ((1,), (3, 2)):
        searcher = FirstGuessSearcher(game, objective, keep=keep)
        states = Proof(game, objective, searcher, Execution(checkpoint=checkpoint), first=0).states()
        # What is stored is taken over at first; then the search for a good tree is the first piece of work.
        next(states)
        next(states)

    # A key is made of the attempts, the type of the task, and the task.
    widths = set()
    for key in checkpoint.results:
        _, name, task = json.loads(key)
        if name == "FindGoodTree":
            widths.add(tuple(task["keep"]))
    assert widths == {(1,), (3, 2)}


def test_a_continued_proof_counts_the_work_of_each_stored_piece_once(monkeypatch, tmp_path):
    # How many sets of candidates each level of effort may search for a first guess. The one set of the second level is
    # too few for most guesses. They are open when the next level begins, so their pieces are made again when the proof
    # continues. From there on each number is 16 times the one before, as in EFFORTS.
    efforts = [0, 1, *(16**exponent for exponent in range(1, 14))]
    monkeypatch.setattr(first_guess_searcher, "EFFORTS", efforts)
    game = mastermind(5, 3)
    objective = fewest_guesses(game)
    checkpoint = Checkpoint(["a test"], str(tmp_path))
    proof = Proof(game, objective, FirstGuessSearcher(game, objective), Execution(checkpoint=checkpoint))
    for _ in proof.states():
        pass
    pieces = list(checkpoint.results.items())

    for count in (len(pieces) // 4, len(pieces) // 2, len(pieces) - 1):
        checkpoint.results = dict(pieces[:count])
        continued = Proof(game, objective, FirstGuessSearcher(game, objective), Execution(checkpoint=checkpoint))
        for _ in continued.states():
            pass

        assert continued.nodes == sum(result["work"] for result in checkpoint.results.values())


def test_without_compiled_code_a_known_bound_is_no_more_than_the_least_cost(monkeypatch):
    monkeypatch.setattr(bin_searcher, "fastest_search_of_few", lambda *_: None)
    game = mastermind(4, 3)
    searcher = BinSearcher(game, fewest_guesses(game))
    random = np.random.default_rng(6)
    for size in (2, 5, 12, 20):
        secrets = np.sort(random.choice(len(game.secrets), size, replace=False))
        least_cost = searcher.least_cost_of(secrets, guesses_left=6, needed=1000)
        # A new searcher remembers nothing.
        bound = BinSearcher(game, fewest_guesses(game)).known_bound_of(secrets, guesses_left=6)
        assert 0 < bound <= least_cost


@pytest.mark.parametrize("kinds", [(BinSearcher, FirstGuessSearcher), (FirstGuessSearcher, BinSearcher)])
def test_a_proof_goes_on_after_numba_was_installed_or_removed(kinds, tmp_path):
    game = mastermind(3, 2)
    objective = fewest_guesses(game)
    checkpoint = Checkpoint(["a test"], str(tmp_path))

    costs = []
    for kind in kinds:
        proof = Proof(game, objective, kind(game, objective), Execution(checkpoint=checkpoint))
        for _ in proof.states():
            pass
        assert proof.is_proved
        costs.append(proof.best)

    assert costs[0] == costs[1]


@pytest.mark.parametrize(("compiles", "kind"), [(True, FirstGuessSearcher), (False, BinSearcher)])
def test_another_process_makes_the_searcher_of_the_command(compiles, kind, monkeypatch):
    """A worker of a cluster may have numba where the command has none, and the other way round."""
    game = number_game(7)
    monkeypatch.setattr(least_mean, "can_compile", lambda *_: compiles)
    build = searcher_source(game, lambda: game, fewest_guesses(game), ())

    monkeypatch.setattr(least_mean, "can_compile", lambda *_: not compiles)

    assert type(build()) is kind
