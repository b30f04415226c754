"""Mastermind and its kin: replies against the oracle, golden trees of the literature, symmetry against none."""

from functools import partial
from itertools import permutations, product

import numpy as np
import pytest
from brute_force import least_costs

from codebreaker.bins import bin_totals
from codebreaker.criteria import CRITERIA
from codebreaker.game import restrict
from codebreaker.games.lingo import lingo
from codebreaker.games.mastermind import black_white, mastermind, number_of_codes, reply_code, reply_pegs
from codebreaker.games.two_d import two_d
from codebreaker.objective import Objective
from codebreaker.search.exact import ExactSearch
from codebreaker.search.prove import least_worst_case, optimal, solution_exists
from codebreaker.solution import Contradiction, Greedy, Solution, find_contradiction, remaining, solve
from codebreaker.tree import Tree
from lingo_common.errors import UsageError
from wordlists.reply import reply_for
from wordlists.step import Step


def greedy(game, criterion="entropy", totals=bin_totals) -> Tree:
    return Solution(game, Greedy(game, CRITERIA[criterion], totals)).tree()


@pytest.mark.parametrize(("colours", "holes", "guesses", "secrets"), [
    (6, 4, "any", "any"), (3, 5, "any", "any"),
    (5, 3, "any", "distinct"), (6, 4, "distinct", "distinct"), (1, 1, "any", "any"),
])  # fmt: skip
def test_replies_equal_the_oracle(colours, holes, guesses, secrets):
    game = mastermind(colours, holes, guesses, secrets)
    random = np.random.default_rng(1)
    some = random.integers(len(game.guesses), size=60)
    those = random.integers(len(game.secrets), size=60)
    for guess, row in zip(some, game.replies(some, those), strict=True):
        for secret, code in zip(those, row, strict=True):
            assert reply_pegs(int(code), holes) == black_white(game.guesses[guess], game.secrets[secret])
    assert len(game.guesses) == number_of_codes(colours, holes, guesses)
    assert reply_code(holes, 0, holes) == game.winning == game.codes - 1


def test_the_first_document():
    game = mastermind(6, 4, "any", "distinct")
    tree = greedy(game)
    assert tree.distribution == {2: 7, 3: 55, 4: 229, 5: 69}
    assert game.guesses[tree.root.guess] == (0, 0, 1, 2)
    assert least_worst_case(game).worst == 5
    assert solution_exists(game, 4) is None


@pytest.mark.parametrize(("colours", "holes", "opener"), [(6, 3, (0, 1, 2)), (8, 5, (0, 0, 1, 2, 3))])
def test_openers_of_the_first_document(colours, holes, opener):
    game = mastermind(colours, holes, "any", "distinct")
    assert game.guesses[Solution(game, Greedy(game, CRITERIA["entropy"])).guess] == opener


@pytest.mark.parametrize(("criterion", "total", "worst"), [
    ("minimax", 5801, 5), ("expected", 5696, 6), ("entropy", 5722, 6), ("parts", 5668, 6),
])  # fmt: skip
def test_totals_of_the_literature(criterion, total, worst):
    """Knuth 1977, Irving 1978, Neuwirth 1982 and Kooi 2005, as Gur lists them (docs/proofs.md)."""
    found = greedy(mastermind(6, 4), criterion)
    assert (found.total, found.worst) == (total, worst)


GODDARD = {
    2: {2: 2.0, 3: 2.250, 4: 2.750, 5: 3.031, 6: 3.500},
    3: {2: 2.333, 3: 2.704, 4: 3.037, 5: 3.358},
    4: {2: 2.813, 3: 3.219, 4: 3.535},
    5: {2: 3.240, 3: 3.608},
}
"""The least mean by colours and holes: Goddard, Mastermind Revisited, J. Combin. Math. Combin. Comput. 51 (2004)."""


@pytest.mark.parametrize(("colours", "holes"), [(colours, holes) for colours, row in GODDARD.items() for holes in row])
def test_the_optimum_of_small_boards_is_goddards(colours, holes):
    found = optimal(mastermind(colours, holes))
    assert found.mean == pytest.approx(GODDARD[colours][holes], abs=0.0005000001)


@pytest.mark.parametrize("colours", range(2, 10))
def test_the_least_worst_case_of_two_holes(colours):
    """Goddard 2004 proves floor(n / 2) + 2 for n colours."""
    assert least_worst_case(mastermind(colours, 2)).worst == colours // 2 + 2


@pytest.mark.parametrize("colours", range(5, 9))
def test_the_least_worst_case_of_three_holes(colours):
    """Jäger & Peczarski, Information Processing Letters 109 (2009), prove floor((n - 1) / 3) + 4 from 5 colours on."""
    assert least_worst_case(mastermind(colours, 3)).worst == (colours - 1) // 3 + 4


