"""A person's game: its rules, the sheet, the typed guesses, and whole games in a pseudo-terminal."""

import re
import sys
import unicodedata
from collections import Counter

import pytest
from terminals import Terminal
from word_games import game_of, words_of_few_letters

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


@pytest.mark.parametrize(("look", "name", "line"), [
    (Look.SHAPES, "a-player-with-a-long-name", "1 a-player-with-~  XX?OX"),
    (Look.WORDS, "it", "it, guess 1: 1 in place, 1 elsewhere, 3 no."),
])  # fmt: skip
def test_a_guess_of_the_opponent_is_shown_by_its_reply(look, name, line):
    assert GameView(look, 80).hidden_line(name, 1, "XX?OX") == line


def test_the_letters_are_listed_by_what_is_known_of_them():
    letters = GameView(Look.SHAPES, 200).letters([Step("dozes", "OX?XX")])

    assert letters.splitlines()[:4] == [
        "in place: d",
        "elsewhere: z",
        "not in the word: e o s",
        "not tried: a b c f g h i j k l m n p q r t u v w x y",
    ]


@pytest.mark.parametrize(("look", "encoding", "text"), [
    (Look.SHAPES, "utf-8", "t\n\U0001f7e9\U0001f7e8\u2b1c"),  # a green, a yellow and a white square
    (Look.SHAPES, "ascii", "t\nO?X"),
    (Look.WORDS, "utf-8", "t\nO?X"),
])  # fmt: skip
def test_a_game_is_shared_by_its_replies(look, encoding, text):
    assert GameView(look, 80).share("t", ["O?X"], encoding) == text


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
    """The cells of a terminal that the text takes, without its colours."""
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

    def test_a_race(self, terminal, player_command):
        opponent = "it=" + player_command("guesses.sh", "crane", "dozes")
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

    @pytest.mark.parametrize(("key", "status", "message"), [
        ("\x04", 0, "You gave up; the word was dozes."),  # Ctrl-D
        ("\x03", 130, "interrupted"),  # Ctrl-C
    ])  # fmt: skip
    def test_giving_up(self, terminal, key, status, message):
        code, shown = terminal(["crane\n", key])

        assert code == status
        assert message in shown
        assert "Traceback" not in shown


def test_a_game_through_a_pipe(referee, wordlist):
    done = referee("play", "--wordlist", wordlist, "--seed", SEED, input="crane\ndozes\n")

    assert (done.returncode, done.stderr) == (0, "")
    assert "\nGuess 1 of 5: \n1 " in done.stdout
    assert "dozes at guess 2: 400 points." in done.stdout


def test_an_opponent_that_is_not_there_is_told_before_the_game(referee, wordlist):
    done = referee("play", "--wordlist", wordlist, "--opponent", "nobody")

    assert (done.returncode, done.stdout) == (1, "")
    assert "nobody: there is no such program" in done.stderr


@pytest.mark.parametrize(("options", "message"), [
    (["--opponent", "cat", "--adversary"], "--opponent plays for a word that is drawn"),
    (["--opponent", ""], "a player has no command"),
    (["--expose", "/nowhere"], "referee: --expose: /nowhere: there is no such file"),
    (["--screen"], "lingo-bot N --page FILE.html"),
])  # fmt: skip
def test_options_that_cannot_be_used_are_refused(referee, wordlist, options, message):
    done = referee("play", "--wordlist", wordlist, *options, input="")

    assert done.returncode == 2
    assert message in done.stderr


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


def test_a_game_is_over_with_the_word():
    game = PersonGame(["dents"], game_of(WORDS))

    played(game, "tares", "dents")

    assert (game.solved, game.over, game.points) == (True, True, 400)


def test_a_game_is_over_after_the_last_attempt():
    game = PersonGame(["dents"], game_of(WORDS, attempts=2))

    played(game, "tares", "tents")

    assert (game.solved, game.over, game.points) == (False, True, 0)


def test_why_a_guess_is_refused():
    game = PersonGame(["dents"], game_of(WORDS, hard=True))
    played(game, "tares")
    assert game.problem("ten") == "'ten' has 3 letters; the word has 5."
    assert game.problem("bands") == "'bands' is not allowed: it must hold t."


class TestAdversary:
    def test_every_reply_keeps_the_most_words(self):
        words = words_of_few_letters(3, 5, 200)
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
