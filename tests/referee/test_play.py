"""A person's game: its rules, the sheet, the typed guesses, and whole games in a pseudo-terminal."""

import re
import sys
import unicodedata
from collections import Counter
from dataclasses import dataclass

import pytest
from terminals import Terminal
from word_games import game_of, words_of_few_letters

from referee.game.game_text import GameView
from referee.game.person_game import PersonGame
from wordlists.reply import reply_for
from wordlists.step import Step
from wordlists.word_game import OWN_LETTER

SEED = 0
"""Draws dozes from the small list of five letters."""
GAME = ("crane\n", "cozen\n", "dozes\n")
"""What a person types who finds dozes at the third guess, for 300 points."""
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
"""A change of the colours of a terminal."""
SQUARES = "\U0001f7e9" * 5
"""Five green squares: the reply to the word itself, as a game is shared."""


def width(line):
    """The columns of a terminal that the line takes; its colours take none, and a square takes two."""
    letters = ESCAPE.sub("", line)
    squares = sum(unicodedata.east_asian_width(letter) == "W" for letter in letters)
    return len(letters) + squares


class TestSheet:
    """The lines of a game as they are shown."""

    @pytest.mark.parametrize(("look", "step", "line"), [
        ("shapes", Step("dozes", "OX?XO"), "1 [d] o (z) e [s]  OX?XO"),
        ("colour", Step("ab", "O?"), "1 \x1b[30;42m a \x1b[30;43m b \x1b[0m  O?"),  # on green and on yellow
        ("words", Step("geese", "XO?XO"), "Guess 1, geese: g no, e in place, e elsewhere, s no, e in place."),
        ("words", Step("ele", "?XX"), "Guess 1, ele: e elsewhere, l no, e no more."),
    ])  # fmt: skip
    def test_a_guess_has_a_line_with_its_reply(self, look, step, line):
        assert GameView(look, 80).line(1, step) == line

    @pytest.mark.parametrize(("columns", "line"), [
        (200, "1 [c][o][p][l][a][n][a][r][i][t][i][e][s]  OOOOOOOOOOOOO"),
        (40, "1 coplanarities  OOOOOOOOOOOOO"),
    ])  # fmt: skip
    def test_a_letter_has_three_columns_where_the_terminal_has_room(self, columns, line):
        assert GameView("shapes", columns).line(1, Step("coplanarities", "OOOOOOOOOOOOO")) == line

    @pytest.mark.parametrize(("look", "name", "line"), [
        ("shapes", "a-player-with-a-long-name", "1 a-player-with-~  XX?OX"),
        ("words", "it", "it, guess 1: 1 in place, 1 elsewhere, 3 no."),
    ])  # fmt: skip
    def test_a_guess_of_the_opponent_is_shown_by_its_reply(self, look, name, line):
        assert GameView(look, 80).hidden_line(name, 1, "XX?OX") == line

    def test_the_letters_are_listed_by_what_is_known_of_them(self):
        letters = GameView("shapes", 200).letters([Step("dozes", "OX?XX")])

        assert letters.splitlines()[:4] == [
            "in place: d",
            "elsewhere: z",
            "not in the word: e o s",
            "not tried: a b c f g h i j k l m n p q r t u v w x y",
        ]

    @pytest.mark.parametrize(("look", "encoding", "text"), [
        ("shapes", "utf-8", "t\n\U0001f7e9\U0001f7e8\u2b1c"),  # a green, a yellow and a white square
        ("shapes", "ascii", "t\nO?X"),
        ("words", "utf-8", "t\nO?X"),
    ])  # fmt: skip
    def test_a_game_is_shared_by_its_replies(self, look, encoding, text):
        assert GameView(look, 80).share("t", ["O?X"], encoding) == text


def play_in_a_terminal(wordlist, typed, *arguments, columns=80, **environment):
    """The exit status, and all that `referee play` shows to a person who types these lines when it asks for a guess."""
    command = [sys.executable, "-m", "referee", "play", "--wordlist", wordlist, "--seed", SEED, *arguments]
    terminal = Terminal(command, columns, **environment)

    shown = ""
    for line in typed:
        shown += terminal.read("of 5: ")
        terminal.type(line)

    shown += terminal.read()
    return terminal.wait(), shown


@dataclass(frozen=True)
class Screen:
    """A terminal, and what the second guess of GAME looks like there."""

    columns: int
    environment: dict[str, str]
    second_guess: str
    has_colours: bool
    has_squares: bool


