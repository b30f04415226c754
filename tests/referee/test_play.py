"""A person's game: its rules, the sheet, the typed guesses, and whole games in a pseudo-terminal."""

import re
import sys
import unicodedata
from collections import Counter

import pytest
from terminals import Terminal
from word_games import game_of

from referee.game.game_text import GameView, Look
from referee.game.person_game import PersonGame
from wordlists.reply import reply_for
from wordlists.step import Step
from wordlists.word_game import OWN_LETTER

SEED = 0
"""Draws dozes from the small list of five letters."""
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


HITS = Step("coplanarities", "O" * 13)
SHEET = [
    (Look.SHAPES, 80, 2, Step("dozes", "OX?XO"), "2 [d] o (z) e [s]  OX?XO"),
    (Look.COLOUR, 80, 1, Step("ab", "O?"), "1 \x1b[30;42m a \x1b[30;43m b \x1b[0m  O?"),
    (Look.WORDS, 200, 1, Step("geese", "XO?XO"), "Guess 1, geese: g no, e in place, e elsewhere, s no, e in place."),
    (Look.WORDS, 200, 1, Step("ele", "?XX"), "Guess 1, ele: e elsewhere, l no, e no more."),
    (Look.SHAPES, 40, 5, HITS, "5 coplanarities  OOOOOOOOOOOOO"),
    (Look.SHAPES, 200, 5, HITS, f"5 {''.join(f'[{letter}]' for letter in HITS.guess)}  OOOOOOOOOOOOO"),
]


@pytest.mark.parametrize(("look", "columns", "number", "step", "line"), SHEET)
def test_a_guess_on_the_sheet(look, columns, number, step, line):
    assert GameView(look, columns).line(number, step) == line


def test_the_rest_of_the_sheet():
    shapes = GameView(Look.SHAPES, 80)
    words = GameView(Look.WORDS, 80)
    assert shapes.hidden_line("a-player-with-a-long-name", 1, "XX?OX") == "1 a-player-with-~  XX?OX"
    assert words.hidden_line("it", 1, "XX?OX") == "it, guess 1: 1 in place, 1 elsewhere, 3 no."
    lines = GameView(Look.SHAPES, 200).letters([Step("dozes", "OX?XX")]).splitlines()
    assert lines[:3] == ["in place: d", "elsewhere: z", "not in the word: e o s"]
    assert lines[3] == "not tried: a b c f g h i j k l m n p q r t u v w x y"
    assert shapes.share("t", ["O?X"], "utf-8") == "t\n\U0001f7e9\U0001f7e8\u2b1c"
    assert shapes.share("t", ["O?X"], "ascii") == words.share("t", ["O?X"], "utf-8") == "t\nO?X"


@pytest.fixture
def terminal(wordlist):
    """What `referee play` shows in a terminal of so many columns to one who types these lines."""

    def session(typed, *arguments, columns=80, **environment):
        """Return the exit status and all that was shown; each line is typed when a guess is asked for."""
        command = [sys.executable, "-m", "referee", "play", "--wordlist", wordlist, "--seed", SEED, *arguments]
        window = Terminal(command, columns, **environment)
        shown = ""
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

    def test_an_opponent_that_fails(self, terminal):
        shown = terminal(self.GAME, "--opponent", "it=sh -c 'echo oops >&2; kill -SEGV $$'")[1]
        assert re.search("it failed: crashed (by SIGSEGV|with exit status 139 or SIGSEGV): 0 points", shown)
        assert "You win by 300 points." in shown and "'oops'" in shown

    @pytest.mark.parametrize(("key", "code", "said"), [
        ("\x04", 0, "You gave up; the word was dozes."), ("\x03", 130, "interrupted")
    ])  # fmt: skip
    def test_giving_up(self, terminal, key, code, said):
        ended, shown = terminal(["crane\n", key])
        assert (ended, said in shown, "Traceback" in shown) == (code, True, False)


