"""The codebreaker program end to end; `play` and `guess` in a pseudo-terminal."""

import json
import re
import subprocess
import sys
import xml.dom.minidom
from itertools import product

import pytest
from terminals import Terminal

PROGRAM = [sys.executable, "-m", "codebreaker"]


def run(*arguments):
    return subprocess.run([*PROGRAM, *arguments], capture_output=True, text=True, timeout=120)


def typed(lines, *arguments):
    """What the program writes to a terminal on which those lines are typed."""
    terminal = Terminal([*PROGRAM, *arguments])
    terminal.type("".join(f"{line}\n" for line in lines))
    written = terminal.read()
    assert terminal.wait() == 0
    return written


def test_tree_as_json():
    result = json.loads(run("tree", "--secrets", "distinct", "--json").stdout)
    assert result["distribution"] == {"2": 7, "3": 55, "4": 229, "5": 69}
    assert (result["opener"], result["total"], result["mean"], result["worst"]) == ("1123", 1440, 4.0, 5)
    assert result["seconds"] > 0


def test_the_best_first_guesses_with_their_figures():
    """The bins of 2,2 among nine pairs: itself, 3 with no smaller number, 3 with no larger one, 2 with one of each."""
    best = json.loads(run("tree", "--game", "two-d", "--size", "3", "--top", "2", "--json").stdout)["openers"]
    assert [opener["guess"] for opener in best] == ["2,2", "1,3"]
    figures = {name: best[0][name] for name in ("expected", "parts", "minimax", "candidate")}
    assert figures == {"expected": pytest.approx(23 / 9), "parts": 4, "minimax": 3, "candidate": True}


@pytest.mark.parametrize("command", [["bound", "--game", "two-d", "--json"], ["optimal", "--game", "two-d", "--json"]])
def test_two_d_needs_four(command):
    assert json.loads(run(*command).stdout)["worst"] == 4


