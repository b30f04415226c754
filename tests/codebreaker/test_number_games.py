"""Trees and strategies for games of numbers, whose best trees are known."""

import re
import sys

import pytest
from number_games import compared, number_game

from codebreaker import (
    Contradiction,
    DataError,
    Solution,
    greedy,
    greedy_strategy,
    lower_bound,
    mastermind,
    optimal,
    own_criterion,
    own_game,
    solution_exists,
    solve,
    tree_json,
)
from codebreaker.draw import as_dot
from codebreaker.proof import Execution
from codebreaker.search.least_mean import narrow_mean
from codebreaker.search.worst_case import excluded_by_bounds
from codebreaker.tree import Tree


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
    # Functions take guesses by their indices; a tree has the guess itself as its `opener`.
    index_of_1_5 = 2
    return greedy(game, opener=index_of_1_5)


def test_for_graphviz_a_guess_that_cannot_win_is_dashed(halves):
    # After two lines that begin the graph; the last line ends it.
    assert as_dot(halves.root, halves.game).splitlines()[2:-1] == [
        '  n0 [label="1.5" style=dashed];',
        '  n1 [label="2"];',
        '  n2 [label="1"];',
        '  n0 -> n1 [label="low"];',
        '  n0 -> n2 [label="high"];',
    ]


def test_in_the_picture_each_box_is_as_wide_as_its_share_of_the_secrets(halves):
    cannot_win = "#f6e3c5"
    can_win = "#dbe9f6"
    box = 'x="([0-9]+).000" y="([0-9]+)" width="([0-9]+).000" height="32" fill="(#......)'

    # x, y, width and colour of each. The picture is 1,200 wide, and its rows are 34 apart.
    assert re.findall(box, halves.svg()) == [
        ("0", "0", "1200", cannot_win),
        ("0", "34", "600", can_win),
        ("600", "34", "600", can_win),
    ]


def within_one(guess, secret):
    """The reply `won` if the guess is at most one away, else `low` or `high`."""
    if abs(guess - secret) <= 1:
        return "won"
    return "low" if guess < secret else "high"


@pytest.mark.parametrize(("count", "guesses"), [(3, 1), (4, 2), (9, 2), (10, 3), (21, 3), (22, 4), (45, 4), (46, 5)])
def test_guesses_that_win_within_one_are_enough_for_twice_as_many_numbers_and_three_more(count, guesses):
    """One guess is enough for 3 numbers. One more guess is enough for 3 numbers and as many as before on each side."""
    game = own_game("within 1", range(1, count + 1), range(1, count + 1), within_one, winning={"won"})
    assert lower_bound(game) == guesses
    assert solution_exists(game, guesses)
    assert not solution_exists(game, guesses - 1)


def test_a_strategy_is_a_function_of_the_candidates():
    """The first candidate in ascending order: a number is found when it is guessed."""
    tree = Solution(number_game(5), lambda candidates: candidates[0]).tree()
    assert tree.distribution == {1: 1, 2: 1, 3: 1, 4: 1, 5: 1}
    assert tree.mean == 3


@pytest.mark.parametrize("value", [5, -1, 2.0, None])
def test_a_strategy_that_returns_no_index_of_a_guess_is_an_error(value):
    with pytest.raises(DataError, match=rf"returned {value}, no index of a guess \(0 to 4\)"):
        Solution(number_game(5), lambda candidates: value).tree()


@pytest.fixture
def little_recursion():
    """Python recurses 400 calls deep at most.

    Compiling a search with numba takes some 300. A recursion with two calls for each of 300 guesses would take 600.
    """
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(400)
    yield
    sys.setrecursionlimit(before)


def test_trees_are_deeper_than_python_recurses(little_recursion):
    """Yes and no tell 300 numbers apart one by one. Without `winning` the guess that equals the secret wins."""
    is_right = int.__eq__
    tree = greedy(own_game("yes or no", range(300), range(300), is_right))
    assert tree.worst == 300
    assert tree.mean == 301 / 2
    assert len(tree.worst_case()) == 300
    assert tree.text().count("\n") == 300
    assert tree.svg().count("<rect") == 300


def test_a_tree_that_is_too_deep_for_json_is_refused():
    game = own_game("yes or no", range(2), range(2), int.__eq__)
    tree = Tree(guess=0, hit=1, missed=0, branches=())
    for _ in range(100_000):
        tree = Tree(guess=0, hit=1, missed=0, branches=((0, tree),))

    with pytest.raises(DataError, match="nested too deeply for JSON"):
        tree_json.write(tree, game)


def test_a_proof_begins_with_a_tree_that_is_deeper_than_python_recurses(little_recursion):
    """The first tree guesses the first candidate each time, so the 300 numbers one by one.

    The least total is that of halving, which takes 9 guesses: 2 to the 9th is 512.
    """
    assert optimal(number_game(300)).worst == 9


NUMBER_WITH_0 = own_game("number", [0, 1, 2, 3], [1, 2, 3], compared, winning={"right"})
"""The guess 0 tells nothing: its reply is always `low`."""
USELESS = own_criterion("useless", lambda sizes, hit: -sizes.max())
"""A criterion that prefers the guess with the largest bin: the least value is best."""


