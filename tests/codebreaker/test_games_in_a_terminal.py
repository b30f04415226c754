"""`codebreaker play`, where the program guesses, and `codebreaker guess`, where a person does, in a pseudo-terminal."""

import re

import pytest
from programs import program_path
from terminals import Terminal


def written_on_terminal(typed, *arguments, columns=80):
    """All that is on the terminal of a run of codebreaker on which these lines are typed."""
    terminal = Terminal([program_path("codebreaker"), *arguments], columns)
    terminal.type("".join(f"{line}\n" for line in typed))
    written = terminal.read()
    assert terminal.wait() == 0
    return written


@pytest.fixture(scope="module")
def game_with_undo():
    """A game of `play` with 6 colours in 4 holes, whose first guess is 1234.

    After the reply 0 0 the colours 5 and 6 are left, in 2 x 2 x 2 x 2 = 16 codes. None of them gives the reply 4,0 or
    0,0 to the second guess, 1556, so these replies are not taken. `undo` takes back the first reply.
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


@pytest.mark.parametrize(("command", "typed"), [
    ("play", ["0 0", "nonsense", "0 0", "quit"]),
    ("guess", ["nonsense", "quit"]),
])  # fmt: skip
def test_no_line_is_wider_than_the_terminal(command, typed):
    written = written_on_terminal(typed, command, columns=40)
    # Everything is typed before the first question, so what follows a question stands on its line.
    assert max(map(len, re.split(r"\n| \? ", written))) <= 40


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
def lingo_options(tmp_path):
    """Options for a game of Lingo over four words."""
    wordlist = tmp_path / "wordlist.txt"
    wordlist.write_text("abed\nbead\nbeak\nteak\n")
    return ["--game", "lingo", "--length", "4", "--wordlist", wordlist]


def test_play_names_few_candidates(lingo_options):
    written = written_on_terminal(["quit"], "play", *lingo_options)
    assert "4 candidates: abed; bead; beak; teak" in written


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


def test_where_a_question_mark_is_a_guess_it_lists_nothing(tmp_path):
    path = tmp_path / "marks.py"
    path.write_text(
        "from codebreaker import own_game\n"
        "game = own_game('marks', ['?', '!'], ['?', '!'], lambda guess, secret: int(guess == secret), winning=[1])\n"
    )
    written = written_on_terminal(["?", "quit"], "guess", "--game", path)
    assert "lists the guesses" not in written
    assert "is not a guess" not in written