def test_a_pipe_and_a_missing_opponent(referee, wordlist):
    result = referee("play", "--wordlist", wordlist, "--seed", SEED, input="crane\ndozes\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert "dozes at guess 2: 400 points." in result.stdout and "\nGuess 1 of 5: \n1 " in result.stdout
    result = referee("play", "--wordlist", wordlist, "--opponent", "nobody")
    assert (result.returncode, result.stdout) == (1, "")
    assert "nobody: there is no such program" in result.stderr
    result = referee("play", "--wordlist", wordlist, "--opponent", "cat", "--adversary", input="")
    assert (result.returncode, "--opponent plays for a word that is drawn" in result.stderr) == (2, True)
    result = referee("play", "--expose", "/nowhere")
    assert (result.returncode, "referee: --expose: /nowhere: there is no such file" in result.stderr) == (2, True)
    result = referee("play", "--wordlist", wordlist, "--opponent", "", input="")
    assert (result.returncode, "a player has no command" in result.stderr) == (2, True)
    result = referee("play", "--screen")
    assert (result.returncode, "lingo-bot N --page FILE.html" in result.stderr) == (2, True)


class TestLines:
    @pytest.fixture
    def talk(self, referee, wordlist):
        """A function that plays a game by lines typed beforehand."""

        def said(typed, *arguments):
            """Return what is printed where the input comes from a pipe and the game ends well."""
            options = ("--wordlist", wordlist, "--seed", SEED, "--look", "shapes")
            result = referee("play", *options, *arguments, input=typed)
            assert (result.returncode, result.stderr) == (0, "")
            return result.stdout

        return said

    OTHER_RULES = ("--attempts", 2, "--show-first-letter", "--hard")

    @pytest.mark.parametrize(("typed", "options", "said"), [
        ("abcde\ndoz\n\n Crane \nDOZES\n", (), (  # typing errors cost nothing
            "'abcde' is not in the word list: guess again.", "'doz' has 3 letters; the word has 5.",
            "Type a word of 5 letters and press Enter.", "dozes at guess 2: 400 points.")),
        ("?\nquit\nnever read\n", (), ("O: the letter is in its place.", "You gave up; the word was dozes.")),
        ("crane\ndents\ncrane\ntough\n", OTHER_RULES, (
            "A word of 5 letters, 2 guesses. It begins with d. Every guess must use what is\nknown.",
            "'crane' is not allowed: letter 1 must be d: guess again.", "Guess 2 of 2")),
    ])  # fmt: skip
    def test_what_is_said(self, talk, typed, options, said):
        shown = talk(typed, *options)
        assert [text for text in said if text not in shown] == []

    def test_the_adversary_keeps_what_it_can(self, talk):
        shown = talk("dozes\n", "--adversary")
        assert "dozes at guess 1" not in shown and "adversary: X/5" in shown


WORDS = ["bands", "bends", "bonds", "colin", "dares", "dents", "dunes", "tares", "tents"]


def played(game, *guesses):
    """What each guess came to: its reply, or None where it was refused."""
    return [step and step.reply for step in map(game.guess, guesses)]


@pytest.mark.parametrize(("rules", "strict", "guesses", "replies"), [
    ({}, False, "tares dents", ["?XX?O", "OOOOO"]),
    ({}, False, "doors ten", [None, None]),  # what is no word costs nothing
    ({}, True, "doors ten", ["XXXXX", "XXXXX"]),
    ({"hard": True}, False, "tares bands tents", ["?XX?O", None, "XOOOO"]),
    ({"letter": OWN_LETTER}, False, "tares dares", [None, "OXX?O"]),
])  # fmt: skip
def test_what_is_taken_in_and_answered(rules, strict, guesses, replies):
    game = PersonGame(["dents"], game_of(WORDS, **rules), strict=strict)
    assert played(game, *guesses.split()) == replies
    assert game.first_letter == ("d" if "letter" in rules else None)
    assert len(game.steps) == len([*filter(None, replies)]) and (not strict or game.legal_steps == [])


@pytest.mark.parametrize(("guesses", "end"), [("tares dents", (True, True, 400)), ("tares tents", (False, True, 0))])
def test_the_end(guesses, end):
    game = PersonGame(["dents"], game_of(WORDS, attempts=5 if end[0] else 2))
    played(game, *guesses.split())
    assert (game.solved, game.over, game.points) == end


def test_why_a_guess_is_refused():
    game = PersonGame(["dents"], game_of(WORDS, hard=True))
    played(game, "tares")
    assert game.problem("ten") == "'ten' has 3 letters; the word has 5."
    assert game.problem("bands") == "'bands' is not allowed: it must hold t."


class TestAdversary:
    def test_every_reply_keeps_the_most_words(self, some_words):
        words = some_words(3, 5, 200)
        game = PersonGame(words, game_of(words, attempts=100))
        left = words
        for guess in words[:6]:
            most = max(Counter(reply_for(guess, word) for word in left).values())
            reply = game.guess(guess).reply
            left = [word for word in left if reply_for(guess, word) == reply]
            assert len(left) == most
            assert game.secret in left

    def test_it_gives_a_word_up_only_where_none_other_is_left(self):
        game = PersonGame(["bands", "bends"], game_of(WORDS))
        assert played(game, "bands", "bends") == ["OXOOO", "OOOOO"]