def test_a_first_guess_that_tells_nothing_is_an_error():
    with pytest.raises(DataError, match="number: the guess 0 tells nothing about 3 candidates"):
        greedy(NUMBER_WITH_0, opener=0)


def test_a_first_guess_that_tells_nothing_about_the_only_candidate_is_an_error_in_the_singular():
    with pytest.raises(DataError, match=r"the guess 0 tells nothing about 1 candidate$"):
        greedy(own_game("number", [0, 1], [1], compared, winning={"right"}), opener=0)


def test_a_tree_by_a_criterion_that_prefers_a_guess_that_tells_nothing_is_an_error():
    with pytest.raises(DataError, match="the guess 0 tells nothing"):
        greedy(NUMBER_WITH_0, USELESS)


def test_a_game_by_a_criterion_that_prefers_a_guess_that_tells_nothing_is_an_error():
    with pytest.raises(DataError, match="the guess 0 tells nothing"):
        solve(NUMBER_WITH_0, lambda guess: "low", greedy_strategy(NUMBER_WITH_0, USELESS))


def test_a_reply_that_the_game_does_not_have_is_an_error_that_lists_its_replies():
    with pytest.raises(DataError, match="'warm' is no reply of number: right, low, high"):
        solve(number_game(7), lambda guess: "warm")


def test_replies_with_commas_are_listed_with_another_sign_between_them():
    game = own_game("pair", [(0, 0), (1, 0)], [(0, 0), (1, 0)], lambda guess, secret: (guess[0] - secret[0], 0))

    assert game.notation.reply_form == "0,0 or -1,0 or 1,0"


def test_replies_that_fit_no_secret_are_a_contradiction():
    with pytest.raises(Contradiction, match=r"no secret gives"):
        solve(number_game(7), lambda guess: "high")


@pytest.fixture
def likely_2_and_3():
    """The numbers from 1 to 15, of which 2 and 3 are a hundred times as likely as the others."""
    return number_game(15, weights=lambda secret: 100 if secret in (2, 3) else 1)


def test_the_best_tree_guesses_a_likely_secret_first(likely_2_and_3):
    """At best the two likely secrets are guessed first and second, so that the mean is above 1.5.

    With six guesses for each of the 13 others it is (100 x 1 + 100 x 2 + 13 x 6) / 213 = 1.77.
    """
    tree = optimal(likely_2_and_3)
    assert tree.opener in (2, 3)
    assert 1.5 < tree.mean < 1.8


def test_a_greedy_tree_guesses_a_likely_secret_first(likely_2_and_3):
    assert greedy(likely_2_and_3, "expected").opener in (2, 3)


def test_a_search_of_trees_that_are_too_deep_is_refused():
    with pytest.raises(DataError, match="the best known one needs 300 for some secret"):
        optimal(own_game("yes or no", range(300), range(300), int.__eq__))


# A search makes seven calls within calls for each guess, and Python allows 1,000. So trees of up to 120 guesses are
# searched (MOST_GUESSES_OF_SEARCHED_TREES).


def test_a_tree_of_120_guesses_can_be_searched():
    """Each guess rules out one of 121 numbers, until the last one is known."""
    game = own_game("yes or no", range(121), range(121), int.__eq__, goal="identify")
    tree = solution_exists(game, 120)
    assert tree is not None
    assert tree.worst == 120


def test_a_worst_case_whose_trees_are_too_deep_is_refused():
    game = own_game("yes or no", range(130), range(130), int.__eq__)
    with pytest.raises(DataError, match="trees of 121 guesses are too deep to be searched"):
        solution_exists(game, 121)


def test_a_worst_case_that_one_first_guess_excludes_is_said_of_that_guess_alone():
    """Of the numbers 0 to 2, told apart by less, right and more, two guesses find each if the first one is 1."""
    game = own_game("higher or lower", range(3), range(3), lambda guess, secret: (guess > secret) - (guess < secret))

    # narrow_mean yields brackets of the least total, and the proof is made on the way.
    with pytest.raises(DataError, match="no tree that begins with 0 needs at most 2 guesses for every secret: proved"):
        list(narrow_mean(game, Execution(), worst=2, first=0))


def test_a_worst_case_that_few_guesses_exclude_is_proved_where_the_known_trees_are_deep():
    """A guess of 210 numbers leaves 209, so five guesses solve five of them."""
    game = own_game("yes or no", range(210), range(210), int.__eq__)

    with pytest.raises(DataError, match="no tree needs at most 5 guesses for every secret: proved"):
        list(narrow_mean(game, Execution(), worst=5))


def test_a_first_guess_that_tells_nothing_adds_a_guess_for_each_secret():
    """0 weighs 100, and 1 and 2 weigh 1. In this order they take 100 * 1 + 2 + 3 guesses; so after 3, which tells
    nothing, the last one is found at the fourth guess, though there are three secrets.

    To begin with 1 or 2 delays 0 by a guess: 1 + 100 * 2 + 3.
    """
    weights = {0: 100, 1: 1, 2: 1}
    game = own_game("yes or no", range(4), range(3), int.__eq__, winning={True}, weights=weights)

    *_, bracket = narrow_mean(game, Execution(), top=4)
    assert bracket.openers == [(0, 105), (1, 204), (2, 204), (3, 105 + 102)]