SCREENS = {
    "a narrow screen": Screen(
        columns=40,
        environment={},
        second_guess="\x1b[97;100m c \x1b[30;42m o \x1b[30;42m z \x1b[30;42m e \x1b[97;100m n \x1b[0m",
        has_colours=True,
        has_squares=True,
    ),
    "without colours": Screen(
        columns=200,
        environment={"NO_COLOR": "1"},
        second_guess="2  c [o][z][e] n   XOOOX",
        has_colours=False,
        has_squares=True,
    ),
    "a screen reader": Screen(
        columns=200,
        environment={"TERM": "dumb"},
        second_guess="Guess 2, cozen: c no, o in place, z in place, e in place, n no.",
        has_colours=False,
        has_squares=False,
    ),
    "a narrow screen reader": Screen(
        columns=40,
        environment={"TERM": "dumb"},
        second_guess="Guess 2, cozen: c no",
        has_colours=False,
        has_squares=False,
    ),
}


@pytest.fixture(scope="module", params=SCREENS.values(), ids=SCREENS)
def screen(request):
    """One terminal after the other."""
    return request.param


@pytest.fixture(scope="module")
def shown(screen, tmp_path_factory):
    """All that GAME shows on the screen."""
    path = tmp_path_factory.mktemp("screen") / "words.txt"
    path.write_text("blimp\ncozen\ncrane\ndents\ndozes\ntough\n")
    code, shown = play_in_a_terminal(path, GAME, columns=screen.columns, **screen.environment)
    assert code == 0
    return shown


class TestInATerminal:
    def test_a_guess_looks_as_the_terminal_allows(self, screen, shown):
        assert screen.second_guess in shown
        assert ("\x1b" in shown) == screen.has_colours

    def test_the_end_says_attempt_and_points(self, shown):
        assert "dozes at guess 3: 300 points." in shown

    def test_the_game_can_be_shared(self, screen, shown):
        words = " ".join(shown.split())
        assert "Lingo, 5 letters, seed 0: 3/5, 300 points" in words
        assert (SQUARES in shown) == screen.has_squares

    def test_no_line_is_wider_than_the_terminal(self, screen, shown):
        assert max(map(width, shown.splitlines())) <= screen.columns


class TestOpponent:
    @pytest.fixture
    def race(self, wordlist, player_command):
        """What is shown of GAME against a player that finds the word at its second guess."""
        opponent = "it=" + player_command("guesses.sh", "crane", "dozes")
        code, shown = play_in_a_terminal(wordlist, GAME, "--opponent", opponent, NO_COLOR="1")
        assert code == 0
        return shown

    def test_its_guesses_are_hidden_until_the_end(self, race):
        before, _, after = race.partition("dozes at guess 3")

        assert "1 it               XXXX?" in before
        assert "2 [d][o][z][e][s]  OOOOO" in after
        assert "it wins by 100 points." in after

    def test_one_that_fails_wins_nothing(self, wordlist):
        _, shown = play_in_a_terminal(wordlist, GAME, "--opponent", "it=sh -c 'echo oops >&2; kill -SEGV $$'")

        # In a sandbox the status says it.
        assert re.search("it failed: crashed (by SIGSEGV|with exit status 139 or SIGSEGV): 0 points", shown)
        assert "'oops'" in shown
        assert "You win by 300 points." in shown

    def test_one_that_does_not_exist_is_told_before_the_game(self, referee, wordlist):
        done = referee("play", "--wordlist", wordlist, "--opponent", "nobody")

        assert (done.returncode, done.stdout) == (1, "")
        assert "nobody: there is no such program" in done.stderr


class TestGivingUp:
    @pytest.mark.parametrize(("key", "status", "message"), [
        ("\x04", 0, "You gave up; the word was dozes."),
        ("\x03", 130, "interrupted"),
    ], ids=["Ctrl-D", "Ctrl-C"])  # fmt: skip
    def test_by_a_key(self, wordlist, key, status, message):
        code, shown = play_in_a_terminal(wordlist, ["crane\n", key])

        assert code == status
        assert message in shown
        assert "Traceback" not in shown

    def test_by_a_word_no_further_line_is_read(self, say):
        assert "You gave up; the word was dozes." in say("quit\nnever read\n")


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


@pytest.fixture
def say(referee, wordlist):
    """say(lines, *options): what a game prints whose lines come through a pipe."""

    def printed(lines, *options):
        done = referee("play", "--wordlist", wordlist, "--seed", SEED, "--look", "shapes", *options, input=lines)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    return printed


