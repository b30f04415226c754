"""A person at the terminal: the sheet, the typed guesses, and whole games in a pseudo-terminal."""

import re
import sys
import unicodedata

import pytest
from terminals import Terminal

from codebreaker.step import Step
from referee.game.game_view import GameView, Look

SEED = 0
"""Draws dozes from the small list of five letters."""
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


class TestSheet:
    def test_shapes(self):
        line = GameView(Look.SHAPES, 80).line(2, Step("dozes", "OX?XO"))
        assert line == "2 [d] o (z) e [s]  OX?XO"

    def test_colour_carries_the_marks_too(self):
        line = GameView(Look.COLOUR, 80).line(1, Step("ab", "O?"))
        assert line == "1 \x1b[30;42m a \x1b[30;43m b \x1b[0m  O?"

    def test_words(self):
        line = GameView(Look.WORDS, 200).line(1, Step("geese", "XO?XO"))
        assert line == "Guess 1, geese: g no, e in place, e elsewhere, s no, e in place."

    @pytest.mark.parametrize(("columns", "width"), [(40, len("5 ") + 13 + 2 + 13), (200, len("5 ") + 39 + 2 + 13)])
    def test_tiles_fit_the_terminal(self, columns, width):
        line = GameView(Look.COLOUR, columns).line(5, Step("coplanarities", "O" * 13))
        assert len(ESCAPE.sub("", line)) == width

    def test_a_hidden_guess_shows_its_reply_alone(self):
        assert (
            GameView(Look.SHAPES, 80).hidden_line("a-player-with-a-long-name", 1, "XX?OX") == "1 a-player-with-~  XX?OX"
        )
        spoken = GameView(Look.WORDS, 80).hidden_line("it", 1, "XX?OX")
        assert spoken == "it, guess 1: 1 in place, 1 elsewhere, 3 no."

    def test_lists_of_letters(self):
        lines = GameView(Look.SHAPES, 200).letters([Step("dozes", "OX?XX")]).splitlines()
        assert lines[:3] == ["in place: d", "elsewhere: z", "not in the word: e o s"]
        assert lines[3] == "not tried: a b c f g h i j k l m n p q r t u v w x y"

    def test_squares_where_they_can_be_written(self):
        sheet = GameView(Look.SHAPES, 80)
        assert sheet.share("t", ["O?X"], "utf-8") == "t\n\U0001f7e9\U0001f7e8\u2b1c"
        assert sheet.share("t", ["O?X"], "ascii") == "t\nO?X"
        assert GameView(Look.WORDS, 80).share("t", ["O?X"], "utf-8") == "t\nO?X"


@pytest.fixture
def terminal(wordlist):
    """What `referee play` shows in a terminal of so many columns to one who types these lines."""

    def session(typed, *arguments, columns=80, **environment):
        command = [sys.executable, "-m", "referee", "play", "--wordlist", wordlist, "--seed", SEED, *arguments]
        window, shown = Terminal(command, columns, **environment), ""
        for line in typed:
            shown += window.read("of 5: ")
            window.type(line)
        shown += window.read()
        return window.wait(), shown

    return session


def _cells(text):
    return sum(2 if unicodedata.east_asian_width(letter) == "W" else 1 for letter in ESCAPE.sub("", text))