def test_optimal_of_a_small_board_with_its_tree(tmp_path):
    """Every secret stands in the drawn tree once as a guess that can be right, and so deep as the figures say."""
    drawing = tmp_path / "tree.txt"
    result = run("optimal", "--holes", "3", "--colours", "3", "--draw", str(drawing), "--json")
    figures = json.loads(result.stdout)

    assert figures["proved"] == "least total"
    assert sum(figures["distribution"].values()) == 27

    lines = drawing.read_text().splitlines()
    depths = {}
    for line in lines:
        depths.setdefault(line.split("-> ")[-1], []).append((len(line) - len(line.lstrip())) // 2 + 1)

    assert lines[0] == figures["opener"]
    assert set(depths) == {"".join(code) for code in product("123", repeat=3)}
    assert max(max(each) for each in depths.values()) == figures["worst"]
    # A code that is guessed twice is once a test and once, deeper, the secret.
    assert sum(max(each) for each in depths.values()) == figures["total"]


@pytest.mark.parametrize("suffix", ["svg", "dot", "txt"])
def test_drawings(tmp_path, suffix):
    drawing = tmp_path / f"tree.{suffix}"
    assert run("tree", "--game", "two-d", "--draw", str(drawing)).returncode == 0
    text = drawing.read_text()
    assert "3,3" in text
    if suffix == "svg":
        xml.dom.minidom.parseString(text)
        assert text.count("<rect") == 25


def test_play_with_undo_and_a_contradiction():
    written = typed(["0 0", "nonsense", "4,0", "undo", "0 0", "0,0", "quit"], "play")
    assert "1,296 candidates" in written and "16 candidates" in written
    assert "'nonsense' is no reply" in written
    assert "A contradiction" in written


def test_guess():
    written = typed(["9999", "1122", "quit"], "guess", "--seed", "1")
    assert "is not a guess" in written
    assert "The secret was 2246" in written


def test_a_question_mark_lists_the_guesses():
    written = typed(["?", "quit"], "guess", "--holes", "2", "--colours", "3")
    assert "11  12  13  21  22  23  31  32  33\n" in written
    assert "The secret was" in written


def test_of_many_guesses_the_first_ones_are_listed():
    written = typed(["?", "quit"], "guess", "--holes", "5")
    assert "11113  11114" in written
    assert "and 5,776 more" in written


def test_figures_of_a_game_with_weights_say_what_they_count(tmp_path):
    """1, 2 and 3 by halving, the 3 ten times as likely: the best tree begins with 3 (1 + 2 + 3 guesses)."""
    (tmp_path / "game.py").write_text(
        "from codebreaker import own_game\n"
        "game = own_game('number', [1, 2, 3], [1, 2, 3], lambda guess, secret: (guess > secret) - (guess < secret),\n"
        "                weights={1: 1, 2: 1, 3: 10})\n"
    )
    shown = run("optimal", "--game", str(tmp_path / "game.py")).stdout

    assert "1 in 1, 1 in 2, 1 in 3 (each secret once)\n" in shown
    assert "total        15 (each secret with its weight)\n" in shown
    assert "mean         1.2500 (each secret with its weight)\n" in shown
    assert json.loads(run("optimal", "--game", str(tmp_path / "game.py"), "--json").stdout)["weights"] == 12


LINGO = ["--game", "lingo", "--length", "4", "--wordlist"]


@pytest.fixture
def words(tmp_path):
    (tmp_path / "wordlist.txt").write_text("abed\nbead\nbeak\nteak\n")
    return str(tmp_path / "wordlist.txt")


def test_play_lingo(words):
    """The replies are those to `beak`, by hand."""
    written = typed(["quit"], "play", *LINGO, words)
    assert "4 candidates: abed, bead, beak, teak" in written
    guess = written.split("Guess 1: ")[1][:4]
    replies = {"abed": "???X", "bead": "OOOX", "beak": "OOOO", "teak": "XOOO"}
    assert "Solved with" in typed([replies[guess], "OOOO"], "play", *LINGO, words)


def test_guess_lingo(words):
    written = typed(["beak", "xxxx", "quit"], "guess", "--seed", "2", *LINGO, words)
    assert "'xxxx' is not a guess" in written and "The secret was" in written


def test_where_quit_is_a_word_it_is_a_guess(tmp_path):
    (tmp_path / "wordlist.txt").write_text("quit\n")
    written = typed(["quit"], "guess", *LINGO, str(tmp_path / "wordlist.txt"))
    assert "Ctrl-D" in written and "Found with 1 guess." in written


def test_find():
    result = run("find", "5", "--secret", "2,5,4,6,8", "--seed", "1")
    assert re.search(r"\nFound with \d+ tries in \d+\.\d{3} s\n$", result.stdout)
    assert "2 -> 5 -> 4 -> 6 -> 8 = [5; 0]" in result.stdout
    rounds = json.loads(run("find", "4", "--rounds", "10", "--seed", "2", "--json").stdout)
    assert sum(rounds["distribution"].values()) == 10


@pytest.mark.parametrize(("arguments", "status", "says"), [
    (["tree", "--colours", "20", "--holes", "6"], 2, "64,000,000 guesses"),
    (["find", "8", "--method", "list"], 2, "518,918,400 arrangements"),
    (["find", "30", "--method", "list"], 2, "take --method annealing"),
    (["find", "4", "--secret", "1,2"], 2, "is not 4 different colours"),
    (["guess", "--seed", "-1"], 2, "at least 0, not -1"),
    (["find", "4", "--rounds", "99999999999"], 2, "from 1 to 1000000, not 99999999999"),
    (["find", "4", "--seed", "-1"], 2, "at least 0, not -1"),
    (["tree", "--game", "lingo", "--wordlist", "/nowhere"], 1, "/nowhere"),
    (["tree", "--draw", "tree.gif"], 2, "does not end in"),
    (["tree", "--top", "2", "--opener", "1122"], 2, "leave out --opener"),
    (["tree", "--game", "chess"], 2, "chess"),
    (["tree", "--game", "two-d", "--size", "1000"], 2, "1,000,000 pairs"),
])  # fmt: skip
def test_bad_input_is_one_line(arguments, status, says):
    result = run(*arguments)
    assert result.returncode == status
    assert says in result.stderr and result.stderr.count("\n") == 1 and not result.stdout
