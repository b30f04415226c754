"""`referee play`: whole games of a person, in a pseudo-terminal and through a pipe."""

import re
import sys
import unicodedata
from dataclasses import dataclass

import pytest
from terminals import Terminal

SEED = 0
"""Draws dozes from the small list of five letters."""
GAME = ("crane\n", "cozen\n", "dozes\n")
"""What a person types who finds dozes at the third guess, for 300 points."""
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
"""A change of the colours of a terminal."""
NOT_THERE = "\x1b[97;100m"
"""White on grey: the colours of a letter that the word does not have."""
IN_PLACE = "\x1b[30;42m"
"""Black on green: the colours of a letter in its place."""
SQUARES = "\U0001f7e9" * 5
"""Five green squares: the reply to the word itself, as a game is shared."""


def width(line):
    """The columns of a terminal that the line takes; its colours take none, and a square takes two."""
    letters = ESCAPE.sub("", line)
    squares = sum(unicodedata.east_asian_width(letter) == "W" for letter in letters)
    return len(letters) + squares


def play_in_a_terminal(wordlist, typed, *arguments, columns=80, **environment):
    """(exit status, text): how `referee play` ends, and all that it shows, if a person types these lines.

    Each line is typed when the game asks "Guess 1 of 5: ".
    """
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


SCREENS = {
    "a narrow screen": Screen(
        columns=40,
        environment={},
        second_guess=f"{NOT_THERE} c {IN_PLACE} o {IN_PLACE} z {IN_PLACE} e {NOT_THERE} n \x1b[0m",
        has_colours=True,
    ),
    "without colours": Screen(
        columns=200,
        environment={"NO_COLOR": "1"},
        second_guess="Guess 2, cozen: c no, o in place, z in place, e in place, n no.",
        has_colours=False,
    ),
    "a screen reader": Screen(
        columns=200,
        environment={"TERM": "dumb"},
        second_guess="Guess 2, cozen: c no, o in place, z in place, e in place, n no.",
        has_colours=False,
    ),
    "a narrow screen reader": Screen(
        columns=40,
        environment={"TERM": "dumb"},
        second_guess="Guess 2, cozen: c no",
        has_colours=False,
    ),
}


@pytest.fixture(scope="module", params=SCREENS.values(), ids=SCREENS)
def screen(request):
    """Each of SCREENS."""
    return request.param


@pytest.fixture(scope="module")
def shown(screen, tmp_path_factory):
    """All that is on the screen after GAME; the words are those of five letters in the fixture `wordlist`."""
    # `wordlist` itself is made anew for each test, and the game is played once for all of them.
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
        # A screen reader would read the name of every square.
        assert (SQUARES in shown) == screen.has_colours

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

    def test_its_game_is_hidden_until_the_end(self, race):
        before, _, after = race.partition("dozes at guess 3")

        assert "Guess 2, dozes" not in before
        assert "Guess 2, dozes: d in place, o in place, z in place, e in place, s in place." in after
        assert "it wins by 100 points." in after

    def test_one_that_fails_wins_nothing(self, wordlist):
        _, shown = play_in_a_terminal(wordlist, GAME, "--opponent", "it=sh -c 'echo oops >&2; kill -SEGV $$'")

        # In a sandbox bubblewrap ends in place of the player, with 128 and the number of the signal, 11.
        assert re.search("it failed: crashed (by SIGSEGV|with exit status 139 or SIGSEGV): 0 points", shown)
        assert "'oops'" in shown
        assert "You win by 300 points." in shown

    def test_one_that_does_not_exist_is_told_before_the_game(self, referee, wordlist):
        done = referee("play", "--wordlist", wordlist, "--opponent", "nobody")

        assert (done.returncode, done.stdout) == (1, "")
        assert "nobody: there is no such program" in done.stderr


@pytest.mark.parametrize(("key", "status", "message"), [
    ("\x04", 0, "You gave up; the word was dozes."),
    ("\x03", 130, "interrupted"),
], ids=["Ctrl-D", "Ctrl-C"])  # fmt: skip
def test_a_key_ends_the_game(wordlist, key, status, message):
    code, shown = play_in_a_terminal(wordlist, ["crane\n", key])

    assert code == status
    assert message in shown
    assert "Traceback" not in shown


@pytest.fixture
def say(referee, wordlist):
    """say(lines, *options): what a game prints whose lines come through a pipe."""

    def printed(lines, *options):
        done = referee("play", "--wordlist", wordlist, "--seed", SEED, *options, input=lines)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    return printed


@pytest.mark.parametrize(("options", "message"), [
    (["--opponent", "cat", "--adversary"], "--opponent plays for a word that is drawn"),
    (["--opponent", ""], "a player has no command"),
    (["--expose", "/nowhere"], "'--expose': /nowhere: there is no such file"),
])  # fmt: skip
def test_options_that_cannot_be_used_are_refused(referee, wordlist, options, message):
    done = referee("play", "--wordlist", wordlist, *options, input="")

    assert done.returncode == 2
    assert message in done.stderr


class TestThroughAPipe:
    def test_a_game(self, say):
        printed = say("crane\ndozes\n")

        assert "\nGuess 1 of 5: \nGuess 1, crane: " in printed
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

    def test_a_person_gives_up_by_a_word_and_no_further_line_is_read(self, say):
        assert "You gave up; the word was dozes." in say("quit\nnever read\n")

    def test_a_question_mark_explains_the_marks(self, say):
        assert "O: the letter is in its place." in say("?\nquit\n")

    @pytest.mark.parametrize(("length", "explanation"), [
        (4, "quit gives up, where it is no word of the list; ? shows this."),
        (5, "quit gives up; ? shows this."),
    ])  # fmt: skip
    def test_a_question_mark_says_whether_quit_may_be_a_guess(self, say, length, explanation):
        printed = say("?\n", "--length", length)

        assert explanation in " ".join(printed.split())

    def test_other_rules_are_told_and_hold(self, say):
        rules = ("--attempts", 2, "--show-first-letter", "--hard")

        # Guess 1 is dents, and crane is refused before and after it. The input ends before guess 2.
        printed = say("crane\ndents\ncrane\n", *rules)

        rules_in_words = "A word of 5 letters, 2 guesses. It begins with d. Every guess must use what is known."
        assert rules_in_words in " ".join(printed.split())
        assert "'crane' is not allowed: letter 1 must be d: guess again." in printed
        assert "Guess 2 of 2" in printed

    def test_a_game_of_one_guess_has_1_guess(self, say):
        assert "A word of 5 letters, 1 guess." in say("quit\n", "--attempts", 1)

    def test_the_adversary_does_not_give_the_word_up_that_it_can_avoid(self, say):
        printed = say("dozes\n", "--adversary")

        assert "Guess 1, dozes: d no, o no, z no, e no, s no." in printed
        # A game that is not solved is shared with an X in place of the attempt.
        assert "adversary: X/5, 0 points" in printed
