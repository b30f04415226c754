"""Mastermind and games like it: replies against the oracle black_white, and trees against those of the literature.

What symmetries leave out is compared with searches that try every renaming of the colours and every order of the holes.
"""

from itertools import permutations, product

import numpy as np
import pytest
from brute_force import least_costs
from objectives import guesses_only

from codebreaker.candidates import remaining
from codebreaker.contradiction import Contradiction, find_contradiction
from codebreaker.criteria import CRITERIA
from codebreaker.decision_tree import DecisionTree
from codebreaker.derived_games import restrict
from codebreaker.games.lingo import lingo
from codebreaker.games.mastermind import black_white, mastermind, number_of_codes, reply_code, reply_pegs
from codebreaker.games.two_d import two_d
from codebreaker.search.exact import ExactSearch
from codebreaker.search.least_mean import optimal
from codebreaker.search.worst_case import least_worst_case, solution_exists
from codebreaker.solution import Solution, greedy_strategy, solve
from lingo_common.errors import UsageError
from wordlists.reply import reply_for
from wordlists.step import Step


def greedy(game, criterion="entropy") -> DecisionTree:
    """The tree of the greedy strategy by the criterion of that name."""
    return Solution(game, greedy_strategy(game, CRITERIA[criterion])).tree()


@pytest.mark.parametrize(("colours", "holes", "guesses", "secrets"), [
    (6, 4, "any", "any"), (3, 5, "any", "any"),
    (5, 3, "any", "distinct"), (6, 4, "distinct", "distinct"), (1, 1, "any", "any"),
    # In one hole no colour is repeated, so every secret can be guessed.
    (3, 1, "distinct", "any"),
])  # fmt: skip
def test_replies_equal_the_oracle(colours, holes, guesses, secrets):
    game = mastermind(colours, holes, guesses, secrets)
    random = np.random.default_rng(1)
    guess_indices = random.integers(len(game.guesses), size=60)
    secret_indices = random.integers(len(game.secrets), size=60)
    codes = game.replies(guess_indices, secret_indices)

    for row, guess in enumerate(guess_indices):
        for column, secret in enumerate(secret_indices):
            pegs = black_white(game.guesses[guess], game.secrets[secret])
            assert reply_pegs(int(codes[row, column]), holes) == pegs


def test_the_winning_reply_has_the_largest_code():
    """A reply code is 5 x (black + white) + black in four holes; 5 x 4 + 4 is that of four black pegs."""
    game = mastermind(6, 4)
    assert reply_code(4, 0, 4) == 24
    assert game.winning == 24
    assert game.codes == 25


@pytest.mark.parametrize(("repeats", "count"), [("any", 1296), ("distinct", 360)])
def test_all_codes_are_listed(repeats, count):
    """6 x 6 x 6 x 6 and 6 x 5 x 4 x 3."""
    assert len(mastermind(6, 4, repeats, repeats).guesses) == count
    assert number_of_codes(6, 4, repeats) == count


def test_the_greedy_tree_over_distinct_secrets():
    """The game of Stack Overflow 1185634, with which docs/guessing-games.md compares; docs/api.md prints the tree."""
    game = mastermind(6, 4, "any", "distinct")
    tree = greedy(game)
    assert tree.distribution == {2: 7, 3: 55, 4: 229, 5: 69}
    assert game.guesses[tree.root.guess] == (0, 0, 1, 2)


def test_the_least_worst_case_over_distinct_secrets_is_five():
    game = mastermind(6, 4, "any", "distinct")
    assert least_worst_case(game).worst == 5
    # No tree solves every secret within four guesses.
    assert solution_exists(game, 4) is None


@pytest.mark.parametrize(("colours", "holes", "opener"), [(6, 3, (0, 1, 2)), (8, 5, (0, 0, 1, 2, 3))])
def test_first_guesses_over_distinct_secrets(colours, holes, opener):
    """Those of Stack Overflow 1185634."""
    game = mastermind(colours, holes, "any", "distinct")
    assert game.guesses[Solution(game, greedy_strategy(game, CRITERIA["entropy"])).guess] == opener


