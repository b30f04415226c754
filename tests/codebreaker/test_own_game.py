"""Games of one's own: several end states, any iterable, weights, symmetries, errors that name guess and secret."""

import re
import sys
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from codebreaker import (
    Contradiction,
    DataError,
    DecisionTree,
    Solution,
    Step,
    Tree,
    greedy,
    greedy_strategy,
    lower_bound,
    mastermind,
    optimal,
    own_criterion,
    own_game,
    solution_exists,
    solve,
)
from codebreaker.contradiction import find_contradiction
from codebreaker.derived_games import restrict
from codebreaker.search.worst_case import excluded_by_bounds


def compared(guess, secret):
    if guess == secret:
        return "right"
    return "low" if guess < secret else "high"


def within_one(guess, secret):
    if abs(guess - secret) <= 1:
        return "won"
    return "low" if guess < secret else "high"


def number_game(count, **options):
    return own_game("number", range(1, count + 1), range(1, count + 1), compared, **options)


def test_a_number_is_found_by_halving():
    """One of seven numbers is found by the first guess, two by the second, four by the third: 17 guesses in all."""
    tree = optimal(number_game(7))
    assert tree.opener == 4
    assert tree.distribution == {1: 1, 2: 2, 3: 4}
    assert tree.worst == 3
    assert tree.mean == 17 / 7


def test_the_longest_game_ends_with_the_winning_reply():
    steps = optimal(number_game(7)).worst_case()
    assert len(steps) == 3
    assert steps[-1].reply == "right"


def test_bounds_alone_exclude_three_guesses_for_eight_numbers_and_not_for_seven():
    assert excluded_by_bounds(number_game(8), 3)
    assert not excluded_by_bounds(number_game(7), 3)


def test_bounds_alone_exclude_four_guesses_for_six_colours_in_two_holes():
    """Goddard 2004: it takes five."""
    assert excluded_by_bounds(mastermind(6, 2), 4)


def test_a_tree_is_drawn_as_text_with_an_indented_line_for_each_node():
    assert optimal(number_game(7)).text().splitlines()[:3] == ["4", "  low -> 6", "    low -> 7"]


@pytest.fixture
def halves():
    """A tree whose first guess, 1.5, cannot win, and leaves one of the secrets 1 and 2."""
    game = own_game("between", [1, 2, 1.5], [1, 2], compared, winning={"right"})
    return greedy(game, opener=2)


def test_for_graphviz_a_guess_that_cannot_win_is_dashed(halves):
    assert halves.dot().splitlines()[2:-1] == [
        '  n0 [label="1.5" style=dashed];', '  n1 [label="2"];', '  n2 [label="1"];',
        '  n0 -> n1 [label="low"];', '  n0 -> n2 [label="high"];',
    ]  # fmt: skip


def test_in_the_picture_each_box_is_as_wide_as_its_share_of_the_secrets(halves):
    box = 'x="([0-9]+).000" y="([0-9]+)" width="([0-9]+).000" height="32" fill="(#......)'
    # x, y, width, and the colour: #dbe9f6, a blue, where the guess can win.
    assert re.findall(box, halves.svg()) == [
        ("0", "0", "1200", "#f6e3c5"), ("0", "34", "600", "#dbe9f6"), ("600", "34", "600", "#dbe9f6")
    ]  # fmt: skip


@pytest.mark.parametrize(("count", "guesses"), [(3, 1), (4, 2), (9, 2), (10, 3), (21, 3), (22, 4), (45, 4), (46, 5)])
def test_guesses_that_win_within_one_are_enough_for_twice_as_many_numbers_and_three_more(count, guesses):
    """One guess is enough for 3 numbers. One more guess is enough for 3 numbers and as many as before on each side."""
    game = own_game("within 1", range(1, count + 1), range(1, count + 1), within_one, winning={"won"})
    assert lower_bound(game) == guesses
    assert solution_exists(game, guesses)
    assert not solution_exists(game, guesses - 1)


def gap(guess, secret):
    return min(abs(guess - secret), 3)


def gaps(guess, secrets):
    """The vectorised form of gap."""
    return np.minimum(abs(guess - secrets), 3)


