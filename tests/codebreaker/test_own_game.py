"""Games of one's own: what they are made of, several winning replies, weights, errors that name guess and secret."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from number_games import compared, number_game

from codebreaker import (
    DataError,
    DecisionTree,
    Step,
    Tree,
    greedy,
    optimal,
    own_game,
    solve,
)
from codebreaker.contradiction import find_contradiction
from wordlists.frequencies import MAX_WEIGHT


def gap(guess, secret):
    """How far the guess is away, at most 3."""
    return min(abs(guess - secret), 3)


def gaps(guess, secrets):
    """gap for an array of secrets: a vectorised reply function."""
    return np.minimum(abs(guess - secrets), 3)


@pytest.fixture(params=[False, True], ids=["one by one", "vectorised"])
def two_ends(request):
    """A game that the replies 0 and 1 both win. Guesses and secrets are 1 to 7; their indices are 0 to 6."""
    reply = gaps if request.param else gap
    return own_game("two ends", range(1, 8), range(1, 8), reply, winning={0, 1}, vectorised=request.param)


def test_reply_to_returns_which_of_several_winning_replies_a_secret_gives(two_ends):
    assert [two_ends.reply_to(guess, 3) for guess in range(7)] == [3, 2, 1, 0, 1, 2, 3]


def test_the_longest_game_has_the_winning_reply_that_was_given(two_ends):
    # The number 1, which ends the game for 1 and 2. After a gap of 2 the number 4, which ends it for 3.
    after_a_gap_of_2 = Tree(guess=3, hit=1, missed=0, branches=())
    code_of_2 = two_ends.reply_code(guess=0, secret=2)
    tree = Tree(guess=0, hit=2, missed=0, branches=((code_of_2, after_a_gap_of_2),))

    assert DecisionTree(tree, two_ends).worst_case() == [(1, 2), (4, 1)]


def test_a_contradiction_names_no_winning_reply_of_several(two_ends):
    """All replies that win have one code, `winning`."""
    steps = [Step(0, two_ends.reply_code(guess=0, secret=6)), Step(1, two_ends.winning)]
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


def always_0(guess, secret):
    return 0


def list_of_guess(guess, secret):
    return [guess]


def nan_if_different(guess, secret):
    return 0.0 if guess == secret else float("nan")


def fails_for_the_guess_2(guess, secret):
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
    ([1, 2], [1, 2], fails_for_the_guess_2, "guess 2 for the secret 1 cannot be worked out: ZeroDivisionError"),
])  # fmt: skip
def test_errors_name_guess_and_secret(guesses, secrets, reply, why):
    with pytest.raises(DataError, match=why):
        own_game("bad", guesses, secrets, reply)


def test_a_secret_that_no_guess_wins_against_is_an_error():
    with pytest.raises(DataError, match="no guess wins against the secret 3"):
        own_game("bad", [1, 2], [1, 2, 3], compared, winning={"right"})


# A symmetry is a pair of functions, which map guesses and secrets. 4 - value swaps low and high: it maps 1 to 3.
@pytest.mark.parametrize(("options", "why"), [
    ({"winning": True}, "winning is True: give a set"),
    ({"winning": {"yes"}}, r"winning names \['yes'\], and the replies are 'right', 'low', 'high'"),
    ({"weights": [1, 2, 3]}, "weights is a list"),
    ({"weights": lambda secret: 6 // (2 - secret)}, "weight of the secret 2 cannot be worked out: ZeroDivision"),
    ({"weights": lambda secret: float("inf")}, "the weight of the secret 1 is inf, which is no finite number"),
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


CHANGED_REPLY = r"the reply to the guess \d+ for the secret \d+ was \d+, and is \d+ when"


@pytest.mark.parametrize("by_need", [False, True])
def test_a_reply_function_that_changes_its_replies_is_found_out(by_need):
    """Asked for the second time, each reply to a wrong guess is 50 more.

    by_need: replies are worked out when they are asked for, and no table holds them.
    """
    times_asked = Counter()

    def forgets(guess, secret):
        times_asked[guess, secret] += 1
        is_changed = times_asked[guess, secret] > 1 and guess != secret
        return abs(guess - secret) + (50 if is_changed else 0)

    with pytest.raises(DataError, match=CHANGED_REPLY):
        own_game("forgets", range(40), range(40), forgets, by_need=by_need)


def test_a_vectorised_reply_function_that_changes_its_replies_is_found_out():
    """Asked for the second time, all replies to a guess are 50 more."""
    times_asked = Counter()

    def forgets(guess, secrets):
        times_asked[guess] += 1
        is_changed = times_asked[guess] > 1
        return np.abs(secrets - guess) + (50 if is_changed else 0)

    with pytest.raises(DataError, match=CHANGED_REPLY):
        own_game("forgets", range(40), range(40), forgets, vectorised=True)


def test_a_secret_of_weight_0_is_guessed_and_never_hidden():
    game = number_game(7, weights={secret: int(secret > 4) for secret in range(1, 8)})
    assert list(game.guesses) == [1, 2, 3, 4, 5, 6, 7]
    assert list(game.secrets) == [5, 6, 7]
    # 6 first, then 5 or 7: 1 + 2 + 2 guesses.
    assert optimal(game).total == 5


def test_fractions_weigh_in_their_proportions():
    """0.25 and 0.1 have the greatest common unit 0.05; 1/3 is a third exactly."""
    assert number_game(2, weights={1: 0.25, 2: 0.1}).weights.tolist() == [5, 2]
    assert number_game(2, weights={1: Fraction(1, 3), 2: Fraction(1, 2)}).weights.tolist() == [2, 3]


def test_fractions_of_many_digits_are_rounded_and_small_ones_count():
    """The weights of a game add up to MAX_WEIGHT at most, because a criterion has a table that is as long."""
    weights = number_game(3, weights={1: 0.123456789012345, 2: 0.5, 3: 1e-12}).weights
    assert weights.sum() <= MAX_WEIGHT
    # As 0.123456789012345 to 0.5.
    assert weights[0] / weights[1] == pytest.approx(0.24691357802469, abs=1e-6)
    assert weights[2] == 1


def test_secrets_with_the_same_replies_cannot_be_identified():
    with pytest.raises(DataError, match="no guess tells the secrets 1 and 4 apart"):
        own_game("remainders", range(3), range(1, 5), lambda guess, secret: secret % 3, goal="identify")


def spaced(numbers):
    """The numbers with a space between them."""
    return " ".join(map(str, numbers))


def test_texts_that_differ_in_spaces_or_case_alone_are_told_apart():
    """Without spaces "11 2" and "1 12" would be one guess, and without case the replies "a" and "A" would be one."""
    guesses = [(1, 12), (11, 2)]
    game = own_game("texts", guesses, ["a", "A"], lambda _, secret: secret, guess_text=spaced, goal="identify")
    # A text that no guess has is read without its spaces: "1 1 2" is 112, and the first of both guesses is meant.
    assert [game.parse_guess(text) for text in ("1 12", "11 2", "1 1 2")] == [0, 1, 0]
    assert game.parse_reply("a") != game.parse_reply("A")


def test_json_holds_no_two_replies_of_one_text():
    """Five numbers in a ring: the replies 1 and "1" lead to different guesses."""
    ring = {0: "won", 1: 1, 2: "1", 3: 1, 4: "1"}
    game = own_game("ring", range(5), range(5), lambda guess, secret: ring[(secret - guess) % 5])
    with pytest.raises(DataError, match="two replies to 0 have one text"):
        greedy(game).json()