@pytest.mark.parametrize(("criterion", "total", "worst"), [
    ("minimax", 5801, 5), ("expected", 5696, 6), ("entropy", 5722, 6), ("parts", 5668, 6),
])  # fmt: skip
def test_totals_of_the_literature(criterion, total, worst):
    """Knuth 1977, Irving 1978, Neuwirth 1982 and Kooi 2005, as Gur lists them (docs/proofs.md)."""
    tree = greedy(mastermind(6, 4), criterion)
    assert (tree.total, tree.worst) == (total, worst)


GODDARD = {
    (2, 2): 2.0, (2, 3): 2.250, (2, 4): 2.750, (2, 5): 3.031, (2, 6): 3.500,
    (3, 2): 2.333, (3, 3): 2.704, (3, 4): 3.037, (3, 5): 3.358,
    (4, 2): 2.813, (4, 3): 3.219, (4, 4): 3.535,
    (5, 2): 3.240, (5, 3): 3.608,
}  # fmt: skip
"""The least mean by (colours, holes): Goddard, Mastermind Revisited, J. Combin. Math. Combin. Comput. 51 (2004)."""
ROUNDING_ERROR = 0.0005 + 1e-10
"""He prints three decimals. 2.8125 differs from his 2.813 by 0.0005, and as floating-point numbers by a little more."""


@pytest.mark.parametrize(("colours", "holes"), GODDARD)
def test_the_optimum_of_small_games_is_goddards(colours, holes):
    tree = optimal(mastermind(colours, holes))
    assert tree.mean == pytest.approx(GODDARD[colours, holes], abs=ROUNDING_ERROR)


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
    """OEIS A231205 has the number of guesses that tell them all apart; one more guess wins."""
    words = ["".join(word) for word in permutations("abcdefgh"[:letters], length)]
    assert least_worst_case(lingo(words)).worst == guesses + 1


def first_of_each_kind(game, candidates, colours):
    """The first guess of each kind, by trying every renaming of colours and every order of three holes.

    Two guesses are of one kind if one becomes the other by a change that leaves the set of candidates as it is.
    """

    def changed(code, names, order):
        return tuple(names[code[hole]] for hole in order)

    symmetries = []
    for names, order in product(permutations(range(colours)), permutations(range(3))):
        if {changed(code, names, order) for code in candidates} == candidates:
            symmetries.append((names, order))

    firsts = set()
    for guess in game.guesses:
        same_kind = [game.guesses.index(changed(guess, names, order)) for names, order in symmetries]
        firsts.add(min(same_kind))

    return firsts


@pytest.mark.parametrize(("game", "colours"), [(mastermind(3, 3), 3), (mastermind(4, 3, "any", "distinct"), 4)])
def test_the_first_guess_of_each_kind_is_kept(game, colours):
    random = np.random.default_rng(1)
    for guess in random.integers(len(game.guesses), size=8):
        replies = game.replies(np.array([guess]), np.arange(len(game.secrets)))[0]
        step = Step(int(guess), int(random.choice(replies)))
        secrets = remaining(game, [step])
        candidates = {game.secrets[secret] for secret in secrets}

        representatives = game.representatives(secrets)
        # None stands for all guesses. More than one guess of a kind may be kept, which only takes time.
        if representatives is not None:
            assert first_of_each_kind(game, candidates, colours) <= set(representatives.tolist())


def test_the_kinds_of_first_guesses_are_knuths():
    """1111, 1112, 1122, 1123 and 1234: The Computer as Master Mind, J. Recreational Mathematics 9 (1976-77)."""
    game = mastermind(6, 4)
    firsts = [game.guesses[guess] for guess in game.representatives(np.arange(len(game.secrets)))]
    assert firsts == [(0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 1), (0, 0, 1, 2), (0, 1, 2, 3)]


GUESSES_OBJECTIVE = guesses_only(7)
"""The objective of the fewest guesses; seven attempts are enough for the games that are searched by brute force.

A cost leaves out the guess that solves a secret, so a total of guesses is the cost plus the number of secrets.
"""