class TestInATerminal:
    GAME = ("crane\n", "cozen\n", "dozes\n")

    @pytest.mark.parametrize(("columns", "environment", "line"), [
        (40, {}, "\x1b[97;100m c \x1b[30;42m o \x1b[30;42m z \x1b[30;42m e \x1b[97;100m n \x1b[0m"),
        (200, {"NO_COLOR": "1"}, "2  c [o][z][e] n   XOOOX"),
        (200, {"TERM": "dumb"}, "Guess 2, cozen: c no, o in place, z in place, e in place, n no."),
        (40, {"TERM": "dumb"}, "Guess 2, cozen: c no"),
    ])  # fmt: skip
    def test_a_game(self, terminal, columns, environment, line):
        code, shown = terminal(self.GAME, columns=columns, **environment)
        assert code == 0
        assert line in shown and "dozes at guess 3: 300 points." in shown
        assert f"Lingo, 5 letters, seed {SEED}: 3/5, 300 points" in " ".join(shown.split())
        assert ("\x1b" in shown) == (environment == {})
        assert ("\U0001f7e9" * 5 in shown) == ("TERM" not in environment)
        assert max(map(_cells, shown.splitlines())) <= columns
        assert "Traceback" not in shown

    def test_a_race(self, terminal, program):
        opponent = "it=" + program("guesses.sh", "crane", "dozes")
        code, shown = terminal(self.GAME, "--opponent", opponent, NO_COLOR="1")
        before, _, after = shown.partition("dozes at guess 3")
        assert code == 0
        assert "1 it               XXXX?" in before
        assert "it wins by 100 points." in after
        assert "2 [d][o][z][e][s]  OOOOO" in after

    def test_an_opponent_that_fails(self, terminal, program):
        shown = terminal(self.GAME, "--opponent", "it=" + program("crashes_midway.sh"))[1]
        assert re.search("it failed: crashed (by SIGSEGV|with exit status 139 or SIGSEGV): 0 points", shown)
        assert "You win by 300 points." in shown

    def test_giving_up(self, terminal):
        code, shown = terminal(["crane\n", "\x04"])
        assert code == 0
        assert "You gave up; the word was dozes." in shown

    def test_interrupt(self, terminal):
        code, shown = terminal(["crane\n", "\x03"])
        assert code == 130
        assert "Traceback" not in shown


def test_a_pipe_and_a_missing_opponent(referee, wordlist):
    result = referee("play", "--wordlist", wordlist, "--seed", SEED, input="crane\ndozes\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert "dozes at guess 2: 400 points." in result.stdout
    result = referee("play", "--wordlist", wordlist, "--opponent", "nobody")
    assert (result.returncode, result.stdout) == (1, "")
    assert "nobody: there is no such program" in result.stderr
    result = referee("play", "--wordlist", wordlist, "--opponent", "cat", "--adversary", input="")
    assert (result.returncode, "--opponent plays for a word that is drawn" in result.stderr) == (2, True)


class TestLines:
    """What is typed and what is said, through pipes."""

    @pytest.fixture
    def talk(self, referee, wordlist):
        def said(typed, *arguments):
            result = referee(
                "play", "--wordlist", wordlist, "--seed", SEED, "--look", "shapes", *arguments, input=typed
            )
            assert (result.returncode, result.stderr) == (0, "")
            return result.stdout

        return said

    def test_typing_errors_cost_nothing(self, talk):
        shown = talk("abcde\ndoz\n\n Crane \nDOZES\n")
        assert "'abcde' is not in the word list: guess again." in shown
        assert "'doz' has 3 letters; the word has 5." in shown
        assert "Type a word of 5 letters and press Enter." in shown
        assert "dozes at guess 2: 400 points." in shown

    def test_quit_and_help(self, talk):
        shown = talk("?\nquit\nnever read\n")
        assert "O: the letter is in its place." in shown
        assert "You gave up; the word was dozes." in shown
        assert "quit" not in shown.partition("You gave up")[2]

    def test_other_rules(self, talk):
        shown = talk("crane\ndents\ncrane\ntough\n", "--attempts", 2, "--show-first-letter", "--hard")
        assert "A word of 5 letters, 2 guesses. It begins with d. Every guess must use what is\nknown." in shown
        assert "'crane' is not allowed: letter 1 must be d: guess again." in shown
        assert "Guess 2 of 2" in shown

    def test_the_adversary_keeps_what_it_can(self, talk):
        shown = talk("dozes\n", "--adversary")
        assert "dozes at guess 1" not in shown and "adversary: X/5" in shown