class TestThroughAPipe:
    def test_a_game(self, say):
        printed = say("crane\ndozes\n")

        assert "\nGuess 1 of 5: \n1 " in printed
        assert "dozes at guess 2: 400 points." in printed

    @pytest.mark.parametrize(("line", "message"), [
        ("abcde", "'abcde' is not in the word list: guess again."),
        ("doz", "'doz' has 3 letters; the word has 5."),
        ("", "Type a word of 5 letters and press Enter."),
    ])  # fmt: skip
    def test_a_typing_error_costs_no_attempt(self, say, line, message):
        printed = say(f"{line}\ndozes\n")

        assert message in printed
        assert "dozes at guess 1: 500 points." in printed

    def test_blanks_and_capitals_are_no_error(self, say):
        assert "dozes at guess 2: 400 points." in say(" Crane \nDOZES\n")

    def test_a_question_mark_explains_the_marks(self, say):
        assert "O: the letter is in its place." in say("?\nquit\n")

    def test_other_rules_are_told_and_hold(self, say):
        rules = ("--attempts", 2, "--show-first-letter", "--hard")

        printed = say("crane\ndents\ncrane\ntough\n", *rules)

        rules_in_words = "A word of 5 letters, 2 guesses. It begins with d. Every guess must use what is known."
        assert rules_in_words in " ".join(printed.split())
        assert "'crane' is not allowed: letter 1 must be d: guess again." in printed
        assert "Guess 2 of 2" in printed

    def test_the_adversary_does_not_give_the_word_up_that_it_can_avoid(self, say):
        printed = say("dozes\n", "--adversary")

        assert "1  d  o  z  e  s   XXXXX" in printed
        assert "adversary: X/5, 0 points" in printed


WORDS = ["bands", "bends", "bonds", "colin", "dares", "dents", "dunes", "tares", "tents"]


def replies_to(game, *guesses):
    """The reply to each guess; None for a guess that is refused."""
    steps = [game.guess(guess) for guess in guesses]
    return [None if step is None else step.reply for step in steps]


class TestRules:
    """A person's game for dents."""

    def test_a_guess_of_the_list_is_answered(self):
        game = PersonGame(["dents"], game_of(WORDS))

        assert replies_to(game, "tares", "dents") == ["?XX?O", "OOOOO"]
        assert game.first_letter is None

    def test_what_is_no_word_is_refused_and_costs_nothing(self):
        game = PersonGame(["dents"], game_of(WORDS))

        assert replies_to(game, "doors", "ten") == [None, None]
        assert game.steps == []

    def test_in_a_strict_game_what_is_no_word_costs_an_attempt(self):
        game = PersonGame(["dents"], game_of(WORDS), strict=True)

        assert replies_to(game, "doors", "ten") == ["XXXXX", "XXXXX"]
        assert len(game.steps) == 2
        assert game.legal_steps == []

    def test_in_hard_mode_a_guess_must_use_what_is_known(self):
        game = PersonGame(["dents"], game_of(WORDS, hard=True))

        # bands lacks the t of tares.
        assert replies_to(game, "tares", "bands", "tents") == ["?XX?O", None, "XOOOO"]

    def test_where_the_first_letter_is_shown_a_guess_must_begin_with_it(self):
        game = PersonGame(["dents"], game_of(WORDS, letter=OWN_LETTER))

        assert game.first_letter == "d"
        assert replies_to(game, "tares", "dares") == [None, "OXX?O"]

    @pytest.mark.parametrize(("guess", "problem"), [
        ("ten", "'ten' has 3 letters; the word has 5."),
        ("bands", "'bands' is not allowed: it must hold t."),
    ])  # fmt: skip
    def test_a_refusal_says_why(self, guess, problem):
        game = PersonGame(["dents"], game_of(WORDS, hard=True))
        game.guess("tares")

        assert game.problem(guess) == problem

    def test_a_game_is_over_with_the_word(self):
        game = PersonGame(["dents"], game_of(WORDS))

        replies_to(game, "tares", "dents")

        assert (game.solved, game.over, game.points) == (True, True, 400)

    def test_a_game_is_over_after_the_last_attempt(self):
        game = PersonGame(["dents"], game_of(WORDS, attempts=2))

        replies_to(game, "tares", "tents")

        assert (game.solved, game.over, game.points) == (False, True, 0)


class TestAdversary:
    """A game whose word is left undecided: each reply leaves as many words as possible."""

    def test_every_reply_leaves_a_largest_bin(self):
        words = words_of_few_letters(3, 5, 200)
        game = PersonGame(words, game_of(words, attempts=100))

        candidates = words
        for guess in words[:6]:
            sizes_of_bins = Counter(reply_for(guess, word) for word in candidates)

            reply = game.guess(guess).reply

            assert sizes_of_bins[reply] == max(sizes_of_bins.values())
            candidates = [word for word in candidates if reply_for(guess, word) == reply]
            assert game.secret in candidates

    def test_it_gives_a_word_up_only_if_no_other_is_possible(self):
        game = PersonGame(["bands", "bends"], game_of(WORDS))

        assert replies_to(game, "bands", "bends") == ["OXOOO", "OOOOO"]