def test_where_guesses_are_left_out_no_symmetry_is_used():
    """Without the guess 111 a renaming of the colours does not map the guesses onto each other."""
    all_but_111 = np.arange(1, 8)
    game = restrict(mastermind(2, 3), all_but_111)
    # The game still has the secret 111, but nobody could guess it.
    secrets = all_but_111

    cost, _ = ExactSearch(game, GUESSES_OBJECTIVE).best(secrets, GUESSES_OBJECTIVE.attempts)
    assert cost + len(secrets) == _by_brute_force(game, secrets)


def _by_brute_force(game, secrets):
    """The least total over those secrets, by trying everything."""
    replies = game.replies(np.arange(len(game.guesses)), secrets)
    return len(secrets) + min(least_costs(replies.tolist(), game.winning, GUESSES_OBJECTIVE))


# In two_d(3) guesses and secrets are the pairs of numbers from 1 to 3.
@pytest.mark.parametrize("game", [mastermind(3, 2), mastermind(2, 3), mastermind(4, 2, "any", "distinct"), two_d(3)])
def test_the_optimum_is_that_of_brute_force(game):
    assert optimal(game).total == _by_brute_force(game, np.arange(len(game.secrets)))


@pytest.mark.parametrize(("game", "oracle", "hidden"), [
    (mastermind(6, 4), black_white, (0, 0, 0, 0)),
    (mastermind(6, 4), black_white, (5, 2, 0, 2)),
    (lingo(["abide", "crane", "crate", "eerie", "trace"]), reply_for, "eerie"),
])  # fmt: skip
def test_the_solver_finds_the_secret(game, oracle, hidden):
    strategy = greedy_strategy(game, CRITERIA["minimax"])
    steps = solve(game, lambda guess: oracle(guess, hidden), strategy)
    assert steps[-1].guess == hidden
    assert all(step.reply == oracle(step.guess, hidden) for step in steps)


def test_a_codemaker_that_contradicts_itself_is_found_out():
    with pytest.raises(Contradiction):
        solve(mastermind(6, 4), lambda guess: (0, 0))


def test_a_contradiction_names_the_earliest_replies_that_do_not_fit_together():
    game = mastermind(6, 4)
    # The guess 0 is 1111 and the guess 1 is 1112: with two 1s in the secret, 1112 gets two pegs or more.
    steps = [Step(0, reply_code(2, 0, 4)), Step(1, reply_code(1, 0, 4)), Step(0, reply_code(1, 0, 4))]

    contradiction = find_contradiction(game, steps)
    assert contradiction is not None
    assert str(contradiction) == "no secret gives these replies together: 1112 [1,0] with 1111 [2,0]"


def test_replies_that_a_secret_gives_are_no_contradiction():
    step = Step(0, reply_code(2, 0, 4))
    assert find_contradiction(mastermind(6, 4), [step]) is None


IMPOSSIBLE = {
    "too many codes": ((20, 6), "64,000,000 guesses are too many to list"),
    # A reply is a sum over peg groups: the colours of the guess, each with its holes. These sums have too many terms.
    "too many peg groups": ((2, 15), r"2\.1 GB of terms are too many"),
    "no colour": ((0, 4), "1 to 26 colours"),
    "a colour too many": ((27, 1), "1 to 26 colours"),
    "no hole": ((6, 0), "1 to 15 holes"),
    "too many holes": ((6, 99), "1 to 15 holes"),
    "fewer colours than holes": ((3, 4, "any", "distinct"), "cannot hold distinct colours"),
    "guesses of no kind": ((6, 4, "Distinct", "any"), "guesses must be any or distinct, not 'Distinct'"),
    "secrets of no kind": ((6, 4, "any", None), "secrets must be any or distinct, not None"),
    "a secret that nobody can guess": ((6, 4, "distinct", "any"), "can never hit"),
}


@pytest.mark.parametrize(("options", "why"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_games_that_cannot_be_played(options, why):
    with pytest.raises(UsageError, match=why):
        mastermind(*options)


def test_a_greedy_strategy_takes_the_name_of_a_criterion():
    game = mastermind(3, 2)
    by_name = Solution(game, greedy_strategy(game, "minimax")).tree()

    assert by_name.distribution == greedy(game, "minimax").distribution


def test_a_reply_is_read_in_brackets_as_games_are_printed():
    game = mastermind()
    assert game.parse_reply("[1,2]") == game.parse_reply("1,2")