@pytest.mark.parametrize(("letters", "length", "guesses"), [
    (2, 2, 1), (5, 2, 2), (6, 2, 3), (7, 2, 3), (8, 2, 4), (3, 3, 2), (4, 3, 2), (4, 4, 3),
])  # fmt: skip
def test_the_least_worst_case_of_all_words_of_different_letters(letters, length, guesses):
    """OEIS A231205: so many guesses tell them apart, and one more wins."""
    words = ["".join(word) for word in permutations("abcdefgh"[:letters], length)]
    assert least_worst_case(lingo(words)).worst == guesses + 1


@pytest.mark.parametrize("game", [mastermind(3, 3), mastermind(4, 3, "any", "distinct")])
def test_the_first_guess_of_each_kind_is_kept(game):
    """The kinds by trying every renaming of colours and every order of holes."""
    colours = 1 + max(map(max, game.guesses))
    random = np.random.default_rng(1)
    index = game.guesses.index
    for step in random.integers(len(game.guesses), size=8):
        code = random.choice(game.replies(np.array([step]), np.arange(len(game.secrets)))[0])
        secrets = remaining(game, [Step(int(step), int(code))])
        codes = {game.secrets[secret] for secret in secrets}
        symmetries = [
            (names, order)
            for names, order in product(permutations(range(colours)), permutations(range(3)))
            if {tuple(names[code[hole]] for hole in order) for code in codes} == codes
        ]
        firsts = {
            min(index(tuple(names[guess[hole]] for hole in order)) for names, order in symmetries)
            for guess in game.guesses
        }
        kept = game.representatives(secrets)
        assert kept is None or firsts <= set(kept.tolist())


def test_the_kinds_of_first_guesses_are_knuths():
    """1111, 1112, 1122, 1123 and 1234: The Computer as Master Mind, J. Recreational Mathematics 9 (1976-77)."""
    game = mastermind(6, 4)
    firsts = [game.guesses[guess] for guess in game.representatives(np.arange(len(game.secrets)))]
    assert firsts == [(0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 1), (0, 0, 1, 2), (0, 1, 2, 3)]


def test_where_guesses_are_left_out_no_symmetry_is_used():
    game = restrict(mastermind(2, 3), np.arange(1, 8))
    secrets = np.flatnonzero(game.guess_of >= 0)
    cost, _ = ExactSearch(game, Objective.fewest_guesses(7)).best(secrets)
    assert cost + len(secrets) == _by_brute_force(game, secrets)


def _by_brute_force(game, secrets):
    """The least total over those secrets, by trying everything."""
    replies = game.replies(np.arange(len(game.guesses)), secrets)
    return len(secrets) + min(least_costs(replies.tolist(), game.winning, Objective.fewest_guesses(7)))


@pytest.mark.parametrize("game", [mastermind(3, 2), mastermind(2, 3), mastermind(4, 2, "any", "distinct"), two_d(3)])
def test_the_optimum_is_that_of_brute_force(game):
    assert optimal(game).total == _by_brute_force(game, np.arange(len(game.secrets)))


@pytest.mark.parametrize("game", [mastermind(6, 4), lingo(["abide", "crane", "crate", "trace", "eerie"])])
def test_the_solver_finds_the_secret(game):
    strategy = Greedy(game, CRITERIA["minimax"])
    oracle = black_white if "mastermind" in game.name else reply_for
    for hidden in game.secrets[::97]:
        steps = solve(game, partial(_answer, oracle, hidden), strategy)
        assert steps[-1].guess == hidden
        assert all(step.reply == oracle(step.guess, hidden) for step in steps)


def _answer(oracle, secret, guess):
    return oracle(guess, secret)


def test_a_contradiction_names_the_replies():
    game = mastermind(6, 4)
    with pytest.raises(Contradiction):
        solve(game, lambda guess: (0, 0))
    steps = [Step(0, reply_code(2, 0, 4)), Step(1, reply_code(1, 0, 4)), Step(0, reply_code(1, 0, 4))]
    found = find_contradiction(game, steps)
    assert found and found.culprit == 1
    assert str(found) == "no secret gives these replies together: 1112 [1,0] with 1111 [2,0]"
    assert find_contradiction(game, steps[:1]) is None


BOARDS = {
    "too many codes": ((20, 6), "64,000,000 guesses are too many to list"),
    "too many peg groups": ((2, 15), r"2\.1 GB of terms are too many"),
    "no colour": ((0, 4), "1 to 100 colours"),
    "a colour too many": ((101, 1), "1 to 100 colours"),
    "no hole": ((6, 0), "1 to 15 holes"),
    "too many holes": ((6, 99), "1 to 15 holes"),
    "fewer colours than holes": ((3, 4, "any", "distinct"), "cannot hold distinct colours"),
    "a secret that nobody can guess": ((6, 4, "distinct", "any"), "can never hit"),
}


@pytest.mark.parametrize(("options", "why"), BOARDS.values(), ids=BOARDS)
def test_boards_that_cannot_be_played(options, why):
    with pytest.raises(UsageError, match=why):
        mastermind(*options)