@pytest.fixture(params=[False, True], ids=["one by one", "vectorised"])
def two_ends(request):
    """A game that the replies 0 and 1 both win; guess and secret are 1 to 7, at the indices 0 to 6."""
    reply = gaps if request.param else gap
    return own_game("two ends", range(1, 8), range(1, 8), reply, winning={0, 1}, vectorised=request.param)


def test_the_winning_reply_of_several_is_told(two_ends):
    assert [two_ends.reply_to(guess, 3) for guess in range(7)] == [3, 2, 1, 0, 1, 2, 3]


def test_the_winning_reply_is_told_where_guesses_are_left_out(two_ends):
    game = restrict(two_ends, np.array([2, 3]))
    assert [game.reply_to(guess, 3) for guess in range(2)] == [1, 0]


def test_the_longest_game_has_the_winning_reply_that_was_given(two_ends):
    after_a_gap_of_2 = Tree(guess=3, hit=1, missed=0, branches=())
    tree = Tree(guess=0, hit=2, missed=0, branches=((two_ends.reply_code(0, 2), after_a_gap_of_2),))
    assert DecisionTree(tree, two_ends).worst_case() == [(1, 2), (4, 1)]


def test_a_contradiction_names_no_winning_reply_of_several(two_ends):
    steps = [Step(0, two_ends.reply_code(0, 6)), Step(1, two_ends.winning)]
    contradiction = find_contradiction(two_ends, steps)
    assert str(contradiction) == "no secret gives these replies together: 2 [a winning reply] with 1 [3]"


@pytest.mark.parametrize("kind", [set, frozenset, iter, tuple, np.array])
def test_any_iterable_will_do(kind):
    numbers = list(range(1, 8))
    game = own_game("number", kind(numbers), kind(numbers), compared)
    assert list(game.guesses) == numbers
    assert optimal(game).distribution == {1: 1, 2: 2, 3: 4}


def difference(guess, secret):
    """ "won", None for a guess that is too small, and the difference for one that is too large."""
    if guess == secret:
        return "won"
    return None if guess < secret else guess - secret


def test_replies_of_several_types_make_the_game_of_their_texts():
    mixed = own_game("mixed", range(9), range(9), difference)
    texts = own_game("texts", range(9), range(9), lambda guess, secret: str(difference(guess, secret)))
    assert optimal(mixed).distribution == optimal(texts).distribution


def test_vectorised_replies_may_be_of_several_types():
    def differences(guess, secrets):
        return [difference(guess, secret) for secret in secrets]

    one_by_one = own_game("mixed", range(9), range(9), difference)
    vectorised = own_game("arrays", range(9), range(9), differences, vectorised=True)
    assert optimal(vectorised).distribution == optimal(one_by_one).distribution


def test_a_game_with_replies_of_several_types_is_solved():
    mixed = own_game("mixed", range(9), range(9), difference)
    steps = solve(mixed, lambda guess: difference(guess, 0))
    assert steps[-1] == (0, "won")


def test_a_strategy_is_a_function_of_the_candidates():
    """The first candidate in ascending order: a number is found when it is guessed."""
    tree = Solution(number_game(5), lambda candidates: candidates[0]).tree()
    assert tree.distribution == {1: 1, 2: 1, 3: 1, 4: 1, 5: 1}
    assert tree.mean == 3


@pytest.mark.parametrize("value", [5, -1, 2.0, None])
def test_a_strategy_that_returns_no_index_of_a_guess_is_an_error(value):
    with pytest.raises(DataError, match=rf"returned {value}, no index of a guess \(0 to 4\)"):
        Solution(number_game(5), lambda candidates: value).tree()


def always_0(guess, secret):
    return 0


def list_of_guess(guess, secret):
    return [guess]


def nan_if_different(guess, secret):
    return 0.0 if guess == secret else float("nan")


def fails_for_2(guess, secret):
    return 1 // (guess - 2)


@pytest.mark.parametrize(("guesses", "secrets", "reply", "why"), [
    ([1], [], compared, "there is no secret"),
    ([], [1], compared, "there is no guess"),
    (7, [1], compared, "7 is not iterable: give every guess"),
    ([1, 1], [1], compared, "the guess 1 is listed twice"),
    ([[1]], [1], compared, r"the guess \[1\] is not hashable"),
    ([1], [2], compared, "the secret 2 is not among the guesses"),
    ([1, 2], [1, 2], always_0, "one and the same.* guess 1 gets for the secret 2"),
    ([1], [1], list_of_guess, "guess 1 for the secret 1 is not hashable"),
    ([1, 2], [1, 2], nan_if_different, "guess 1 for the secret 2 is nan, which does not equal itself"),
    ([1, 2], [1, 2], fails_for_2, "guess 2 for the secret 1 cannot be worked out: ZeroDivisionError"),
])  # fmt: skip
def test_errors_name_guess_and_secret(guesses, secrets, reply, why):
    with pytest.raises(DataError, match=why):
        own_game("bad", guesses, secrets, reply)


