"""The commands `tree`, `bound`, `optimal` and `find` of `codebreaker` as a user runs them.

Games in a terminal are in test_games_in_a_terminal.py.
"""

import json
import re
import xml.dom.minidom
from itertools import product

import pytest


@pytest.fixture
def output(run):
    """output(*arguments): what a run of the program prints on standard output, when it ends without an error."""

    def text(*arguments):
        done = run("codebreaker", *arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return text


@pytest.fixture
def figures(output):
    """figures(*arguments): the JSON that a run of the program prints."""
    return lambda *arguments: json.loads(output(*arguments, "--json"))


def test_tree_prints_the_figures_of_the_greedy_tree(figures):
    """Six colours in four holes, none twice in a secret: the distribution of docs/api.md, whose mean is 4."""
    tree = figures("tree", "--secrets", "distinct")
    assert tree["distribution"] == {"2": 7, "3": 55, "4": 229, "5": 69}
    assert tree["total"] == 2 * 7 + 3 * 55 + 4 * 229 + 5 * 69
    assert tree["mean"] == 4.0
    assert tree["worst"] == 5
    assert tree["opener"] == "1123"
    assert tree["seconds"] > 0


def test_top_ranks_first_guesses_and_prints_their_figures(figures):
    """The guess 2,2 has four bins among the nine pairs of numbers from 1 to 3.

    In two-d a reply says whether no number of the guess is too large, or none too small, or one of each. So the bins
    are 2,2 itself, the 3 other pairs of numbers from 2 on, the 3 others of numbers up to 2, and the pairs 1,3 and 3,1.
    The squares of their sizes 1, 3, 3 and 2 add up to 23.
    """
    openers = figures("tree", "--game", "two-d", "--size", "3", "--top", "2")["openers"]
    assert [opener["guess"] for opener in openers] == ["2,2", "1,3"]

    best = openers[0]
    assert best["expected"] == pytest.approx(23 / 9)
    assert best["parts"] == 4
    assert best["minimax"] == 3
    assert best["candidate"]


@pytest.mark.parametrize("command", ["bound", "optimal"])
def test_four_guesses_are_the_least_worst_case_of_two_d(figures, command):
    """The numbers are 1 to 5; the figure is that of question 1185634 of Stack Overflow."""
    assert figures(command, "--game", "two-d")["worst"] == 4


@pytest.fixture
def drawn_optimum(figures, tmp_path):
    """(figures, lines): the optimal tree of 3 colours in 3 holes, and the lines of text that --draw writes of it."""
    drawing = tmp_path / "tree.txt"
    optimum = figures("optimal", "--holes", "3", "--colours", "3", "--draw", drawing)
    return optimum, drawing.read_text().splitlines()


def test_optimal_proves_the_least_total(drawn_optimum):
    """The least mean of the 27 codes is 2.704 in Goddard, Mastermind Revisited (2004)."""
    optimum, _ = drawn_optimum
    assert optimum["proved"] == "least total"
    assert sum(optimum["distribution"].values()) == 27
    assert optimum["mean"] == pytest.approx(2.704, abs=0.0005)


def test_the_drawn_tree_is_that_of_the_figures(drawn_optimum):
    optimum, lines = drawn_optimum

    # A line such as "    2 0 -> 123": two blanks for each guess before, the reply, an arrow, and the guess.
    attempts_by_guess = {}
    for line in lines:
        indent = len(line) - len(line.lstrip())
        guess = line.split("-> ")[-1]
        attempts_by_guess.setdefault(guess, []).append(indent // 2 + 1)

    assert lines[0] == optimum["opener"]
    assert set(attempts_by_guess) == {"".join(code) for code in product("123", repeat=3)}

    # A code may be guessed at several attempts. At the last one it is the secret; before, it only tells others apart.
    last_attempts = [max(attempts) for attempts in attempts_by_guess.values()]
    assert max(last_attempts) == optimum["worst"]
    assert sum(last_attempts) == optimum["total"]


@pytest.mark.parametrize("suffix", ["svg", "dot", "txt"])
def test_a_drawing_names_every_pair(output, tmp_path, suffix):
    """two-d has the pairs 1,1 to 5,5."""
    drawing = tmp_path / f"tree.{suffix}"
    output("tree", "--game", "two-d", "--draw", drawing)
    text = drawing.read_text()
    for first, second in product(range(1, 6), repeat=2):
        assert f"{first},{second}" in text


def test_the_picture_has_a_box_for_each_guess(output, tmp_path):
    """Each of the 25 pairs of two-d is guessed at one node of the tree."""
    drawing = tmp_path / "tree.svg"
    output("tree", "--game", "two-d", "--draw", drawing)
    picture = xml.dom.minidom.parse(str(drawing))
    assert len(picture.getElementsByTagName("rect")) == 25


@pytest.fixture
def game_with_weights(tmp_path):
    """A file with the game of the numbers 1, 2 and 3, of which 3 is ten times as likely as the others.

    The best tree guesses 3, then 2, then 1: the total is 10 x 1 + 2 + 3 = 15.
    """
    file = tmp_path / "game.py"
    file.write_text(
        "from codebreaker import own_game\n"
        "game = own_game('number', [1, 2, 3], [1, 2, 3], lambda guess, secret: (guess > secret) - (guess < secret),\n"
        "                weights={1: 1, 2: 1, 3: 10})\n"
    )
    return file


def test_figures_of_a_game_with_weights_say_what_they_count(output, game_with_weights):
    text = output("optimal", "--game", game_with_weights)
    assert "1 in 1, 1 in 2, 1 in 3 (each secret once)\n" in text
    assert "total        15 (each secret with its weight)\n" in text
    # 15 / 12.
    assert "mean         1.2500 (each secret with its weight)\n" in text


def test_the_json_of_a_game_with_weights_has_their_sum(figures, game_with_weights):
    assert figures("optimal", "--game", game_with_weights)["weights"] == 12


def test_find_prints_every_try_and_how_long_the_game_took(output):
    text = output("find", "5", "--secret", "2,5,4,6,8", "--seed", "1")
    assert "2 -> 5 -> 4 -> 6 -> 8 = [5; 0]" in text
    assert re.search(r"\nFound with \d+ tries in \d+\.\d{3} s\n$", text)


def test_find_plays_as_many_rounds_as_are_asked_for(figures):
    rounds = figures("find", "4", "--rounds", "10", "--seed", "2")
    assert sum(rounds["distribution"].values()) == 10


@pytest.mark.parametrize(("arguments", "why"), [
    (["tree", "--colours", "20", "--holes", "6"], "64,000,000 guesses"),
    (["find", "8", "--method", "list"], "518,918,400 arrangements"),
    (["find", "30", "--method", "list"], "take --method annealing"),
    (["find", "4", "--secret", "1,2"], "is not 4 different colours"),
    (["find", "4", "--rounds", "99999999999"], "must be a whole number from 1 to 1000000, not 99999999999"),
    (["find", "4", "--seed", "-1"], "must be a whole number of at least 0, not -1"),
    (["guess", "--seed", "-1"], "must be a whole number of at least 0, not -1"),
    (["tree", "--draw", "tree.gif"], "does not end in"),
    (["tree", "--top", "2", "--opener", "1122"], "leave out --opener"),
    (["tree", "--game", "chess"], "chess"),
    (["tree", "--game", "two-d", "--size", "1000"], "1,000,000 pairs"),
])  # fmt: skip
def test_a_request_that_makes_no_sense_is_one_line_and_status_2(run, error_line, arguments, why):
    done = run("codebreaker", *arguments)
    assert why in error_line(done, exit_code=2)
    assert not done.stdout


def test_a_file_that_cannot_be_read_is_one_line_and_status_1(run, error_line):
    done = run("codebreaker", "tree", "--game", "lingo", "--wordlist", "/nowhere")
    assert "/nowhere" in error_line(done, exit_code=1)
    assert not done.stdout


@pytest.mark.parametrize("length", [1, 20])
def test_words_of_a_list_may_be_as_short_or_long_as_for_the_other_programs(output, tmp_path, length):
    word = "abcdefghijklmnopqrst"[:length]
    wordlist = tmp_path / "wordlist.txt"
    wordlist.write_text(f"{word}\n")
    assert word in output("tree", "--game", "lingo", "--length", length, "--wordlist", wordlist)


def test_a_length_that_no_word_has_is_refused(run, error_line):
    done = run("codebreaker", "tree", "--game", "lingo", "--length", "21")
    assert error_line(done, exit_code=2) == "words have 1 to 20 letters, not 21"
