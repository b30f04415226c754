"""Games by need: a reply is worked out when it is asked for, and no table holds all of them."""

from itertools import permutations

import pytest
from number_games import compared

from codebreaker import DataError, greedy, lower_bound, optimal, own_game, solution_exists, solve
from codebreaker.games.mastermind import black_white


def test_a_game_that_no_table_holds_is_played():
    """It has 3,600,000,000 replies. Halving takes 16 guesses, and one more is allowed.

    Such a game compares a sample of the guesses, so that a guess need not be the best of all. The middle candidate is
    always in the sample, and so the first guess halves the numbers.
    """
    game = own_game("large", range(60_000), range(60_000), compared)
    steps = solve(game, lambda guess: compared(guess, 41_234))
    assert steps[0].guess == 29_999
    assert steps[-1] == (41_234, "right")
    assert len(steps) <= 17


@pytest.mark.parametrize("options", [{}, {"winning": [(2, 0)]}, {"weights": lambda secret: 3 if "A" in secret else 1}])
def test_a_small_game_by_need_has_the_trees_of_its_table(options):
    """A game by need compares a sample of the guesses. With 20 codes the sample has all of them."""
    codes = list(permutations("ABCDE", 2))
    with_table = own_game("pegs", codes, codes, black_white, **options)
    by_need = own_game("pegs", codes, codes, black_white, by_need=True, **options)
    assert greedy(by_need, "expected").mean == greedy(with_table, "expected").mean
    assert greedy(by_need).distribution == greedy(with_table).distribution


def test_in_a_game_by_need_a_guess_wins_against_no_other_secret():
    def gap_up_to_2(guess, secret):
        return min(abs(guess - secret), 2)

    # The first guess whose replies are all worked out is the middle one, 4. A gap of 1 wins against 3.

    with pytest.raises(DataError, match="the guess 4 wins against the secret 3"):
        own_game("bad", range(9), range(9), gap_up_to_2, winning={0, 1}, by_need=True)


def test_in_a_game_by_need_a_guess_wins_against_the_secret_that_equals_it():
    def won_one_above(guess, secret):
        return "won" if guess == secret + 1 else "no"

    with pytest.raises(DataError, match="the reply to the secret 0 itself does not win"):
        own_game("bad", range(9), range(9), won_one_above, winning={"won"}, by_need=True)


def test_a_game_by_need_has_at_most_65_536_different_replies():
    def distance(guess, secret):
        return abs(guess - secret)

    with pytest.raises(DataError, match="there are more than 65,536 different replies"):
        # All replies to the middle number are asked for at first: the distances 0 to 70,000.
        own_game("far", range(140_000), range(140_000), distance, by_need=True)


def prove_four_guesses(game):
    return solution_exists(game, 4)


@pytest.mark.parametrize("prove", [optimal, lower_bound, prove_four_guesses])
def test_a_proof_needs_all_replies(prove):
    game = own_game("number", range(9), range(9), compared, by_need=True)
    with pytest.raises(DataError, match="number: its replies are computed when needed, and a proof"):
        prove(game)


def test_symmetries_need_all_replies():
    with pytest.raises(DataError, match="symmetries are checked against a table"):
        own_game("number", range(9), range(9), compared, by_need=True, symmetry="find")