def test_a_secret_that_no_guess_wins_against_is_an_error():
    with pytest.raises(DataError, match="no guess wins against the secret 3"):
        own_game("bad", [1, 2], [1, 2, 3], compared, winning={"right"})


@pytest.mark.parametrize(("options", "why"), [
    ({"winning": True}, "winning is True: give a set"),
    ({"winning": {"yes"}}, r"winning names \['yes'\], and the replies are 'right', 'low', 'high'"),
    ({"weights": [1, 2, 3]}, "weights is a list"),
    ({"weights": lambda secret: 6 // (2 - secret)}, "weight of the secret 2 cannot be worked out: ZeroDivision"),
    ({"weights": lambda secret: float("inf")}, "weight of the secret 1 cannot be worked out: ValueError"),
    ({"weights": lambda secret: -0.5}, r"the weight of the secret 1 is -0\.5, less than 0"),
    ({"weights": lambda secret: 0}, "every weight is 0"),
    ({"weights": {1: 1}}, "the secret 2 has no weight"),
    ({"symmetries": (abs, abs)}, "no list of pairs"),
    ({"symmetries": [(lambda value: 4 - value, lambda value: 4 - value)]}, "changes the reply to the guess 1 for .* 2"),
    ({"symmetries": [(lambda value: value + 1, lambda value: value + 1)]}, "maps the guess 3 to 4, which is no guess"),
    ({"symmetries": [(lambda value: [], abs)]}, "cannot map the guess 1: TypeError: .*unhashable"),
])  # fmt: skip
def test_errors_name_the_option(options, why):
    with pytest.raises(DataError, match=why):
        number_game(3, **options)


@pytest.fixture
def little_recursion():
    """Python recurses 400 calls deep at most."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(400)
    yield
    sys.setrecursionlimit(before)


def test_trees_are_deeper_than_python_recurses(little_recursion):
    """Yes and no tell 300 numbers apart one by one."""
    tree = greedy(own_game("yes or no", range(300), range(300), int.__eq__))
    assert tree.worst == 300
    assert tree.mean == 301 / 2
    assert len(tree.worst_case()) == 300
    assert tree.text().count("\n") == 300
    assert tree.svg().count("<rect") == 300


def test_a_proof_begins_with_a_tree_that_is_deeper_than_python_recurses(little_recursion):
    """It guesses the 300 numbers one by one. Halving takes 9 guesses: 2 to the 9th is 512."""
    assert optimal(number_game(300)).worst == 9


NUMBER_WITH_0 = own_game("number", [0, 1, 2, 3], [1, 2, 3], compared, winning={"right"})
"""The guess 0 tells nothing: its reply is always `low`."""
USELESS = own_criterion("useless", lambda sizes, hit: -sizes.max())
"""The criterion that prefers the guess with the largest bin."""


def test_a_first_guess_that_tells_nothing_is_an_error():
    with pytest.raises(DataError, match="number: the guess 0 tells nothing about 3 candidates"):
        greedy(NUMBER_WITH_0, opener=0)


def test_a_criterion_that_prefers_a_guess_that_tells_nothing_is_an_error():
    with pytest.raises(DataError, match="the guess 0 tells nothing"):
        greedy(NUMBER_WITH_0, USELESS)
    with pytest.raises(DataError, match="the guess 0 tells nothing"):
        solve(NUMBER_WITH_0, lambda guess: "low", greedy_strategy(NUMBER_WITH_0, USELESS))


def test_a_reply_that_the_game_does_not_have_is_an_error_that_lists_its_replies():
    with pytest.raises(DataError, match="'warm' is no reply of number: right, low, high"):
        solve(number_game(7), lambda guess: "warm")


def test_replies_that_fit_no_secret_are_a_contradiction():
    with pytest.raises(Contradiction, match=r"no secret gives"):
        solve(number_game(7), lambda guess: "high")


@pytest.fixture
def likely_2_and_3():
    """The numbers from 1 to 15, of which 2 and 3 are a hundred times as likely as the others."""
    return number_game(15, weights=lambda secret: 100 if secret in (2, 3) else 1)


def test_the_best_tree_guesses_a_likely_secret_first(likely_2_and_3):
    """The two likely secrets are guessed first and second at best: the mean is a little above 1.5.

    If each of the 13 others takes six guesses, it is (100 + 200 + 13 x 6) / 213 = 1.77.
    """
    tree = optimal(likely_2_and_3)
    assert tree.opener in (2, 3)
    assert 1.5 < tree.mean < 1.8


def test_a_greedy_tree_guesses_a_likely_secret_first(likely_2_and_3):
    assert greedy(likely_2_and_3, "expected").opener in (2, 3)


def test_a_vectorised_reply_makes_the_same_game():
    def signs(guess, secrets):
        return np.sign(guess - secrets)

    def sign(guess, secret):
        return (guess > secret) - (guess < secret)

    numbers = range(1, 8)
    vectorised = own_game("number", numbers, numbers, signs, vectorised=True, winning={0})
    one_by_one = own_game("number", numbers, numbers, sign, winning={0})
    assert greedy(vectorised).text() == greedy(one_by_one).text()


def test_vectorised_replies_need_not_fit_a_byte():
    """Replies are stored in the smallest type that holds them: 16 bits, because those of a guess go to 192 or -192."""

    def gaps_times_32(guess, secrets):
        return 32 * (guess - secrets)

    game = own_game("gaps", range(1, 8), range(1, 8), gaps_times_32, vectorised=True)
    assert [game.reply_to(6, secret) for secret in range(7)] == [192, 160, 128, 96, 64, 32, 0]
    assert [game.reply_to(0, secret) for secret in range(7)] == [0, -32, -64, -96, -128, -160, -192]


def test_a_vectorised_reply_to_some_of_the_secrets_is_an_error():
    with pytest.raises(DataError, match=r"guess 1 has the shape \(2,\), not \(7,\)"):
        own_game("bad", range(1, 8), range(1, 8), lambda guess, secrets: np.zeros(2), vectorised=True)


@pytest.mark.parametrize("options", [{}, {"vectorised": True}, {"by_need": True}], ids=str)
def test_a_reply_function_that_changes_its_replies_is_found_out(options):
    """Asked for the second time, each reply to a wrong guess is 50 more."""
    times_asked = Counter()

    def forgets(guess, secret):
        times_asked[guess, secret] += 1
        return abs(guess - secret) + 50 * (times_asked[guess, secret] > 1 and guess != secret)

    def forgets_all(guess, secrets):
        times_asked[guess] += 1
        return np.abs(secrets - guess) + 50 * (times_asked[guess] > 1)

    reply = forgets_all if options.get("vectorised") else forgets
    with pytest.raises(DataError, match=r"the reply to the guess \d+ for the secret \d+ was \d+, and is \d+ when"):
        own_game("forgets", range(40), range(40), reply, **options)


def test_a_secret_of_weight_0_is_guessed_and_never_hidden():
    game = number_game(7, weights={secret: int(secret > 4) for secret in range(1, 8)})
    assert (list(game.guesses), list(game.secrets)) == ([1, 2, 3, 4, 5, 6, 7], [5, 6, 7])
    assert optimal(game).total == 5  # 6 first, then 5 or 7


def test_fractions_weigh_in_their_proportions():
    """0.25 and 0.1 have the least common unit 0.05; 1/3 is a third exactly."""
    assert number_game(2, weights={1: 0.25, 2: 0.1}).weights.tolist() == [5, 2]
    assert number_game(2, weights={1: Fraction(1, 3), 2: Fraction(1, 2)}).weights.tolist() == [2, 3]


def test_fractions_of_many_digits_are_rounded_and_small_ones_count():
    """The weights of a game add up to 2**24 at most."""
    weights = number_game(3, weights={1: 0.123456789012345, 2: 0.5, 3: 1e-12}).weights
    assert weights.sum() <= 2**24 and weights[2] == 1
    assert weights[0] / weights[1] == pytest.approx(0.24691357802469, abs=1e-6)
