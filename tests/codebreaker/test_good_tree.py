"""Good trees: beam searches of whole games, which a proof may begin with (`codebreaker optimal --keep`)."""

import json

import numpy as np
import pytest
from codebreaker_runs import LEAST_TOTAL, run_optimal
from number_games import compared
from objectives import guesses_only

from codebreaker import own_game
from codebreaker.games.mastermind import mastermind
from codebreaker.objective import Objective
from codebreaker.proof import Execution, Proof
from codebreaker.search import bin_searcher
from codebreaker.search.beam import BeamSearch
from codebreaker.search.bin_searcher import BinSearcher
from codebreaker.search.good_tree import good_tree, learn_values
from codebreaker.search.least_mean import narrow_mean
from codebreaker.tree import attempts_of
from lingo_common.pieces import Checkpoint

FEWEST_GUESSES = guesses_only(64)
"""The fewest guesses, with as many attempts as the game has secrets."""


@pytest.fixture(scope="module")
def game():
    """4 colours in 3 holes: 64 codes."""
    return mastermind(4, 3)


def test_a_search_that_keeps_every_guess_finds_the_least_total(game):
    """The first guesses 111, 112 and 123 stand for all others."""
    first_guesses = [game.parse_guess(text) for text in ("111", "112", "123")]
    trees = [good_tree(game, FEWEST_GUESSES, first, keep=[64, 64, 64, 64]) for first in first_guesses]

    _, best = min(trees, key=lambda cost_and_tree: cost_and_tree[0])

    assert attempts_of(best, game).sum() == LEAST_TOTAL


def test_the_cost_of_a_good_tree_is_that_of_its_games(game):
    """A cost counts the guesses before the winning one."""
    cost, tree = good_tree(game, FEWEST_GUESSES, game.parse_guess("112"), keep=[2])

    assert cost == (attempts_of(tree, game) - 1).sum()


def test_there_is_no_good_tree_where_every_tree_misses_a_secret(game):
    """The first guess has eight replies beside the winning one, so two guesses solve at most nine of 64 secrets."""
    two_guesses = Objective.misses_first(2, weight=64)

    assert good_tree(game, two_guesses, game.parse_guess("112"), keep=[4]) is None


def test_there_is_no_good_tree_of_a_guess_that_tells_nothing():
    """The proof of several first guesses looks at such a guess too: 0 gets the reply `low` from every secret."""
    game = own_game("number", [0, 1, 2, 3], [1, 2, 3], compared)

    assert good_tree(game, guesses_only(3), first=0, keep=[2]) is None
    assert good_tree(game, guesses_only(3), first=2, keep=[2]) is not None

    *_, bracket = narrow_mean(game, Execution(), top=4, keep=[2])
    # 2 wins at once, 1 and 3 follow it: 1 + 2 + 2 guesses. After 0 that is a guess more for each of the three.
    assert [total for _, total in bracket.openers] == [5, 6, 6, 8]


def test_of_guesses_that_a_symmetry_maps_onto_each_other_one_is_kept():
    """Knuth (1977): Mastermind's first guesses are of five kinds."""
    game = mastermind(6, 4)
    objective = guesses_only(8)
    values = learn_values(game, objective, game.parse_guess("1122"), rounds=1)
    search = BeamSearch(game, objective, values, keep=[5] * 8)

    guesses = search.shortlist(np.arange(1296), guesses_left=8)

    assert sorted(map(game.text, guesses)) == ["1111", "1112", "1122", "1123", "1234"]


def proof_of(game, checkpoint):
    """The proof of the least total that begins with good trees, carried out to its end."""
    searcher = BinSearcher(game, FEWEST_GUESSES, keep=[3, 2])
    proof = Proof(game, FEWEST_GUESSES, searcher, Execution(checkpoint=checkpoint))
    for _ in proof.states():
        pass
    return proof


def test_a_proof_that_begins_with_good_trees_finds_the_least_total(game):
    proof = proof_of(game, checkpoint=None)

    assert proof.at_least + 64 == LEAST_TOTAL
    assert attempts_of(proof.tree, game).sum() == LEAST_TOTAL


def test_a_continued_proof_takes_its_good_trees_from_the_checkpoint(game, monkeypatch, tmp_path):
    checkpoint = Checkpoint(["a test"], str(tmp_path))
    proof_of(game, checkpoint)

    def search_again(*arguments):
        raise AssertionError("a good tree was searched again")

    monkeypatch.setattr(bin_searcher, "good_tree", search_again)
    continued = proof_of(game, Checkpoint(["a test"], str(tmp_path)))

    assert continued.at_least + 64 == LEAST_TOTAL


def test_a_good_tree_of_a_damaged_checkpoint_is_used_as_far_as_it_goes(game, tmp_path):
    """Each good tree of the checkpoint lacks its first branch. The proof searches for what is missing."""
    checkpoint = Checkpoint(["a test"], str(tmp_path))
    proof_of(game, checkpoint)

    good_trees = [key for key in checkpoint.results if "FindGoodTree" in key and checkpoint.results[key]["best"]]
    assert good_trees
    for key in good_trees:
        # A tree is stored as (guess, hit, missed, branches).
        cost, (guess, hit, missed, branches) = checkpoint.results[key]["best"]
        checkpoint.results[key]["best"] = [cost, [guess, hit, missed, branches[1:]]]

    continued = proof_of(game, checkpoint)

    assert continued.at_least + 64 == LEAST_TOTAL
    assert attempts_of(continued.tree, game).sum() == LEAST_TOTAL


def test_the_command_begins_with_good_trees():
    done = run_optimal("--keep", "6,4")

    proof = json.loads(done.stdout)
    assert (proof["proved"], proof["total"]) == ("least total", LEAST_TOTAL)


def test_a_number_of_guesses_to_keep_is_at_least_one():
    done = run_optimal("--keep", "6,0")

    assert done.exit_code == 2
    assert "'6,0' is not a list of numbers of at least 1" in done.stderr
