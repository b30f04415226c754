"""The `codebreaker` program as a user runs it; `play` and `guess` in a pseudo-terminal."""

import json
import re
import xml.dom.minidom
from itertools import product

import pytest
from programs import program_path
from terminals import Terminal


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


def written_on_terminal(typed, *arguments):
    """Everything that is on the terminal of a run on which those lines are typed."""
    terminal = Terminal([program_path("codebreaker"), *arguments])
    terminal.type("".join(f"{line}\n" for line in typed))
    written = terminal.read()
    assert terminal.wait() == 0
    return written


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

    They are itself; 3 pairs without a smaller number; 3 without a larger one; 1,3 and 3,1. The squares of 1, 3, 3 and 2
    add up to 23.
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
    assert figures(command, "--game", "two-d")["worst"] == 4


@pytest.fixture
def drawn_optimum(figures, tmp_path):
    """(figures, lines): the optimal tree of 3 colours in 3 holes, and the text that --draw writes of it."""
    drawing = tmp_path / "tree.txt"
    optimum = figures("optimal", "--holes", "3", "--colours", "3", "--draw", drawing)
    return optimum, drawing.read_text().splitlines()


def test_optimal_proves_the_least_total(drawn_optimum):
    """27 codes; Goddard's least mean is 2.704 (see test_mastermind)."""
    optimum, _ = drawn_optimum
    assert optimum["proved"] == "least total"
    assert sum(optimum["distribution"].values()) == 27
    assert optimum["mean"] == pytest.approx(2.704, abs=0.0005)


def test_the_drawn_tree_is_that_of_the_figures(drawn_optimum):
    optimum, lines = drawn_optimum

    # A line is two blanks for each guess before, the reply, an arrow, and the guess.
    attempts_by_guess = {}
    for line in lines:
        indent = len(line) - len(line.lstrip())
        guess = line.split("-> ")[-1]
        attempts_by_guess.setdefault(guess, []).append(indent // 2 + 1)

    assert lines[0] == optimum["opener"]
    assert set(attempts_by_guess) == {"".join(code) for code in product("123", repeat=3)}

    # A code that is guessed at several attempts is at the last one the secret, and a test at the others.
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


@pytest.fixture(scope="module")
def game_with_undo():
    """A game of `play` on a terminal with 6 colours in 4 holes, in which the first guess is 1234.

    The reply 0 0 leaves 16 codes of two colours. 4,0 would need a code that 0 0 excludes.
    """
    return written_on_terminal(["0 0", "nonsense", "4,0", "undo", "0 0", "0,0", "quit"], "play")


def test_play_counts_the_candidates(game_with_undo):
    assert "1,296 candidates" in game_with_undo
    assert "16 candidates" in game_with_undo


def test_play_asks_again_after_what_is_no_reply(game_with_undo):
    assert "'nonsense' is no reply" in game_with_undo


def test_play_tells_replies_that_contradict_one_another(game_with_undo):
    assert "A contradiction" in game_with_undo


def test_undo_takes_the_last_reply_back(game_with_undo):
    """All codes are candidates at the beginning and again after `undo`."""
    assert game_with_undo.count("1,296 candidates") == 2


def test_guess_names_the_secret_at_the_end():
    """Seed 1 draws 2246, in every run; 9 is no colour."""
    written = written_on_terminal(["9999", "1122", "quit"], "guess", "--seed", "1")
    assert "is not a guess" in written
    assert "The secret was 2246" in written


def test_a_question_mark_lists_the_guesses():
    written = written_on_terminal(["?", "quit"], "guess", "--holes", "2", "--colours", "3")
    assert "11  12  13  21  22  23  31  32  33\n" in written


def test_of_many_guesses_the_first_2000_are_listed():
    """Of 6 x 6 x 6 x 6 x 6 = 7,776."""
    written = written_on_terminal(["?", "quit"], "guess", "--holes", "5")
    assert "11113  11114" in written
    assert "and 5,776 more" in written


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


@pytest.fixture
def lingo_options(tmp_path):
    """Options for a game of Lingo over four words."""
    wordlist = tmp_path / "wordlist.txt"
    wordlist.write_text("abed\nbead\nbeak\nteak\n")
    return ["--game", "lingo", "--length", "4", "--wordlist", wordlist]


def test_play_names_few_candidates(lingo_options):
    written = written_on_terminal(["quit"], "play", *lingo_options)
    assert "4 candidates: abed, bead, beak, teak" in written


def test_play_finds_a_word(lingo_options):
    """The replies are those to `beak`. The first guess, abed, gets a different reply for each of the four words."""
    written = written_on_terminal(["???X", "OOOO"], "play", *lingo_options)
    assert "Guess 1: abed ?" in written
    assert "Guess 2: beak ?" in written
    assert "Solved with 2 guesses." in written


def test_guess_takes_words_of_the_list_alone(lingo_options):
    written = written_on_terminal(["xxxx", "quit"], "guess", "--seed", "2", *lingo_options)
    assert "'xxxx' is not a guess" in written


def test_where_quit_is_a_word_it_is_a_guess(tmp_path):
    wordlist = tmp_path / "wordlist.txt"
    wordlist.write_text("quit\n")
    written = written_on_terminal(["quit"], "guess", "--game", "lingo", "--length", "4", "--wordlist", wordlist)
    assert "Ctrl-D" in written
    assert "Found with 1 guess." in written


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
    (["find", "4", "--rounds", "99999999999"], "from 1 to 1000000, not 99999999999"),
    (["find", "4", "--seed", "-1"], "at least 0, not -1"),
    (["guess", "--seed", "-1"], "at least 0, not -1"),
    (["tree", "--draw", "tree.gif"], "does not end in"),
    (["tree", "--top", "2", "--opener", "1122"], "leave out --opener"),
    (["tree", "--game", "chess"], "chess"),
    (["tree", "--game", "two-d", "--size", "1000"], "1,000,000 pairs"),
])  # fmt: skip
def test_a_request_that_makes_no_sense_is_one_line_and_status_2(run, error_line, arguments, why):
    done = run("codebreaker", *arguments)
    assert why in error_line(done, 2)
    assert not done.stdout


def test_a_file_that_cannot_be_read_is_one_line_and_status_1(run, error_line):
    done = run("codebreaker", "tree", "--game", "lingo", "--wordlist", "/nowhere")
    assert "/nowhere" in error_line(done, 1)
    assert not done.stdout
